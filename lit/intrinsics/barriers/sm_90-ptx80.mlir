// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90+ptx80 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mbarrier_arrive_expect_tx.shared(!mir.ptr<mut ui64, shared>, ui32)
mir.func private @__periclase_intrinsic.mbarrier_arrive_count.shared(!mir.ptr<mut ui64, shared>, ui32) -> ui64
mir.func private @__periclase_intrinsic.mbarrier_arrive_drop_count.shared.release.cta(!mir.ptr<mut ui64, shared>, ui32) -> ui64
mir.func private @__periclase_intrinsic.mbarrier_arrive_drop_expect_tx.shared.release.cta(!mir.ptr<mut ui64, shared>, ui32) -> ui64
mir.func private @__periclase_intrinsic.mbarrier_arrive_cluster(ui32)
mir.func private @__periclase_intrinsic.mbarrier_arrive_expect_tx_cluster(ui32, ui32)
mir.func private @__periclase_intrinsic.mbarrier_arrive_expect_tx_phase.shared.release.cta(!mir.ptr<mut ui64, shared>, ui32) -> ui64
mir.func private @__periclase_intrinsic.mbarrier_expect_tx.shared(!mir.ptr<mut ui64, shared>, ui32)
mir.func private @__periclase_intrinsic.mbarrier_complete_tx.shared(!mir.ptr<mut ui64, shared>, ui32)
mir.func private @__periclase_intrinsic.mbarrier_arrive.shared(!mir.ptr<mut ui64, shared>) -> ui64
mir.func private @__periclase_intrinsic.mbarrier_try_wait.shared.cluster(!mir.ptr<mut ui64, shared>, ui64) -> i1
mir.func private @__periclase_intrinsic.mbarrier_try_wait_parity.shared.cluster(!mir.ptr<mut ui64, shared>, ui32) -> i1
mir.func private @__periclase_intrinsic.fence_mbarrier_init()
mir.func private @__periclase_intrinsic.fence_proxy_async.all()
mir.func private @__periclase_intrinsic.fence_proxy_async.shared_cluster()

