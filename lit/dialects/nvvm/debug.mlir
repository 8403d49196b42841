// RUN: %roundtrip
// RUN: %generic-roundtrip

// Traps, printing, sleeping.

// CHECK-LABEL: llvm.func @debug
llvm.func @debug(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %q: !llvm.ptr) {
  // CHECK-NEXT: nvvm.trap {message = "index out of bounds", kind = "bounds"}
  nvvm.trap {message = "index out of bounds", kind = "bounds"}
  // CHECK-NEXT: nvvm.breakpoint
  nvvm.breakpoint
  // CHECK-NEXT: nvvm.nanosleep %n
  nvvm.nanosleep %n
  // CHECK-NEXT: nvvm.pmevent id = 1
  nvvm.pmevent id = 1
  // CHECK-NEXT: nvvm.pmevent mask = 3
  nvvm.pmevent mask = 3
  // CHECK-NEXT: %w0 = nvvm.printf "hello" -> i32
  %w0 = nvvm.printf "hello" -> i32
  // CHECK-NEXT: %w1 = nvvm.printf "x[%d] = %f" %n, %d : i32, f64 -> i32
  %w1 = nvvm.printf "x[%d] = %f" %n, %d : i32, f64 -> i32
  // CHECK-NEXT: nvvm.assertfail "i < n", "kernel.py", 12, "saxpy"
  nvvm.assertfail "i < n", "kernel.py", 12, "saxpy"
  // CHECK-NEXT: nvvm.exit
  nvvm.exit
  // CHECK-NEXT: llvm.return
  llvm.return
}
