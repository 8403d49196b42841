// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_100 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.st_bulk.si8.shared(!mir.ptr<mut si8, shared>, ui64)
mir.func private @__periclase_intrinsic.st_bulk.f64.shared(!mir.ptr<mut f64, shared>, ui64)

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
