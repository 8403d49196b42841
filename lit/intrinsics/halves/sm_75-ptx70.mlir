// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_75+ptx70 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.tanh_approx_f16x2(ui32) -> ui32
mir.func private @__periclase_intrinsic.ex2_approx_f16x2(ui32) -> ui32

// OP-LABEL: mir.func @tanh_approx_f16x2(
// OP: nvvm.tanh_approx_f16x2
// CHECK-LABEL: .entry tanh_approx_f16x2(
// CHECK: tanh.approx.f16x2
mir.func @tanh_approx_f16x2(%x: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.tanh_approx_f16x2(%x) : (ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @ex2_approx_f16x2(
// OP: nvvm.ex2_approx_f16x2
// CHECK-LABEL: .entry ex2_approx_f16x2(
// CHECK: ex2.approx.f16x2
mir.func @ex2_approx_f16x2(%x: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.ex2_approx_f16x2(%x) : (ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}
