// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_80 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.cp_async_zfill.si8.shared.global.4.ca(!mir.ptr<mut si8, shared>, !mir.ptr<mut si8, global>, ui32)
mir.func private @__periclase_intrinsic.cp_async_zfill.f64.shared.global.16.cg(!mir.ptr<mut f64, shared>, !mir.ptr<mut f64, global>, ui32)

// OP-LABEL: mir.func @cp_async_zfill_i8_4_ca(
// OP: nvvm.cp_async_zfill
// CHECK-LABEL: .entry cp_async_zfill_i8_4_ca(
// CHECK: cp.async.ca.shared.global
mir.func @cp_async_zfill_i8_4_ca(%target: !mir.ptr<mut si8, shared>, %source: !mir.ptr<mut si8, global>, %bytes: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_zfill.si8.shared.global.4.ca(%target, %source, %bytes) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut si8, global>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_zfill_f64_16_cg(
// OP: nvvm.cp_async_zfill
// CHECK-LABEL: .entry cp_async_zfill_f64_16_cg(
// CHECK: cp.async.cg.shared.global
mir.func @cp_async_zfill_f64_16_cg(%target: !mir.ptr<mut f64, shared>, %source: !mir.ptr<mut f64, global>, %bytes: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_zfill.f64.shared.global.16.cg(%target, %source, %bytes) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut f64, global>, ui32) -> ()
  mir.return
}
