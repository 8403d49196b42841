// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_80+ptx74 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.create_policy.evict_last() -> ui64
mir.func private @__periclase_intrinsic.create_policy.evict_unchanged() -> ui64

// OP-LABEL: mir.func @create_policy_evict_last(
// OP: nvvm.create_policy
// CHECK-LABEL: .entry create_policy_evict_last(
// CHECK: createpolicy.fractional.L2::evict_last.b64
mir.func @create_policy_evict_last(%result: !mir.ptr<mut ui64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.create_policy.evict_last() : () -> ui64
  mir.store %d, %result : !mir.ptr<mut ui64, global>
  mir.return
}

// OP-LABEL: mir.func @create_policy_evict_unchanged(
// OP: nvvm.create_policy
// CHECK-LABEL: .entry create_policy_evict_unchanged(
// CHECK: createpolicy.fractional.L2::evict_unchanged.b64
mir.func @create_policy_evict_unchanged(%result: !mir.ptr<mut ui64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.create_policy.evict_unchanged() : () -> ui64
  mir.store %d, %result : !mir.ptr<mut ui64, global>
  mir.return
}
