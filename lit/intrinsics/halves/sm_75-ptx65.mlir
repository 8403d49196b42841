// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_75+ptx65 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.abs_f16x2(ui32) -> ui32

// OP-LABEL: mir.func @abs_f16x2(
// OP: nvvm.abs_f16x2
// CHECK-LABEL: .entry abs_f16x2(
// CHECK: abs.f16x2
mir.func @abs_f16x2(%x: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.abs_f16x2(%x) : (ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}
