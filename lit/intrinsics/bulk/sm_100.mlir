// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_100 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.cp_async_bulk_s2g_masked.si8.global.shared(!mir.ptr<mut si8, global>, !mir.ptr<mut si8, shared>, ui32, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_s2g_masked.f64.global.shared(!mir.ptr<mut f64, global>, !mir.ptr<mut f64, shared>, ui32, ui16)
mir.func private @__periclase_intrinsic.st_bulk.si8.shared(!mir.ptr<mut si8, shared>, ui64)
mir.func private @__periclase_intrinsic.st_bulk.f64.shared(!mir.ptr<mut f64, shared>, ui64)

// OP-LABEL: mir.func @cp_async_bulk_s2g_masked_i8(
// OP: nvvm.cp.async.bulk.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_s2g_masked_i8(
// CHECK: cp.async.bulk.global.shared::cta.bulk_group.cp_mask
mir.func @cp_async_bulk_s2g_masked_i8(%target: !mir.ptr<mut si8, global>, %source: !mir.ptr<mut si8, shared>, %bytes: ui32, %mask: ui16) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_s2g_masked.si8.global.shared(%target, %source, %bytes, %mask) : (!mir.ptr<mut si8, global>, !mir.ptr<mut si8, shared>, ui32, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_s2g_masked_f64(
// OP: nvvm.cp.async.bulk.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_s2g_masked_f64(
// CHECK: cp.async.bulk.global.shared::cta.bulk_group.cp_mask
mir.func @cp_async_bulk_s2g_masked_f64(%target: !mir.ptr<mut f64, global>, %source: !mir.ptr<mut f64, shared>, %bytes: ui32, %mask: ui16) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_s2g_masked.f64.global.shared(%target, %source, %bytes, %mask) : (!mir.ptr<mut f64, global>, !mir.ptr<mut f64, shared>, ui32, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @st_bulk_i8(
// OP: nvvm.st.bulk
// CHECK-LABEL: .entry st_bulk_i8(
// CHECK: st.bulk.shared::cta
mir.func @st_bulk_i8(%place: !mir.ptr<mut si8, shared>, %bytes: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.st_bulk.si8.shared(%place, %bytes) : (!mir.ptr<mut si8, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @st_bulk_f64(
// OP: nvvm.st.bulk
// CHECK-LABEL: .entry st_bulk_f64(
// CHECK: st.bulk.shared::cta
mir.func @st_bulk_f64(%place: !mir.ptr<mut f64, shared>, %bytes: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.st_bulk.f64.shared(%place, %bytes) : (!mir.ptr<mut f64, shared>, ui64) -> ()
  mir.return
}
