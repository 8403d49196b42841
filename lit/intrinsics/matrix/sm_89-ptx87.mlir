// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_89+ptx87 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mma_m16n8k16_f32_f8.e4m3.e4m3(!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_m16n8k16_f32_f8.e5m2.e5m2(!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.mma_m16n8k16_f16_f8.e4m3.e4m3(!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.mma_m16n8k16_f16_f8.e5m2.e5m2(!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.mma_m16n8k32_f16_f8.e4m3.e4m3(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.mma_m16n8k32_f16_f8.e5m2.e5m2(!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>

// OP-LABEL: mir.func @mma_m16n8k16_f32_f8_e4m3_e4m3(
// OP: nvvm.mma_m16n8k16_f32_f8
// CHECK-LABEL: .entry mma_m16n8k16_f32_f8_e4m3_e4m3(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32
mir.func @mma_m16n8k16_f32_f8_e4m3_e4m3(%a: ui32, %b: ui32, %c: f32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k16_f32_f8.e4m3.e4m3(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k16_f32_f8_e5m2_e5m2(
// OP: nvvm.mma_m16n8k16_f32_f8
// CHECK-LABEL: .entry mma_m16n8k16_f32_f8_e5m2_e5m2(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e5m2.f32
mir.func @mma_m16n8k16_f32_f8_e5m2_e5m2(%a: ui32, %b: ui32, %c: f32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k16_f32_f8.e5m2.e5m2(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k16_f16_f8_e4m3_e4m3(
// OP: nvvm.mma_m16n8k16_f16_f8
// CHECK-LABEL: .entry mma_m16n8k16_f16_f8_e4m3_e4m3(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f16.e4m3.e4m3.f16
mir.func @mma_m16n8k16_f16_f8_e4m3_e4m3(%a: ui32, %b: ui32, %c: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k16_f16_f8.e4m3.e4m3(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k16_f16_f8_e5m2_e5m2(
// OP: nvvm.mma_m16n8k16_f16_f8
// CHECK-LABEL: .entry mma_m16n8k16_f16_f8_e5m2_e5m2(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f16.e5m2.e5m2.f16
mir.func @mma_m16n8k16_f16_f8_e5m2_e5m2(%a: ui32, %b: ui32, %c: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<ui32, ui32>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k16_f16_f8.e5m2.e5m2(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32>, !mir.tuple<ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k32_f16_f8_e4m3_e4m3(
// OP: nvvm.mma_m16n8k32_f16_f8
// CHECK-LABEL: .entry mma_m16n8k32_f16_f8_e4m3_e4m3(
// CHECK: mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16
mir.func @mma_m16n8k32_f16_f8_e4m3_e4m3(%a: ui32, %b: ui32, %c: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k32_f16_f8.e4m3.e4m3(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k32_f16_f8_e5m2_e5m2(
// OP: nvvm.mma_m16n8k32_f16_f8
// CHECK-LABEL: .entry mma_m16n8k32_f16_f8_e5m2_e5m2(
// CHECK: mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e5m2.f16
mir.func @mma_m16n8k32_f16_f8_e5m2_e5m2(%a: ui32, %b: ui32, %c: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<ui32, ui32, ui32, ui32>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<ui32, ui32>
  %c_tuple = mir.construct_tuple %c, %c : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k32_f16_f8.e5m2.e5m2(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<ui32, ui32, ui32, ui32>, !mir.tuple<ui32, ui32>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}
