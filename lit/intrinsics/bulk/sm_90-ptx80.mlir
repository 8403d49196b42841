// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90+ptx80 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.cp_async_bulk_g2s.si8.shared.global.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut si8, global>, ui32, !mir.ptr<mut ui64, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_g2s.f64.shared.global.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut f64, global>, ui32, !mir.ptr<mut ui64, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_g2s_multicast.si8.shared.global.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut si8, global>, ui32, !mir.ptr<mut ui64, shared>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_g2s_multicast.f64.shared.global.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut f64, global>, ui32, !mir.ptr<mut ui64, shared>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_s2g.si8.global.shared(!mir.ptr<mut si8, global>, !mir.ptr<mut si8, shared>, ui32)
mir.func private @__periclase_intrinsic.cp_async_bulk_s2g.f64.global.shared(!mir.ptr<mut f64, global>, !mir.ptr<mut f64, shared>, ui32)
mir.func private @__periclase_intrinsic.cp_async_bulk_s2g_hint.si8.global.shared(!mir.ptr<mut si8, global>, !mir.ptr<mut si8, shared>, ui32, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_s2g_hint.f64.global.shared(!mir.ptr<mut f64, global>, !mir.ptr<mut f64, shared>, ui32, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_g2s_hint.si8.shared.global.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut si8, global>, ui32, !mir.ptr<mut ui64, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_g2s_hint.f64.shared.global.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut f64, global>, ui32, !mir.ptr<mut ui64, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_prefetch_hint.si8.global(!mir.ptr<mut si8, global>, ui32, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_prefetch_hint.f64.global(!mir.ptr<mut f64, global>, ui32, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_s2cluster.si8.shared(ui32, !mir.ptr<mut si8, shared>, ui32, ui32)
mir.func private @__periclase_intrinsic.cp_async_bulk_s2cluster.f64.shared(ui32, !mir.ptr<mut f64, shared>, ui32, ui32)
mir.func private @__periclase_intrinsic.cp_async_bulk_prefetch.si8.global(!mir.ptr<mut si8, global>, ui32)
mir.func private @__periclase_intrinsic.cp_async_bulk_prefetch.f64.global(!mir.ptr<mut f64, global>, ui32)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk.ui32.global.shared.add(!mir.ptr<mut ui32, global>, !mir.ptr<mut ui32, shared>, ui32)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk.si32.global.shared.max(!mir.ptr<mut si32, global>, !mir.ptr<mut si32, shared>, ui32)
mir.func private @__periclase_intrinsic.cp_async_bulk_commit_group()
mir.func private @__periclase_intrinsic.cp_async_bulk_wait_group.1()
mir.func private @__periclase_intrinsic.cp_async_bulk_wait_group.1.read()
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s.si8.shared.shared.1(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s.f64.shared.shared.5(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_hint.si8.shared.shared.1(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_hint.f64.shared.shared.5(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_multicast.si8.shared.shared.1(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_multicast.f64.shared.shared.1(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_s2g.si8.shared.1(!mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut si8, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_s2g.f64.shared.5(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor.si8.shared.1.add(!mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut si8, shared>)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor.f64.shared.1.add(!mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut f64, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_prefetch_tensor.1(!mir.ptr<mut ui64>, !mir.tuple<si32>)
mir.func private @__periclase_intrinsic.cp_async_bulk_prefetch_tensor.5(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_s2g_hint.si8.shared.1(!mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut si8, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_s2g_hint.f64.shared.5(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor_hint.si8.shared.1.add(!mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut si8, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor_hint.f64.shared.1.add(!mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut f64, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_hint.1(!mir.ptr<mut ui64>, !mir.tuple<si32>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_hint.5(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_multicast_hint.si8.shared.shared.1(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_g2s_multicast_hint.f64.shared.shared.1(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_multicast.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_multicast.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_multicast_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_multicast_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_s2g_im2col.si8.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut si8, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_s2g_im2col.f64.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut f64, shared>)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor_3d_im2col.si8.shared.add(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut si8, shared>)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor_3d_im2col.f64.shared.xor(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut f64, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_3d_im2col(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.tuple<ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_s2g_im2col_hint.si8.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut si8, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_3d_s2g_im2col_hint.f64.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor_3d_im2col_hint.si8.shared.add(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut si8, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor_3d_im2col_hint.f64.shared.xor(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_3d_im2col_hint(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.tuple<ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_multicast.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_multicast.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_multicast_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_multicast_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_s2g_im2col.si8.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut si8, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_s2g_im2col.f64.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut f64, shared>)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor_4d_im2col.si8.shared.add(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut si8, shared>)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor_4d_im2col.f64.shared.xor(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut f64, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_4d_im2col(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.tuple<ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_s2g_im2col_hint.si8.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut si8, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_4d_s2g_im2col_hint.f64.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor_4d_im2col_hint.si8.shared.add(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut si8, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor_4d_im2col_hint.f64.shared.xor(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_4d_im2col_hint(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.tuple<ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_multicast.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_multicast.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>, ui16)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_multicast_hint.si8.shared.shared(!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_multicast_hint.f64.shared.shared(!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>, ui16, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_s2g_im2col.si8.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut si8, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_s2g_im2col.f64.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor_5d_im2col.si8.shared.add(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut si8, shared>)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor_5d_im2col.f64.shared.xor(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>)
mir.func private @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_5d_im2col(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.tuple<ui16, ui16, ui16>)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_s2g_im2col_hint.si8.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut si8, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_tensor_5d_s2g_im2col_hint.f64.shared(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor_5d_im2col_hint.si8.shared.add(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut si8, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_reduce_async_bulk_tensor_5d_im2col_hint.f64.shared.xor(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64)
mir.func private @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_5d_im2col_hint(!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.tuple<ui16, ui16, ui16>, ui64)

// OP-LABEL: mir.func @cp_async_bulk_g2s_i8(
// OP: nvvm.cp.async.bulk.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_g2s_i8(
// CHECK: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_g2s_i8(%target: !mir.ptr<mut si8, shared>, %source: !mir.ptr<mut si8, global>, %bytes: ui32, %barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_g2s.si8.shared.global.shared(%target, %source, %bytes, %barrier) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut si8, global>, ui32, !mir.ptr<mut ui64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_g2s_f64(
// OP: nvvm.cp.async.bulk.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_g2s_f64(
// CHECK: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_g2s_f64(%target: !mir.ptr<mut f64, shared>, %source: !mir.ptr<mut f64, global>, %bytes: ui32, %barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_g2s.f64.shared.global.shared(%target, %source, %bytes, %barrier) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut f64, global>, ui32, !mir.ptr<mut ui64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_g2s_multicast_i8(
// OP: nvvm.cp.async.bulk.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_g2s_multicast_i8(
// CHECK: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_g2s_multicast_i8(%target: !mir.ptr<mut si8, shared>, %source: !mir.ptr<mut si8, global>, %bytes: ui32, %barrier: !mir.ptr<mut ui64, shared>, %blocks: ui16) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_g2s_multicast.si8.shared.global.shared(%target, %source, %bytes, %barrier, %blocks) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut si8, global>, ui32, !mir.ptr<mut ui64, shared>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_g2s_multicast_f64(
// OP: nvvm.cp.async.bulk.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_g2s_multicast_f64(
// CHECK: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_g2s_multicast_f64(%target: !mir.ptr<mut f64, shared>, %source: !mir.ptr<mut f64, global>, %bytes: ui32, %barrier: !mir.ptr<mut ui64, shared>, %blocks: ui16) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_g2s_multicast.f64.shared.global.shared(%target, %source, %bytes, %barrier, %blocks) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut f64, global>, ui32, !mir.ptr<mut ui64, shared>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_s2g_i8(
// OP: nvvm.cp.async.bulk.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_s2g_i8(
// CHECK: cp.async.bulk.global.shared::cta.bulk_group
mir.func @cp_async_bulk_s2g_i8(%target: !mir.ptr<mut si8, global>, %source: !mir.ptr<mut si8, shared>, %bytes: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_s2g.si8.global.shared(%target, %source, %bytes) : (!mir.ptr<mut si8, global>, !mir.ptr<mut si8, shared>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_s2g_f64(
// OP: nvvm.cp.async.bulk.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_s2g_f64(
// CHECK: cp.async.bulk.global.shared::cta.bulk_group
mir.func @cp_async_bulk_s2g_f64(%target: !mir.ptr<mut f64, global>, %source: !mir.ptr<mut f64, shared>, %bytes: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_s2g.f64.global.shared(%target, %source, %bytes) : (!mir.ptr<mut f64, global>, !mir.ptr<mut f64, shared>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_s2g_hint_i8(
// OP: nvvm.cp.async.bulk.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_s2g_hint_i8(
// CHECK: cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint
mir.func @cp_async_bulk_s2g_hint_i8(%target: !mir.ptr<mut si8, global>, %source: !mir.ptr<mut si8, shared>, %bytes: ui32, %policy: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_s2g_hint.si8.global.shared(%target, %source, %bytes, %policy) : (!mir.ptr<mut si8, global>, !mir.ptr<mut si8, shared>, ui32, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_s2g_hint_f64(
// OP: nvvm.cp.async.bulk.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_s2g_hint_f64(
// CHECK: cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint
mir.func @cp_async_bulk_s2g_hint_f64(%target: !mir.ptr<mut f64, global>, %source: !mir.ptr<mut f64, shared>, %bytes: ui32, %policy: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_s2g_hint.f64.global.shared(%target, %source, %bytes, %policy) : (!mir.ptr<mut f64, global>, !mir.ptr<mut f64, shared>, ui32, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_g2s_hint_i8(
// OP: nvvm.cp.async.bulk.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_g2s_hint_i8(
// CHECK: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_g2s_hint_i8(%target: !mir.ptr<mut si8, shared>, %source: !mir.ptr<mut si8, global>, %bytes: ui32, %barrier: !mir.ptr<mut ui64, shared>, %policy: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_g2s_hint.si8.shared.global.shared(%target, %source, %bytes, %barrier, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut si8, global>, ui32, !mir.ptr<mut ui64, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_g2s_hint_f64(
// OP: nvvm.cp.async.bulk.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_g2s_hint_f64(
// CHECK: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_g2s_hint_f64(%target: !mir.ptr<mut f64, shared>, %source: !mir.ptr<mut f64, global>, %bytes: ui32, %barrier: !mir.ptr<mut ui64, shared>, %policy: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_g2s_hint.f64.shared.global.shared(%target, %source, %bytes, %barrier, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut f64, global>, ui32, !mir.ptr<mut ui64, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_prefetch_hint_i8(
// OP: nvvm.cp.async.bulk.prefetch
// CHECK-LABEL: .entry cp_async_bulk_prefetch_hint_i8(
// CHECK: cp.async.bulk.prefetch.L2.global.L2::cache_hint
mir.func @cp_async_bulk_prefetch_hint_i8(%source: !mir.ptr<mut si8, global>, %bytes: ui32, %policy: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_prefetch_hint.si8.global(%source, %bytes, %policy) : (!mir.ptr<mut si8, global>, ui32, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_prefetch_hint_f64(
// OP: nvvm.cp.async.bulk.prefetch
// CHECK-LABEL: .entry cp_async_bulk_prefetch_hint_f64(
// CHECK: cp.async.bulk.prefetch.L2.global.L2::cache_hint
mir.func @cp_async_bulk_prefetch_hint_f64(%source: !mir.ptr<mut f64, global>, %bytes: ui32, %policy: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_prefetch_hint.f64.global(%source, %bytes, %policy) : (!mir.ptr<mut f64, global>, ui32, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_s2cluster_i8(
// OP: nvvm.cp.async.bulk.shared.cluster.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_s2cluster_i8(
// CHECK: cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_s2cluster_i8(%target_address: ui32, %source: !mir.ptr<mut si8, shared>, %bytes: ui32, %barrier_address: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_s2cluster.si8.shared(%target_address, %source, %bytes, %barrier_address) : (ui32, !mir.ptr<mut si8, shared>, ui32, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_s2cluster_f64(
// OP: nvvm.cp.async.bulk.shared.cluster.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_s2cluster_f64(
// CHECK: cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_s2cluster_f64(%target_address: ui32, %source: !mir.ptr<mut f64, shared>, %bytes: ui32, %barrier_address: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_s2cluster.f64.shared(%target_address, %source, %bytes, %barrier_address) : (ui32, !mir.ptr<mut f64, shared>, ui32, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_prefetch_i8(
// OP: nvvm.cp.async.bulk.prefetch
// CHECK-LABEL: .entry cp_async_bulk_prefetch_i8(
// CHECK: cp.async.bulk.prefetch.L2.global
mir.func @cp_async_bulk_prefetch_i8(%source: !mir.ptr<mut si8, global>, %bytes: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_prefetch.si8.global(%source, %bytes) : (!mir.ptr<mut si8, global>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_prefetch_f64(
// OP: nvvm.cp.async.bulk.prefetch
// CHECK-LABEL: .entry cp_async_bulk_prefetch_f64(
// CHECK: cp.async.bulk.prefetch.L2.global
mir.func @cp_async_bulk_prefetch_f64(%source: !mir.ptr<mut f64, global>, %bytes: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_prefetch.f64.global(%source, %bytes) : (!mir.ptr<mut f64, global>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_u32_add(
// OP: nvvm.cp_reduce_async_bulk
// CHECK-LABEL: .entry cp_reduce_async_bulk_u32_add(
// CHECK: cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32
mir.func @cp_reduce_async_bulk_u32_add(%target: !mir.ptr<mut ui32, global>, %source: !mir.ptr<mut ui32, shared>, %bytes: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk.ui32.global.shared.add(%target, %source, %bytes) : (!mir.ptr<mut ui32, global>, !mir.ptr<mut ui32, shared>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_i32_max(
// OP: nvvm.cp_reduce_async_bulk
// CHECK-LABEL: .entry cp_reduce_async_bulk_i32_max(
// CHECK: cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32
mir.func @cp_reduce_async_bulk_i32_max(%target: !mir.ptr<mut si32, global>, %source: !mir.ptr<mut si32, shared>, %bytes: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk.si32.global.shared.max(%target, %source, %bytes) : (!mir.ptr<mut si32, global>, !mir.ptr<mut si32, shared>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_commit_group(
// OP: nvvm.cp.async.bulk.commit.group
// CHECK-LABEL: .entry cp_async_bulk_commit_group(
// CHECK: cp.async.bulk.commit_group
mir.func @cp_async_bulk_commit_group() attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_commit_group() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_wait_group_1(
// OP: nvvm.cp.async.bulk.wait_group
// CHECK-LABEL: .entry cp_async_bulk_wait_group_1(
// CHECK: cp.async.bulk.wait_group
mir.func @cp_async_bulk_wait_group_1() attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_wait_group.1() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_wait_group_1_read(
// OP: nvvm.cp.async.bulk.wait_group
// CHECK-LABEL: .entry cp_async_bulk_wait_group_1_read(
// CHECK: cp.async.bulk.wait_group.read
mir.func @cp_async_bulk_wait_group_1_read() attributes {kernel} {
  mir.call @__periclase_intrinsic.cp_async_bulk_wait_group.1.read() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_i8_1(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_i8_1(
// CHECK: cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_g2s_i8_1(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s.si8.shared.shared.1(%target, %tensor_map, %coordinates_tuple, %barrier) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_f64_5(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_f64_5(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_g2s_f64_5(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s.f64.shared.shared.5(%target, %tensor_map, %coordinates_tuple, %barrier) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_hint_i8_1(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_hint_i8_1(
// CHECK: cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_g2s_hint_i8_1(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_hint.si8.shared.shared.1(%target, %tensor_map, %coordinates_tuple, %barrier, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_hint_f64_5(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_hint_f64_5(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_g2s_hint_f64_5(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_hint.f64.shared.shared.5(%target, %tensor_map, %coordinates_tuple, %barrier, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_multicast_i8_1(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_multicast_i8_1(
// CHECK: cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_g2s_multicast_i8_1(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_multicast.si8.shared.shared.1(%target, %tensor_map, %coordinates_tuple, %barrier, %blocks) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_multicast_f64_1(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_multicast_f64_1(
// CHECK: cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_g2s_multicast_f64_1(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_multicast.f64.shared.shared.1(%target, %tensor_map, %coordinates_tuple, %barrier, %blocks) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_s2g_i8_1(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_s2g_i8_1(
// CHECK: cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group
mir.func @cp_async_bulk_tensor_s2g_i8_1(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_s2g.si8.shared.1(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut si8, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_s2g_f64_5(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_s2g_f64_5(
// CHECK: cp.async.bulk.tensor.5d.global.shared::cta.tile.bulk_group
mir.func @cp_async_bulk_tensor_s2g_f64_5(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_s2g.f64.shared.5(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_i8_1_add(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_i8_1_add(
// CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group
mir.func @cp_reduce_async_bulk_tensor_i8_1_add(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor.si8.shared.1.add(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut si8, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_f64_1_add(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_f64_1_add(
// CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group
mir.func @cp_reduce_async_bulk_tensor_f64_1_add(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor.f64.shared.1.add(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut f64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_prefetch_tensor_1(
// OP: nvvm.cp.async.bulk.tensor.prefetch
// CHECK-LABEL: .entry cp_async_bulk_prefetch_tensor_1(
// CHECK: cp.async.bulk.prefetch.tensor.1d.L2.global.tile
mir.func @cp_async_bulk_prefetch_tensor_1(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_prefetch_tensor.1(%tensor_map, %coordinates_tuple) : (!mir.ptr<mut ui64>, !mir.tuple<si32>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_prefetch_tensor_5(
// OP: nvvm.cp.async.bulk.tensor.prefetch
// CHECK-LABEL: .entry cp_async_bulk_prefetch_tensor_5(
// CHECK: cp.async.bulk.prefetch.tensor.5d.L2.global.tile
mir.func @cp_async_bulk_prefetch_tensor_5(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_prefetch_tensor.5(%tensor_map, %coordinates_tuple) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_s2g_hint_i8_1(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_s2g_hint_i8_1(
// CHECK: cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group.L2::cache_hint
mir.func @cp_async_bulk_tensor_s2g_hint_i8_1(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_s2g_hint.si8.shared.1(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut si8, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_s2g_hint_f64_5(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_s2g_hint_f64_5(
// CHECK: cp.async.bulk.tensor.5d.global.shared::cta.tile.bulk_group.L2::cache_hint
mir.func @cp_async_bulk_tensor_s2g_hint_f64_5(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_s2g_hint.f64.shared.5(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_hint_i8_1_add(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_hint_i8_1_add(
// CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group.L2::cache_hint
mir.func @cp_reduce_async_bulk_tensor_hint_i8_1_add(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor_hint.si8.shared.1.add(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut si8, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_hint_f64_1_add(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_hint_f64_1_add(
// CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group.L2::cache_hint
mir.func @cp_reduce_async_bulk_tensor_hint_f64_1_add(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor_hint.f64.shared.1.add(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut f64, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_prefetch_tensor_hint_1(
// OP: nvvm.cp.async.bulk.tensor.prefetch
// CHECK-LABEL: .entry cp_async_bulk_prefetch_tensor_hint_1(
// CHECK: cp.async.bulk.prefetch.tensor.1d.L2.global.tile.L2::cache_hint
mir.func @cp_async_bulk_prefetch_tensor_hint_1(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_hint.1(%tensor_map, %coordinates_tuple, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_prefetch_tensor_hint_5(
// OP: nvvm.cp.async.bulk.tensor.prefetch
// CHECK-LABEL: .entry cp_async_bulk_prefetch_tensor_hint_5(
// CHECK: cp.async.bulk.prefetch.tensor.5d.L2.global.tile.L2::cache_hint
mir.func @cp_async_bulk_prefetch_tensor_hint_5(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_hint.5(%tensor_map, %coordinates_tuple, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_multicast_hint_i8_1(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_multicast_hint_i8_1(
// CHECK: cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_g2s_multicast_hint_i8_1(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_multicast_hint.si8.shared.shared.1(%target, %tensor_map, %coordinates_tuple, %barrier, %blocks, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_g2s_multicast_hint_f64_1(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_g2s_multicast_hint_f64_1(
// CHECK: cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_g2s_multicast_hint_f64_1(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates : !mir.tuple<si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_g2s_multicast_hint.f64.shared.shared.1(%target, %tensor_map, %coordinates_tuple, %barrier, %blocks, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32>, !mir.ptr<mut ui64, shared>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_i8(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets : !mir.tuple<ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_f64(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets : !mir.tuple<ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_hint_i8(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets : !mir.tuple<ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_hint_f64(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets : !mir.tuple<ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_multicast_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_multicast_i8(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_multicast_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets : !mir.tuple<ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_multicast.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_multicast_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_multicast_f64(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_multicast_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets : !mir.tuple<ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_multicast.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_multicast_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_multicast_hint_i8(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_multicast_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets : !mir.tuple<ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_multicast_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_g2s_im2col_multicast_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_g2s_im2col_multicast_hint_f64(
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_3d_g2s_im2col_multicast_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets : !mir.tuple<ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_g2s_im2col_multicast_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_s2g_im2col_i8(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_s2g_im2col_i8(
// CHECK: cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group
mir.func @cp_async_bulk_tensor_3d_s2g_im2col_i8(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_s2g_im2col.si8.shared(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut si8, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_s2g_im2col_f64(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_s2g_im2col_f64(
// CHECK: cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group
mir.func @cp_async_bulk_tensor_3d_s2g_im2col_f64(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_s2g_im2col.f64.shared(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut f64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_3d_im2col_i8_add(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_3d_im2col_i8_add(
// CHECK: cp.reduce.async.bulk.tensor.3d.global.shared::cta.add.im2col_no_offs.bulk_group
mir.func @cp_reduce_async_bulk_tensor_3d_im2col_i8_add(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor_3d_im2col.si8.shared.add(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut si8, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_3d_im2col_f64_xor(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_3d_im2col_f64_xor(
// CHECK: cp.reduce.async.bulk.tensor.3d.global.shared::cta.xor.im2col_no_offs.bulk_group
mir.func @cp_reduce_async_bulk_tensor_3d_im2col_f64_xor(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor_3d_im2col.f64.shared.xor(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut f64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_prefetch_tensor_3d_im2col(
// OP: nvvm.cp.async.bulk.tensor.prefetch
// CHECK-LABEL: .entry cp_async_bulk_prefetch_tensor_3d_im2col(
// CHECK: cp.async.bulk.prefetch.tensor.3d.L2.global.im2col
mir.func @cp_async_bulk_prefetch_tensor_3d_im2col(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets : !mir.tuple<ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_3d_im2col(%tensor_map, %coordinates_tuple, %offsets_tuple) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.tuple<ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_s2g_im2col_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_s2g_im2col_hint_i8(
// CHECK: cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group.L2::cache_hint
mir.func @cp_async_bulk_tensor_3d_s2g_im2col_hint_i8(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_s2g_im2col_hint.si8.shared(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut si8, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_3d_s2g_im2col_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_3d_s2g_im2col_hint_f64(
// CHECK: cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group.L2::cache_hint
mir.func @cp_async_bulk_tensor_3d_s2g_im2col_hint_f64(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_3d_s2g_im2col_hint.f64.shared(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_3d_im2col_hint_i8_add(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_3d_im2col_hint_i8_add(
// CHECK: cp.reduce.async.bulk.tensor.3d.global.shared::cta.add.im2col_no_offs.bulk_group.L2::cache_hint
mir.func @cp_reduce_async_bulk_tensor_3d_im2col_hint_i8_add(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor_3d_im2col_hint.si8.shared.add(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut si8, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_3d_im2col_hint_f64_xor(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_3d_im2col_hint_f64_xor(
// CHECK: cp.reduce.async.bulk.tensor.3d.global.shared::cta.xor.im2col_no_offs.bulk_group.L2::cache_hint
mir.func @cp_reduce_async_bulk_tensor_3d_im2col_hint_f64_xor(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor_3d_im2col_hint.f64.shared.xor(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_prefetch_tensor_3d_im2col_hint(
// OP: nvvm.cp.async.bulk.tensor.prefetch
// CHECK-LABEL: .entry cp_async_bulk_prefetch_tensor_3d_im2col_hint(
// CHECK: cp.async.bulk.prefetch.tensor.3d.L2.global.im2col.L2::cache_hint
mir.func @cp_async_bulk_prefetch_tensor_3d_im2col_hint(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets : !mir.tuple<ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_3d_im2col_hint(%tensor_map, %coordinates_tuple, %offsets_tuple, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32>, !mir.tuple<ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_i8(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_f64(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_hint_i8(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_hint_f64(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_multicast_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_multicast_i8(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_multicast_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_multicast.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_multicast_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_multicast_f64(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_multicast_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_multicast.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_multicast_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_multicast_hint_i8(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_multicast_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_multicast_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_g2s_im2col_multicast_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_g2s_im2col_multicast_hint_f64(
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_4d_g2s_im2col_multicast_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_g2s_im2col_multicast_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_s2g_im2col_i8(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_s2g_im2col_i8(
// CHECK: cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group
mir.func @cp_async_bulk_tensor_4d_s2g_im2col_i8(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_s2g_im2col.si8.shared(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut si8, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_s2g_im2col_f64(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_s2g_im2col_f64(
// CHECK: cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group
mir.func @cp_async_bulk_tensor_4d_s2g_im2col_f64(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_s2g_im2col.f64.shared(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut f64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_4d_im2col_i8_add(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_4d_im2col_i8_add(
// CHECK: cp.reduce.async.bulk.tensor.4d.global.shared::cta.add.im2col_no_offs.bulk_group
mir.func @cp_reduce_async_bulk_tensor_4d_im2col_i8_add(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor_4d_im2col.si8.shared.add(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut si8, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_4d_im2col_f64_xor(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_4d_im2col_f64_xor(
// CHECK: cp.reduce.async.bulk.tensor.4d.global.shared::cta.xor.im2col_no_offs.bulk_group
mir.func @cp_reduce_async_bulk_tensor_4d_im2col_f64_xor(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor_4d_im2col.f64.shared.xor(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut f64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_prefetch_tensor_4d_im2col(
// OP: nvvm.cp.async.bulk.tensor.prefetch
// CHECK-LABEL: .entry cp_async_bulk_prefetch_tensor_4d_im2col(
// CHECK: cp.async.bulk.prefetch.tensor.4d.L2.global.im2col
mir.func @cp_async_bulk_prefetch_tensor_4d_im2col(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_4d_im2col(%tensor_map, %coordinates_tuple, %offsets_tuple) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.tuple<ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_s2g_im2col_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_s2g_im2col_hint_i8(
// CHECK: cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group.L2::cache_hint
mir.func @cp_async_bulk_tensor_4d_s2g_im2col_hint_i8(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_s2g_im2col_hint.si8.shared(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut si8, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_4d_s2g_im2col_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_4d_s2g_im2col_hint_f64(
// CHECK: cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group.L2::cache_hint
mir.func @cp_async_bulk_tensor_4d_s2g_im2col_hint_f64(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_4d_s2g_im2col_hint.f64.shared(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_4d_im2col_hint_i8_add(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_4d_im2col_hint_i8_add(
// CHECK: cp.reduce.async.bulk.tensor.4d.global.shared::cta.add.im2col_no_offs.bulk_group.L2::cache_hint
mir.func @cp_reduce_async_bulk_tensor_4d_im2col_hint_i8_add(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor_4d_im2col_hint.si8.shared.add(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut si8, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_4d_im2col_hint_f64_xor(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_4d_im2col_hint_f64_xor(
// CHECK: cp.reduce.async.bulk.tensor.4d.global.shared::cta.xor.im2col_no_offs.bulk_group.L2::cache_hint
mir.func @cp_reduce_async_bulk_tensor_4d_im2col_hint_f64_xor(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor_4d_im2col_hint.f64.shared.xor(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_prefetch_tensor_4d_im2col_hint(
// OP: nvvm.cp.async.bulk.tensor.prefetch
// CHECK-LABEL: .entry cp_async_bulk_prefetch_tensor_4d_im2col_hint(
// CHECK: cp.async.bulk.prefetch.tensor.4d.L2.global.im2col.L2::cache_hint
mir.func @cp_async_bulk_prefetch_tensor_4d_im2col_hint(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets : !mir.tuple<ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_4d_im2col_hint(%tensor_map, %coordinates_tuple, %offsets_tuple, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32>, !mir.tuple<ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_i8(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets, %offsets : !mir.tuple<ui16, ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_f64(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets, %offsets : !mir.tuple<ui16, ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_hint_i8(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets, %offsets : !mir.tuple<ui16, ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_hint_f64(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.L2::cache_hint
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets, %offsets : !mir.tuple<ui16, ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_multicast_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_multicast_i8(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_multicast_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets, %offsets : !mir.tuple<ui16, ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_multicast.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_multicast_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_multicast_f64(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_multicast_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets, %offsets : !mir.tuple<ui16, ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_multicast.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_multicast_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_multicast_hint_i8(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_multicast_hint_i8(%target: !mir.ptr<mut si8, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets, %offsets : !mir.tuple<ui16, ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_multicast_hint.si8.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut si8, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_g2s_im2col_multicast_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_g2s_im2col_multicast_hint_f64(
// CHECK: cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
mir.func @cp_async_bulk_tensor_5d_g2s_im2col_multicast_hint_f64(%target: !mir.ptr<mut f64, shared>, %tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %barrier: !mir.ptr<mut ui64, shared>, %offsets: ui16, %blocks: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets, %offsets : !mir.tuple<ui16, ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_g2s_im2col_multicast_hint.f64.shared.shared(%target, %tensor_map, %coordinates_tuple, %barrier, %offsets_tuple, %blocks, %policy) : (!mir.ptr<mut f64, shared>, !mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut ui64, shared>, !mir.tuple<ui16, ui16, ui16>, ui16, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_s2g_im2col_i8(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_s2g_im2col_i8(
// CHECK: cp.async.bulk.tensor.5d.global.shared::cta.im2col_no_offs.bulk_group
mir.func @cp_async_bulk_tensor_5d_s2g_im2col_i8(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_s2g_im2col.si8.shared(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut si8, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_s2g_im2col_f64(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_s2g_im2col_f64(
// CHECK: cp.async.bulk.tensor.5d.global.shared::cta.im2col_no_offs.bulk_group
mir.func @cp_async_bulk_tensor_5d_s2g_im2col_f64(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_s2g_im2col.f64.shared(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_5d_im2col_i8_add(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_5d_im2col_i8_add(
// CHECK: cp.reduce.async.bulk.tensor.5d.global.shared::cta.add.im2col_no_offs.bulk_group
mir.func @cp_reduce_async_bulk_tensor_5d_im2col_i8_add(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor_5d_im2col.si8.shared.add(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut si8, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_5d_im2col_f64_xor(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_5d_im2col_f64_xor(
// CHECK: cp.reduce.async.bulk.tensor.5d.global.shared::cta.xor.im2col_no_offs.bulk_group
mir.func @cp_reduce_async_bulk_tensor_5d_im2col_f64_xor(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor_5d_im2col.f64.shared.xor(%tensor_map, %coordinates_tuple, %source) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_prefetch_tensor_5d_im2col(
// OP: nvvm.cp.async.bulk.tensor.prefetch
// CHECK-LABEL: .entry cp_async_bulk_prefetch_tensor_5d_im2col(
// CHECK: cp.async.bulk.prefetch.tensor.5d.L2.global.im2col
mir.func @cp_async_bulk_prefetch_tensor_5d_im2col(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %offsets: ui16) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets, %offsets : !mir.tuple<ui16, ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_5d_im2col(%tensor_map, %coordinates_tuple, %offsets_tuple) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.tuple<ui16, ui16, ui16>) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_s2g_im2col_hint_i8(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_s2g_im2col_hint_i8(
// CHECK: cp.async.bulk.tensor.5d.global.shared::cta.im2col_no_offs.bulk_group.L2::cache_hint
mir.func @cp_async_bulk_tensor_5d_s2g_im2col_hint_i8(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_s2g_im2col_hint.si8.shared(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut si8, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_tensor_5d_s2g_im2col_hint_f64(
// OP: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK-LABEL: .entry cp_async_bulk_tensor_5d_s2g_im2col_hint_f64(
// CHECK: cp.async.bulk.tensor.5d.global.shared::cta.im2col_no_offs.bulk_group.L2::cache_hint
mir.func @cp_async_bulk_tensor_5d_s2g_im2col_hint_f64(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_async_bulk_tensor_5d_s2g_im2col_hint.f64.shared(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_5d_im2col_hint_i8_add(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_5d_im2col_hint_i8_add(
// CHECK: cp.reduce.async.bulk.tensor.5d.global.shared::cta.add.im2col_no_offs.bulk_group.L2::cache_hint
mir.func @cp_reduce_async_bulk_tensor_5d_im2col_hint_i8_add(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut si8, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor_5d_im2col_hint.si8.shared.add(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut si8, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_reduce_async_bulk_tensor_5d_im2col_hint_f64_xor(
// OP: nvvm.cp.async.bulk.tensor.reduce
// CHECK-LABEL: .entry cp_reduce_async_bulk_tensor_5d_im2col_hint_f64_xor(
// CHECK: cp.reduce.async.bulk.tensor.5d.global.shared::cta.xor.im2col_no_offs.bulk_group.L2::cache_hint
mir.func @cp_reduce_async_bulk_tensor_5d_im2col_hint_f64_xor(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %source: !mir.ptr<mut f64, shared>, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  mir.call @__periclase_intrinsic.cp_reduce_async_bulk_tensor_5d_im2col_hint.f64.shared.xor(%tensor_map, %coordinates_tuple, %source, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.ptr<mut f64, shared>, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @cp_async_bulk_prefetch_tensor_5d_im2col_hint(
// OP: nvvm.cp.async.bulk.tensor.prefetch
// CHECK-LABEL: .entry cp_async_bulk_prefetch_tensor_5d_im2col_hint(
// CHECK: cp.async.bulk.prefetch.tensor.5d.L2.global.im2col.L2::cache_hint
mir.func @cp_async_bulk_prefetch_tensor_5d_im2col_hint(%tensor_map: !mir.ptr<mut ui64>, %coordinates: si32, %offsets: ui16, %policy: ui64) attributes {kernel} {
  %coordinates_tuple = mir.construct_tuple %coordinates, %coordinates, %coordinates, %coordinates, %coordinates : !mir.tuple<si32, si32, si32, si32, si32>
  %offsets_tuple = mir.construct_tuple %offsets, %offsets, %offsets : !mir.tuple<ui16, ui16, ui16>
  mir.call @__periclase_intrinsic.cp_async_bulk_prefetch_tensor_5d_im2col_hint(%tensor_map, %coordinates_tuple, %offsets_tuple, %policy) : (!mir.ptr<mut ui64>, !mir.tuple<si32, si32, si32, si32, si32>, !mir.tuple<ui16, ui16, ui16>, ui64) -> ()
  mir.return
}
