// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_75+ptx65 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mma_m8n8k16_s32_i8.s8.s8(!mir.tuple<ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32>) -> !mir.tuple<si32, si32>
mir.func private @__periclase_intrinsic.mma_m8n8k16_s32_i8.u8.u8.satfinite(!mir.tuple<ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32>) -> !mir.tuple<si32, si32>
mir.func private @__periclase_intrinsic.mma_m8n8k32_s32_i4.s4.s4(!mir.tuple<ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32>) -> !mir.tuple<si32, si32>
mir.func private @__periclase_intrinsic.mma_m8n8k32_s32_i4.u4.u4.satfinite(!mir.tuple<ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32>) -> !mir.tuple<si32, si32>
mir.func private @__periclase_intrinsic.ldmatrix.f16.shared.1(!mir.ptr<mut f16, shared>) -> !mir.tuple<ui32>
mir.func private @__periclase_intrinsic.ldmatrix.ui64.shared.4.trans(!mir.ptr<mut ui64, shared>) -> !mir.tuple<ui32, ui32, ui32, ui32>

// OP-LABEL: mir.func @mma_m8n8k16_s32_i8_s8_s8(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m8n8k16_s32_i8_s8_s8(
// CHECK: mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32
mir.func @mma_m8n8k16_s32_i8_s8_s8(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a : !mir.tuple<ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m8n8k16_s32_i8.s8.s8(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32>) -> !mir.tuple<si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m8n8k16_s32_i8_u8_u8_satfinite(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m8n8k16_s32_i8_u8_u8_satfinite(
// CHECK: mma.sync.aligned.m8n8k16.row.col.satfinite.s32.u8.u8.s32
mir.func @mma_m8n8k16_s32_i8_u8_u8_satfinite(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a : !mir.tuple<ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m8n8k16_s32_i8.u8.u8.satfinite(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32>) -> !mir.tuple<si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m8n8k32_s32_i4_s4_s4(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m8n8k32_s32_i4_s4_s4(
// CHECK: mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32
mir.func @mma_m8n8k32_s32_i4_s4_s4(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a : !mir.tuple<ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m8n8k32_s32_i4.s4.s4(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32>) -> !mir.tuple<si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m8n8k32_s32_i4_u4_u4_satfinite(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m8n8k32_s32_i4_u4_u4_satfinite(
// CHECK: mma.sync.aligned.m8n8k32.row.col.satfinite.s32.u4.u4.s32
mir.func @mma_m8n8k32_s32_i4_u4_u4_satfinite(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a : !mir.tuple<ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m8n8k32_s32_i4.u4.u4.satfinite(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32>) -> !mir.tuple<si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @ldmatrix_f16_1(
// OP: nvvm.ldmatrix
// CHECK-LABEL: .entry ldmatrix_f16_1(
// CHECK: ldmatrix.sync.aligned.m8n8.x1.shared.b16
mir.func @ldmatrix_f16_1(%row: !mir.ptr<mut f16, shared>, %result: !mir.ptr<mut !mir.tuple<ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.ldmatrix.f16.shared.1(%row) : (!mir.ptr<mut f16, shared>) -> !mir.tuple<ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @ldmatrix_u64_4_trans(
// OP: nvvm.ldmatrix
// CHECK-LABEL: .entry ldmatrix_u64_4_trans(
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
mir.func @ldmatrix_u64_4_trans(%row: !mir.ptr<mut ui64, shared>, %result: !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.ldmatrix.ui64.shared.4.trans(%row) : (!mir.ptr<mut ui64, shared>) -> !mir.tuple<ui32, ui32, ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32>, global>
  mir.return
}
