// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_100a | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.cvt_f6x2_f32.e2m3(f32, f32) -> ui16
mir.func private @__periclase_intrinsic.cvt_f6x2_f32.e3m2.relu(f32, f32) -> ui16
mir.func private @__periclase_intrinsic.cvt_f4x2_f32(f32, f32) -> ui16
mir.func private @__periclase_intrinsic.cvt_f4x2_f32.relu(f32, f32) -> ui16
mir.func private @__periclase_intrinsic.cvt_ue8m0x2_f32.rz(f32, f32) -> ui16
mir.func private @__periclase_intrinsic.cvt_ue8m0x2_f32.rp.satfinite(f32, f32) -> ui16
mir.func private @__periclase_intrinsic.cvt_f16x2_f6x2.e2m3(ui16) -> ui32
mir.func private @__periclase_intrinsic.cvt_f16x2_f6x2.e3m2.relu(ui16) -> ui32
mir.func private @__periclase_intrinsic.cvt_f16x2_f4x2(ui16) -> ui32
mir.func private @__periclase_intrinsic.cvt_f16x2_f4x2.relu(ui16) -> ui32
mir.func private @__periclase_intrinsic.cvt_bf16x2_ue8m0x2(ui16) -> ui32
mir.func private @__periclase_intrinsic.cvt_ue8m0x2_bf16x2.rz(ui32) -> ui16
mir.func private @__periclase_intrinsic.cvt_ue8m0x2_bf16x2.rp.satfinite(ui32) -> ui16

