// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_80 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.cvt_tf32_f32.rna(f32) -> ui32
mir.func private @__periclase_intrinsic.cvt_f16x2_f32.rn(f32, f32) -> ui32
mir.func private @__periclase_intrinsic.cvt_f16x2_f32.rz.relu(f32, f32) -> ui32
mir.func private @__periclase_intrinsic.cvt_bf16x2_f32.rn(f32, f32) -> ui32
mir.func private @__periclase_intrinsic.cvt_bf16x2_f32.rz.relu(f32, f32) -> ui32

// OP-LABEL: mir.func @cvt_tf32_f32_rna(
// OP: nvvm.convert.float.to.tf32
// CHECK-LABEL: .entry cvt_tf32_f32_rna(
// CHECK: cvt.rna.tf32.f32
mir.func @cvt_tf32_f32_rna(%x: f32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_tf32_f32.rna(%x) : (f32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f16x2_f32_rn(
// OP: nvvm.convert.f32x2.to.f16x2
// CHECK-LABEL: .entry cvt_f16x2_f32_rn(
// CHECK: cvt.rn.f16x2.f32
mir.func @cvt_f16x2_f32_rn(%high: f32, %low: f32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f16x2_f32.rn(%high, %low) : (f32, f32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f16x2_f32_rz_relu(
// OP: nvvm.convert.f32x2.to.f16x2
// CHECK-LABEL: .entry cvt_f16x2_f32_rz_relu(
// CHECK: cvt.rz.relu.f16x2.f32
mir.func @cvt_f16x2_f32_rz_relu(%high: f32, %low: f32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f16x2_f32.rz.relu(%high, %low) : (f32, f32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_bf16x2_f32_rn(
// OP: nvvm.convert.f32x2.to.bf16x2
// CHECK-LABEL: .entry cvt_bf16x2_f32_rn(
// CHECK: cvt.rn.bf16x2.f32
mir.func @cvt_bf16x2_f32_rn(%high: f32, %low: f32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_bf16x2_f32.rn(%high, %low) : (f32, f32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_bf16x2_f32_rz_relu(
// OP: nvvm.convert.f32x2.to.bf16x2
// CHECK-LABEL: .entry cvt_bf16x2_f32_rz_relu(
// CHECK: cvt.rz.relu.bf16x2.f32
mir.func @cvt_bf16x2_f32_rz_relu(%high: f32, %low: f32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_bf16x2_f32.rz.relu(%high, %low) : (f32, f32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}
