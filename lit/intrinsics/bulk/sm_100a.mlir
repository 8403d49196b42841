// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_100a | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_multicast.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_multicast.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_multicast.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_multicast.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_multicast.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_multicast.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4_multicast.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4_multicast.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4_multicast_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4_multicast_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_s2g_scatter4.si8.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut si8, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_s2g_scatter4.f64.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_s2g_scatter4_hint.si8.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut si8, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_s2g_scatter4_hint.f64.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64)

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_i8(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_f64(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_hint_i8(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_hint_f64(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_i8(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_multicast.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_f64(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_multicast.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_hint_i8(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_hint_f64(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_multicast_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_128_i8(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_128_f64(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_128_hint_i8(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_128_hint_f64(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_i8(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_f64(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_hint_i8(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_hint_f64(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_w_128_multicast_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_i8(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_f64(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_hint_i8(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_hint_f64(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_i8(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_multicast.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_f64(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_multicast.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_hint_i8(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_hint_f64(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_multicast_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_128_i8(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_128_f64(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_128_hint_i8(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_128_hint_f64(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_i8(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_f64(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_hint_i8(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_hint_f64(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_w_128_multicast_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_i8(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_f64(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_hint_i8(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_hint_f64(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_i8(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_multicast.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_f64(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_multicast.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_hint_i8(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_hint_f64(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_multicast_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_128_i8(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_128_f64(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_128_hint_i8(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_128_hint_f64(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_i8(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_f64(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_hint_i8(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_hint_f64(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_w_128_multicast_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_gather4_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_gather4_i8(
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_g2s_gather4_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_gather4_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_gather4_f64(
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_g2s_gather4_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_gather4_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_gather4_hint_i8(
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_g2s_gather4_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_gather4_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_gather4_hint_f64(
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_g2s_gather4_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_gather4_multicast_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_gather4_multicast_i8(
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_g2s_gather4_multicast_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4_multicast.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %blocks) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_gather4_multicast_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_gather4_multicast_f64(
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_g2s_gather4_multicast_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4_multicast.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %blocks) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_gather4_multicast_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_gather4_multicast_hint_i8(
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_g2s_gather4_multicast_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4_multicast_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %blocks, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_gather4_multicast_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_gather4_multicast_hint_f64(
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_g2s_gather4_multicast_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_gather4_multicast_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %blocks, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_s2g_scatter4_i8(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_s2g_scatter4_i8(
// CHECK: cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group
mir.func @cp_async_bulk_tensor_s2g_scatter4_i8(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_s2g_scatter4.si8.shared(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut si8, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_s2g_scatter4_f64(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_s2g_scatter4_f64(
// CHECK: cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group
mir.func @cp_async_bulk_tensor_s2g_scatter4_f64(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_s2g_scatter4.f64.shared(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_s2g_scatter4_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_s2g_scatter4_hint_i8(
// CHECK: cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group.L2::cache_hint
mir.func @cp_async_bulk_tensor_s2g_scatter4_hint_i8(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_s2g_scatter4_hint.si8.shared(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut si8, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_s2g_scatter4_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_s2g_scatter4_hint_f64(
// CHECK: cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group.L2::cache_hint
mir.func @cp_async_bulk_tensor_s2g_scatter4_hint_f64(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_s2g_scatter4_hint.f64.shared(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64) -> ()
  mir.return
}
