// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90+ptx86 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mbarrier_arrive_drop_count.shared.relaxed.cluster(!mir.ptr<mut ui64, shared>, ui32) -> ui64
mir.func private @__periclase_intrinsic.mbarrier_arrive_drop_expect_tx.shared.relaxed.cluster(!mir.ptr<mut ui64, shared>, ui32) -> ui64
mir.func private @__periclase_intrinsic.mbarrier_arrive_expect_tx_phase.shared.relaxed.cluster(!mir.ptr<mut ui64, shared>, ui32) -> ui64
mir.func private @__periclase_intrinsic.fence_proxy_async_acquire()
mir.func private @__periclase_intrinsic.fence_proxy_async_release()
mir.func private @__periclase_intrinsic.fence_shared_acquire()
mir.func private @__periclase_intrinsic.fence_shared_release()
mir.func private @__periclase_intrinsic.fence_one_way.acquire.cta()
mir.func private @__periclase_intrinsic.fence_one_way.release.sys()

// OP-LABEL: mir.func @mbarrier_arrive_drop_count_relaxed_cluster(
// OP: nvvm.mbarrier.arrive_drop
// CHECK-LABEL: .entry mbarrier_arrive_drop_count_relaxed_cluster(
// CHECK: mbarrier.arrive_drop.relaxed.cluster.shared::cta.b64
mir.func @mbarrier_arrive_drop_count_relaxed_cluster(%barrier: !mir.ptr<mut ui64, shared>, %count: ui32, %result: !mir.ptr<mut ui64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_arrive_drop_count.shared.relaxed.cluster(%barrier, %count) : (!mir.ptr<mut ui64, shared>, ui32) -> ui64
  mir.store %d, %result : !mir.ptr<mut ui64, global>
  mir.return
}

// OP-LABEL: mir.func @mbarrier_arrive_drop_expect_tx_relaxed_cluster(
// OP: nvvm.mbarrier.arrive_drop.expect_tx
// CHECK-LABEL: .entry mbarrier_arrive_drop_expect_tx_relaxed_cluster(
// CHECK: mbarrier.arrive_drop.expect_tx.relaxed.cluster.shared::cta.b64
mir.func @mbarrier_arrive_drop_expect_tx_relaxed_cluster(%barrier: !mir.ptr<mut ui64, shared>, %bytes: ui32, %result: !mir.ptr<mut ui64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_arrive_drop_expect_tx.shared.relaxed.cluster(%barrier, %bytes) : (!mir.ptr<mut ui64, shared>, ui32) -> ui64
  mir.store %d, %result : !mir.ptr<mut ui64, global>
  mir.return
}

// OP-LABEL: mir.func @mbarrier_arrive_expect_tx_phase_relaxed_cluster(
// OP: nvvm.mbarrier.arrive.expect_tx
// CHECK-LABEL: .entry mbarrier_arrive_expect_tx_phase_relaxed_cluster(
// CHECK: mbarrier.arrive.expect_tx.relaxed.cluster.shared::cta.b64
mir.func @mbarrier_arrive_expect_tx_phase_relaxed_cluster(%barrier: !mir.ptr<mut ui64, shared>, %bytes: ui32, %result: !mir.ptr<mut ui64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_arrive_expect_tx_phase.shared.relaxed.cluster(%barrier, %bytes) : (!mir.ptr<mut ui64, shared>, ui32) -> ui64
  mir.store %d, %result : !mir.ptr<mut ui64, global>
  mir.return
}

// OP-LABEL: mir.func @fence_proxy_async_acquire(
// OP: nvvm.fence.proxy.sync_restrict
// CHECK-LABEL: .entry fence_proxy_async_acquire(
// CHECK: fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster
mir.func @fence_proxy_async_acquire() attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_proxy_async_acquire() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @fence_proxy_async_release(
// OP: nvvm.fence.proxy.sync_restrict
// CHECK-LABEL: .entry fence_proxy_async_release(
// CHECK: fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster
mir.func @fence_proxy_async_release() attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_proxy_async_release() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @fence_shared_acquire(
// OP: nvvm.fence.sync_restrict
// CHECK-LABEL: .entry fence_shared_acquire(
// CHECK: fence.acquire.sync_restrict::shared::cluster.cluster
mir.func @fence_shared_acquire() attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_shared_acquire() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @fence_shared_release(
// OP: nvvm.fence.sync_restrict
// CHECK-LABEL: .entry fence_shared_release(
// CHECK: fence.release.sync_restrict::shared::cta.cluster
mir.func @fence_shared_release() attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_shared_release() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @fence_one_way_acquire_cta(
// OP: nvvm.fence_one_way
// CHECK-LABEL: .entry fence_one_way_acquire_cta(
// CHECK: fence.acquire.cta
mir.func @fence_one_way_acquire_cta() attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_one_way.acquire.cta() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @fence_one_way_release_sys(
// OP: nvvm.fence_one_way
// CHECK-LABEL: .entry fence_one_way_release_sys(
// CHECK: fence.release.sys
mir.func @fence_one_way_release_sys() attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_one_way.release.sys() : () -> ()
  mir.return
}
