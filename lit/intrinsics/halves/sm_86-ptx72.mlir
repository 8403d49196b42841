// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_86+ptx72 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.min_float.bf16.nan.xorsign_abs(bf16, bf16) -> bf16
mir.func private @__periclase_intrinsic.min_f16x2.ftz.nan.xorsign_abs(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.min_bf16x2.nan.xorsign_abs(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.max_float.bf16.nan.xorsign_abs(bf16, bf16) -> bf16
mir.func private @__periclase_intrinsic.max_f16x2.ftz.nan.xorsign_abs(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.max_bf16x2.nan.xorsign_abs(ui32, ui32) -> ui32

// OP-LABEL: mir.func @min_float_bf16_nan_xorsign_abs(
// OP: nvvm.min_float
// CHECK-LABEL: .entry min_float_bf16_nan_xorsign_abs(
// CHECK: min.NaN.xorsign.abs.bf16
mir.func @min_float_bf16_nan_xorsign_abs(%x: bf16, %y: bf16, %result: !mir.ptr<mut bf16, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.min_float.bf16.nan.xorsign_abs(%x, %y) : (bf16, bf16) -> bf16
  mir.store %d, %result : !mir.ptr<mut bf16, global>
  mir.return
}

// OP-LABEL: mir.func @min_f16x2_ftz_nan_xorsign_abs(
// OP: nvvm.min_f16x2
// CHECK-LABEL: .entry min_f16x2_ftz_nan_xorsign_abs(
// CHECK: min.ftz.NaN.xorsign.abs.f16x2
mir.func @min_f16x2_ftz_nan_xorsign_abs(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.min_f16x2.ftz.nan.xorsign_abs(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @min_bf16x2_nan_xorsign_abs(
// OP: nvvm.min_bf16x2
// CHECK-LABEL: .entry min_bf16x2_nan_xorsign_abs(
// CHECK: min.NaN.xorsign.abs.bf16x2
mir.func @min_bf16x2_nan_xorsign_abs(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.min_bf16x2.nan.xorsign_abs(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @max_float_bf16_nan_xorsign_abs(
// OP: nvvm.max_float
// CHECK-LABEL: .entry max_float_bf16_nan_xorsign_abs(
// CHECK: max.NaN.xorsign.abs.bf16
mir.func @max_float_bf16_nan_xorsign_abs(%x: bf16, %y: bf16, %result: !mir.ptr<mut bf16, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.max_float.bf16.nan.xorsign_abs(%x, %y) : (bf16, bf16) -> bf16
  mir.store %d, %result : !mir.ptr<mut bf16, global>
  mir.return
}

// OP-LABEL: mir.func @max_f16x2_ftz_nan_xorsign_abs(
// OP: nvvm.max_f16x2
// CHECK-LABEL: .entry max_f16x2_ftz_nan_xorsign_abs(
// CHECK: max.ftz.NaN.xorsign.abs.f16x2
mir.func @max_f16x2_ftz_nan_xorsign_abs(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.max_f16x2.ftz.nan.xorsign_abs(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @max_bf16x2_nan_xorsign_abs(
// OP: nvvm.max_bf16x2
// CHECK-LABEL: .entry max_bf16x2_nan_xorsign_abs(
// CHECK: max.NaN.xorsign.abs.bf16x2
mir.func @max_bf16x2_nan_xorsign_abs(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.max_bf16x2.nan.xorsign_abs(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}
