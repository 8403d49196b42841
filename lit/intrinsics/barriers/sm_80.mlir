// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_80 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mbarrier_arrive_drop.shared(!mir.ptr<mut ui64, shared>) -> ui64
mir.func private @__periclase_intrinsic.mbarrier_arrive_nocomplete.shared(!mir.ptr<mut ui64, shared>, ui32) -> ui64
mir.func private @__periclase_intrinsic.mbarrier_pending_count(ui64) -> ui32
mir.func private @__periclase_intrinsic.cp_async_mbarrier_arrive_noinc.shared(!mir.ptr<mut ui64, shared>)

// OP-LABEL: mir.func @mbarrier_arrive_drop(
// OP: nvvm.mbarrier.arrive_drop
// CHECK-LABEL: .entry mbarrier_arrive_drop(
// CHECK: mbarrier.arrive_drop.shared.b64
mir.func @mbarrier_arrive_drop(%barrier: !mir.ptr<mut ui64, shared>, %result: !mir.ptr<mut ui64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_arrive_drop.shared(%barrier) : (!mir.ptr<mut ui64, shared>) -> ui64
  mir.store %d, %result : !mir.ptr<mut ui64, global>
  mir.return
}

// OP-LABEL: mir.func @mbarrier_arrive_nocomplete(
// OP: nvvm.mbarrier.arrive.nocomplete
// CHECK-LABEL: .entry mbarrier_arrive_nocomplete(
// CHECK: mbarrier.arrive.noComplete.shared.b64
mir.func @mbarrier_arrive_nocomplete(%barrier: !mir.ptr<mut ui64, shared>, %count: ui32, %result: !mir.ptr<mut ui64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_arrive_nocomplete.shared(%barrier, %count) : (!mir.ptr<mut ui64, shared>, ui32) -> ui64
  mir.store %d, %result : !mir.ptr<mut ui64, global>
  mir.return
}

// OP-LABEL: mir.func @mbarrier_pending_count(
// OP: nvvm.mbarrier_pending_count
// CHECK-LABEL: .entry mbarrier_pending_count(
// CHECK: mbarrier.pending_count.b64
mir.func @mbarrier_pending_count(%state: ui64, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_pending_count(%state) : (ui64) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @cp_async_mbarrier_arrive_noinc(
// OP: nvvm.cp_async_mbarrier_arrive_noinc
// CHECK-LABEL: .entry cp_async_mbarrier_arrive_noinc(
// CHECK: cp.async.mbarrier.arrive.noinc.shared.b64
mir.func @cp_async_mbarrier_arrive_noinc(%barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_mbarrier_arrive_noinc.shared(%barrier) : (!mir.ptr<mut ui64, shared>) -> ()
  mir.return
}
