// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_100a+ptx87 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.cvt_f16x2_f32_rs(f32, f32, ui32) -> ui32
mir.func private @__periclase_intrinsic.cvt_f16x2_f32_rs.relu.satfinite(f32, f32, ui32) -> ui32
mir.func private @__periclase_intrinsic.cvt_bf16x2_f32_rs(f32, f32, ui32) -> ui32
mir.func private @__periclase_intrinsic.cvt_bf16x2_f32_rs.relu.satfinite(f32, f32, ui32) -> ui32
mir.func private @__periclase_intrinsic.cvt_f8x4_f32_rs.e4m3(!mir.tuple<f32, f32, f32, f32>, ui32) -> ui32
mir.func private @__periclase_intrinsic.cvt_f8x4_f32_rs.e5m2.relu(!mir.tuple<f32, f32, f32, f32>, ui32) -> ui32
mir.func private @__periclase_intrinsic.cvt_f6x4_f32_rs.e2m3(!mir.tuple<f32, f32, f32, f32>, ui32) -> ui32
mir.func private @__periclase_intrinsic.cvt_f6x4_f32_rs.e3m2.relu(!mir.tuple<f32, f32, f32, f32>, ui32) -> ui32
mir.func private @__periclase_intrinsic.cvt_f4x4_f32_rs(!mir.tuple<f32, f32, f32, f32>, ui32) -> ui16
mir.func private @__periclase_intrinsic.cvt_f4x4_f32_rs.relu(!mir.tuple<f32, f32, f32, f32>, ui32) -> ui16

// OP-LABEL: mir.func @cvt_f16x2_f32_rs(
// OP: nvvm.convert.f32x2.to.f16x2
// CHECK-LABEL: .entry cvt_f16x2_f32_rs(
// CHECK: cvt.rs.f16x2.f32
mir.func @cvt_f16x2_f32_rs(%high: f32, %low: f32, %random: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f16x2_f32_rs(%high, %low, %random) : (f32, f32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f16x2_f32_rs_relu_satfinite(
// OP: nvvm.convert.f32x2.to.f16x2
// CHECK-LABEL: .entry cvt_f16x2_f32_rs_relu_satfinite(
// CHECK: cvt.rs.relu.satfinite.f16x2.f32
mir.func @cvt_f16x2_f32_rs_relu_satfinite(%high: f32, %low: f32, %random: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f16x2_f32_rs.relu.satfinite(%high, %low, %random) : (f32, f32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_bf16x2_f32_rs(
// OP: nvvm.convert.f32x2.to.bf16x2
// CHECK-LABEL: .entry cvt_bf16x2_f32_rs(
// CHECK: cvt.rs.bf16x2.f32
mir.func @cvt_bf16x2_f32_rs(%high: f32, %low: f32, %random: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_bf16x2_f32_rs(%high, %low, %random) : (f32, f32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_bf16x2_f32_rs_relu_satfinite(
// OP: nvvm.convert.f32x2.to.bf16x2
// CHECK-LABEL: .entry cvt_bf16x2_f32_rs_relu_satfinite(
// CHECK: cvt.rs.relu.satfinite.bf16x2.f32
mir.func @cvt_bf16x2_f32_rs_relu_satfinite(%high: f32, %low: f32, %random: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_bf16x2_f32_rs.relu.satfinite(%high, %low, %random) : (f32, f32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f8x4_f32_rs_e4m3(
// OP: nvvm.convert.f32x4.to.f8x4
// CHECK-LABEL: .entry cvt_f8x4_f32_rs_e4m3(
// CHECK: cvt.rs.satfinite.e4m3x4.f32
mir.func @cvt_f8x4_f32_rs_e4m3(%x: f32, %random: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %x_tuple = mir.construct_tuple %x, %x, %x, %x : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.cvt_f8x4_f32_rs.e4m3(%x_tuple, %random) : (!mir.tuple<f32, f32, f32, f32>, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f8x4_f32_rs_e5m2_relu(
// OP: nvvm.convert.f32x4.to.f8x4
// CHECK-LABEL: .entry cvt_f8x4_f32_rs_e5m2_relu(
// CHECK: cvt.rs.relu.satfinite.e5m2x4.f32
mir.func @cvt_f8x4_f32_rs_e5m2_relu(%x: f32, %random: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %x_tuple = mir.construct_tuple %x, %x, %x, %x : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.cvt_f8x4_f32_rs.e5m2.relu(%x_tuple, %random) : (!mir.tuple<f32, f32, f32, f32>, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f6x4_f32_rs_e2m3(
// OP: nvvm.convert.f32x4.to.f6x4
// CHECK-LABEL: .entry cvt_f6x4_f32_rs_e2m3(
// CHECK: cvt.rs.satfinite.e2m3x4.f32
mir.func @cvt_f6x4_f32_rs_e2m3(%x: f32, %random: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %x_tuple = mir.construct_tuple %x, %x, %x, %x : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.cvt_f6x4_f32_rs.e2m3(%x_tuple, %random) : (!mir.tuple<f32, f32, f32, f32>, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f6x4_f32_rs_e3m2_relu(
// OP: nvvm.convert.f32x4.to.f6x4
// CHECK-LABEL: .entry cvt_f6x4_f32_rs_e3m2_relu(
// CHECK: cvt.rs.relu.satfinite.e3m2x4.f32
mir.func @cvt_f6x4_f32_rs_e3m2_relu(%x: f32, %random: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %x_tuple = mir.construct_tuple %x, %x, %x, %x : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.cvt_f6x4_f32_rs.e3m2.relu(%x_tuple, %random) : (!mir.tuple<f32, f32, f32, f32>, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f4x4_f32_rs(
// OP: nvvm.convert.f32x4.to.f4x4
// CHECK-LABEL: .entry cvt_f4x4_f32_rs(
// CHECK: cvt.rs.satfinite.e2m1x4.f32
mir.func @cvt_f4x4_f32_rs(%x: f32, %random: ui32, %result: !mir.ptr<mut ui16, global>) attributes {kernel} {
  %x_tuple = mir.construct_tuple %x, %x, %x, %x : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.cvt_f4x4_f32_rs(%x_tuple, %random) : (!mir.tuple<f32, f32, f32, f32>, ui32) -> ui16
  mir.store %d, %result : !mir.ptr<mut ui16, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f4x4_f32_rs_relu(
// OP: nvvm.convert.f32x4.to.f4x4
// CHECK-LABEL: .entry cvt_f4x4_f32_rs_relu(
// CHECK: cvt.rs.relu.satfinite.e2m1x4.f32
mir.func @cvt_f4x4_f32_rs_relu(%x: f32, %random: ui32, %result: !mir.ptr<mut ui16, global>) attributes {kernel} {
  %x_tuple = mir.construct_tuple %x, %x, %x, %x : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.cvt_f4x4_f32_rs.relu(%x_tuple, %random) : (!mir.tuple<f32, f32, f32, f32>, ui32) -> ui16
  mir.store %d, %result : !mir.ptr<mut ui16, global>
  mir.return
}