// OP-LABEL: mir.func @mbarrier_arrive_expect_tx(
// OP: nvvm.mbarrier.arrive.expect_tx
// CHECK-LABEL: .entry mbarrier_arrive_expect_tx(
// CHECK: mbarrier.arrive.expect_tx.release.cta.shared::cta.b64
mir.func @mbarrier_arrive_expect_tx(%barrier: !mir.ptr<mut ui64, shared>, %bytes: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.mbarrier_arrive_expect_tx.shared(%barrier, %bytes) : (!mir.ptr<mut ui64, shared>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @mbarrier_arrive_count(
// OP: nvvm.mbarrier.arrive
// CHECK-LABEL: .entry mbarrier_arrive_count(
// CHECK: mbarrier.arrive.release.cta.shared::cta.b64
mir.func @mbarrier_arrive_count(%barrier: !mir.ptr<mut ui64, shared>, %count: ui32, %result: !mir.ptr<mut ui64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_arrive_count.shared(%barrier, %count) : (!mir.ptr<mut ui64, shared>, ui32) -> ui64
  mir.store %d, %result : !mir.ptr<mut ui64, global>
  mir.return
}

// OP-LABEL: mir.func @mbarrier_arrive_drop_count_release_cta(
// OP: nvvm.mbarrier.arrive_drop
// CHECK-LABEL: .entry mbarrier_arrive_drop_count_release_cta(
// CHECK: mbarrier.arrive_drop.release.cta.shared::cta.b64
mir.func @mbarrier_arrive_drop_count_release_cta(%barrier: !mir.ptr<mut ui64, shared>, %count: ui32, %result: !mir.ptr<mut ui64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_arrive_drop_count.shared.release.cta(%barrier, %count) : (!mir.ptr<mut ui64, shared>, ui32) -> ui64
  mir.store %d, %result : !mir.ptr<mut ui64, global>
  mir.return
}

// OP-LABEL: mir.func @mbarrier_arrive_drop_expect_tx_release_cta(
// OP: nvvm.mbarrier.arrive_drop.expect_tx
// CHECK-LABEL: .entry mbarrier_arrive_drop_expect_tx_release_cta(
// CHECK: mbarrier.arrive_drop.expect_tx.release.cta.shared::cta.b64
mir.func @mbarrier_arrive_drop_expect_tx_release_cta(%barrier: !mir.ptr<mut ui64, shared>, %bytes: ui32, %result: !mir.ptr<mut ui64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_arrive_drop_expect_tx.shared.release.cta(%barrier, %bytes) : (!mir.ptr<mut ui64, shared>, ui32) -> ui64
  mir.store %d, %result : !mir.ptr<mut ui64, global>
  mir.return
}

// OP-LABEL: mir.func @mbarrier_arrive_cluster(
// OP: nvvm.mbarrier.arrive
// CHECK-LABEL: .entry mbarrier_arrive_cluster(
// CHECK: mbarrier.arrive.release.cluster.shared::cluster.b64
mir.func @mbarrier_arrive_cluster(%address: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.mbarrier_arrive_cluster(%address) : (ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @mbarrier_arrive_expect_tx_cluster(
// OP: nvvm.mbarrier.arrive.expect_tx
// CHECK-LABEL: .entry mbarrier_arrive_expect_tx_cluster(
// CHECK: mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64
mir.func @mbarrier_arrive_expect_tx_cluster(%address: ui32, %bytes: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.mbarrier_arrive_expect_tx_cluster(%address, %bytes) : (ui32, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @mbarrier_arrive_expect_tx_phase_release_cta(
// OP: nvvm.mbarrier.arrive.expect_tx
// CHECK-LABEL: .entry mbarrier_arrive_expect_tx_phase_release_cta(
// CHECK: mbarrier.arrive.expect_tx.release.cta.shared::cta.b64
mir.func @mbarrier_arrive_expect_tx_phase_release_cta(%barrier: !mir.ptr<mut ui64, shared>, %bytes: ui32, %result: !mir.ptr<mut ui64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_arrive_expect_tx_phase.shared.release.cta(%barrier, %bytes) : (!mir.ptr<mut ui64, shared>, ui32) -> ui64
  mir.store %d, %result : !mir.ptr<mut ui64, global>
  mir.return
}

// OP-LABEL: mir.func @mbarrier_expect_tx(
// OP: nvvm.mbarrier.expect_tx
// CHECK-LABEL: .entry mbarrier_expect_tx(
// CHECK: mbarrier.expect_tx.relaxed.cta.shared::cta.b64
mir.func @mbarrier_expect_tx(%barrier: !mir.ptr<mut ui64, shared>, %bytes: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.mbarrier_expect_tx.shared(%barrier, %bytes) : (!mir.ptr<mut ui64, shared>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @mbarrier_complete_tx(
// OP: nvvm.mbarrier.complete_tx
// CHECK-LABEL: .entry mbarrier_complete_tx(
// CHECK: mbarrier.complete_tx.relaxed.cta.shared::cta.b64
mir.func @mbarrier_complete_tx(%barrier: !mir.ptr<mut ui64, shared>, %bytes: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.mbarrier_complete_tx.shared(%barrier, %bytes) : (!mir.ptr<mut ui64, shared>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @mbarrier_try_wait_cluster(
// OP: nvvm.mbarrier.try_wait
// CHECK-LABEL: .entry mbarrier_try_wait_cluster(
// CHECK: mbarrier.try_wait.acquire.cluster.shared::cta.b64
mir.func @mbarrier_try_wait_cluster(%barrier: !mir.ptr<mut ui64, shared>, %result: !mir.ptr<mut i1, global>) attributes {kernel} {
  %state = mir.call @__periclase_intrinsic.mbarrier_arrive.shared(%barrier) : (!mir.ptr<mut ui64, shared>) -> ui64
  %d = mir.call @__periclase_intrinsic.mbarrier_try_wait.shared.cluster(%barrier, %state) : (!mir.ptr<mut ui64, shared>, ui64) -> i1
  mir.store %d, %result : !mir.ptr<mut i1, global>
  mir.return
}

// OP-LABEL: mir.func @mbarrier_try_wait_parity_cluster(
// OP: nvvm.mbarrier.try_wait
// CHECK-LABEL: .entry mbarrier_try_wait_parity_cluster(
// CHECK: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64
mir.func @mbarrier_try_wait_parity_cluster(%barrier: !mir.ptr<mut ui64, shared>, %parity: ui32, %result: !mir.ptr<mut i1, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_try_wait_parity.shared.cluster(%barrier, %parity) : (!mir.ptr<mut ui64, shared>, ui32) -> i1
  mir.store %d, %result : !mir.ptr<mut i1, global>
  mir.return
}

// OP-LABEL: mir.func @fence_mbarrier_init(
// OP: nvvm.fence.mbarrier.init
// CHECK-LABEL: .entry fence_mbarrier_init(
// CHECK: fence.mbarrier_init.release.cluster
mir.func @fence_mbarrier_init() attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_mbarrier_init() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @fence_proxy_async_all(
// OP: nvvm.fence.proxy
// CHECK-LABEL: .entry fence_proxy_async_all(
// CHECK: fence.proxy.async
mir.func @fence_proxy_async_all() attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_proxy_async.all() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @fence_proxy_async_shared_cluster(
// OP: nvvm.fence.proxy
// CHECK-LABEL: .entry fence_proxy_async_shared_cluster(
// CHECK: fence.proxy.async.shared::cluster
mir.func @fence_proxy_async_shared_cluster() attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_proxy_async.shared_cluster() : () -> ()
  mir.return
}
