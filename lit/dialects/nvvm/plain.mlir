// RUN: %roundtrip
// RUN: %generic-roundtrip

// Operations made from rows of the intrinsic table.

// CHECK-LABEL: llvm.func @plain
llvm.func @plain(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %q: !llvm.ptr) {
  // CHECK-NEXT: %h0 = nvvm.mul.hi.s32 %n, %n : (i32, i32) -> i32
  %h0 = nvvm.mul.hi.s32 %n, %n : (i32, i32) -> i32
  // CHECK-NEXT: %h1 = nvvm.mul.hi.u64 %l, %l : (i64, i64) -> i64
  %h1 = nvvm.mul.hi.u64 %l, %l : (i64, i64) -> i64
  // CHECK-NEXT: %s0 = nvvm.sin.approx.f %f : (f32) -> f32
  %s0 = nvvm.sin.approx.f %f : (f32) -> f32
  // CHECK-NEXT: %d0 = nvvm.div.full.f %f, %f : (f32, f32) -> f32
  %d0 = nvvm.div.full.f %f, %f : (f32, f32) -> f32
  // CHECK-NEXT: %t0 = nvvm.tanh.approx.f %f : (f32) -> f32
  %t0 = nvvm.tanh.approx.f %f : (f32) -> f32
  // CHECK-NEXT: llvm.return
  llvm.return
}