// OP-LABEL: mir.func @cvt_f6x2_f32_e2m3(
// OP: nvvm.convert.f32x2.to.f6x2
// CHECK-LABEL: .entry cvt_f6x2_f32_e2m3(
// CHECK: cvt.rn.satfinite.e2m3x2.f32
mir.func @cvt_f6x2_f32_e2m3(%high: f32, %low: f32, %result: !mir.ptr<mut ui16, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f6x2_f32.e2m3(%high, %low) : (f32, f32) -> ui16
  mir.store %d, %result : !mir.ptr<mut ui16, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f6x2_f32_e3m2_relu(
// OP: nvvm.convert.f32x2.to.f6x2
// CHECK-LABEL: .entry cvt_f6x2_f32_e3m2_relu(
// CHECK: cvt.rn.satfinite.relu.e3m2x2.f32
mir.func @cvt_f6x2_f32_e3m2_relu(%high: f32, %low: f32, %result: !mir.ptr<mut ui16, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f6x2_f32.e3m2.relu(%high, %low) : (f32, f32) -> ui16
  mir.store %d, %result : !mir.ptr<mut ui16, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f4x2_f32(
// OP: nvvm.convert.f32x2.to.f4x2
// CHECK-LABEL: .entry cvt_f4x2_f32(
// CHECK: cvt.rn.satfinite.e2m1x2.f32
// CHECK: cvt.u16.u8
mir.func @cvt_f4x2_f32(%high: f32, %low: f32, %result: !mir.ptr<mut ui16, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f4x2_f32(%high, %low) : (f32, f32) -> ui16
  mir.store %d, %result : !mir.ptr<mut ui16, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f4x2_f32_relu(
// OP: nvvm.convert.f32x2.to.f4x2
// CHECK-LABEL: .entry cvt_f4x2_f32_relu(
// CHECK: cvt.rn.satfinite.relu.e2m1x2.f32
// CHECK: cvt.u16.u8
mir.func @cvt_f4x2_f32_relu(%high: f32, %low: f32, %result: !mir.ptr<mut ui16, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f4x2_f32.relu(%high, %low) : (f32, f32) -> ui16
  mir.store %d, %result : !mir.ptr<mut ui16, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_ue8m0x2_f32_rz(
// OP: nvvm.convert.f32x2.to.f8x2
// CHECK-LABEL: .entry cvt_ue8m0x2_f32_rz(
// CHECK: cvt.rz.ue8m0x2.f32
mir.func @cvt_ue8m0x2_f32_rz(%high: f32, %low: f32, %result: !mir.ptr<mut ui16, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_ue8m0x2_f32.rz(%high, %low) : (f32, f32) -> ui16
  mir.store %d, %result : !mir.ptr<mut ui16, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_ue8m0x2_f32_rp_satfinite(
// OP: nvvm.convert.f32x2.to.f8x2
// CHECK-LABEL: .entry cvt_ue8m0x2_f32_rp_satfinite(
// CHECK: cvt.rp.satfinite.ue8m0x2.f32
mir.func @cvt_ue8m0x2_f32_rp_satfinite(%high: f32, %low: f32, %result: !mir.ptr<mut ui16, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_ue8m0x2_f32.rp.satfinite(%high, %low) : (f32, f32) -> ui16
  mir.store %d, %result : !mir.ptr<mut ui16, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f16x2_f6x2_e2m3(
// OP: nvvm.convert.f6x2.to.f16x2
// CHECK-LABEL: .entry cvt_f16x2_f6x2_e2m3(
// CHECK: cvt.rn.f16x2.e2m3x2
mir.func @cvt_f16x2_f6x2_e2m3(%x: ui16, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f16x2_f6x2.e2m3(%x) : (ui16) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f16x2_f6x2_e3m2_relu(
// OP: nvvm.convert.f6x2.to.f16x2
// CHECK-LABEL: .entry cvt_f16x2_f6x2_e3m2_relu(
// CHECK: cvt.rn.relu.f16x2.e3m2x2
mir.func @cvt_f16x2_f6x2_e3m2_relu(%x: ui16, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f16x2_f6x2.e3m2.relu(%x) : (ui16) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f16x2_f4x2(
// OP: nvvm.convert.f4x2.to.f16x2
// CHECK-LABEL: .entry cvt_f16x2_f4x2(
// CHECK: cvt.u8.u16
// CHECK: cvt.rn.f16x2.e2m1x2
mir.func @cvt_f16x2_f4x2(%x: ui16, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f16x2_f4x2(%x) : (ui16) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_f16x2_f4x2_relu(
// OP: nvvm.convert.f4x2.to.f16x2
// CHECK-LABEL: .entry cvt_f16x2_f4x2_relu(
// CHECK: cvt.u8.u16
// CHECK: cvt.rn.relu.f16x2.e2m1x2
mir.func @cvt_f16x2_f4x2_relu(%x: ui16, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_f16x2_f4x2.relu(%x) : (ui16) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_bf16x2_ue8m0x2(
// OP: nvvm.convert.f8x2.to.bf16x2
// CHECK-LABEL: .entry cvt_bf16x2_ue8m0x2(
// CHECK: cvt.rn.bf16x2.ue8m0x2
mir.func @cvt_bf16x2_ue8m0x2(%x: ui16, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_bf16x2_ue8m0x2(%x) : (ui16) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_ue8m0x2_bf16x2_rz(
// OP: nvvm.convert.bf16x2.to.f8x2
// CHECK-LABEL: .entry cvt_ue8m0x2_bf16x2_rz(
// CHECK: cvt.rz.ue8m0x2.bf16x2
mir.func @cvt_ue8m0x2_bf16x2_rz(%x: ui32, %result: !mir.ptr<mut ui16, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_ue8m0x2_bf16x2.rz(%x) : (ui32) -> ui16
  mir.store %d, %result : !mir.ptr<mut ui16, global>
  mir.return
}

// OP-LABEL: mir.func @cvt_ue8m0x2_bf16x2_rp_satfinite(
// OP: nvvm.convert.bf16x2.to.f8x2
// CHECK-LABEL: .entry cvt_ue8m0x2_bf16x2_rp_satfinite(
// CHECK: cvt.rp.satfinite.ue8m0x2.bf16x2
mir.func @cvt_ue8m0x2_bf16x2_rp_satfinite(%x: ui32, %result: !mir.ptr<mut ui16, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.cvt_ue8m0x2_bf16x2.rp.satfinite(%x) : (ui32) -> ui16
  mir.store %d, %result : !mir.ptr<mut ui16, global>
  mir.return
}
