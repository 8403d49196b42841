// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_100a | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_multicast.si8.shared.shared.1.pair(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>, ui16)

// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_multicast_i8_1_pair(
// CHECK: cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.cta_group::2
mir.func @cp_async_bulk_tensor_g2s_multicast_i8_1_pair(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_multicast.si8.shared.shared.1.pair(%target, %tensor_map, %coordinates_tuple, %barrier, %blocks) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>, ui16) -> ()
  mir.return
}
