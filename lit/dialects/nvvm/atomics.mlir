// RUN: %roundtrip
// RUN: %generic-roundtrip

// Atomic accesses with an order and a scope.

// CHECK-LABEL: llvm.func @atomics
llvm.func @atomics(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %q: !llvm.ptr, %h: f16, %b: bf16) {
  // CHECK-NEXT: %a0 = nvvm.atomic.rmw add relaxed device %g, %n : !llvm.ptr<1>, i32 -> i32
  %a0 = nvvm.atomic.rmw add relaxed device %g, %n : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %a1 = nvvm.atomic.rmw fadd acquire block %s, %f : !llvm.ptr<3>, f32 -> f32
  %a1 = nvvm.atomic.rmw fadd acquire block %s, %f : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %a2 = nvvm.atomic.rmw umax release system %q, %l : !llvm.ptr, i64 -> i64
  %a2 = nvvm.atomic.rmw umax release system %q, %l : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %a3 = nvvm.atomic.rmw xchg acq_rel cluster %q, %d : !llvm.ptr, f64 -> f64
  %a3 = nvvm.atomic.rmw xchg acq_rel cluster %q, %d : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %a4 = nvvm.atomic.rmw fadd seq_cst device %g, %h : !llvm.ptr<1>, f16 -> f16
  %a4 = nvvm.atomic.rmw fadd seq_cst device %g, %h : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %a5 = nvvm.atomic.rmw fsub relaxed device %g, %b : !llvm.ptr<1>, bf16 -> bf16
  %a5 = nvvm.atomic.rmw fsub relaxed device %g, %b : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %a6 = nvvm.atomic.rmw inc relaxed device %g, %n : !llvm.ptr<1>, i32 -> i32
  %a6 = nvvm.atomic.rmw inc relaxed device %g, %n : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %a7 = nvvm.atomic.rmw add_f16x2 relaxed device %g, %n : !llvm.ptr<1>, i32 -> i32
  %a7 = nvvm.atomic.rmw add_f16x2 relaxed device %g, %n : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %c0 = nvvm.atomic.cmpxchg acq_rel device %g, %n, %n : !llvm.ptr<1>, i32, i32 -> i32
  %c0 = nvvm.atomic.cmpxchg acq_rel device %g, %n, %n : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %l0 = nvvm.atomic.load acquire device %g : !llvm.ptr<1> -> f32
  %l0 = nvvm.atomic.load acquire device %g : !llvm.ptr<1> -> f32
  // CHECK-NEXT: nvvm.atomic.store release system %l, %q : i64, !llvm.ptr
  nvvm.atomic.store release system %l, %q : i64, !llvm.ptr
  // CHECK-NEXT: llvm.return
  llvm.return
}
