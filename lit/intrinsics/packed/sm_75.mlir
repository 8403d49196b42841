// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_75 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mul_hi_i32(si32, si32) -> si32
mir.func private @__periclase_intrinsic.mul_hi_u32(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.mul_hi_i64(si64, si64) -> si64
mir.func private @__periclase_intrinsic.mul_hi_u64(ui64, ui64) -> ui64
mir.func private @__periclase_intrinsic.sin_approx(f32) -> f32
mir.func private @__periclase_intrinsic.sin_approx_ftz(f32) -> f32
mir.func private @__periclase_intrinsic.cos_approx(f32) -> f32
mir.func private @__periclase_intrinsic.cos_approx_ftz(f32) -> f32
mir.func private @__periclase_intrinsic.lg2_approx(f32) -> f32
mir.func private @__periclase_intrinsic.lg2_approx_ftz(f32) -> f32
mir.func private @__periclase_intrinsic.rsqrt_approx(f32) -> f32
mir.func private @__periclase_intrinsic.rsqrt_approx_ftz(f32) -> f32
mir.func private @__periclase_intrinsic.sqrt_approx(f32) -> f32
mir.func private @__periclase_intrinsic.sqrt_approx_ftz(f32) -> f32
mir.func private @__periclase_intrinsic.ex2_approx(f32) -> f32
mir.func private @__periclase_intrinsic.ex2_approx_ftz(f32) -> f32
mir.func private @__periclase_intrinsic.div_approx(f32, f32) -> f32
mir.func private @__periclase_intrinsic.div_full(f32, f32) -> f32

// OP-LABEL: mir.func @mul_hi_i32(
// OP: nvvm.mul.hi.s32
// CHECK-LABEL: .entry mul_hi_i32(
// CHECK: mul.{{.*}}s32
mir.func @mul_hi_i32(%a: si32, %b: si32, %result: !mir.ptr<mut si32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mul_hi_i32(%a, %b) : (si32, si32) -> si32
  mir.store %d, %result : !mir.ptr<mut si32, global>
  mir.return
}

// OP-LABEL: mir.func @mul_hi_u32(
// OP: nvvm.mul.hi.u32
// CHECK-LABEL: .entry mul_hi_u32(
// CHECK: mul.{{.*}}u32
mir.func @mul_hi_u32(%a: ui32, %b: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mul_hi_u32(%a, %b) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @mul_hi_i64(
// OP: nvvm.mul.hi.s64
// CHECK-LABEL: .entry mul_hi_i64(
// CHECK: mul.{{.*}}s64
mir.func @mul_hi_i64(%a: si64, %b: si64, %result: !mir.ptr<mut si64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mul_hi_i64(%a, %b) : (si64, si64) -> si64
  mir.store %d, %result : !mir.ptr<mut si64, global>
  mir.return
}

// OP-LABEL: mir.func @mul_hi_u64(
// OP: nvvm.mul.hi.u64
// CHECK-LABEL: .entry mul_hi_u64(
// CHECK: mul.{{.*}}u64
mir.func @mul_hi_u64(%a: ui64, %b: ui64, %result: !mir.ptr<mut ui64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mul_hi_u64(%a, %b) : (ui64, ui64) -> ui64
  mir.store %d, %result : !mir.ptr<mut ui64, global>
  mir.return
}

// OP-LABEL: mir.func @sin_approx(
// OP: nvvm.sin.approx.f
// CHECK-LABEL: .entry sin_approx(
// CHECK: sin.{{.*}}f32
mir.func @sin_approx(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.sin_approx(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @sin_approx_ftz(
// OP: nvvm.sin.approx.ftz.f
// CHECK-LABEL: .entry sin_approx_ftz(
// CHECK: sin.{{.*}}f32
mir.func @sin_approx_ftz(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.sin_approx_ftz(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @cos_approx(
// OP: nvvm.cos.approx.f
// CHECK-LABEL: .entry cos_approx(
// CHECK: cos.{{.*}}f32
mir.func @cos_approx(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cos_approx(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @cos_approx_ftz(
// OP: nvvm.cos.approx.ftz.f
// CHECK-LABEL: .entry cos_approx_ftz(
// CHECK: cos.{{.*}}f32
mir.func @cos_approx_ftz(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cos_approx_ftz(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @lg2_approx(
// OP: nvvm.lg2.approx.f
// CHECK-LABEL: .entry lg2_approx(
// CHECK: lg2.{{.*}}f32
mir.func @lg2_approx(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.lg2_approx(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @lg2_approx_ftz(
// OP: nvvm.lg2.approx.ftz.f
// CHECK-LABEL: .entry lg2_approx_ftz(
// CHECK: lg2.{{.*}}f32
mir.func @lg2_approx_ftz(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.lg2_approx_ftz(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @rsqrt_approx(
// OP: nvvm.rsqrt.approx.f
// CHECK-LABEL: .entry rsqrt_approx(
// CHECK: rsqrt.{{.*}}f32
mir.func @rsqrt_approx(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.rsqrt_approx(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @rsqrt_approx_ftz(
// OP: nvvm.rsqrt.approx.ftz.f
// CHECK-LABEL: .entry rsqrt_approx_ftz(
// CHECK: rsqrt.{{.*}}f32
mir.func @rsqrt_approx_ftz(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.rsqrt_approx_ftz(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @sqrt_approx(
// OP: nvvm.sqrt.approx.f
// CHECK-LABEL: .entry sqrt_approx(
// CHECK: sqrt.{{.*}}f32
mir.func @sqrt_approx(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.sqrt_approx(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @sqrt_approx_ftz(
// OP: nvvm.sqrt.approx.ftz.f
// CHECK-LABEL: .entry sqrt_approx_ftz(
// CHECK: sqrt.{{.*}}f32
mir.func @sqrt_approx_ftz(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.sqrt_approx_ftz(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @ex2_approx(
// OP: nvvm.ex2.approx.f
// CHECK-LABEL: .entry ex2_approx(
// CHECK: ex2.{{.*}}f32
mir.func @ex2_approx(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.ex2_approx(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @ex2_approx_ftz(
// OP: nvvm.ex2.approx.ftz.f
// CHECK-LABEL: .entry ex2_approx_ftz(
// CHECK: ex2.{{.*}}f32
mir.func @ex2_approx_ftz(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.ex2_approx_ftz(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @div_approx(
// OP: nvvm.div.approx.f
// CHECK-LABEL: .entry div_approx(
// CHECK: div.{{.*}}f32
mir.func @div_approx(%x: f32, %y: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.div_approx(%x, %y) : (f32, f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @div_full(
// OP: nvvm.div.full.f
// CHECK-LABEL: .entry div_full(
// CHECK: div.{{.*}}f32
mir.func @div_full(%x: f32, %y: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.div_full(%x, %y) : (f32, f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}
