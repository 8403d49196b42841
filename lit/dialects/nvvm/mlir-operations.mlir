// RUN: %roundtrip
// RUN: %generic-roundtrip

// What `mlir-opt` 22 prints of the operations that rows of the table are, and what we print of it: types in full, one space.

// CHECK-LABEL: llvm.func @mma
llvm.func @mma(%arg0: vector<2xf16>, %arg1: vector<2xf16>, %arg2: vector<2xf16>, %arg3: f32, %arg4: f32, %arg5: f32, %arg6: f32, %arg7: vector<2xf16>, %arg8: vector<2xf16>, %arg9: vector<2xf16>, %arg10: vector<2xf16>, %arg11: f32, %arg12: f32, %arg13: f32, %arg14: f32, %arg15: i32) {
  // CHECK: nvvm.mma.sync A[%{{.+}}, %{{.+}}] B[%{{.+}}] C[%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %0 = nvvm.mma.sync A[%arg0, %arg1]  B[%arg2]  C[%arg3, %arg4, %arg5, %arg6]  {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %1 = llvm.mlir.constant(0 : i32) : i32
  // CHECK: nvvm.mma.sp.sync A[%{{.+}}, %{{.+}}] B[%{{.+}}, %{{.+}}] C[%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}] sparseMetadata[%{{.+}}] selector[%{{.+}}] {shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %2 = nvvm.mma.sp.sync A[%arg7, %arg8] B[%arg9, %arg10] C[%arg11, %arg12, %arg13, %arg14] sparseMetadata[%arg15] selector[%1] {shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// CHECK-LABEL: llvm.func @ldmatrix
llvm.func @ldmatrix(%arg0: !llvm.ptr<3>) {
  // CHECK: nvvm.ldmatrix %{{.+}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
  %0 = nvvm.ldmatrix %arg0 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
  llvm.return
}

// CHECK-LABEL: llvm.func @stmatrix
llvm.func @stmatrix(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: i32) {
  // CHECK: nvvm.stmatrix %{{.+}}, %{{.+}}, %{{.+}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32, i32
  nvvm.stmatrix %arg0, %arg1, %arg2 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32, i32
  llvm.return
}

// CHECK-LABEL: llvm.func @wgmma
llvm.func @wgmma(%arg0: !llvm.struct<(f32, f32, f32, f32)>, %arg1: i64, %arg2: i64) {
  // CHECK: nvvm.wgmma.fence.aligned
  nvvm.wgmma.fence.aligned
  // CHECK: nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.commit.group.sync.aligned
  // CHECK: nvvm.wgmma.wait.group.sync.aligned 1
  nvvm.wgmma.wait.group.sync.aligned 1
  // CHECK: nvvm.wgmma.mma_async %{{.+}}, %{{.+}}, %{{.+}}, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  %0 = nvvm.wgmma.mma_async %arg1, %arg2, %arg0, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// CHECK-LABEL: llvm.func @cp
llvm.func @cp(%arg0: !llvm.ptr<1>, %arg1: i32, %arg2: !llvm.ptr<7>, %arg3: !llvm.ptr<1>, %arg4: !llvm.ptr<3>, %arg5: i32, %arg6: i16, %arg7: !llvm.ptr<7>, %arg8: !llvm.ptr<3>, %arg9: !llvm.ptr<3>, %arg10: i32, %arg11: !llvm.ptr<1>, %arg12: !llvm.ptr<3>, %arg13: i32, %arg14: !llvm.ptr<7>, %arg15: !llvm.ptr, %arg16: i32, %arg17: i32, %arg18: !llvm.ptr<3>, %arg19: !llvm.ptr, %arg20: !llvm.ptr<3>, %arg21: i32, %arg22: i32, %arg23: !llvm.ptr, %arg24: i32, %arg25: i32, %arg26: !llvm.ptr, %arg27: !llvm.ptr<3>, %arg28: i32) {
  // CHECK: nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.commit.group
  // CHECK: nvvm.cp.async.bulk.wait_group 1 {read}
  nvvm.cp.async.bulk.wait_group 1 {read}
  // CHECK: nvvm.cp.async.bulk.prefetch %{{.+}}, %{{.+}} : !llvm.ptr<1>
  nvvm.cp.async.bulk.prefetch %arg0, %arg1 : <1>
  // CHECK: nvvm.cp.async.bulk.shared.cluster.global %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} multicast_mask = %{{.+}} : !llvm.ptr<7>, !llvm.ptr<1>
  nvvm.cp.async.bulk.shared.cluster.global %arg2, %arg3, %arg4, %arg5 multicast_mask = %arg6 : !llvm.ptr<7>, <1>
  // CHECK: nvvm.cp.async.bulk.shared.cluster.shared.cta %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} : !llvm.ptr<7>, !llvm.ptr<3>
  nvvm.cp.async.bulk.shared.cluster.shared.cta %arg7, %arg8, %arg9, %arg10 : <7>, <3>
  // CHECK: nvvm.cp.async.bulk.global.shared.cta %{{.+}}, %{{.+}}, %{{.+}} : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.cp.async.bulk.global.shared.cta %arg11, %arg12, %arg13 : <1>, <3>
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.+}}, %{{.+}}, %{{.+}}, box[%{{.+}}, %{{.+}}] : !llvm.ptr<7>, !llvm.ptr
  nvvm.cp.async.bulk.tensor.shared.cluster.global %arg14, %arg15, %arg18, box[%arg16, %arg17] : !llvm.ptr<7>, !llvm.ptr
  // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %{{.+}}, %{{.+}}, box[%{{.+}}, %{{.+}}] : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.global.shared.cta %arg19, %arg20, box[%arg21, %arg22] : !llvm.ptr, <3>
  // CHECK: nvvm.cp.async.bulk.tensor.prefetch %{{.+}}, box[%{{.+}}, %{{.+}}] : !llvm.ptr
  nvvm.cp.async.bulk.tensor.prefetch %arg23, box[%arg24, %arg25] : !llvm.ptr
  // CHECK: nvvm.cp.async.bulk.tensor.reduce %{{.+}}, %{{.+}}, box[%{{.+}}] {redKind = #nvvm.tma_redux_kind<add>} : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.reduce %arg26, %arg27, box[%arg28] {redKind = #nvvm.tma_redux_kind<add>} : !llvm.ptr, <3>
  llvm.return
}

