// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_80 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mbarrier_arrive.shared(!mir.ptr<mut ui64, shared>) -> ui64
mir.func private @__periclase_intrinsic.mbarrier_test_wait.shared(!mir.ptr<mut ui64, shared>, ui64) -> i1
mir.func private @__periclase_intrinsic.mbarrier_arrive_drop.shared(!mir.ptr<mut ui64, shared>) -> ui64
mir.func private @__periclase_intrinsic.mbarrier_arrive_nocomplete.shared(!mir.ptr<mut ui64, shared>, ui32) -> ui64
mir.func private @__periclase_intrinsic.mbarrier_arrive_drop_nocomplete.shared(!mir.ptr<mut ui64, shared>, ui32) -> ui64
mir.func private @__periclase_intrinsic.mbarrier_pending_count(ui64) -> ui32

// OP-LABEL: mir.func @mbarrier_arrive(
// OP: nvvm.mbarrier.arrive
// CHECK-LABEL: .entry mbarrier_arrive(
// CHECK: mbarrier.{{.*}}b64
mir.func @mbarrier_arrive(%barrier: !mir.ptr<mut ui64, shared>, %result: !mir.ptr<mut ui64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_arrive.shared(%barrier) : (!mir.ptr<mut ui64, shared>) -> ui64
  mir.store %d, %result : !mir.ptr<mut ui64, global>
  mir.return
}

// OP-LABEL: mir.func @mbarrier_test_wait(
// OP: nvvm.mbarrier.test.wait
// CHECK-LABEL: .entry mbarrier_test_wait(
// CHECK: mbarrier.{{.*}}b64
mir.func @mbarrier_test_wait(%barrier: !mir.ptr<mut ui64, shared>, %result: !mir.ptr<mut i1, global>) attributes {kernel} {
  %state = mir.call @__periclase_intrinsic.mbarrier_arrive.shared(%barrier) : (!mir.ptr<mut ui64, shared>) -> ui64
  %d = mir.call @__periclase_intrinsic.mbarrier_test_wait.shared(%barrier, %state) : (!mir.ptr<mut ui64, shared>, ui64) -> i1
  mir.store %d, %result : !mir.ptr<mut i1, global>
  mir.return
}

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

// OP-LABEL: mir.func @mbarrier_arrive_drop_nocomplete(
// OP: nvvm.mbarrier.arrive_drop.nocomplete
// CHECK-LABEL: .entry mbarrier_arrive_drop_nocomplete(
// CHECK: mbarrier.arrive_drop.noComplete.shared.b64
mir.func @mbarrier_arrive_drop_nocomplete(%barrier: !mir.ptr<mut ui64, shared>, %count: ui32, %result: !mir.ptr<mut ui64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_arrive_drop_nocomplete.shared(%barrier, %count) : (!mir.ptr<mut ui64, shared>, ui32) -> ui64
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
