// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90+ptx86 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_own.si8.shared.shared.1(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_own.f64.shared.shared.5(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>)

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_own_i8_1(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_own_i8_1(
// CHECK: cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_g2s_own_i8_1(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_own.si8.shared.shared.1(%target, %tensor_map, %coordinates_tuple, %barrier) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_own_f64_5(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_own_f64_5(
// CHECK: cp.async.bulk.tensor.5d.shared::cta.global.tile.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_g2s_own_f64_5(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_own.f64.shared.shared.5(%target, %tensor_map, %coordinates_tuple, %barrier) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>) -> ()
  mir.return
}
