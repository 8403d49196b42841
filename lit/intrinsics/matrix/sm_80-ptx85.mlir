// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_80+ptx85 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mma_sp_m16n8k16_f32_f16.3.ordered(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k16_f16_f16.3.ordered(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, ui32) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k32_f32_f16.1.ordered(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k32_f16_f16.1.ordered(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, ui32) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k16_f32_bf16.3.ordered(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k32_f32_bf16.1.ordered(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k8_f32_tf32.3.ordered(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k16_f32_tf32.1.ordered(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k32_s32_i8.u8.u8.satfinite.1.ordered(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k64_s32_i8.u8.u8.satfinite.ordered(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k64_s32_i4.u4.u4.satfinite.1.ordered(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k128_s32_i4.u4.u4.satfinite.ordered(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>

// OP-LABEL: mir.func @mma_sp_m16n8k16_f32_f16_3_ordered(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k16_f32_f16_3_ordered(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
mir.func @mma_sp_m16n8k16_f32_f16_3_ordered(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k16_f32_f16.3.ordered(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k16_f16_f16_3_ordered(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k16_f16_f16_3_ordered(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
mir.func @mma_sp_m16n8k16_f16_f16_3_ordered(%a: ui32, %b: ui32, %c: ui32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k16_f16_f16.3.ordered(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, ui32) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k32_f32_f16_1_ordered(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k32_f32_f16_1_ordered(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32
mir.func @mma_sp_m16n8k32_f32_f16_1_ordered(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k32_f32_f16.1.ordered(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k32_f16_f16_1_ordered(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k32_f16_f16_1_ordered(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16
mir.func @mma_sp_m16n8k32_f16_f16_1_ordered(%a: ui32, %b: ui32, %c: ui32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k32_f16_f16.1.ordered(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, ui32) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k16_f32_bf16_3_ordered(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k16_f32_bf16_3_ordered(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
mir.func @mma_sp_m16n8k16_f32_bf16_3_ordered(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k16_f32_bf16.3.ordered(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k32_f32_bf16_1_ordered(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k32_f32_bf16_1_ordered(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32
mir.func @mma_sp_m16n8k32_f32_bf16_1_ordered(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k32_f32_bf16.1.ordered(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k8_f32_tf32_3_ordered(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k8_f32_tf32_3_ordered(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
mir.func @mma_sp_m16n8k8_f32_tf32_3_ordered(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k8_f32_tf32.3.ordered(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k16_f32_tf32_1_ordered(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k16_f32_tf32_1_ordered(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32
mir.func @mma_sp_m16n8k16_f32_tf32_1_ordered(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k16_f32_tf32.1.ordered(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k32_s32_i8_u8_u8_satfinite_1_ordered(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k32_s32_i8_u8_u8_satfinite_1_ordered(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.u8.s32
mir.func @mma_sp_m16n8k32_s32_i8_u8_u8_satfinite_1_ordered(%a: ui32, %b: ui32, %c: si32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k32_s32_i8.u8.u8.satfinite.1.ordered(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k64_s32_i8_u8_u8_satfinite_ordered(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k64_s32_i8_u8_u8_satfinite_ordered(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.satfinite.s32.u8.u8.s32
mir.func @mma_sp_m16n8k64_s32_i8_u8_u8_satfinite_ordered(%a: ui32, %b: ui32, %c: si32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k64_s32_i8.u8.u8.satfinite.ordered(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k64_s32_i4_u4_u4_satfinite_1_ordered(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k64_s32_i4_u4_u4_satfinite_1_ordered(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.u4.s32
mir.func @mma_sp_m16n8k64_s32_i4_u4_u4_satfinite_1_ordered(%a: ui32, %b: ui32, %c: si32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k64_s32_i4.u4.u4.satfinite.1.ordered(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k128_s32_i4_u4_u4_satfinite_ordered(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k128_s32_i4_u4_u4_satfinite_ordered(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.satfinite.s32.u4.u4.s32
mir.func @mma_sp_m16n8k128_s32_i4_u4_u4_satfinite_ordered(%a: ui32, %b: ui32, %c: si32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k128_s32_i4.u4.u4.satfinite.ordered(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}
