// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_100 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.cvt_tf32_f32.rz.relu.satfinite(f32) -> ui32

// OP-LABEL: mir.func @cvt_tf32_f32_rz_relu_satfinite(
// OP: nvvm.convert.float.to.tf32
// CHECK-LABEL: .entry cvt_tf32_f32_rz_relu_satfinite(
// CHECK: cvt.rz.relu.satfinite.tf32.f32
mir.func @cvt_tf32_f32_rz_relu_satfinite(%x: f32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_tf32_f32.rz.relu.satfinite(%x) : (f32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}