// CHECK-LABEL: llvm.func @mapa
llvm.func @mapa(%arg0: !llvm.ptr<3>, %arg1: i32) {
  // CHECK: nvvm.mapa %{{.+}}, %{{.+}} : !llvm.ptr<3> -> !llvm.ptr<7>
  %0 = nvvm.mapa %arg0, %arg1 : !llvm.ptr<3> -> !llvm.ptr<7>
  llvm.return
}

// CHECK-LABEL: llvm.func @griddepcontrol
llvm.func @griddepcontrol() {
  // CHECK: nvvm.griddepcontrol wait
  nvvm.griddepcontrol  wait
  llvm.return
}

// CHECK-LABEL: llvm.func @setmaxregister
llvm.func @setmaxregister() {
  // CHECK: nvvm.setmaxregister increase 240
  nvvm.setmaxregister  increase 240
  llvm.return
}

// CHECK-LABEL: llvm.func @clusterlaunchcontrol
llvm.func @clusterlaunchcontrol(%arg0: !llvm.ptr<3>, %arg1: !llvm.ptr<3>, %arg2: i128) {
  // CHECK: nvvm.clusterlaunchcontrol.try.cancel multicast, %{{.+}}, %{{.+}}
  nvvm.clusterlaunchcontrol.try.cancel multicast, %arg0, %arg1
  // CHECK: nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %{{.+}} : i1
  %0 = nvvm.clusterlaunchcontrol.query.cancel query =  is_canceled, %arg2 : i1
  llvm.return
}

// CHECK-LABEL: llvm.func @fence
llvm.func @fence(%arg0: !llvm.ptr) {
  // CHECK: nvvm.fence.mbarrier.init
  nvvm.fence.mbarrier.init
  %0 = llvm.mlir.constant(128 : i32) : i32
  // CHECK: nvvm.fence.proxy.acquire <gpu> %{{.+}}, %{{.+}}
  nvvm.fence.proxy.acquire <gpu> %arg0, %0
  // CHECK: nvvm.fence.proxy.release <gpu>
  nvvm.fence.proxy.release <gpu>
  // CHECK: nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>}
  llvm.return
}

