// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_80 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.cp_async.si8.shared.global.4.ca(!mir.ptr<mut si8, shared>, !mir.ptr<mut si8, global>)
mir.func private @__periclase_intrinsic.cp_async.f64.shared.global.16.cg(!mir.ptr<mut f64, shared>, !mir.ptr<mut f64, global>)
mir.func private @__periclase_intrinsic.cp_async_zfill.si8.shared.global.4.ca(!mir.ptr<mut si8, shared>, !mir.ptr<mut si8, global>, ui32)
mir.func private @__periclase_intrinsic.cp_async_zfill.f64.shared.global.16.cg(!mir.ptr<mut f64, shared>, !mir.ptr<mut f64, global>, ui32)
mir.func private @__periclase_intrinsic.cp_async_commit_group()
mir.func private @__periclase_intrinsic.cp_async_wait_group.1()
mir.func private @__periclase_intrinsic.cp_async_wait_all()
mir.func private @__periclase_intrinsic.cp_async_mbarrier_arrive.shared(!mir.ptr<mut ui64, shared>)
mir.func private @__periclase_intrinsic.cp_async_mbarrier_arrive_noinc.shared(!mir.ptr<mut ui64, shared>)
mir.func private @__periclase_intrinsic.mbarrier_init.shared(!mir.ptr<mut ui64, shared>, ui32)
mir.func private @__periclase_intrinsic.mbarrier_inval.shared(!mir.ptr<mut ui64, shared>)

// OP-LABEL: mir.func @cp_async_i8_4_ca(
// OP: nvvm.cp.async.shared.global
// CHECK-LABEL: .entry cp_async_i8_4_ca(
// CHECK: cp.{{.*}}global
mir.func @cp_async_i8_4_ca(%target: !mir.ptr<mut si8, shared>, %source: !mir.ptr<mut si8, global>) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async.si8.shared.global.4.ca(%target, %source) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut si8, global>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_f64_16_cg(
// OP: nvvm.cp.async.shared.global
// CHECK-LABEL: .entry cp_async_f64_16_cg(
// CHECK: cp.{{.*}}global
mir.func @cp_async_f64_16_cg(%target: !mir.ptr<mut f64, shared>, %source: !mir.ptr<mut f64, global>) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async.f64.shared.global.16.cg(%target, %source) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut f64, global>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_zfill_i8_4_ca(
// OP: nvvm.cp.async.shared.global
// CHECK-LABEL: .entry cp_async_zfill_i8_4_ca(
// CHECK: cp.{{.*}}global
mir.func @cp_async_zfill_i8_4_ca(%target: !mir.ptr<mut si8, shared>, %source: !mir.ptr<mut si8, global>, %bytes: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_zfill.si8.shared.global.4.ca(%target, %source, %bytes) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut si8, global>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_zfill_f64_16_cg(
// OP: nvvm.cp.async.shared.global
// CHECK-LABEL: .entry cp_async_zfill_f64_16_cg(
// CHECK: cp.{{.*}}global
mir.func @cp_async_zfill_f64_16_cg(%target: !mir.ptr<mut f64, shared>, %source: !mir.ptr<mut f64, global>, %bytes: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_zfill.f64.shared.global.16.cg(%target, %source, %bytes) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut f64, global>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_commit_group(
// OP: nvvm.cp.async.commit.group
// CHECK-LABEL: .entry cp_async_commit_group(
// CHECK: cp.{{.*}}commit_group
mir.func @cp_async_commit_group() attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_commit_group() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_wait_group_1(
// OP: nvvm.cp.async.wait.group
// CHECK-LABEL: .entry cp_async_wait_group_1(
// CHECK: cp.{{.*}}wait_group
mir.func @cp_async_wait_group_1() attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_wait_group.1() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_wait_all(
// OP: nvvm.cp.async.wait.all
// CHECK-LABEL: .entry cp_async_wait_all(
// CHECK: cp.{{.*}}wait_all
mir.func @cp_async_wait_all() attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_wait_all() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_mbarrier_arrive(
// OP: nvvm.cp.async.mbarrier.arrive
// CHECK-LABEL: .entry cp_async_mbarrier_arrive(
// CHECK: cp.{{.*}}b64
mir.func @cp_async_mbarrier_arrive(%barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_mbarrier_arrive.shared(%barrier) : (!mir.ptr<mut ui64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_mbarrier_arrive_noinc(
// OP: nvvm.cp.async.mbarrier.arrive
// CHECK-LABEL: .entry cp_async_mbarrier_arrive_noinc(
// CHECK: cp.{{.*}}b64
mir.func @cp_async_mbarrier_arrive_noinc(%barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_mbarrier_arrive_noinc.shared(%barrier) : (!mir.ptr<mut ui64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @mbarrier_init(
// OP: nvvm.mbarrier.init
// CHECK-LABEL: .entry mbarrier_init(
// CHECK: mbarrier.{{.*}}b64
mir.func @mbarrier_init(%barrier: !mir.ptr<mut ui64, shared>, %count: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.mbarrier_init.shared(%barrier, %count) : (!mir.ptr<mut ui64, shared>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @mbarrier_inval(
// OP: nvvm.mbarrier.inval
// CHECK-LABEL: .entry mbarrier_inval(
// CHECK: mbarrier.{{.*}}b64
mir.func @mbarrier_inval(%barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  mir.call @__periclase_intrinsic.mbarrier_inval.shared(%barrier) : (!mir.ptr<mut ui64, shared>) -> ()
  mir.return
}
