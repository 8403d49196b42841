// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90+ptx81 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.st_async.si32(ui32, si32, ui32)
mir.func private @__periclase_intrinsic.st_async.f64(ui32, f64, ui32)

// OP-LABEL: mir.func @st_async_i32(
// OP: nvvm.st_async
// CHECK-LABEL: .entry st_async_i32(
// CHECK: st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32
mir.func @st_async_i32(%address: ui32, %value: si32, %barrier_address: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.st_async.si32(%address, %value, %barrier_address) : (ui32, si32, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @st_async_f64(
// OP: nvvm.st_async
// CHECK-LABEL: .entry st_async_f64(
// CHECK: st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64
mir.func @st_async_f64(%address: ui32, %value: f64, %barrier_address: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.st_async.f64(%address, %value, %barrier_address) : (ui32, f64, ui32) -> ()
  mir.return
}