// CHECK-LABEL: llvm.func @mbarrier
llvm.func @mbarrier(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: !llvm.ptr<3>, %arg3: i32, %arg4: !llvm.ptr<3>, %arg5: !llvm.ptr<3>, %arg6: i32, %arg7: !llvm.ptr<3>, %arg8: i64) {
  // CHECK: nvvm.mbarrier.expect_tx %{{.+}}, %{{.+}} : !llvm.ptr<3>, i32
  nvvm.mbarrier.expect_tx %arg0, %arg1 : !llvm.ptr<3>, i32
  // CHECK: nvvm.mbarrier.complete_tx %{{.+}}, %{{.+}} : !llvm.ptr<3>, i32
  nvvm.mbarrier.complete_tx %arg2, %arg3 : !llvm.ptr<3>, i32
  // CHECK: nvvm.mbarrier.arrive_drop %{{.+}} : !llvm.ptr<3> -> i64
  %0 = nvvm.mbarrier.arrive_drop %arg4 : !llvm.ptr<3> -> i64
  // CHECK: nvvm.mbarrier.arrive.nocomplete %{{.+}}, %{{.+}} : !llvm.ptr<3>, i32 -> i64
  %1 = nvvm.mbarrier.arrive.nocomplete %arg5, %arg6 : !llvm.ptr<3>, i32 -> i64
  // CHECK: nvvm.mbarrier.try_wait %{{.+}}, %{{.+}} : !llvm.ptr<3>, i64 -> i1
  %2 = nvvm.mbarrier.try_wait %arg7, %arg8 : !llvm.ptr<3>, i64 -> i1
  llvm.return
}

