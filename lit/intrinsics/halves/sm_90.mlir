// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.add_bf16x2(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.sub_bf16x2(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.mul_bf16x2(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.tanh_approx_bf16x2(ui32) -> ui32
mir.func private @__periclase_intrinsic.ex2_approx_bf16x2(ui32) -> ui32

// OP-LABEL: mir.func @add_bf16x2(
// OP: nvvm.add_bf16x2
// CHECK-LABEL: .entry add_bf16x2(
// CHECK: add.rn.bf16x2
mir.func @add_bf16x2(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.add_bf16x2(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @sub_bf16x2(
// OP: nvvm.sub_bf16x2
// CHECK-LABEL: .entry sub_bf16x2(
// CHECK: sub.rn.bf16x2
mir.func @sub_bf16x2(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.sub_bf16x2(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @mul_bf16x2(
// OP: nvvm.mul_bf16x2
// CHECK-LABEL: .entry mul_bf16x2(
// CHECK: mul.rn.bf16x2
mir.func @mul_bf16x2(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mul_bf16x2(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @tanh_approx_bf16x2(
// OP: nvvm.tanh_approx_bf16x2
// CHECK-LABEL: .entry tanh_approx_bf16x2(
// CHECK: tanh.approx.bf16x2
mir.func @tanh_approx_bf16x2(%x: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.tanh_approx_bf16x2(%x) : (ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @ex2_approx_bf16x2(
// OP: nvvm.ex2_approx_bf16x2
// CHECK-LABEL: .entry ex2_approx_bf16x2(
// CHECK: ex2.approx.ftz.bf16x2
mir.func @ex2_approx_bf16x2(%x: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.ex2_approx_bf16x2(%x) : (ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}
