// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_75 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.add_rounded.f32.rn(f32, f32) -> f32
mir.func private @__periclase_intrinsic.add_rounded.f64.rp(f64, f64) -> f64
mir.func private @__periclase_intrinsic.mul_rounded.f32.rn(f32, f32) -> f32
mir.func private @__periclase_intrinsic.mul_rounded.f64.rp(f64, f64) -> f64
mir.func private @__periclase_intrinsic.fma_rounded.f32.rn(f32, f32, f32) -> f32
mir.func private @__periclase_intrinsic.fma_rounded.f64.rp(f64, f64, f64) -> f64
mir.func private @__periclase_intrinsic.div_rounded.f32.rn(f32, f32) -> f32
mir.func private @__periclase_intrinsic.div_rounded.f64.rp(f64, f64) -> f64
mir.func private @__periclase_intrinsic.rcp_rounded.f32.rn(f32) -> f32
mir.func private @__periclase_intrinsic.rcp_rounded.f64.rp(f64) -> f64
mir.func private @__periclase_intrinsic.sqrt_rounded.f32.rn(f32) -> f32
mir.func private @__periclase_intrinsic.sqrt_rounded.f64.rp(f64) -> f64
mir.func private @__periclase_intrinsic.rcp_approx_f64(f64) -> f64
mir.func private @__periclase_intrinsic.rsqrt_approx_f64(f64) -> f64
mir.func private @__periclase_intrinsic.rsqrt_approx_f64.ftz(f64) -> f64

