// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_75 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.active_mask() -> ui32

// OP-LABEL: mir.func @active_mask(
// OP: nvvm.activemask
// CHECK-LABEL: .entry active_mask(
// CHECK: activemask.{{.*}}b32
mir.func @active_mask(%result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.active_mask() : () -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}
