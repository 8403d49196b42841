// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_89+ptx85 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mma_sp_m16n8k64_f32_f8.e5m2.e5m2.ordered(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>

// OP-LABEL: mir.func @mma_sp_m16n8k64_f32_f8_e5m2_e5m2_ordered(
// OP: nvvm.mma_sp_m16n8k64_f32_f8
// CHECK-LABEL: .entry mma_sp_m16n8k64_f32_f8_e5m2_e5m2_ordered(
// CHECK: mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e5m2.e5m2.f32
mir.func @mma_sp_m16n8k64_f32_f8_e5m2_e5m2_ordered(%a: ui32, %b: ui32, %c: f32, %metadata: ui32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<ui32, ui32, ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_sp_m16n8k64_f32_f8.e5m2.e5m2.ordered(%a_tuple, %b_tuple, %c_tuple, %metadata) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<f32, f32, f32, f32>, ui32) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}
