// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_75 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.add_f16x2(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.add_f16x2.ftz.sat(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.sub_f16x2(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.sub_f16x2.ftz.sat(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.mul_f16x2(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.mul_f16x2.ftz.sat(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.fma_f16x2.none(ui32, ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.neg_f16x2(ui32) -> ui32
mir.func private @__periclase_intrinsic.min_float.f32(f32, f32) -> f32
mir.func private @__periclase_intrinsic.max_float.f32(f32, f32) -> f32

// OP-LABEL: mir.func @add_f16x2(
// OP: nvvm.add_f16x2
// CHECK-LABEL: .entry add_f16x2(
// CHECK: add.rn.f16x2
mir.func @add_f16x2(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.add_f16x2(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @add_f16x2_ftz_sat(
// OP: nvvm.add_f16x2
// CHECK-LABEL: .entry add_f16x2_ftz_sat(
// CHECK: add.rn.ftz.sat.f16x2
mir.func @add_f16x2_ftz_sat(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.add_f16x2.ftz.sat(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @sub_f16x2(
// OP: nvvm.sub_f16x2
// CHECK-LABEL: .entry sub_f16x2(
// CHECK: sub.rn.f16x2
mir.func @sub_f16x2(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.sub_f16x2(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @sub_f16x2_ftz_sat(
// OP: nvvm.sub_f16x2
// CHECK-LABEL: .entry sub_f16x2_ftz_sat(
// CHECK: sub.rn.ftz.sat.f16x2
mir.func @sub_f16x2_ftz_sat(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.sub_f16x2.ftz.sat(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @mul_f16x2(
// OP: nvvm.mul_f16x2
// CHECK-LABEL: .entry mul_f16x2(
// CHECK: mul.rn.f16x2
mir.func @mul_f16x2(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mul_f16x2(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @mul_f16x2_ftz_sat(
// OP: nvvm.mul_f16x2
// CHECK-LABEL: .entry mul_f16x2_ftz_sat(
// CHECK: mul.rn.ftz.sat.f16x2
mir.func @mul_f16x2_ftz_sat(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mul_f16x2.ftz.sat(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @fma_f16x2_none(
// OP: nvvm.fma_f16x2
// CHECK-LABEL: .entry fma_f16x2_none(
// CHECK: fma.rn.f16x2
mir.func @fma_f16x2_none(%x: ui32, %y: ui32, %z: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.fma_f16x2.none(%x, %y, %z) : (ui32, ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @neg_f16x2(
// OP: nvvm.neg_f16x2
// CHECK-LABEL: .entry neg_f16x2(
// CHECK: neg.f16x2
mir.func @neg_f16x2(%x: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.neg_f16x2(%x) : (ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @min_float_f32(
// OP: nvvm.min_float
// CHECK-LABEL: .entry min_float_f32(
// CHECK: min.f32
mir.func @min_float_f32(%x: f32, %y: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.min_float.f32(%x, %y) : (f32, f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @max_float_f32(
// OP: nvvm.max_float
// CHECK-LABEL: .entry max_float_f32(
// CHECK: max.f32
mir.func @max_float_f32(%x: f32, %y: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.max_float.f32(%x, %y) : (f32, f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}
