// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_100a | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.tcgen05_alloc.shared.1(!mir.ptr<mut ui32, shared>, ui32)
mir.func private @__periclase_intrinsic.tcgen05_alloc.shared.2(!mir.ptr<mut ui32, shared>, ui32)
mir.func private @__periclase_intrinsic.tcgen05_dealloc.1(ui32, ui32)
mir.func private @__periclase_intrinsic.tcgen05_dealloc.2(ui32, ui32)
mir.func private @__periclase_intrinsic.tcgen05_relinquish_alloc_permit.1()
mir.func private @__periclase_intrinsic.tcgen05_relinquish_alloc_permit.2()
mir.func private @__periclase_intrinsic.tcgen05_ld_32x32b.1(ui32) -> !mir.tuple<ui32>
mir.func private @__periclase_intrinsic.tcgen05_ld_32x32b.128.pack(ui32) -> !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
mir.func private @__periclase_intrinsic.tcgen05_st_32x32b.1(ui32, !mir.tuple<ui32>)
mir.func private @__periclase_intrinsic.tcgen05_st_32x32b.128.unpack(ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>)
mir.func private @__periclase_intrinsic.tcgen05_ld_16x64b.1(ui32) -> !mir.tuple<ui32>
mir.func private @__periclase_intrinsic.tcgen05_ld_16x64b.128.pack(ui32) -> !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
mir.func private @__periclase_intrinsic.tcgen05_st_16x64b.1(ui32, !mir.tuple<ui32>)
mir.func private @__periclase_intrinsic.tcgen05_st_16x64b.128.unpack(ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>)
mir.func private @__periclase_intrinsic.tcgen05_ld_16x128b.1(ui32) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.tcgen05_ld_16x128b.64.pack(ui32) -> !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
mir.func private @__periclase_intrinsic.tcgen05_st_16x128b.1(ui32, !mir.tuple<ui32, ui32>)
mir.func private @__periclase_intrinsic.tcgen05_st_16x128b.64.unpack(ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>)
mir.func private @__periclase_intrinsic.tcgen05_ld_16x256b.1(ui32) -> !mir.tuple<ui32, ui32, ui32, ui32>
mir.func private @__periclase_intrinsic.tcgen05_ld_16x256b.32.pack(ui32) -> !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
mir.func private @__periclase_intrinsic.tcgen05_st_16x256b.1(ui32, !mir.tuple<ui32, ui32, ui32, ui32>)
mir.func private @__periclase_intrinsic.tcgen05_st_16x256b.32.unpack(ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>)
mir.func private @__periclase_intrinsic.tcgen05_ld_16x32bx2.1.1(ui32) -> !mir.tuple<ui32>
mir.func private @__periclase_intrinsic.tcgen05_ld_16x32bx2.128.1.pack(ui32) -> !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
mir.func private @__periclase_intrinsic.tcgen05_st_16x32bx2.1.1(ui32, !mir.tuple<ui32>)
mir.func private @__periclase_intrinsic.tcgen05_st_16x32bx2.128.1.unpack(ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>)
mir.func private @__periclase_intrinsic.tcgen05_wait_ld()
mir.func private @__periclase_intrinsic.tcgen05_wait_st()
mir.func private @__periclase_intrinsic.tcgen05_fence_before_thread_sync()
mir.func private @__periclase_intrinsic.tcgen05_fence_after_thread_sync()
mir.func private @__periclase_intrinsic.tcgen05_commit.shared.1(!mir.ptr<mut ui64, shared>)
mir.func private @__periclase_intrinsic.tcgen05_commit.shared.2(!mir.ptr<mut ui64, shared>)
mir.func private @__periclase_intrinsic.tcgen05_commit_multicast.shared.1(!mir.ptr<mut ui64, shared>, ui16)
mir.func private @__periclase_intrinsic.tcgen05_commit_multicast.shared.2(!mir.ptr<mut ui64, shared>, ui16)
mir.func private @__periclase_intrinsic.tcgen05_shift_down.1(ui32)
mir.func private @__periclase_intrinsic.tcgen05_shift_down.2(ui32)
mir.func private @__periclase_intrinsic.tcgen05_cp.128x256b.none.1(ui32, ui64)
mir.func private @__periclase_intrinsic.tcgen05_cp.32x128b.b4x16_p64.2(ui32, ui64)
mir.func private @__periclase_intrinsic.tcgen05_mma.f16.1.discard(ui32, ui64, ui64, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma.i8.2.use(ui32, ui64, ui64, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_lanes.f16.1.discard(ui32, ui64, ui64, ui32, !mir.tuple<ui32, ui32, ui32, ui32>, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_lanes.i8.2.use(ui32, ui64, ui64, ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws.f16.0.discard(ui32, ui64, ui64, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws.i8.3.use(ui32, ui64, ui64, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws_columns.f16.0.discard(ui32, ui64, ui64, ui32, i1, ui64)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws_columns.i8.3.use(ui32, ui64, ui64, ui32, i1, ui64)
mir.func private @__periclase_intrinsic.tcgen05_mma_tensor.f16.1.discard(ui32, ui32, ui64, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_tensor.i8.2.use(ui32, ui32, ui64, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_tensor_lanes.f16.1.discard(ui32, ui32, ui64, ui32, !mir.tuple<ui32, ui32, ui32, ui32>, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_tensor_lanes.i8.2.use(ui32, ui32, ui64, ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws_tensor.f16.0.discard(ui32, ui32, ui64, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws_tensor.i8.3.use(ui32, ui32, ui64, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws_tensor_columns.f16.0.discard(ui32, ui32, ui64, ui32, i1, ui64)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws_tensor_columns.i8.3.use(ui32, ui32, ui64, ui32, i1, ui64)
mir.func private @__periclase_intrinsic.tcgen05_mma_scaled.mxf8f6f4.1.discard(ui32, ui64, ui64, ui32, ui32, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_sp.f16.1.discard(ui32, ui64, ui64, ui32, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_sp.i8.2.use(ui32, ui64, ui64, ui32, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_sp_lanes.f16.1.discard(ui32, ui64, ui64, ui32, ui32, !mir.tuple<ui32, ui32, ui32, ui32>, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_sp_lanes.i8.2.use(ui32, ui64, ui64, ui32, ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws_sp.f16.0.discard(ui32, ui64, ui64, ui32, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws_sp.i8.3.use(ui32, ui64, ui64, ui32, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws_sp_columns.f16.0.discard(ui32, ui64, ui64, ui32, ui32, i1, ui64)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws_sp_columns.i8.3.use(ui32, ui64, ui64, ui32, ui32, i1, ui64)
mir.func private @__periclase_intrinsic.tcgen05_mma_sp_tensor.f16.1.discard(ui32, ui32, ui64, ui32, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_sp_tensor.i8.2.use(ui32, ui32, ui64, ui32, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_sp_tensor_lanes.f16.1.discard(ui32, ui32, ui64, ui32, ui32, !mir.tuple<ui32, ui32, ui32, ui32>, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_sp_tensor_lanes.i8.2.use(ui32, ui32, ui64, ui32, ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws_sp_tensor.f16.0.discard(ui32, ui32, ui64, ui32, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws_sp_tensor.i8.3.use(ui32, ui32, ui64, ui32, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws_sp_tensor_columns.f16.0.discard(ui32, ui32, ui64, ui32, ui32, i1, ui64)
mir.func private @__periclase_intrinsic.tcgen05_mma_ws_sp_tensor_columns.i8.3.use(ui32, ui32, ui64, ui32, ui32, i1, ui64)
mir.func private @__periclase_intrinsic.tcgen05_mma_sp_scaled.mxf8f6f4.1.discard(ui32, ui64, ui64, ui32, ui32, ui32, ui32, i1)

// OP-LABEL: mir.func @tcgen05_alloc_1(
// OP: nvvm.tcgen05.alloc
// CHECK-LABEL: .entry tcgen05_alloc_1(
// CHECK: tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32
mir.func @tcgen05_alloc_1(%target: !mir.ptr<mut ui32, shared>, %columns: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_alloc.shared.1(%target, %columns) : (!mir.ptr<mut ui32, shared>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_alloc_2(
// OP: nvvm.tcgen05.alloc
// CHECK-LABEL: .entry tcgen05_alloc_2(
// CHECK: tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32
mir.func @tcgen05_alloc_2(%target: !mir.ptr<mut ui32, shared>, %columns: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_alloc.shared.2(%target, %columns) : (!mir.ptr<mut ui32, shared>, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_dealloc_1(
// OP: nvvm.tcgen05.dealloc
// CHECK-LABEL: .entry tcgen05_dealloc_1(
// CHECK: tcgen05.dealloc.cta_group::1.sync.aligned.b32
mir.func @tcgen05_dealloc_1(%address: ui32, %columns: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_dealloc.1(%address, %columns) : (ui32, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_dealloc_2(
// OP: nvvm.tcgen05.dealloc
// CHECK-LABEL: .entry tcgen05_dealloc_2(
// CHECK: tcgen05.dealloc.cta_group::2.sync.aligned.b32
mir.func @tcgen05_dealloc_2(%address: ui32, %columns: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_dealloc.2(%address, %columns) : (ui32, ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_relinquish_alloc_permit_1(
// OP: nvvm.tcgen05.relinquish_alloc_permit
// CHECK-LABEL: .entry tcgen05_relinquish_alloc_permit_1(
// CHECK: tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned
mir.func @tcgen05_relinquish_alloc_permit_1() attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_relinquish_alloc_permit.1() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_relinquish_alloc_permit_2(
// OP: nvvm.tcgen05.relinquish_alloc_permit
// CHECK-LABEL: .entry tcgen05_relinquish_alloc_permit_2(
// CHECK: tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned
mir.func @tcgen05_relinquish_alloc_permit_2() attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_relinquish_alloc_permit.2() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_ld_32x32b_1(
// OP: nvvm.tcgen05.ld
// CHECK-LABEL: .entry tcgen05_ld_32x32b_1(
// CHECK: tcgen05.ld.sync.aligned.32x32b.x1.b32
mir.func @tcgen05_ld_32x32b_1(%address: ui32, %result: !mir.ptr<mut !mir.tuple<ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.tcgen05_ld_32x32b.1(%address) : (ui32) -> !mir.tuple<ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @tcgen05_ld_32x32b_128_pack(
// OP: nvvm.tcgen05.ld
// CHECK-LABEL: .entry tcgen05_ld_32x32b_128_pack(
// CHECK: tcgen05.ld.sync.aligned.32x32b.x128.pack::16b.b32
mir.func @tcgen05_ld_32x32b_128_pack(%address: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.tcgen05_ld_32x32b.128.pack(%address) : (ui32) -> !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @tcgen05_st_32x32b_1(
// OP: nvvm.tcgen05.st
// CHECK-LABEL: .entry tcgen05_st_32x32b_1(
// CHECK: tcgen05.st.sync.aligned.32x32b.x1.b32
mir.func @tcgen05_st_32x32b_1(%address: ui32, %values: ui32) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values : !mir.tuple<ui32>
  mir.call @__periclase_intrinsic.tcgen05_st_32x32b.1(%address, %values_tuple) : (ui32, !mir.tuple<ui32>) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_st_32x32b_128_unpack(
// OP: nvvm.tcgen05.st
// CHECK-LABEL: .entry tcgen05_st_32x32b_128_unpack(
// CHECK: tcgen05.st.sync.aligned.32x32b.x128.unpack::16b.b32
mir.func @tcgen05_st_32x32b_128_unpack(%address: ui32, %values: ui32) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values : !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_st_32x32b.128.unpack(%address, %values_tuple) : (ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_ld_16x64b_1(
// OP: nvvm.tcgen05.ld
// CHECK-LABEL: .entry tcgen05_ld_16x64b_1(
// CHECK: tcgen05.ld.sync.aligned.16x64b.x1.b32
mir.func @tcgen05_ld_16x64b_1(%address: ui32, %result: !mir.ptr<mut !mir.tuple<ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.tcgen05_ld_16x64b.1(%address) : (ui32) -> !mir.tuple<ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @tcgen05_ld_16x64b_128_pack(
// OP: nvvm.tcgen05.ld
// CHECK-LABEL: .entry tcgen05_ld_16x64b_128_pack(
// CHECK: tcgen05.ld.sync.aligned.16x64b.x128.pack::16b.b32
mir.func @tcgen05_ld_16x64b_128_pack(%address: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.tcgen05_ld_16x64b.128.pack(%address) : (ui32) -> !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @tcgen05_st_16x64b_1(
// OP: nvvm.tcgen05.st
// CHECK-LABEL: .entry tcgen05_st_16x64b_1(
// CHECK: tcgen05.st.sync.aligned.16x64b.x1.b32
mir.func @tcgen05_st_16x64b_1(%address: ui32, %values: ui32) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values : !mir.tuple<ui32>
  mir.call @__periclase_intrinsic.tcgen05_st_16x64b.1(%address, %values_tuple) : (ui32, !mir.tuple<ui32>) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_st_16x64b_128_unpack(
// OP: nvvm.tcgen05.st
// CHECK-LABEL: .entry tcgen05_st_16x64b_128_unpack(
// CHECK: tcgen05.st.sync.aligned.16x64b.x128.unpack::16b.b32
mir.func @tcgen05_st_16x64b_128_unpack(%address: ui32, %values: ui32) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values : !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_st_16x64b.128.unpack(%address, %values_tuple) : (ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_ld_16x128b_1(
// OP: nvvm.tcgen05.ld
// CHECK-LABEL: .entry tcgen05_ld_16x128b_1(
// CHECK: tcgen05.ld.sync.aligned.16x128b.x1.b32
mir.func @tcgen05_ld_16x128b_1(%address: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.tcgen05_ld_16x128b.1(%address) : (ui32) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @tcgen05_ld_16x128b_64_pack(
// OP: nvvm.tcgen05.ld
// CHECK-LABEL: .entry tcgen05_ld_16x128b_64_pack(
// CHECK: tcgen05.ld.sync.aligned.16x128b.x64.pack::16b.b32
mir.func @tcgen05_ld_16x128b_64_pack(%address: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.tcgen05_ld_16x128b.64.pack(%address) : (ui32) -> !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @tcgen05_st_16x128b_1(
// OP: nvvm.tcgen05.st
// CHECK-LABEL: .entry tcgen05_st_16x128b_1(
// CHECK: tcgen05.st.sync.aligned.16x128b.x1.b32
mir.func @tcgen05_st_16x128b_1(%address: ui32, %values: ui32) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values : !mir.tuple<ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_st_16x128b.1(%address, %values_tuple) : (ui32, !mir.tuple<ui32, ui32>) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_st_16x128b_64_unpack(
// OP: nvvm.tcgen05.st
// CHECK-LABEL: .entry tcgen05_st_16x128b_64_unpack(
// CHECK: tcgen05.st.sync.aligned.16x128b.x64.unpack::16b.b32
mir.func @tcgen05_st_16x128b_64_unpack(%address: ui32, %values: ui32) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values : !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_st_16x128b.64.unpack(%address, %values_tuple) : (ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_ld_16x256b_1(
// OP: nvvm.tcgen05.ld
// CHECK-LABEL: .entry tcgen05_ld_16x256b_1(
// CHECK: tcgen05.ld.sync.aligned.16x256b.x1.b32
mir.func @tcgen05_ld_16x256b_1(%address: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.tcgen05_ld_16x256b.1(%address) : (ui32) -> !mir.tuple<ui32, ui32, ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @tcgen05_ld_16x256b_32_pack(
// OP: nvvm.tcgen05.ld
// CHECK-LABEL: .entry tcgen05_ld_16x256b_32_pack(
// CHECK: tcgen05.ld.sync.aligned.16x256b.x32.pack::16b.b32
mir.func @tcgen05_ld_16x256b_32_pack(%address: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.tcgen05_ld_16x256b.32.pack(%address) : (ui32) -> !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @tcgen05_st_16x256b_1(
// OP: nvvm.tcgen05.st
// CHECK-LABEL: .entry tcgen05_st_16x256b_1(
// CHECK: tcgen05.st.sync.aligned.16x256b.x1.b32
mir.func @tcgen05_st_16x256b_1(%address: ui32, %values: ui32) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values, %values, %values : !mir.tuple<ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_st_16x256b.1(%address, %values_tuple) : (ui32, !mir.tuple<ui32, ui32, ui32, ui32>) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_st_16x256b_32_unpack(
// OP: nvvm.tcgen05.st
// CHECK-LABEL: .entry tcgen05_st_16x256b_32_unpack(
// CHECK: tcgen05.st.sync.aligned.16x256b.x32.unpack::16b.b32
mir.func @tcgen05_st_16x256b_32_unpack(%address: ui32, %values: ui32) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values : !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_st_16x256b.32.unpack(%address, %values_tuple) : (ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_ld_16x32bx2_1_1(
// OP: nvvm.tcgen05.ld
// CHECK-LABEL: .entry tcgen05_ld_16x32bx2_1_1(
// CHECK: tcgen05.ld.sync.aligned.16x32bx2.x1.b32
mir.func @tcgen05_ld_16x32bx2_1_1(%address: ui32, %result: !mir.ptr<mut !mir.tuple<ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.tcgen05_ld_16x32bx2.1.1(%address) : (ui32) -> !mir.tuple<ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @tcgen05_ld_16x32bx2_128_1_pack(
// OP: nvvm.tcgen05.ld
// CHECK-LABEL: .entry tcgen05_ld_16x32bx2_128_1_pack(
// CHECK: tcgen05.ld.sync.aligned.16x32bx2.x128.pack::16b.b32
mir.func @tcgen05_ld_16x32bx2_128_1_pack(%address: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.tcgen05_ld_16x32bx2.128.1.pack(%address) : (ui32) -> !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @tcgen05_st_16x32bx2_1_1(
// OP: nvvm.tcgen05.st
// CHECK-LABEL: .entry tcgen05_st_16x32bx2_1_1(
// CHECK: tcgen05.st.sync.aligned.16x32bx2.x1.b32
mir.func @tcgen05_st_16x32bx2_1_1(%address: ui32, %values: ui32) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values : !mir.tuple<ui32>
  mir.call @__periclase_intrinsic.tcgen05_st_16x32bx2.1.1(%address, %values_tuple) : (ui32, !mir.tuple<ui32>) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_st_16x32bx2_128_1_unpack(
// OP: nvvm.tcgen05.st
// CHECK-LABEL: .entry tcgen05_st_16x32bx2_128_1_unpack(
// CHECK: tcgen05.st.sync.aligned.16x32bx2.x128.unpack::16b.b32
mir.func @tcgen05_st_16x32bx2_128_1_unpack(%address: ui32, %values: ui32) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values, %values : !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_st_16x32bx2.128.1.unpack(%address, %values_tuple) : (ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_wait_ld(
// OP: nvvm.tcgen05.wait
// CHECK-LABEL: .entry tcgen05_wait_ld(
// CHECK: tcgen05.wait::ld.sync.aligned
mir.func @tcgen05_wait_ld() attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_wait_ld() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_wait_st(
// OP: nvvm.tcgen05.wait
// CHECK-LABEL: .entry tcgen05_wait_st(
// CHECK: tcgen05.wait::st.sync.aligned
mir.func @tcgen05_wait_st() attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_wait_st() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_fence_before_thread_sync(
// OP: nvvm.tcgen05.fence
// CHECK-LABEL: .entry tcgen05_fence_before_thread_sync(
// CHECK: tcgen05.fence::before_thread_sync
mir.func @tcgen05_fence_before_thread_sync() attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_fence_before_thread_sync() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_fence_after_thread_sync(
// OP: nvvm.tcgen05.fence
// CHECK-LABEL: .entry tcgen05_fence_after_thread_sync(
// CHECK: tcgen05.fence::after_thread_sync
mir.func @tcgen05_fence_after_thread_sync() attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_fence_after_thread_sync() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_commit_1(
// OP: nvvm.tcgen05.commit
// CHECK-LABEL: .entry tcgen05_commit_1(
// CHECK: tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64
mir.func @tcgen05_commit_1(%barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_commit.shared.1(%barrier) : (!mir.ptr<mut ui64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_commit_2(
// OP: nvvm.tcgen05.commit
// CHECK-LABEL: .entry tcgen05_commit_2(
// CHECK: tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.b64
mir.func @tcgen05_commit_2(%barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_commit.shared.2(%barrier) : (!mir.ptr<mut ui64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_commit_multicast_1(
// OP: nvvm.tcgen05.commit
// CHECK-LABEL: .entry tcgen05_commit_multicast_1(
// CHECK: tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64
mir.func @tcgen05_commit_multicast_1(%barrier: !mir.ptr<mut ui64, shared>, %blocks: ui16) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_commit_multicast.shared.1(%barrier, %blocks) : (!mir.ptr<mut ui64, shared>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_commit_multicast_2(
// OP: nvvm.tcgen05.commit
// CHECK-LABEL: .entry tcgen05_commit_multicast_2(
// CHECK: tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64
mir.func @tcgen05_commit_multicast_2(%barrier: !mir.ptr<mut ui64, shared>, %blocks: ui16) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_commit_multicast.shared.2(%barrier, %blocks) : (!mir.ptr<mut ui64, shared>, ui16) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_shift_down_1(
// OP: nvvm.tcgen05.shift
// CHECK-LABEL: .entry tcgen05_shift_down_1(
// CHECK: tcgen05.shift.cta_group::1.down
mir.func @tcgen05_shift_down_1(%address: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_shift_down.1(%address) : (ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_shift_down_2(
// OP: nvvm.tcgen05.shift
// CHECK-LABEL: .entry tcgen05_shift_down_2(
// CHECK: tcgen05.shift.cta_group::2.down
mir.func @tcgen05_shift_down_2(%address: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_shift_down.2(%address) : (ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_cp_128x256b_none_1(
// OP: nvvm.tcgen05.cp
// CHECK-LABEL: .entry tcgen05_cp_128x256b_none_1(
// CHECK: tcgen05.cp.cta_group::1.128x256b
mir.func @tcgen05_cp_128x256b_none_1(%address: ui32, %source: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_cp.128x256b.none.1(%address, %source) : (ui32, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_cp_32x128b_b4x16_p64_2(
// OP: nvvm.tcgen05.cp
// CHECK-LABEL: .entry tcgen05_cp_32x128b_b4x16_p64_2(
// CHECK: tcgen05.cp.cta_group::2.32x128b.warpx4.b8x16.b4x16_p64
mir.func @tcgen05_cp_32x128b_b4x16_p64_2(%address: ui32, %source: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_cp.32x128b.b4x16_p64.2(%address, %source) : (ui32, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_f16_1_discard(
// OP: nvvm.tcgen05.mma
// CHECK-LABEL: .entry tcgen05_mma_f16_1_discard(
// CHECK: tcgen05.mma.cta_group::1.kind::f16.collector::a::discard
mir.func @tcgen05_mma_f16_1_discard(%target: ui32, %a: ui64, %b: ui64, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma.f16.1.discard(%target, %a, %b, %description, %accumulate) : (ui32, ui64, ui64, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_i8_2_use(
// OP: nvvm.tcgen05.mma
// CHECK-LABEL: .entry tcgen05_mma_i8_2_use(
// CHECK: tcgen05.mma.cta_group::2.kind::i8.collector::a::use
mir.func @tcgen05_mma_i8_2_use(%target: ui32, %a: ui64, %b: ui64, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma.i8.2.use(%target, %a, %b, %description, %accumulate) : (ui32, ui64, ui64, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_lanes_f16_1_discard(
// OP: nvvm.tcgen05.mma
// CHECK-LABEL: .entry tcgen05_mma_lanes_f16_1_discard(
// CHECK: tcgen05.mma.cta_group::1.kind::f16.collector::a::discard
mir.func @tcgen05_mma_lanes_f16_1_discard(%target: ui32, %a: ui64, %b: ui64, %description: ui32, %disabled: ui32, %accumulate: i1) attributes {kernel} {
  %disabled_tuple = mir.construct_tuple %disabled, %disabled, %disabled, %disabled : !mir.tuple<ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_mma_lanes.f16.1.discard(%target, %a, %b, %description, %disabled_tuple, %accumulate) : (ui32, ui64, ui64, ui32, !mir.tuple<ui32, ui32, ui32, ui32>, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_lanes_i8_2_use(
// OP: nvvm.tcgen05.mma
// CHECK-LABEL: .entry tcgen05_mma_lanes_i8_2_use(
// CHECK: tcgen05.mma.cta_group::2.kind::i8.collector::a::use
mir.func @tcgen05_mma_lanes_i8_2_use(%target: ui32, %a: ui64, %b: ui64, %description: ui32, %disabled: ui32, %accumulate: i1) attributes {kernel} {
  %disabled_tuple = mir.construct_tuple %disabled, %disabled, %disabled, %disabled, %disabled, %disabled, %disabled, %disabled : !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_mma_lanes.i8.2.use(%target, %a, %b, %description, %disabled_tuple, %accumulate) : (ui32, ui64, ui64, ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_f16_0_discard(
// OP: nvvm.tcgen05.mma.ws
// CHECK-LABEL: .entry tcgen05_mma_ws_f16_0_discard(
// CHECK: tcgen05.mma.ws.cta_group::1.kind::f16.collector::b0::discard
mir.func @tcgen05_mma_ws_f16_0_discard(%target: ui32, %a: ui64, %b: ui64, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws.f16.0.discard(%target, %a, %b, %description, %accumulate) : (ui32, ui64, ui64, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_i8_3_use(
// OP: nvvm.tcgen05.mma.ws
// CHECK-LABEL: .entry tcgen05_mma_ws_i8_3_use(
// CHECK: tcgen05.mma.ws.cta_group::1.kind::i8.collector::b3::use
mir.func @tcgen05_mma_ws_i8_3_use(%target: ui32, %a: ui64, %b: ui64, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws.i8.3.use(%target, %a, %b, %description, %accumulate) : (ui32, ui64, ui64, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_columns_f16_0_discard(
// OP: nvvm.tcgen05.mma.ws
// CHECK-LABEL: .entry tcgen05_mma_ws_columns_f16_0_discard(
// CHECK: tcgen05.mma.ws.cta_group::1.kind::f16.collector::b0::discard
mir.func @tcgen05_mma_ws_columns_f16_0_discard(%target: ui32, %a: ui64, %b: ui64, %description: ui32, %accumulate: i1, %zero_columns: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws_columns.f16.0.discard(%target, %a, %b, %description, %accumulate, %zero_columns) : (ui32, ui64, ui64, ui32, i1, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_columns_i8_3_use(
// OP: nvvm.tcgen05.mma.ws
// CHECK-LABEL: .entry tcgen05_mma_ws_columns_i8_3_use(
// CHECK: tcgen05.mma.ws.cta_group::1.kind::i8.collector::b3::use
mir.func @tcgen05_mma_ws_columns_i8_3_use(%target: ui32, %a: ui64, %b: ui64, %description: ui32, %accumulate: i1, %zero_columns: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws_columns.i8.3.use(%target, %a, %b, %description, %accumulate, %zero_columns) : (ui32, ui64, ui64, ui32, i1, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_tensor_f16_1_discard(
// OP: nvvm.tcgen05.mma
// CHECK-LABEL: .entry tcgen05_mma_tensor_f16_1_discard(
// CHECK: tcgen05.mma.cta_group::1.kind::f16.collector::a::discard
mir.func @tcgen05_mma_tensor_f16_1_discard(%target: ui32, %a: ui32, %b: ui64, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_tensor.f16.1.discard(%target, %a, %b, %description, %accumulate) : (ui32, ui32, ui64, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_tensor_i8_2_use(
// OP: nvvm.tcgen05.mma
// CHECK-LABEL: .entry tcgen05_mma_tensor_i8_2_use(
// CHECK: tcgen05.mma.cta_group::2.kind::i8.collector::a::use
mir.func @tcgen05_mma_tensor_i8_2_use(%target: ui32, %a: ui32, %b: ui64, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_tensor.i8.2.use(%target, %a, %b, %description, %accumulate) : (ui32, ui32, ui64, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_tensor_lanes_f16_1_discard(
// OP: nvvm.tcgen05.mma
// CHECK-LABEL: .entry tcgen05_mma_tensor_lanes_f16_1_discard(
// CHECK: tcgen05.mma.cta_group::1.kind::f16.collector::a::discard
mir.func @tcgen05_mma_tensor_lanes_f16_1_discard(%target: ui32, %a: ui32, %b: ui64, %description: ui32, %disabled: ui32, %accumulate: i1) attributes {kernel} {
  %disabled_tuple = mir.construct_tuple %disabled, %disabled, %disabled, %disabled : !mir.tuple<ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_mma_tensor_lanes.f16.1.discard(%target, %a, %b, %description, %disabled_tuple, %accumulate) : (ui32, ui32, ui64, ui32, !mir.tuple<ui32, ui32, ui32, ui32>, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_tensor_lanes_i8_2_use(
// OP: nvvm.tcgen05.mma
// CHECK-LABEL: .entry tcgen05_mma_tensor_lanes_i8_2_use(
// CHECK: tcgen05.mma.cta_group::2.kind::i8.collector::a::use
mir.func @tcgen05_mma_tensor_lanes_i8_2_use(%target: ui32, %a: ui32, %b: ui64, %description: ui32, %disabled: ui32, %accumulate: i1) attributes {kernel} {
  %disabled_tuple = mir.construct_tuple %disabled, %disabled, %disabled, %disabled, %disabled, %disabled, %disabled, %disabled : !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_mma_tensor_lanes.i8.2.use(%target, %a, %b, %description, %disabled_tuple, %accumulate) : (ui32, ui32, ui64, ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_tensor_f16_0_discard(
// OP: nvvm.tcgen05.mma.ws
// CHECK-LABEL: .entry tcgen05_mma_ws_tensor_f16_0_discard(
// CHECK: tcgen05.mma.ws.cta_group::1.kind::f16.collector::b0::discard
mir.func @tcgen05_mma_ws_tensor_f16_0_discard(%target: ui32, %a: ui32, %b: ui64, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws_tensor.f16.0.discard(%target, %a, %b, %description, %accumulate) : (ui32, ui32, ui64, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_tensor_i8_3_use(
// OP: nvvm.tcgen05.mma.ws
// CHECK-LABEL: .entry tcgen05_mma_ws_tensor_i8_3_use(
// CHECK: tcgen05.mma.ws.cta_group::1.kind::i8.collector::b3::use
mir.func @tcgen05_mma_ws_tensor_i8_3_use(%target: ui32, %a: ui32, %b: ui64, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws_tensor.i8.3.use(%target, %a, %b, %description, %accumulate) : (ui32, ui32, ui64, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_tensor_columns_f16_0_discard(
// OP: nvvm.tcgen05.mma.ws
// CHECK-LABEL: .entry tcgen05_mma_ws_tensor_columns_f16_0_discard(
// CHECK: tcgen05.mma.ws.cta_group::1.kind::f16.collector::b0::discard
mir.func @tcgen05_mma_ws_tensor_columns_f16_0_discard(%target: ui32, %a: ui32, %b: ui64, %description: ui32, %accumulate: i1, %zero_columns: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws_tensor_columns.f16.0.discard(%target, %a, %b, %description, %accumulate, %zero_columns) : (ui32, ui32, ui64, ui32, i1, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_tensor_columns_i8_3_use(
// OP: nvvm.tcgen05.mma.ws
// CHECK-LABEL: .entry tcgen05_mma_ws_tensor_columns_i8_3_use(
// CHECK: tcgen05.mma.ws.cta_group::1.kind::i8.collector::b3::use
mir.func @tcgen05_mma_ws_tensor_columns_i8_3_use(%target: ui32, %a: ui32, %b: ui64, %description: ui32, %accumulate: i1, %zero_columns: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws_tensor_columns.i8.3.use(%target, %a, %b, %description, %accumulate, %zero_columns) : (ui32, ui32, ui64, ui32, i1, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_scaled_mxf8f6f4_1_discard(
// OP: nvvm.tcgen05.mma.block_scale
// CHECK-LABEL: .entry tcgen05_mma_scaled_mxf8f6f4_1_discard(
// CHECK: tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.collector::a::discard
mir.func @tcgen05_mma_scaled_mxf8f6f4_1_discard(%target: ui32, %a: ui64, %b: ui64, %description: ui32, %scale_a: ui32, %scale_b: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_scaled.mxf8f6f4.1.discard(%target, %a, %b, %description, %scale_a, %scale_b, %accumulate) : (ui32, ui64, ui64, ui32, ui32, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_sp_f16_1_discard(
// OP: nvvm.tcgen05.mma.sp
// CHECK-LABEL: .entry tcgen05_mma_sp_f16_1_discard(
// CHECK: tcgen05.mma.sp.cta_group::1.kind::f16.collector::a::discard
mir.func @tcgen05_mma_sp_f16_1_discard(%target: ui32, %a: ui64, %b: ui64, %metadata: ui32, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_sp.f16.1.discard(%target, %a, %b, %metadata, %description, %accumulate) : (ui32, ui64, ui64, ui32, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_sp_i8_2_use(
// OP: nvvm.tcgen05.mma.sp
// CHECK-LABEL: .entry tcgen05_mma_sp_i8_2_use(
// CHECK: tcgen05.mma.sp.cta_group::2.kind::i8.collector::a::use
mir.func @tcgen05_mma_sp_i8_2_use(%target: ui32, %a: ui64, %b: ui64, %metadata: ui32, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_sp.i8.2.use(%target, %a, %b, %metadata, %description, %accumulate) : (ui32, ui64, ui64, ui32, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_sp_lanes_f16_1_discard(
// OP: nvvm.tcgen05.mma.sp
// CHECK-LABEL: .entry tcgen05_mma_sp_lanes_f16_1_discard(
// CHECK: tcgen05.mma.sp.cta_group::1.kind::f16.collector::a::discard
mir.func @tcgen05_mma_sp_lanes_f16_1_discard(%target: ui32, %a: ui64, %b: ui64, %metadata: ui32, %description: ui32, %disabled: ui32, %accumulate: i1) attributes {kernel} {
  %disabled_tuple = mir.construct_tuple %disabled, %disabled, %disabled, %disabled : !mir.tuple<ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_mma_sp_lanes.f16.1.discard(%target, %a, %b, %metadata, %description, %disabled_tuple, %accumulate) : (ui32, ui64, ui64, ui32, ui32, !mir.tuple<ui32, ui32, ui32, ui32>, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_sp_lanes_i8_2_use(
// OP: nvvm.tcgen05.mma.sp
// CHECK-LABEL: .entry tcgen05_mma_sp_lanes_i8_2_use(
// CHECK: tcgen05.mma.sp.cta_group::2.kind::i8.collector::a::use
mir.func @tcgen05_mma_sp_lanes_i8_2_use(%target: ui32, %a: ui64, %b: ui64, %metadata: ui32, %description: ui32, %disabled: ui32, %accumulate: i1) attributes {kernel} {
  %disabled_tuple = mir.construct_tuple %disabled, %disabled, %disabled, %disabled, %disabled, %disabled, %disabled, %disabled : !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_mma_sp_lanes.i8.2.use(%target, %a, %b, %metadata, %description, %disabled_tuple, %accumulate) : (ui32, ui64, ui64, ui32, ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_sp_f16_0_discard(
// OP: nvvm.tcgen05.mma.ws.sp
// CHECK-LABEL: .entry tcgen05_mma_ws_sp_f16_0_discard(
// CHECK: tcgen05.mma.ws.sp.cta_group::1.kind::f16.collector::b0::discard
mir.func @tcgen05_mma_ws_sp_f16_0_discard(%target: ui32, %a: ui64, %b: ui64, %metadata: ui32, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws_sp.f16.0.discard(%target, %a, %b, %metadata, %description, %accumulate) : (ui32, ui64, ui64, ui32, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_sp_i8_3_use(
// OP: nvvm.tcgen05.mma.ws.sp
// CHECK-LABEL: .entry tcgen05_mma_ws_sp_i8_3_use(
// CHECK: tcgen05.mma.ws.sp.cta_group::1.kind::i8.collector::b3::use
mir.func @tcgen05_mma_ws_sp_i8_3_use(%target: ui32, %a: ui64, %b: ui64, %metadata: ui32, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws_sp.i8.3.use(%target, %a, %b, %metadata, %description, %accumulate) : (ui32, ui64, ui64, ui32, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_sp_columns_f16_0_discard(
// OP: nvvm.tcgen05.mma.ws.sp
// CHECK-LABEL: .entry tcgen05_mma_ws_sp_columns_f16_0_discard(
// CHECK: tcgen05.mma.ws.sp.cta_group::1.kind::f16.collector::b0::discard
mir.func @tcgen05_mma_ws_sp_columns_f16_0_discard(%target: ui32, %a: ui64, %b: ui64, %metadata: ui32, %description: ui32, %accumulate: i1, %zero_columns: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws_sp_columns.f16.0.discard(%target, %a, %b, %metadata, %description, %accumulate, %zero_columns) : (ui32, ui64, ui64, ui32, ui32, i1, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_sp_columns_i8_3_use(
// OP: nvvm.tcgen05.mma.ws.sp
// CHECK-LABEL: .entry tcgen05_mma_ws_sp_columns_i8_3_use(
// CHECK: tcgen05.mma.ws.sp.cta_group::1.kind::i8.collector::b3::use
mir.func @tcgen05_mma_ws_sp_columns_i8_3_use(%target: ui32, %a: ui64, %b: ui64, %metadata: ui32, %description: ui32, %accumulate: i1, %zero_columns: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws_sp_columns.i8.3.use(%target, %a, %b, %metadata, %description, %accumulate, %zero_columns) : (ui32, ui64, ui64, ui32, ui32, i1, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_sp_tensor_f16_1_discard(
// OP: nvvm.tcgen05.mma.sp
// CHECK-LABEL: .entry tcgen05_mma_sp_tensor_f16_1_discard(
// CHECK: tcgen05.mma.sp.cta_group::1.kind::f16.collector::a::discard
mir.func @tcgen05_mma_sp_tensor_f16_1_discard(%target: ui32, %a: ui32, %b: ui64, %metadata: ui32, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_sp_tensor.f16.1.discard(%target, %a, %b, %metadata, %description, %accumulate) : (ui32, ui32, ui64, ui32, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_sp_tensor_i8_2_use(
// OP: nvvm.tcgen05.mma.sp
// CHECK-LABEL: .entry tcgen05_mma_sp_tensor_i8_2_use(
// CHECK: tcgen05.mma.sp.cta_group::2.kind::i8.collector::a::use
mir.func @tcgen05_mma_sp_tensor_i8_2_use(%target: ui32, %a: ui32, %b: ui64, %metadata: ui32, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_sp_tensor.i8.2.use(%target, %a, %b, %metadata, %description, %accumulate) : (ui32, ui32, ui64, ui32, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_sp_tensor_lanes_f16_1_discard(
// OP: nvvm.tcgen05.mma.sp
// CHECK-LABEL: .entry tcgen05_mma_sp_tensor_lanes_f16_1_discard(
// CHECK: tcgen05.mma.sp.cta_group::1.kind::f16.collector::a::discard
mir.func @tcgen05_mma_sp_tensor_lanes_f16_1_discard(%target: ui32, %a: ui32, %b: ui64, %metadata: ui32, %description: ui32, %disabled: ui32, %accumulate: i1) attributes {kernel} {
  %disabled_tuple = mir.construct_tuple %disabled, %disabled, %disabled, %disabled : !mir.tuple<ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_mma_sp_tensor_lanes.f16.1.discard(%target, %a, %b, %metadata, %description, %disabled_tuple, %accumulate) : (ui32, ui32, ui64, ui32, ui32, !mir.tuple<ui32, ui32, ui32, ui32>, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_sp_tensor_lanes_i8_2_use(
// OP: nvvm.tcgen05.mma.sp
// CHECK-LABEL: .entry tcgen05_mma_sp_tensor_lanes_i8_2_use(
// CHECK: tcgen05.mma.sp.cta_group::2.kind::i8.collector::a::use
mir.func @tcgen05_mma_sp_tensor_lanes_i8_2_use(%target: ui32, %a: ui32, %b: ui64, %metadata: ui32, %description: ui32, %disabled: ui32, %accumulate: i1) attributes {kernel} {
  %disabled_tuple = mir.construct_tuple %disabled, %disabled, %disabled, %disabled, %disabled, %disabled, %disabled, %disabled : !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.tcgen05_mma_sp_tensor_lanes.i8.2.use(%target, %a, %b, %metadata, %description, %disabled_tuple, %accumulate) : (ui32, ui32, ui64, ui32, ui32, !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_sp_tensor_f16_0_discard(
// OP: nvvm.tcgen05.mma.ws.sp
// CHECK-LABEL: .entry tcgen05_mma_ws_sp_tensor_f16_0_discard(
// CHECK: tcgen05.mma.ws.sp.cta_group::1.kind::f16.collector::b0::discard
mir.func @tcgen05_mma_ws_sp_tensor_f16_0_discard(%target: ui32, %a: ui32, %b: ui64, %metadata: ui32, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws_sp_tensor.f16.0.discard(%target, %a, %b, %metadata, %description, %accumulate) : (ui32, ui32, ui64, ui32, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_sp_tensor_i8_3_use(
// OP: nvvm.tcgen05.mma.ws.sp
// CHECK-LABEL: .entry tcgen05_mma_ws_sp_tensor_i8_3_use(
// CHECK: tcgen05.mma.ws.sp.cta_group::1.kind::i8.collector::b3::use
mir.func @tcgen05_mma_ws_sp_tensor_i8_3_use(%target: ui32, %a: ui32, %b: ui64, %metadata: ui32, %description: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws_sp_tensor.i8.3.use(%target, %a, %b, %metadata, %description, %accumulate) : (ui32, ui32, ui64, ui32, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_sp_tensor_columns_f16_0_discard(
// OP: nvvm.tcgen05.mma.ws.sp
// CHECK-LABEL: .entry tcgen05_mma_ws_sp_tensor_columns_f16_0_discard(
// CHECK: tcgen05.mma.ws.sp.cta_group::1.kind::f16.collector::b0::discard
mir.func @tcgen05_mma_ws_sp_tensor_columns_f16_0_discard(%target: ui32, %a: ui32, %b: ui64, %metadata: ui32, %description: ui32, %accumulate: i1, %zero_columns: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws_sp_tensor_columns.f16.0.discard(%target, %a, %b, %metadata, %description, %accumulate, %zero_columns) : (ui32, ui32, ui64, ui32, ui32, i1, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_ws_sp_tensor_columns_i8_3_use(
// OP: nvvm.tcgen05.mma.ws.sp
// CHECK-LABEL: .entry tcgen05_mma_ws_sp_tensor_columns_i8_3_use(
// CHECK: tcgen05.mma.ws.sp.cta_group::1.kind::i8.collector::b3::use
mir.func @tcgen05_mma_ws_sp_tensor_columns_i8_3_use(%target: ui32, %a: ui32, %b: ui64, %metadata: ui32, %description: ui32, %accumulate: i1, %zero_columns: ui64) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_ws_sp_tensor_columns.i8.3.use(%target, %a, %b, %metadata, %description, %accumulate, %zero_columns) : (ui32, ui32, ui64, ui32, ui32, i1, ui64) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_sp_scaled_mxf8f6f4_1_discard(
// OP: nvvm.tcgen05.mma.sp.block_scale
// CHECK-LABEL: .entry tcgen05_mma_sp_scaled_mxf8f6f4_1_discard(
// CHECK: tcgen05.mma.sp.cta_group::1.kind::mxf8f6f4.block_scale.collector::a::discard
mir.func @tcgen05_mma_sp_scaled_mxf8f6f4_1_discard(%target: ui32, %a: ui64, %b: ui64, %metadata: ui32, %description: ui32, %scale_a: ui32, %scale_b: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_sp_scaled.mxf8f6f4.1.discard(%target, %a, %b, %metadata, %description, %scale_a, %scale_b, %accumulate) : (ui32, ui64, ui64, ui32, ui32, ui32, ui32, i1) -> ()
  mir.return
}
