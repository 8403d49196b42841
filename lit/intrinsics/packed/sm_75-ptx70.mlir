// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_75+ptx70 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.tanh_approx(f32) -> f32

// OP-LABEL: mir.func @tanh_approx(
// OP: nvvm.tanh.approx.f
// CHECK-LABEL: .entry tanh_approx(
// CHECK: tanh.approx.f32
mir.func @tanh_approx(%x: f32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.tanh_approx(%x) : (f32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}
