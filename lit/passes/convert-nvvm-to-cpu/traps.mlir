// RUN: periclase-opt %s -p convert-nvvm-to-cpu | filecheck %s

// A trap is a call with the number of its row in the module's table, and with the thread's and block's index.

// CHECK: builtin.module attributes {periclase.traps = [
// CHECK-SAME: {kind = "bounds", message = "index out of bounds", file = "k.py", line = 7 : i64, column = 2 : i64}
// CHECK-SAME: {kind = "user", message = "assertion failed: a < b", file = "k.py", line = 9 : i64, column = 4 : i64}

llvm.func @k(%n: i32) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %ok = llvm.icmp "ult" %t, %n : i32
  llvm.cond_br %ok, ^in, ^out
^in:
  nvvm.trap {message = "index out of bounds", kind = "bounds"} loc("k.py":7:3)
  llvm.unreachable
^out:
  nvvm.assertfail "a < b", "k.py", 9, "k" loc("k.py":9:5)
  llvm.unreachable
}

// CHECK:       llvm.func @periclase_cpu_trap(!llvm.ptr, i32, i32, i32, i32, i32, i32, i32) attributes {passthrough = ["noreturn", "cold", "nounwind"]}
// CHECK:       llvm.func internal @k.thread(%n: i32, %[[BLOCK:\w+]]: !llvm.ptr, %t: i32, %[[TY:\w+]]: i32, %[[TZ:\w+]]: i32, %[[BX:\w+]]: i32, %[[BY:\w+]]: i32, %[[BZ:\w+]]: i32)
// CHECK:         %[[ROW0:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-NEXT:    llvm.call @periclase_cpu_trap(%[[BLOCK]], %[[ROW0]], %t, %[[TY]], %[[TZ]], %[[BX]], %[[BY]], %[[BZ]])
// CHECK-NEXT:    llvm.unreachable
// CHECK:         %[[ROW1:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:    llvm.call @periclase_cpu_trap(%[[BLOCK]], %[[ROW1]],
