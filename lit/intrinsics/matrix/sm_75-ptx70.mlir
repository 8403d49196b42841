// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_75+ptx70 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mma_m8n8k128_s32_b1.xor(!mir.tuple<ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32>) -> !mir.tuple<si32, si32>

// OP-LABEL: mir.func @mma_m8n8k128_s32_b1_xor(
// OP: nvvm.mma.sync
// CHECK-LABEL: .entry mma_m8n8k128_s32_b1_xor(
// CHECK: mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc
mir.func @mma_m8n8k128_s32_b1_xor(%a: ui32, %b: ui32, %c: si32, %result: !mir.ptr<mut !mir.tuple<si32, si32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a : !mir.tuple<ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<si32, si32>
  %d = mir.call @__periclase_intrinsic.mma_m8n8k128_s32_b1.xor(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32>, !mir.tuple<ui32>, !mir.tuple<si32, si32>) -> !mir.tuple<si32, si32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<si32, si32>, global>
  mir.return
}
