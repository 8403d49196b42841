// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_120a | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mma_m16n8k32_f32_f8f6f4.e4m3.e4m3(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_m16n8k32_f32_f8f6f4.e2m1.e2m1(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_m16n8k32_f16_f8f6f4.e4m3.e4m3(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.mma_m16n8k32_f16_f8f6f4.e2m1.e2m1(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k64_f32_f8f6f4.e4m3.e4m3(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k64_f32_f8f6f4.e2m1.e2m1(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k64_f16_f8f6f4.e4m3.e4m3(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, ui32) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k64_f16_f8f6f4.e2m1.e2m1(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, ui32) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.mma_m16n8k32_f32_mxf8f6f4.e4m3.e4m3(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_m16n8k32_f32_mxf8f6f4.e2m1.e2m1(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k64_f32_mxf8f6f4.e4m3.e4m3(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k64_f32_mxf8f6f4.e2m1.e2m1(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_m16n8k64_f32_mxf4(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k128_f32_mxf4(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_m16n8k64_f32_mxf4nvf4.ue8m0(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_m16n8k64_f32_mxf4nvf4.ue4m3(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k128_f32_mxf4nvf4.ue8m0(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k128_f32_mxf4nvf4.ue4m3(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>

// OP-LABEL: mir.func @mma_m16n8k32_f32_f8f6f4_e4m3_e4m3(
// OP: nvvm.mma_m16n8k32_f32_f8f6f4
// CHECK-LABEL: .entry mma_m16n8k32_f32_f8f6f4_e4m3_e4m3(
// CHECK: mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32
mir.func @mma_m16n8k32_f32_f8f6f4_e4m3_e4m3(%a: ui32, %b: ui32, %c: f32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k32_f32_f8f6f4.e4m3.e4m3(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k32_f32_f8f6f4_e2m1_e2m1(
// OP: nvvm.mma_m16n8k32_f32_f8f6f4
// CHECK-LABEL: .entry mma_m16n8k32_f32_f8f6f4_e2m1_e2m1(
// CHECK: mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32
mir.func @mma_m16n8k32_f32_f8f6f4_e2m1_e2m1(%a: ui32, %b: ui32, %c: f32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k32_f32_f8f6f4.e2m1.e2m1(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k32_f16_f8f6f4_e4m3_e4m3(
// OP: nvvm.mma_m16n8k32_f16_f8f6f4
// CHECK-LABEL: .entry mma_m16n8k32_f16_f8f6f4_e4m3_e4m3(
// CHECK: mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.e4m3.e4m3.f16
mir.func @mma_m16n8k32_f16_f8f6f4_e4m3_e4m3(%a: ui32, %b: ui32, %c: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k32_f16_f8f6f4.e4m3.e4m3(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k32_f16_f8f6f4_e2m1_e2m1(
// OP: nvvm.mma_m16n8k32_f16_f8f6f4
// CHECK-LABEL: .entry mma_m16n8k32_f16_f8f6f4_e2m1_e2m1(
// CHECK: mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.e2m1.e2m1.f16
mir.func @mma_m16n8k32_f16_f8f6f4_e2m1_e2m1(%a: ui32, %b: ui32, %c: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k32_f16_f8f6f4.e2m1.e2m1(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k64_f32_f8f6f4_e4m3_e4m3(
// OP: nvvm.mma_sp_m16n8k64_f32_f8f6f4
// CHECK-LABEL: .entry mma_sp_m16n8k64_f32_f8f6f4_e4m3_e4m3(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32
mir.func @mma_sp_m16n8k64_f32_f8f6f4_e4m3_e4m3(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k64_f32_f8f6f4.e4m3.e4m3(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k64_f32_f8f6f4_e2m1_e2m1(
// OP: nvvm.mma_sp_m16n8k64_f32_f8f6f4
// CHECK-LABEL: .entry mma_sp_m16n8k64_f32_f8f6f4_e2m1_e2m1(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32
mir.func @mma_sp_m16n8k64_f32_f8f6f4_e2m1_e2m1(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k64_f32_f8f6f4.e2m1.e2m1(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k64_f16_f8f6f4_e4m3_e4m3(
// OP: nvvm.mma_sp_m16n8k64_f16_f8f6f4
// CHECK-LABEL: .entry mma_sp_m16n8k64_f16_f8f6f4_e4m3_e4m3(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f16.e4m3.e4m3.f16
mir.func @mma_sp_m16n8k64_f16_f8f6f4_e4m3_e4m3(%a: ui32, %b: ui32, %c: ui32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k64_f16_f8f6f4.e4m3.e4m3(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, ui32) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k64_f16_f8f6f4_e2m1_e2m1(
// OP: nvvm.mma_sp_m16n8k64_f16_f8f6f4
// CHECK-LABEL: .entry mma_sp_m16n8k64_f16_f8f6f4_e2m1_e2m1(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f16.e2m1.e2m1.f16
mir.func @mma_sp_m16n8k64_f16_f8f6f4_e2m1_e2m1(%a: ui32, %b: ui32, %c: ui32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k64_f16_f8f6f4.e2m1.e2m1(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, ui32) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k32_f32_mxf8f6f4_e4m3_e4m3(
// OP: nvvm.mma.block_scale
// CHECK-LABEL: .entry mma_m16n8k32_f32_mxf8f6f4_e4m3_e4m3(
// CHECK: mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0
mir.func @mma_m16n8k32_f32_mxf8f6f4_e4m3_e4m3(%a: ui32, %b: ui32, %c: f32, %scale_a: ui32, %scale_b: ui32, %byte_a: ui16, %thread_a: ui16, %byte_b: ui16, %thread_b: ui16, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k32_f32_mxf8f6f4.e4m3.e4m3(%a_tuple, %b_tuple, %c_tuple, %scale_a, %scale_b, %byte_a, %thread_a, %byte_b, %thread_b) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k32_f32_mxf8f6f4_e2m1_e2m1(
// OP: nvvm.mma.block_scale
// CHECK-LABEL: .entry mma_m16n8k32_f32_mxf8f6f4_e2m1_e2m1(
// CHECK: mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e2m1.e2m1.f32.ue8m0
mir.func @mma_m16n8k32_f32_mxf8f6f4_e2m1_e2m1(%a: ui32, %b: ui32, %c: f32, %scale_a: ui32, %scale_b: ui32, %byte_a: ui16, %thread_a: ui16, %byte_b: ui16, %thread_b: ui16, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k32_f32_mxf8f6f4.e2m1.e2m1(%a_tuple, %b_tuple, %c_tuple, %scale_a, %scale_b, %byte_a, %thread_a, %byte_b, %thread_b) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k64_f32_mxf8f6f4_e4m3_e4m3(
// OP: nvvm.mma.sp.block_scale
// CHECK-LABEL: .entry mma_sp_m16n8k64_f32_mxf8f6f4_e4m3_e4m3(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0
mir.func @mma_sp_m16n8k64_f32_mxf8f6f4_e4m3_e4m3(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %scale_a: ui32, %scale_b: ui32, %byte_a: ui16, %thread_a: ui16, %byte_b: ui16, %thread_b: ui16, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k64_f32_mxf8f6f4.e4m3.e4m3(%a_tuple, %b_tuple, %c_tuple, %metadata, %scale_a, %scale_b, %byte_a, %thread_a, %byte_b, %thread_b) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k64_f32_mxf8f6f4_e2m1_e2m1(
// OP: nvvm.mma.sp.block_scale
// CHECK-LABEL: .entry mma_sp_m16n8k64_f32_mxf8f6f4_e2m1_e2m1(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e2m1.e2m1.f32.ue8m0
mir.func @mma_sp_m16n8k64_f32_mxf8f6f4_e2m1_e2m1(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %scale_a: ui32, %scale_b: ui32, %byte_a: ui16, %thread_a: ui16, %byte_b: ui16, %thread_b: ui16, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k64_f32_mxf8f6f4.e2m1.e2m1(%a_tuple, %b_tuple, %c_tuple, %metadata, %scale_a, %scale_b, %byte_a, %thread_a, %byte_b, %thread_b) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k64_f32_mxf4(
// OP: nvvm.mma.block_scale
// CHECK-LABEL: .entry mma_m16n8k64_f32_mxf4(
// CHECK: mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0
mir.func @mma_m16n8k64_f32_mxf4(%a: ui32, %b: ui32, %c: f32, %scale_a: ui32, %scale_b: ui32, %byte_a: ui16, %thread_a: ui16, %byte_b: ui16, %thread_b: ui16, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k64_f32_mxf4(%a_tuple, %b_tuple, %c_tuple, %scale_a, %scale_b, %byte_a, %thread_a, %byte_b, %thread_b) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k128_f32_mxf4(
// OP: nvvm.mma.sp.block_scale
// CHECK-LABEL: .entry mma_sp_m16n8k128_f32_mxf4(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0
mir.func @mma_sp_m16n8k128_f32_mxf4(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %scale_a: ui32, %scale_b: ui32, %byte_a: ui16, %thread_a: ui16, %byte_b: ui16, %thread_b: ui16, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k128_f32_mxf4(%a_tuple, %b_tuple, %c_tuple, %metadata, %scale_a, %scale_b, %byte_a, %thread_a, %byte_b, %thread_b) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k64_f32_mxf4nvf4_ue8m0(
// OP: nvvm.mma.block_scale
// CHECK-LABEL: .entry mma_m16n8k64_f32_mxf4nvf4_ue8m0(
// CHECK: mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0
mir.func @mma_m16n8k64_f32_mxf4nvf4_ue8m0(%a: ui32, %b: ui32, %c: f32, %scale_a: ui32, %scale_b: ui32, %byte_a: ui16, %thread_a: ui16, %byte_b: ui16, %thread_b: ui16, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k64_f32_mxf4nvf4.ue8m0(%a_tuple, %b_tuple, %c_tuple, %scale_a, %scale_b, %byte_a, %thread_a, %byte_b, %thread_b) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k64_f32_mxf4nvf4_ue4m3(
// OP: nvvm.mma.block_scale
// CHECK-LABEL: .entry mma_m16n8k64_f32_mxf4nvf4_ue4m3(
// CHECK: mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3
mir.func @mma_m16n8k64_f32_mxf4nvf4_ue4m3(%a: ui32, %b: ui32, %c: f32, %scale_a: ui32, %scale_b: ui32, %byte_a: ui16, %thread_a: ui16, %byte_b: ui16, %thread_b: ui16, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k64_f32_mxf4nvf4.ue4m3(%a_tuple, %b_tuple, %c_tuple, %scale_a, %scale_b, %byte_a, %thread_a, %byte_b, %thread_b) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k128_f32_mxf4nvf4_ue8m0(
// OP: nvvm.mma.sp.block_scale
// CHECK-LABEL: .entry mma_sp_m16n8k128_f32_mxf4nvf4_ue8m0(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0
mir.func @mma_sp_m16n8k128_f32_mxf4nvf4_ue8m0(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %scale_a: ui32, %scale_b: ui32, %byte_a: ui16, %thread_a: ui16, %byte_b: ui16, %thread_b: ui16, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k128_f32_mxf4nvf4.ue8m0(%a_tuple, %b_tuple, %c_tuple, %metadata, %scale_a, %scale_b, %byte_a, %thread_a, %byte_b, %thread_b) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k128_f32_mxf4nvf4_ue4m3(
// OP: nvvm.mma.sp.block_scale
// CHECK-LABEL: .entry mma_sp_m16n8k128_f32_mxf4nvf4_ue4m3(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3
mir.func @mma_sp_m16n8k128_f32_mxf4nvf4_ue4m3(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %scale_a: ui32, %scale_b: ui32, %byte_a: ui16, %thread_a: ui16, %byte_b: ui16, %thread_b: ui16, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k128_f32_mxf4nvf4.ue4m3(%a_tuple, %b_tuple, %c_tuple, %metadata, %scale_a, %scale_b, %byte_a, %thread_a, %byte_b, %thread_b) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32, ui32, ui32, ui16, ui16, ui16, ui16) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}
