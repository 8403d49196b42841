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
  // CHECK-NEXT: %mul_hi_u32 = nvvm.mul.hi.u32 %n, %n : (i32, i32) -> i32
  %mul_hi_u32 = nvvm.mul.hi.u32 %n, %n : (i32, i32) -> i32
  // CHECK-NEXT: %mul_hi_s64 = nvvm.mul.hi.s64 %l, %l : (i64, i64) -> i64
  %mul_hi_s64 = nvvm.mul.hi.s64 %l, %l : (i64, i64) -> i64
  // CHECK-NEXT: %sin_approx_ftz_f = nvvm.sin.approx.ftz.f %f : (f32) -> f32
  %sin_approx_ftz_f = nvvm.sin.approx.ftz.f %f : (f32) -> f32
  // CHECK-NEXT: %cos_approx_f = nvvm.cos.approx.f %f : (f32) -> f32
  %cos_approx_f = nvvm.cos.approx.f %f : (f32) -> f32
  // CHECK-NEXT: %cos_approx_ftz_f = nvvm.cos.approx.ftz.f %f : (f32) -> f32
  %cos_approx_ftz_f = nvvm.cos.approx.ftz.f %f : (f32) -> f32
  // CHECK-NEXT: %lg2_approx_f = nvvm.lg2.approx.f %f : (f32) -> f32
  %lg2_approx_f = nvvm.lg2.approx.f %f : (f32) -> f32
  // CHECK-NEXT: %lg2_approx_ftz_f = nvvm.lg2.approx.ftz.f %f : (f32) -> f32
  %lg2_approx_ftz_f = nvvm.lg2.approx.ftz.f %f : (f32) -> f32
  // CHECK-NEXT: %rsqrt_approx_f = nvvm.rsqrt.approx.f %f : (f32) -> f32
  %rsqrt_approx_f = nvvm.rsqrt.approx.f %f : (f32) -> f32
  // CHECK-NEXT: %rsqrt_approx_ftz_f = nvvm.rsqrt.approx.ftz.f %f : (f32) -> f32
  %rsqrt_approx_ftz_f = nvvm.rsqrt.approx.ftz.f %f : (f32) -> f32
  // CHECK-NEXT: %sqrt_approx_f = nvvm.sqrt.approx.f %f : (f32) -> f32
  %sqrt_approx_f = nvvm.sqrt.approx.f %f : (f32) -> f32
  // CHECK-NEXT: %sqrt_approx_ftz_f = nvvm.sqrt.approx.ftz.f %f : (f32) -> f32
  %sqrt_approx_ftz_f = nvvm.sqrt.approx.ftz.f %f : (f32) -> f32
  // CHECK-NEXT: %ex2_approx_f = nvvm.ex2.approx.f %f : (f32) -> f32
  %ex2_approx_f = nvvm.ex2.approx.f %f : (f32) -> f32
  // CHECK-NEXT: %ex2_approx_ftz_f = nvvm.ex2.approx.ftz.f %f : (f32) -> f32
  %ex2_approx_ftz_f = nvvm.ex2.approx.ftz.f %f : (f32) -> f32
  // CHECK-NEXT: %div_approx_f = nvvm.div.approx.f %f, %f : (f32, f32) -> f32
  %div_approx_f = nvvm.div.approx.f %f, %f : (f32, f32) -> f32
  // CHECK-NEXT: llvm.return
  llvm.return
}
