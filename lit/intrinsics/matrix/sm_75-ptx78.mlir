// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_75+ptx78 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.movmatrix_trans(ui32) -> ui32

// OP-LABEL: mir.func @movmatrix_trans(
// OP: nvvm.movmatrix_trans
// CHECK-LABEL: .entry movmatrix_trans(
// CHECK: movmatrix.sync.aligned.m8n8.trans.b16
mir.func @movmatrix_trans(%x: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.movmatrix_trans(%x) : (ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}