// CHECK-LABEL: llvm.func @tcgen05
llvm.func @tcgen05(%arg0: !llvm.ptr<3>, %arg1: i32, %arg2: !llvm.ptr<6>, %arg3: i32, %arg4: !llvm.ptr<3>, %arg5: i16, %arg6: !llvm.ptr<6>, %arg7: !llvm.ptr<6>, %arg8: i64, %arg9: !llvm.ptr<6>, %arg10: !llvm.ptr<6>, %arg11: vector<4xi32>, %arg12: !llvm.ptr<6>, %arg13: i64, %arg14: i64, %arg15: i32, %arg16: i1, %arg17: !llvm.ptr<6>, %arg18: i64, %arg19: i64, %arg20: i32, %arg21: i1, %arg22: !llvm.ptr<6>, %arg23: !llvm.ptr<6>, %arg24: i64, %arg25: i64, %arg26: i32, %arg27: i1, %arg28: !llvm.ptr<6>, %arg29: !llvm.ptr<6>, %arg30: !llvm.ptr<6>, %arg31: i64, %arg32: i64, %arg33: i32, %arg34: i1, %arg35: !llvm.ptr<6>, %arg36: !llvm.ptr<6>, %arg37: !llvm.ptr<6>, %arg38: !llvm.ptr<6>, %arg39: i64, %arg40: i64, %arg41: i32, %arg42: i1, %arg43: !llvm.ptr<6>, %arg44: i64, %arg45: i64, %arg46: i32, %arg47: i1, %arg48: !llvm.ptr<6>) {
  // CHECK: nvvm.tcgen05.alloc %{{.+}}, %{{.+}} {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32
  nvvm.tcgen05.alloc %arg0, %arg1 {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32
  // CHECK: nvvm.tcgen05.dealloc %{{.+}}, %{{.+}} : !llvm.ptr<6>, i32
  nvvm.tcgen05.dealloc %arg2, %arg3 : !llvm.ptr<6>, i32
  // CHECK: nvvm.tcgen05.relinquish_alloc_permit
  nvvm.tcgen05.relinquish_alloc_permit
  // CHECK: nvvm.tcgen05.fence <before>
  nvvm.tcgen05.fence <before>
  // CHECK: nvvm.tcgen05.wait <load>
  nvvm.tcgen05.wait <load>
  // CHECK: nvvm.tcgen05.commit %{{.+}}, multicast_mask = %{{.+}} : !llvm.ptr<3>, i16
  nvvm.tcgen05.commit %arg4, multicast_mask = %arg5 : !llvm.ptr<3>, i16
  // CHECK: nvvm.tcgen05.shift %{{.+}} : !llvm.ptr<6>
  nvvm.tcgen05.shift %arg6 : !llvm.ptr<6>
  // CHECK: nvvm.tcgen05.cp %{{.+}}, %{{.+}} {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
  nvvm.tcgen05.cp %arg7, %arg8 {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
  // CHECK: nvvm.tcgen05.ld %{{.+}} pack {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<4xi32>
  %0 = nvvm.tcgen05.ld %arg9 pack {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<4xi32>
  // CHECK: nvvm.tcgen05.st %{{.+}}, %{{.+}} {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<4xi32>
  nvvm.tcgen05.st %arg10, %arg11 {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<4xi32>
  // CHECK: nvvm.tcgen05.mma %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.mma %arg12, %arg13, %arg14, %arg15, %arg16 {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  // CHECK: nvvm.tcgen05.mma.sp %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp %arg17, %arg18, %arg19, %arg20, %arg21, %arg22 {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
  // CHECK: nvvm.tcgen05.mma.block_scale %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.block_scale %arg23, %arg24, %arg25, %arg26, %arg27, %arg28, %arg29 {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
  // CHECK: nvvm.tcgen05.mma.sp.block_scale %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp.block_scale %arg30, %arg31, %arg32, %arg33, %arg34, %arg35, %arg36, %arg37 {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
  // CHECK: nvvm.tcgen05.mma.ws %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} {kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.mma.ws %arg38, %arg39, %arg40, %arg41, %arg42 {kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  // CHECK: nvvm.tcgen05.mma.ws.sp %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} {kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
  nvvm.tcgen05.mma.ws.sp %arg43, %arg44, %arg45, %arg46, %arg47, %arg48 {kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
  llvm.return
}

// CHECK-LABEL: llvm.func @convert
llvm.func @convert(%arg0: f32, %arg1: f32, %arg2: f32, %arg3: f32, %arg4: f32, %arg5: f32, %arg6: f32, %arg7: vector<2xf16>, %arg8: f32, %arg9: f32, %arg10: f32, %arg11: f32, %arg12: vector<2xi8>, %arg13: vector<2xi8>, %arg14: vector<2xi8>, %arg15: i8) {
  // CHECK: nvvm.convert.float.to.tf32 %{{.+}} {rnd = #nvvm.fp_rnd_mode<rna>}
  %0 = nvvm.convert.float.to.tf32 %arg0 {rnd = #nvvm.fp_rnd_mode<rna>}
  // CHECK: nvvm.convert.f32x2.to.f8x2 %{{.+}}, %{{.+}} {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16(f8E4M3FN)
  %1 = nvvm.convert.f32x2.to.f8x2 %arg1, %arg2 {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16(f8E4M3FN)
  // CHECK: nvvm.convert.f32x2.to.f6x2 %{{.+}}, %{{.+}} : i16(f6E2M3FN)
  %2 = nvvm.convert.f32x2.to.f6x2 %arg3, %arg4 : i16(f6E2M3FN)
  // CHECK: nvvm.convert.f32x2.to.f4x2 %{{.+}}, %{{.+}} : i8(f4E2M1FN)
  %3 = nvvm.convert.f32x2.to.f4x2 %arg5, %arg6 : i8(f4E2M1FN)
  // CHECK: nvvm.convert.f16x2.to.f8x2 %{{.+}} : vector<2xf16> -> i16(f8E4M3FN)
  %4 = nvvm.convert.f16x2.to.f8x2 %arg7 : vector<2xf16> -> i16(f8E4M3FN)
  // CHECK: nvvm.convert.f32x2.to.f16x2 %{{.+}}, %{{.+}} {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xf16>
  %5 = nvvm.convert.f32x2.to.f16x2 %arg8, %arg9 {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xf16>
  // CHECK: nvvm.convert.f32x2.to.bf16x2 %{{.+}}, %{{.+}} {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xbf16>
  %6 = nvvm.convert.f32x2.to.bf16x2 %arg10, %arg11 {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xbf16>
  // CHECK: nvvm.convert.f8x2.to.f16x2 %{{.+}} : vector<2xi8>(f8E4M3FN) -> vector<2xf16>
  %7 = nvvm.convert.f8x2.to.f16x2 %arg12 : vector<2xi8>(f8E4M3FN) -> vector<2xf16>
  // CHECK: nvvm.convert.f8x2.to.bf16x2 %{{.+}} : vector<2xi8>(f8E8M0FNU) -> vector<2xbf16>
  %8 = nvvm.convert.f8x2.to.bf16x2 %arg13 : vector<2xi8>(f8E8M0FNU) -> vector<2xbf16>
  // CHECK: nvvm.convert.f6x2.to.f16x2 %{{.+}} : vector<2xi8>(f6E2M3FN) -> vector<2xf16>
  %9 = nvvm.convert.f6x2.to.f16x2 %arg14 : vector<2xi8>(f6E2M3FN) -> vector<2xf16>
  // CHECK: nvvm.convert.f4x2.to.f16x2 %{{.+}} : i8(f4E2M1FN) -> vector<2xf16>
  %10 = nvvm.convert.f4x2.to.f16x2 %arg15 : i8(f4E2M1FN) -> vector<2xf16>
  llvm.return
}

// CHECK-LABEL: llvm.func @later
llvm.func @later(%s: !llvm.ptr<3>, %n: i32, %l: i64, %h: i16, %r: f32, %v: vector<4xf32>, %b: vector<2xbf16>, %p: i1) {
  // CHECK: nvvm.st.bulk %s, size = %l, init = 0 : !llvm.ptr<3>
  nvvm.st.bulk %s, size = %l : !llvm.ptr<3>
  // CHECK: nvvm.convert.f32x4.to.f8x4 %v, %n {relu = true} : vector<4xf32> -> vector<4xi8>(f8E4M3FN)
  %0 = nvvm.convert.f32x4.to.f8x4 %v, %n {relu = true} : vector<4xf32> -> vector<4xi8>(f8E4M3FN)
  // CHECK: nvvm.convert.f32x4.to.f6x4 %v, %n : vector<4xf32> -> vector<4xi8>(f6E2M3FN)
  %1 = nvvm.convert.f32x4.to.f6x4 %v, %n : vector<4xf32> -> vector<4xi8>(f6E2M3FN)
  // CHECK: nvvm.convert.f32x4.to.f4x4 %v, %n : vector<4xf32> -> i16(f4E2M1FN)
  %2 = nvvm.convert.f32x4.to.f4x4 %v, %n : vector<4xf32> -> i16(f4E2M1FN)
  // CHECK: nvvm.convert.bf16x2.to.f8x2 %b {rnd = #nvvm.fp_rnd_mode<rz>} : vector<2xbf16> -> i16(f8E8M0FNU)
  %3 = nvvm.convert.bf16x2.to.f8x2 %b {rnd = #nvvm.fp_rnd_mode<rz>} : vector<2xbf16> -> i16(f8E8M0FNU)
  // CHECK: nvvm.mbarrier.arrive_drop.nocomplete %s, %n : !llvm.ptr<3>, i32 -> i64
  %4 = nvvm.mbarrier.arrive_drop.nocomplete %s, %n : !llvm.ptr<3>, i32 -> i64
  // CHECK: nvvm.mbarrier.arrive_drop.expect_tx %s, %n : !llvm.ptr<3>, i32 -> i64
  %5 = nvvm.mbarrier.arrive_drop.expect_tx %s, %n : !llvm.ptr<3>, i32 -> i64
  // CHECK: nvvm.fence.sync_restrict {order = #nvvm.mem_order<acquire>}
  nvvm.fence.sync_restrict {order = #nvvm.mem_order<acquire>}
  // CHECK: nvvm.mma.block_scale A[%n, %n, %n, %n] B[%n, %n] C[%r, %r, %r, %r] scaleA[%n, %h, %h] scaleB[%n, %h, %h] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e4m3>, scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 32>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %6 = nvvm.mma.block_scale A[%n, %n, %n, %n] B[%n, %n] C[%r, %r, %r, %r] scaleA[%n, %h, %h] scaleB[%n, %h, %h] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e4m3>, scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 32>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}
