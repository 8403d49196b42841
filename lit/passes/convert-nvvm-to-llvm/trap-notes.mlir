// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm{note-traps=true}' | filecheck %s
// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | filecheck %s --check-prefix=PLAIN

// A thread that stops the launch writes down first which row of the table it is; the table says why and where. Nothing is
// written in blocks that go on.

// CHECK: builtin.module attributes {periclase.traps = [
// CHECK-SAME: {kind = "bounds", message = "index out of bounds", file = "k.py", line = 7 : i64, column = 2 : i64}
// CHECK-SAME: {kind = "trap", message = "", file = "k.py", line = 8 : i64, column = 2 : i64}
// CHECK-SAME: {kind = "user", message = "assertion failed: a < b", file = "k.py", line = 9 : i64, column = 4 : i64}
// CHECK: llvm.mlir.global external @periclase_trap_note(0 : i64) {addr_space = 1 : i32, alignment = 8 : i64} : i64
// CHECK-NOT: llvm.mlir.global external

// PLAIN-NOT: periclase{{[._]}}trap

// CHECK-LABEL: llvm.func @k
llvm.func @k(%n: i32) attributes {nvvm.kernel} {
  // CHECK-NOT: llvm.inline_asm
  %t = nvvm.read.ptx.sreg.tid.x : i32
  llvm.switch %t : i32, ^good [ 0: ^bounds, 1: ^bare, 2: ^assertion ]
^good:
  // CHECK: llvm.return
  llvm.return
^bounds:
  // CHECK: %[[NOTE:.*]] = llvm.mlir.addressof @periclase_trap_note : !llvm.ptr<1>
  // CHECK-NEXT: %[[ROW:.*]] = llvm.mlir.constant(1 : i32) : i32
  // CHECK-NEXT: llvm.inline_asm has_side_effects "{{.*}}@there st.relaxed.sys.global.b64 [note], word; membar.sys; }", "l,r,~{memory}" %[[NOTE]], %[[ROW]]
  // CHECK-NEXT: llvm.call_intrinsic "llvm.trap"
  nvvm.trap {message = "index out of bounds", kind = "bounds"} loc("k.py":7:3)
  llvm.unreachable
^bare:
  // CHECK: llvm.mlir.constant(2 : i32) : i32
  // CHECK: llvm.call_intrinsic "llvm.trap"
  nvvm.trap loc("k.py":8:3)
  llvm.unreachable
^assertion:
  // CHECK: llvm.mlir.constant(3 : i32) : i32
  // CHECK: llvm.inline_asm
  // CHECK: llvm.call @__assertfail
  nvvm.assertfail "a < b", "k.py", 9, "k" loc("k.py":9:5)
  llvm.unreachable
}
