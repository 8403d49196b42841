// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_80+ptx71 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mma_m8n8k128_s32_b1.and(!mir.tuple<ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32>) -> !mir.tuple<si32, si32>
mir.func private @__periclase_intrinsic.mma_m16n8k128_s32_b1.and(!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_m16n8k256_s32_b1.and(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k16_f32_f16.0(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k16_f16_f16.0(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, ui32) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k32_f32_f16.0(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k32_f16_f16.0(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, ui32) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k16_f32_bf16.0(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k32_f32_bf16.0(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k8_f32_tf32.0(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k16_f32_tf32.0(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k32_s32_i8.s8.s8.0(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k64_s32_i8.s8.s8(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k64_s32_i4.s4.s4.0(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_sp_m16n8k128_s32_i4.s4.s4(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>

// OP-LABEL: mir.func @mma_m8n8k128_s32_b1_and(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m8n8k128_s32_b1_and(
// CHECK: mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc
mir.func @mma_m8n8k128_s32_b1_and(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a : !mir.tuple<ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m8n8k128_s32_b1.and(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32>) -> !mir.tuple<si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k128_s32_b1_and(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k128_s32_b1_and(
// CHECK: mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc
mir.func @mma_m16n8k128_s32_b1_and(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k128_s32_b1.and(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k256_s32_b1_and(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k256_s32_b1_and(
// CHECK: mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc
mir.func @mma_m16n8k256_s32_b1_and(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k256_s32_b1.and(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k16_f32_f16_0(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k16_f32_f16_0(
// CHECK: mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
mir.func @mma_sp_m16n8k16_f32_f16_0(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k16_f32_f16.0(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k16_f16_f16_0(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k16_f16_f16_0(
// CHECK: mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
mir.func @mma_sp_m16n8k16_f16_f16_0(%a: ui32, %b: ui32, %c: ui32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k16_f16_f16.0(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, ui32) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k32_f32_f16_0(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k32_f32_f16_0(
// CHECK: mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32
mir.func @mma_sp_m16n8k32_f32_f16_0(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k32_f32_f16.0(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k32_f16_f16_0(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k32_f16_f16_0(
// CHECK: mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16
mir.func @mma_sp_m16n8k32_f16_f16_0(%a: ui32, %b: ui32, %c: ui32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k32_f16_f16.0(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, ui32) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k16_f32_bf16_0(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k16_f32_bf16_0(
// CHECK: mma.sp.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
mir.func @mma_sp_m16n8k16_f32_bf16_0(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k16_f32_bf16.0(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k32_f32_bf16_0(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k32_f32_bf16_0(
// CHECK: mma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32
mir.func @mma_sp_m16n8k32_f32_bf16_0(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k32_f32_bf16.0(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k8_f32_tf32_0(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k8_f32_tf32_0(
// CHECK: mma.sp.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
mir.func @mma_sp_m16n8k8_f32_tf32_0(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k8_f32_tf32.0(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k16_f32_tf32_0(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k16_f32_tf32_0(
// CHECK: mma.sp.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32
mir.func @mma_sp_m16n8k16_f32_tf32_0(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k16_f32_tf32.0(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k32_s32_i8_s8_s8_0(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k32_s32_i8_s8_s8_0(
// CHECK: mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
mir.func @mma_sp_m16n8k32_s32_i8_s8_s8_0(%a: ui32, %b: ui32, %c: si32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k32_s32_i8.s8.s8.0(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k64_s32_i8_s8_s8(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k64_s32_i8_s8_s8(
// CHECK: mma.sp.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32
mir.func @mma_sp_m16n8k64_s32_i8_s8_s8(%a: ui32, %b: ui32, %c: si32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k64_s32_i8.s8.s8(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k64_s32_i4_s4_s4_0(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k64_s32_i4_s4_s4_0(
// CHECK: mma.sp.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32
mir.func @mma_sp_m16n8k64_s32_i4_s4_s4_0(%a: ui32, %b: ui32, %c: si32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k64_s32_i4.s4.s4.0(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_sp_m16n8k128_s32_i4_s4_s4(
// OP: nvvm.mma.sp.sync
// CHECK-LABEL: .entry mma_sp_m16n8k128_s32_i4_s4_s4(
// CHECK: mma.sp.sync.aligned.m16n8k128.row.col.s32.s4.s4.s32
mir.func @mma_sp_m16n8k128_s32_i4_s4_s4(%a: ui32, %b: ui32, %c: si32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k128_s32_i4.s4.s4(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<si32, si32, si32, si32>, ui32) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}
