// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_89+ptx81 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.cvt_f8x2_f32.e4m3(f32, f32) -> ui16
mir.func private @__periclase_intrinsic.cvt_f8x2_f32.e5m2.relu(f32, f32) -> ui16
mir.func private @__periclase_intrinsic.cvt_f8x2_f16x2.e4m3(ui32) -> ui16
mir.func private @__periclase_intrinsic.cvt_f8x2_f16x2.e5m2.relu(ui32) -> ui16
mir.func private @__periclase_intrinsic.cvt_f16x2_f8x2.e4m3(ui16) -> ui32
mir.func private @__periclase_intrinsic.cvt_f16x2_f8x2.e5m2.relu(ui16) -> ui32

// OP-LABEL: mir.func @cvt_f8x2_f32_e4m3(
// OP: nvvm.convert.f32x2.to.f8x2
// CHECK-LABEL: .entry cvt_f8x2_f32_e4m3(
// CHECK: cvt.rn.satfinite.e4m3x2.f32
mir.func @cvt_f8x2_f32_e4m3(%high: f32, %low: f32, %result: !mir.ptr<mut ui16, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f8x2_f32.e4m3(%high, %low) : (f32, f32) -> ui16
  mir.store %d, %result : !mir.ptr<mut ui16, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f8x2_f32_e5m2_relu(
// OP: nvvm.convert.f32x2.to.f8x2
// CHECK-LABEL: .entry cvt_f8x2_f32_e5m2_relu(
// CHECK: cvt.rn.satfinite.relu.e5m2x2.f32
mir.func @cvt_f8x2_f32_e5m2_relu(%high: f32, %low: f32, %result: !mir.ptr<mut ui16, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f8x2_f32.e5m2.relu(%high, %low) : (f32, f32) -> ui16
  mir.store %d, %result : !mir.ptr<mut ui16, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f8x2_f16x2_e4m3(
// OP: nvvm.convert.f16x2.to.f8x2
// CHECK-LABEL: .entry cvt_f8x2_f16x2_e4m3(
// CHECK: cvt.rn.satfinite.e4m3x2.f16x2
mir.func @cvt_f8x2_f16x2_e4m3(%x: ui32, %result: !mir.ptr<mut ui16, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f8x2_f16x2.e4m3(%x) : (ui32) -> ui16
  mir.store %d, %result : !mir.ptr<mut ui16, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f8x2_f16x2_e5m2_relu(
// OP: nvvm.convert.f16x2.to.f8x2
// CHECK-LABEL: .entry cvt_f8x2_f16x2_e5m2_relu(
// CHECK: cvt.rn.satfinite.relu.e5m2x2.f16x2
mir.func @cvt_f8x2_f16x2_e5m2_relu(%x: ui32, %result: !mir.ptr<mut ui16, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f8x2_f16x2.e5m2.relu(%x) : (ui32) -> ui16
  mir.store %d, %result : !mir.ptr<mut ui16, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f16x2_f8x2_e4m3(
// OP: nvvm.convert.f8x2.to.f16x2
// CHECK-LABEL: .entry cvt_f16x2_f8x2_e4m3(
// CHECK: cvt.rn.f16x2.e4m3x2
mir.func @cvt_f16x2_f8x2_e4m3(%x: ui16, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f16x2_f8x2.e4m3(%x) : (ui16) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f16x2_f8x2_e5m2_relu(
// OP: nvvm.convert.f8x2.to.f16x2
// CHECK-LABEL: .entry cvt_f16x2_f8x2_e5m2_relu(
// CHECK: cvt.rn.relu.f16x2.e5m2x2
mir.func @cvt_f16x2_f8x2_e5m2_relu(%x: ui16, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f16x2_f8x2.e5m2.relu(%x) : (ui16) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}
