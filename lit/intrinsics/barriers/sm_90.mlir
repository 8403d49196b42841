// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mbarrier_arrive.shared(!mir.ptr<mut ui64, shared>) -> ui64
mir.func private @__periclase_intrinsic.mbarrier_try_wait.shared.cta(!mir.ptr<mut ui64, shared>, ui64) -> i1
mir.func private @__periclase_intrinsic.mbarrier_try_wait_parity.shared.cta(!mir.ptr<mut ui64, shared>, ui32) -> i1
mir.func private @__periclase_intrinsic.fence_cluster.acq_rel()
mir.func private @__periclase_intrinsic.fence_cluster.sc()

// OP-LABEL: mir.func @mbarrier_try_wait_cta(
// OP: nvvm.mbarrier.try_wait
// CHECK-LABEL: .entry mbarrier_try_wait_cta(
// CHECK: mbarrier.try_wait.shared::cta.b64
mir.func @mbarrier_try_wait_cta(%barrier: !mir.ptr<mut ui64, shared>, %result: !mir.ptr<mut i1, global>) attributes {kernel} {
  %state = mir.call @__periclase_intrinsic.mbarrier_arrive.shared(%barrier) : (!mir.ptr<mut ui64, shared>) -> ui64
  %d = mir.call @__periclase_intrinsic.mbarrier_try_wait.shared.cta(%barrier, %state) : (!mir.ptr<mut ui64, shared>, ui64) -> i1
  mir.store %d, %result : !mir.ptr<mut i1, global>
  mir.return
}

// OP-LABEL: mir.func @mbarrier_try_wait_parity_cta(
// OP: nvvm.mbarrier.try_wait
// CHECK-LABEL: .entry mbarrier_try_wait_parity_cta(
// CHECK: mbarrier.try_wait.parity.shared::cta.b64
mir.func @mbarrier_try_wait_parity_cta(%barrier: !mir.ptr<mut ui64, shared>, %parity: ui32, %result: !mir.ptr<mut i1, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_try_wait_parity.shared.cta(%barrier, %parity) : (!mir.ptr<mut ui64, shared>, ui32) -> i1
  mir.store %d, %result : !mir.ptr<mut i1, global>
  mir.return
}

// OP-LABEL: mir.func @fence_cluster_acq_rel(
// OP: nvvm.fence_cluster
// CHECK-LABEL: .entry fence_cluster_acq_rel(
// CHECK: fence.acq_rel.cluster
mir.func @fence_cluster_acq_rel() attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_cluster.acq_rel() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @fence_cluster_sc(
// OP: nvvm.fence.sc.cluster
// CHECK-LABEL: .entry fence_cluster_sc(
// CHECK: fence.sc.cluster
mir.func @fence_cluster_sc() attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_cluster.sc() : () -> ()
  mir.return
}
