// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90a | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.wgmma_fence()
mir.func private @__periclase_intrinsic.wgmma_commit_group()
mir.func private @__periclase_intrinsic.wgmma_wait_group.0()
mir.func private @__periclase_intrinsic.wgmma_wait_group.7()
mir.func private @__periclase_intrinsic.wgmma_f32_f16.8.f16(!mir.tuple<f32, f32, f32, f32>, ui64, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.wgmma_f32_f16.8.f16.trans_b(!mir.tuple<f32, f32, f32, f32>, ui64, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.wgmma_f32_f16_registers.8.f16(!mir.tuple<f32, f32, f32, f32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.wgmma_f32_f16_registers.8.f16.trans_b(!mir.tuple<f32, f32, f32, f32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.wgmma_f16_f16.8(!mir.tuple<ui32, ui32>, ui64, ui64, i1) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.wgmma_f16_f16.8.trans_b(!mir.tuple<ui32, ui32>, ui64, ui64, i1) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.wgmma_f16_f16_registers.8(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.wgmma_f16_f16_registers.256.negate_a.negate_b.trans_b(!mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
mir.func private @__periclase_intrinsic.wgmma_f32_tf32.8(!mir.tuple<f32, f32, f32, f32>, ui64, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.wgmma_f32_tf32.256.negate_a.negate_b(!mir.tuple<f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32>, ui64, ui64, i1) -> !mir.tuple<f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.wgmma_f32_tf32_registers.8(!mir.tuple<f32, f32, f32, f32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.wgmma_f32_tf32_registers.256.negate_a.negate_b(!mir.tuple<f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.wgmma_f32_f8.8.e4m3.e4m3(!mir.tuple<f32, f32, f32, f32>, ui64, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.wgmma_f32_f8.8.e4m3.e4m3.negate_b(!mir.tuple<f32, f32, f32, f32>, ui64, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.wgmma_f32_f8_registers.8.e4m3.e4m3(!mir.tuple<f32, f32, f32, f32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.wgmma_f32_f8_registers.8.e4m3.e4m3.negate_b(!mir.tuple<f32, f32, f32, f32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.wgmma_f16_f8.8.e4m3.e4m3(!mir.tuple<ui32, ui32>, ui64, ui64, i1) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.wgmma_f16_f8.8.e4m3.e4m3.negate_b(!mir.tuple<ui32, ui32>, ui64, ui64, i1) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.wgmma_f16_f8_registers.8.e4m3.e4m3(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.wgmma_f16_f8_registers.8.e4m3.e4m3.negate_b(!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.wgmma_s32_i8.8.s8.s8(!mir.tuple<si32, si32, si32, si32>, ui64, ui64, i1) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.wgmma_s32_i8.256.u8.u8.satfinite(!mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, ui64, ui64, i1) -> !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.wgmma_s32_i8_registers.8.s8.s8(!mir.tuple<si32, si32, si32, si32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.wgmma_s32_i8_registers.256.u8.u8.satfinite(!mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.wgmma_s32_b1.8(!mir.tuple<si32, si32, si32, si32>, ui64, ui64, i1) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.wgmma_s32_b1.256(!mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, ui64, ui64, i1) -> !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.wgmma_s32_b1_registers.8(!mir.tuple<si32, si32, si32, si32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<si32, si32, si32, si32>
mir.func private @__periclase_intrinsic.wgmma_s32_b1_registers.256(!mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>

// OP-LABEL: mir.func @wgmma_fence(
// OP: nvvm.wgmma.fence.aligned
// CHECK-LABEL: .entry wgmma_fence(
// CHECK: wgmma.fence.sync.aligned
mir.func @wgmma_fence() attributes {kernel} {
  mir.call @__periclase_intrinsic.wgmma_fence() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @wgmma_commit_group(
// OP: nvvm.wgmma.commit.group.sync.aligned
// CHECK-LABEL: .entry wgmma_commit_group(
// CHECK: wgmma.commit_group.sync.aligned
mir.func @wgmma_commit_group() attributes {kernel} {
  mir.call @__periclase_intrinsic.wgmma_commit_group() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @wgmma_wait_group_0(
// OP: nvvm.wgmma.wait.group.sync.aligned
// CHECK-LABEL: .entry wgmma_wait_group_0(
// CHECK: wgmma.wait_group.sync.aligned
mir.func @wgmma_wait_group_0() attributes {kernel} {
  mir.call @__periclase_intrinsic.wgmma_wait_group.0() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @wgmma_wait_group_7(
// OP: nvvm.wgmma.wait.group.sync.aligned
// CHECK-LABEL: .entry wgmma_wait_group_7(
// CHECK: wgmma.wait_group.sync.aligned
mir.func @wgmma_wait_group_7() attributes {kernel} {
  mir.call @__periclase_intrinsic.wgmma_wait_group.7() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @wgmma_f32_f16_8_f16(
// OP: nvvm.wgmma_f32_f16
// CHECK-LABEL: .entry wgmma_f32_f16_8_f16(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
mir.func @wgmma_f32_f16_8_f16(%sums: f32, %a: ui64, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.wgmma_f32_f16.8.f16(%sums_tuple, %a, %b, %accumulate) : (!mir.tuple<f32, f32, f32, f32>, ui64, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f32_f16_8_f16_trans_b(
// OP: nvvm.wgmma_f32_f16
// CHECK-LABEL: .entry wgmma_f32_f16_8_f16_trans_b(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
mir.func @wgmma_f32_f16_8_f16_trans_b(%sums: f32, %a: ui64, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.wgmma_f32_f16.8.f16.trans_b(%sums_tuple, %a, %b, %accumulate) : (!mir.tuple<f32, f32, f32, f32>, ui64, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f32_f16_registers_8_f16(
// OP: nvvm.wgmma_f32_f16_registers
// CHECK-LABEL: .entry wgmma_f32_f16_registers_8_f16(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
mir.func @wgmma_f32_f16_registers_8_f16(%sums: f32, %a: ui32, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums : !mir.tuple<f32, f32, f32, f32>
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_f32_f16_registers.8.f16(%sums_tuple, %a_tuple, %b, %accumulate) : (!mir.tuple<f32, f32, f32, f32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f32_f16_registers_8_f16_trans_b(
// OP: nvvm.wgmma_f32_f16_registers
// CHECK-LABEL: .entry wgmma_f32_f16_registers_8_f16_trans_b(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
mir.func @wgmma_f32_f16_registers_8_f16_trans_b(%sums: f32, %a: ui32, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums : !mir.tuple<f32, f32, f32, f32>
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_f32_f16_registers.8.f16.trans_b(%sums_tuple, %a_tuple, %b, %accumulate) : (!mir.tuple<f32, f32, f32, f32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f16_f16_8(
// OP: nvvm.wgmma_f16_f16
// CHECK-LABEL: .entry wgmma_f16_f16_8(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16
mir.func @wgmma_f16_f16_8(%sums: ui32, %a: ui64, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_f16_f16.8(%sums_tuple, %a, %b, %accumulate) : (!mir.tuple<ui32, ui32>, ui64, ui64, i1) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f16_f16_8_trans_b(
// OP: nvvm.wgmma_f16_f16
// CHECK-LABEL: .entry wgmma_f16_f16_8_trans_b(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16
mir.func @wgmma_f16_f16_8_trans_b(%sums: ui32, %a: ui64, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_f16_f16.8.trans_b(%sums_tuple, %a, %b, %accumulate) : (!mir.tuple<ui32, ui32>, ui64, ui64, i1) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f16_f16_registers_8(
// OP: nvvm.wgmma_f16_f16_registers
// CHECK-LABEL: .entry wgmma_f16_f16_registers_8(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16
mir.func @wgmma_f16_f16_registers_8(%sums: ui32, %a: ui32, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums : !mir.tuple<ui32, ui32>
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_f16_f16_registers.8(%sums_tuple, %a_tuple, %b, %accumulate) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f16_f16_registers_256_negate_a_negate_b_trans_b(
// OP: nvvm.wgmma_f16_f16_registers
// CHECK-LABEL: .entry wgmma_f16_f16_registers_256_negate_a_negate_b_trans_b(
// CHECK: wgmma.mma_async.sync.aligned.m64n256k16.f16.f16.f16
mir.func @wgmma_f16_f16_registers_256_negate_a_negate_b_trans_b(%sums: ui32, %a: ui32, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums : !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_f16_f16_registers.256.negate_a.negate_b.trans_b(%sums_tuple, %a_tuple, %b, %accumulate) : (!mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f32_tf32_8(
// OP: nvvm.wgmma_f32_tf32
// CHECK-LABEL: .entry wgmma_f32_tf32_8(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32
mir.func @wgmma_f32_tf32_8(%sums: f32, %a: ui64, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.wgmma_f32_tf32.8(%sums_tuple, %a, %b, %accumulate) : (!mir.tuple<f32, f32, f32, f32>, ui64, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f32_tf32_256_negate_a_negate_b(
// OP: nvvm.wgmma_f32_tf32
// CHECK-LABEL: .entry wgmma_f32_tf32_256_negate_a_negate_b(
// CHECK: wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32
mir.func @wgmma_f32_tf32_256_negate_a_negate_b(%sums: f32, %a: ui64, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums : !mir.tuple<f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.wgmma_f32_tf32.256.negate_a.negate_b(%sums_tuple, %a, %b, %accumulate) : (!mir.tuple<f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32>, ui64, ui64, i1) -> !mir.tuple<f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f32_tf32_registers_8(
// OP: nvvm.wgmma_f32_tf32_registers
// CHECK-LABEL: .entry wgmma_f32_tf32_registers_8(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32
mir.func @wgmma_f32_tf32_registers_8(%sums: f32, %a: ui32, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums : !mir.tuple<f32, f32, f32, f32>
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_f32_tf32_registers.8(%sums_tuple, %a_tuple, %b, %accumulate) : (!mir.tuple<f32, f32, f32, f32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f32_tf32_registers_256_negate_a_negate_b(
// OP: nvvm.wgmma_f32_tf32_registers
// CHECK-LABEL: .entry wgmma_f32_tf32_registers_256_negate_a_negate_b(
// CHECK: wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32
mir.func @wgmma_f32_tf32_registers_256_negate_a_negate_b(%sums: f32, %a: ui32, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums : !mir.tuple<f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32>
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_f32_tf32_registers.256.negate_a.negate_b(%sums_tuple, %a_tuple, %b, %accumulate) : (!mir.tuple<f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f32_f8_8_e4m3_e4m3(
// OP: nvvm.wgmma_f32_f8
// CHECK-LABEL: .entry wgmma_f32_f8_8_e4m3_e4m3(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3
mir.func @wgmma_f32_f8_8_e4m3_e4m3(%sums: f32, %a: ui64, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.wgmma_f32_f8.8.e4m3.e4m3(%sums_tuple, %a, %b, %accumulate) : (!mir.tuple<f32, f32, f32, f32>, ui64, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f32_f8_8_e4m3_e4m3_negate_b(
// OP: nvvm.wgmma_f32_f8
// CHECK-LABEL: .entry wgmma_f32_f8_8_e4m3_e4m3_negate_b(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3
mir.func @wgmma_f32_f8_8_e4m3_e4m3_negate_b(%sums: f32, %a: ui64, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.wgmma_f32_f8.8.e4m3.e4m3.negate_b(%sums_tuple, %a, %b, %accumulate) : (!mir.tuple<f32, f32, f32, f32>, ui64, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f32_f8_registers_8_e4m3_e4m3(
// OP: nvvm.wgmma_f32_f8_registers
// CHECK-LABEL: .entry wgmma_f32_f8_registers_8_e4m3_e4m3(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3
mir.func @wgmma_f32_f8_registers_8_e4m3_e4m3(%sums: f32, %a: ui32, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums : !mir.tuple<f32, f32, f32, f32>
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_f32_f8_registers.8.e4m3.e4m3(%sums_tuple, %a_tuple, %b, %accumulate) : (!mir.tuple<f32, f32, f32, f32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f32_f8_registers_8_e4m3_e4m3_negate_b(
// OP: nvvm.wgmma_f32_f8_registers
// CHECK-LABEL: .entry wgmma_f32_f8_registers_8_e4m3_e4m3_negate_b(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3
mir.func @wgmma_f32_f8_registers_8_e4m3_e4m3_negate_b(%sums: f32, %a: ui32, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums : !mir.tuple<f32, f32, f32, f32>
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_f32_f8_registers.8.e4m3.e4m3.negate_b(%sums_tuple, %a_tuple, %b, %accumulate) : (!mir.tuple<f32, f32, f32, f32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f16_f8_8_e4m3_e4m3(
// OP: nvvm.wgmma_f16_f8
// CHECK-LABEL: .entry wgmma_f16_f8_8_e4m3_e4m3(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e4m3
mir.func @wgmma_f16_f8_8_e4m3_e4m3(%sums: ui32, %a: ui64, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_f16_f8.8.e4m3.e4m3(%sums_tuple, %a, %b, %accumulate) : (!mir.tuple<ui32, ui32>, ui64, ui64, i1) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f16_f8_8_e4m3_e4m3_negate_b(
// OP: nvvm.wgmma_f16_f8
// CHECK-LABEL: .entry wgmma_f16_f8_8_e4m3_e4m3_negate_b(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e4m3
mir.func @wgmma_f16_f8_8_e4m3_e4m3_negate_b(%sums: ui32, %a: ui64, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_f16_f8.8.e4m3.e4m3.negate_b(%sums_tuple, %a, %b, %accumulate) : (!mir.tuple<ui32, ui32>, ui64, ui64, i1) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f16_f8_registers_8_e4m3_e4m3(
// OP: nvvm.wgmma_f16_f8_registers
// CHECK-LABEL: .entry wgmma_f16_f8_registers_8_e4m3_e4m3(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e4m3
mir.func @wgmma_f16_f8_registers_8_e4m3_e4m3(%sums: ui32, %a: ui32, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums : !mir.tuple<ui32, ui32>
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_f16_f8_registers.8.e4m3.e4m3(%sums_tuple, %a_tuple, %b, %accumulate) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_f16_f8_registers_8_e4m3_e4m3_negate_b(
// OP: nvvm.wgmma_f16_f8_registers
// CHECK-LABEL: .entry wgmma_f16_f8_registers_8_e4m3_e4m3_negate_b(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k32.f16.e4m3.e4m3
mir.func @wgmma_f16_f8_registers_8_e4m3_e4m3_negate_b(%sums: ui32, %a: ui32, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums : !mir.tuple<ui32, ui32>
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_f16_f8_registers.8.e4m3.e4m3.negate_b(%sums_tuple, %a_tuple, %b, %accumulate) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_s32_i8_8_s8_s8(
// OP: nvvm.wgmma_s32_i8
// CHECK-LABEL: .entry wgmma_s32_i8_8_s8_s8(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8
mir.func @wgmma_s32_i8_8_s8_s8(%sums: si32, %a: ui64, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.wgmma_s32_i8.8.s8.s8(%sums_tuple, %a, %b, %accumulate) : (!mir.tuple<si32, si32, si32, si32>, ui64, ui64, i1) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_s32_i8_256_u8_u8_satfinite(
// OP: nvvm.wgmma_s32_i8
// CHECK-LABEL: .entry wgmma_s32_i8_256_u8_u8_satfinite(
// CHECK: wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.u8.satfinite
mir.func @wgmma_s32_i8_256_u8_u8_satfinite(%sums: si32, %a: ui64, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums : !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.wgmma_s32_i8.256.u8.u8.satfinite(%sums_tuple, %a, %b, %accumulate) : (!mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, ui64, ui64, i1) -> !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_s32_i8_registers_8_s8_s8(
// OP: nvvm.wgmma_s32_i8_registers
// CHECK-LABEL: .entry wgmma_s32_i8_registers_8_s8_s8(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8
mir.func @wgmma_s32_i8_registers_8_s8_s8(%sums: si32, %a: ui32, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums : !mir.tuple<si32, si32, si32, si32>
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_s32_i8_registers.8.s8.s8(%sums_tuple, %a_tuple, %b, %accumulate) : (!mir.tuple<si32, si32, si32, si32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_s32_i8_registers_256_u8_u8_satfinite(
// OP: nvvm.wgmma_s32_i8_registers
// CHECK-LABEL: .entry wgmma_s32_i8_registers_256_u8_u8_satfinite(
// CHECK: wgmma.mma_async.sync.aligned.m64n256k32.s32.u8.u8.satfinite
mir.func @wgmma_s32_i8_registers_256_u8_u8_satfinite(%sums: si32, %a: ui32, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums : !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_s32_i8_registers.256.u8.u8.satfinite(%sums_tuple, %a_tuple, %b, %accumulate) : (!mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_s32_b1_8(
// OP: nvvm.wgmma_s32_b1
// CHECK-LABEL: .entry wgmma_s32_b1_8(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc
mir.func @wgmma_s32_b1_8(%sums: si32, %a: ui64, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums : !mir.tuple<si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.wgmma_s32_b1.8(%sums_tuple, %a, %b, %accumulate) : (!mir.tuple<si32, si32, si32, si32>, ui64, ui64, i1) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_s32_b1_256(
// OP: nvvm.wgmma_s32_b1
// CHECK-LABEL: .entry wgmma_s32_b1_256(
// CHECK: wgmma.mma_async.sync.aligned.m64n256k256.s32.b1.b1.and.popc
mir.func @wgmma_s32_b1_256(%sums: si32, %a: ui64, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums : !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>
  %d = mir.call @__periclase_intrinsic.wgmma_s32_b1.256(%sums_tuple, %a, %b, %accumulate) : (!mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, ui64, ui64, i1) -> !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_s32_b1_registers_8(
// OP: nvvm.wgmma_s32_b1_registers
// CHECK-LABEL: .entry wgmma_s32_b1_registers_8(
// CHECK: wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc
mir.func @wgmma_s32_b1_registers_8(%sums: si32, %a: ui32, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums : !mir.tuple<si32, si32, si32, si32>
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_s32_b1_registers.8(%sums_tuple, %a_tuple, %b, %accumulate) : (!mir.tuple<si32, si32, si32, si32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32>, global>
  mir.return
}

// OP-LABEL: mir.func @wgmma_s32_b1_registers_256(
// OP: nvvm.wgmma_s32_b1_registers
// CHECK-LABEL: .entry wgmma_s32_b1_registers_256(
// CHECK: wgmma.mma_async.sync.aligned.m64n256k256.s32.b1.b1.and.popc
mir.func @wgmma_s32_b1_registers_256(%sums: si32, %a: ui32, %b: ui64, %accumulate: i1, %result: !mir.ptr<mut !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, global>) attributes {kernel} {
  %sums_tuple = mir.construct_tuple %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums, %sums : !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.wgmma_s32_b1_registers.256(%sums_tuple, %a_tuple, %b, %accumulate) : (!mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, !mir.tuple<ui32, ui32, ui32, ui32>, ui64, i1) -> !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32, si32>, global>
  mir.return
}