// OP-LABEL: mir.func @add_rounded_f32_rn(
// OP: nvvm.add_rounded
// CHECK-LABEL: .entry add_rounded_f32_rn(
// CHECK: add.{{.*}}f32
mir.func @add_rounded_f32_rn(%x: f32, %y: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.add_rounded.f32.rn(%x, %y) : (f32, f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @add_rounded_f64_rp(
// OP: nvvm.add_rounded
// CHECK-LABEL: .entry add_rounded_f64_rp(
// CHECK: add.{{.*}}f64
mir.func @add_rounded_f64_rp(%x: f64, %y: f64, %result: !mir.ptr<mut f64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.add_rounded.f64.rp(%x, %y) : (f64, f64) -> f64
  mir.store %d, %result : !mir.ptr<mut f64, global>
  mir.return
}

// OP-LABEL: mir.func @mul_rounded_f32_rn(
// OP: nvvm.mul_rounded
// CHECK-LABEL: .entry mul_rounded_f32_rn(
// CHECK: mul.{{.*}}f32
mir.func @mul_rounded_f32_rn(%x: f32, %y: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mul_rounded.f32.rn(%x, %y) : (f32, f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @mul_rounded_f64_rp(
// OP: nvvm.mul_rounded
// CHECK-LABEL: .entry mul_rounded_f64_rp(
// CHECK: mul.{{.*}}f64
mir.func @mul_rounded_f64_rp(%x: f64, %y: f64, %result: !mir.ptr<mut f64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mul_rounded.f64.rp(%x, %y) : (f64, f64) -> f64
  mir.store %d, %result : !mir.ptr<mut f64, global>
  mir.return
}

// OP-LABEL: mir.func @fma_rounded_f32_rn(
// OP: nvvm.fma_rounded
// CHECK-LABEL: .entry fma_rounded_f32_rn(
// CHECK: fma.{{.*}}f32
mir.func @fma_rounded_f32_rn(%x: f32, %y: f32, %z: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.fma_rounded.f32.rn(%x, %y, %z) : (f32, f32, f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @fma_rounded_f64_rp(
// OP: nvvm.fma_rounded
// CHECK-LABEL: .entry fma_rounded_f64_rp(
// CHECK: fma.{{.*}}f64
mir.func @fma_rounded_f64_rp(%x: f64, %y: f64, %z: f64, %result: !mir.ptr<mut f64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.fma_rounded.f64.rp(%x, %y, %z) : (f64, f64, f64) -> f64
  mir.store %d, %result : !mir.ptr<mut f64, global>
  mir.return
}

// OP-LABEL: mir.func @div_rounded_f32_rn(
// OP: nvvm.div_rounded
// CHECK-LABEL: .entry div_rounded_f32_rn(
// CHECK: div.{{.*}}f32
mir.func @div_rounded_f32_rn(%x: f32, %y: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.div_rounded.f32.rn(%x, %y) : (f32, f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @div_rounded_f64_rp(
// OP: nvvm.div_rounded
// CHECK-LABEL: .entry div_rounded_f64_rp(
// CHECK: div.{{.*}}f64
mir.func @div_rounded_f64_rp(%x: f64, %y: f64, %result: !mir.ptr<mut f64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.div_rounded.f64.rp(%x, %y) : (f64, f64) -> f64
  mir.store %d, %result : !mir.ptr<mut f64, global>
  mir.return
}

// OP-LABEL: mir.func @rcp_rounded_f32_rn(
// OP: nvvm.rcp_rounded
// CHECK-LABEL: .entry rcp_rounded_f32_rn(
// CHECK: rcp.{{.*}}f32
mir.func @rcp_rounded_f32_rn(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.rcp_rounded.f32.rn(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @rcp_rounded_f64_rp(
// OP: nvvm.rcp_rounded
// CHECK-LABEL: .entry rcp_rounded_f64_rp(
// CHECK: rcp.{{.*}}f64
mir.func @rcp_rounded_f64_rp(%x: f64, %result: !mir.ptr<mut f64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.rcp_rounded.f64.rp(%x) : (f64) -> f64
  mir.store %d, %result : !mir.ptr<mut f64, global>
  mir.return
}

// OP-LABEL: mir.func @sqrt_rounded_f32_rn(
// OP: nvvm.sqrt_rounded
// CHECK-LABEL: .entry sqrt_rounded_f32_rn(
// CHECK: sqrt.{{.*}}f32
mir.func @sqrt_rounded_f32_rn(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.sqrt_rounded.f32.rn(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @sqrt_rounded_f64_rp(
// OP: nvvm.sqrt_rounded
// CHECK-LABEL: .entry sqrt_rounded_f64_rp(
// CHECK: sqrt.{{.*}}f64
mir.func @sqrt_rounded_f64_rp(%x: f64, %result: !mir.ptr<mut f64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.sqrt_rounded.f64.rp(%x) : (f64) -> f64
  mir.store %d, %result : !mir.ptr<mut f64, global>
  mir.return
}

// OP-LABEL: mir.func @rcp_approx_f64(
// OP: nvvm.rcp_approx_f64
// CHECK-LABEL: .entry rcp_approx_f64(
// CHECK: rcp.{{.*}}f64
mir.func @rcp_approx_f64(%x: f64, %result: !mir.ptr<mut f64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.rcp_approx_f64(%x) : (f64) -> f64
  mir.store %d, %result : !mir.ptr<mut f64, global>
  mir.return
}

// OP-LABEL: mir.func @rsqrt_approx_f64(
// OP: nvvm.rsqrt_approx_f64
// CHECK-LABEL: .entry rsqrt_approx_f64(
// CHECK: rsqrt.approx.f64
mir.func @rsqrt_approx_f64(%x: f64, %result: !mir.ptr<mut f64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.rsqrt_approx_f64(%x) : (f64) -> f64
  mir.store %d, %result : !mir.ptr<mut f64, global>
  mir.return
}

// OP-LABEL: mir.func @rsqrt_approx_f64_ftz(
// OP: nvvm.rsqrt_approx_f64
// CHECK-LABEL: .entry rsqrt_approx_f64_ftz(
// CHECK: rsqrt.approx.ftz.f64
mir.func @rsqrt_approx_f64_ftz(%x: f64, %result: !mir.ptr<mut f64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.rsqrt_approx_f64.ftz(%x) : (f64) -> f64
  mir.store %d, %result : !mir.ptr<mut f64, global>
  mir.return
}
