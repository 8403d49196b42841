// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_80 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mma_m16n8k8_f32_f16(!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_m16n8k8_f16_f16(!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.mma_m16n8k16_f32_f16(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_m16n8k16_f16_f16(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.mma_m16n8k8_f32_bf16(!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_m16n8k16_f32_bf16(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_m16n8k4_f32_tf32(!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_m16n8k8_f32_tf32(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_m8n8k4_f64_f64(!mir.tuple<f64>, !mir.tuple<f64>, !mir.tuple<f64, f64>) -> !mir.tuple<f64, f64>
mir.func private @__periclase_intrinsic.mma_m16n8k16_s32_i8.s8.s8(!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_m16n8k16_s32_i8.u8.u8.satfinite(!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_m16n8k32_s32_i8.s8.s8(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_m16n8k32_s32_i8.u8.u8.satfinite(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_m16n8k32_s32_i4.s4.s4(!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_m16n8k32_s32_i4.u4.u4.satfinite(!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_m16n8k64_s32_i4.s4.s4(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_m16n8k64_s32_i4.u4.u4.satfinite(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_m16n8k128_s32_b1.xor(!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.mma_m16n8k256_s32_b1.xor(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>

// OP-LABEL: mir.func @mma_m16n8k8_f32_f16(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k8_f32_f16(
// CHECK: mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32
mir.func @mma_m16n8k8_f32_f16(%a: ui32, %b: ui32, %c: f32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k8_f32_f16(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k8_f16_f16(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k8_f16_f16(
// CHECK: mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16
mir.func @mma_m16n8k8_f16_f16(%a: ui32, %b: ui32, %c: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k8_f16_f16(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k16_f32_f16(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k16_f32_f16(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
mir.func @mma_m16n8k16_f32_f16(%a: ui32, %b: ui32, %c: f32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k16_f32_f16(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k16_f16_f16(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k16_f16_f16(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
mir.func @mma_m16n8k16_f16_f16(%a: ui32, %b: ui32, %c: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k16_f16_f16(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k8_f32_bf16(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k8_f32_bf16(
// CHECK: mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32
mir.func @mma_m16n8k8_f32_bf16(%a: ui32, %b: ui32, %c: f32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k8_f32_bf16(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k16_f32_bf16(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k16_f32_bf16(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
mir.func @mma_m16n8k16_f32_bf16(%a: ui32, %b: ui32, %c: f32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k16_f32_bf16(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k4_f32_tf32(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k4_f32_tf32(
// CHECK: mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32
mir.func @mma_m16n8k4_f32_tf32(%a: ui32, %b: ui32, %c: f32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k4_f32_tf32(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k8_f32_tf32(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k8_f32_tf32(
// CHECK: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
mir.func @mma_m16n8k8_f32_tf32(%a: ui32, %b: ui32, %c: f32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k8_f32_tf32(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m8n8k4_f64_f64(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m8n8k4_f64_f64(
// CHECK: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
mir.func @mma_m8n8k4_f64_f64(%a: f64, %b: f64, %c: f64, %result: !mir.ptr<mut !mir.tuple<f64, f64>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a : !mir.tuple<f64>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<f64>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<f64, f64>
  %d = mir.call @__periclase_intrinsic.mma_m8n8k4_f64_f64(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<f64>, !mir.tuple<f64>, !mir.tuple<f64, f64>) -> !mir.tuple<f64, f64>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f64, f64>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k16_s32_i8_s8_s8(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k16_s32_i8_s8_s8(
// CHECK: mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32
mir.func @mma_m16n8k16_s32_i8_s8_s8(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k16_s32_i8.s8.s8(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k16_s32_i8_u8_u8_satfinite(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k16_s32_i8_u8_u8_satfinite(
// CHECK: mma.sync.aligned.m16n8k16.row.col.satfinite.s32.u8.u8.s32
mir.func @mma_m16n8k16_s32_i8_u8_u8_satfinite(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k16_s32_i8.u8.u8.satfinite(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k32_s32_i8_s8_s8(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k32_s32_i8_s8_s8(
// CHECK: mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
mir.func @mma_m16n8k32_s32_i8_s8_s8(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k32_s32_i8.s8.s8(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k32_s32_i8_u8_u8_satfinite(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k32_s32_i8_u8_u8_satfinite(
// CHECK: mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.u8.s32
mir.func @mma_m16n8k32_s32_i8_u8_u8_satfinite(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k32_s32_i8.u8.u8.satfinite(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k32_s32_i4_s4_s4(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k32_s32_i4_s4_s4(
// CHECK: mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32
mir.func @mma_m16n8k32_s32_i4_s4_s4(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k32_s32_i4.s4.s4(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k32_s32_i4_u4_u4_satfinite(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k32_s32_i4_u4_u4_satfinite(
// CHECK: mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u4.u4.s32
mir.func @mma_m16n8k32_s32_i4_u4_u4_satfinite(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k32_s32_i4.u4.u4.satfinite(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k64_s32_i4_s4_s4(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k64_s32_i4_s4_s4(
// CHECK: mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32
mir.func @mma_m16n8k64_s32_i4_s4_s4(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k64_s32_i4.s4.s4(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k64_s32_i4_u4_u4_satfinite(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k64_s32_i4_u4_u4_satfinite(
// CHECK: mma.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.u4.s32
mir.func @mma_m16n8k64_s32_i4_u4_u4_satfinite(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k64_s32_i4.u4.u4.satfinite(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k128_s32_b1_xor(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k128_s32_b1_xor(
// CHECK: mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc
mir.func @mma_m16n8k128_s32_b1_xor(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k128_s32_b1.xor(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k256_s32_b1_xor(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m16n8k256_s32_b1_xor(
// CHECK: mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc
mir.func @mma_m16n8k256_s32_b1_xor(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k256_s32_b1.xor(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<si32, si32, si32, si32>) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}
