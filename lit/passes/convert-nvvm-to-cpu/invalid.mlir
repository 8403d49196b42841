// RUN: not periclase-opt %s -p convert-nvvm-to-cpu 2>&1 | filecheck %s

llvm.func @k() attributes {nvvm.kernel} {
  nvvm.inline_ptx "membar.gl;" loc("k.py":3:5)
  llvm.return
}

// CHECK: error[PC0508]: inline PTX does not exist on the CPU
// CHECK: k.py:3:5
// CHECK: help: say what the CPU does instead: `inline_ptx(…, cpu=function)`; or compile this kernel for a GPU target
