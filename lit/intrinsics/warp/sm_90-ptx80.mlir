// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90+ptx80 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.elect_sync(ui32) -> i1

// OP-LABEL: mir.func @elect_sync(
// OP: nvvm.elect.sync
// CHECK-LABEL: .entry elect_sync(
// CHECK: elect.{{.*}}sync
mir.func @elect_sync(%mask: ui32, %result: !mir.ptr<mut i1, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.elect_sync(%mask) : (ui32) -> i1
  mir.store %d, %result : !mir.ptr<mut i1, global>
  mir.return
}
