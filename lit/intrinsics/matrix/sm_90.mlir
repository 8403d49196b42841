// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mma_m16n8k4_f64_f64(!mir.tuple<f64, f64>, !mir.tuple<f64>, !mir.tuple<f64, f64, f64, f64>) -> !mir.tuple<f64, f64, f64, f64>
mir.func private @__periclase_intrinsic.mma_m16n8k8_f64_f64(!mir.tuple<f64, f64, f64, f64>, !mir.tuple<f64, f64>, !mir.tuple<f64, f64, f64, f64>) -> !mir.tuple<f64, f64, f64, f64>
mir.func private @__periclase_intrinsic.mma_m16n8k16_f64_f64(!mir.tuple<f64, f64, f64, f64, f64, f64, f64, f64>, !mir.tuple<f64, f64, f64, f64>, !mir.tuple<f64, f64, f64, f64>) -> !mir.tuple<f64, f64, f64, f64>
mir.func private @__periclase_intrinsic.stmatrix.f16.shared.1(!mir.ptr<mut f16, shared>, !mir.tuple<ui32>)
mir.func private @__periclase_intrinsic.stmatrix.ui64.shared.4.trans(!mir.ptr<mut ui64, shared>, !mir.tuple<ui32, ui32, ui32, ui32>)

// OP-LABEL: mir.func @mma_m16n8k4_f64_f64(
// OP: nvvm.mma_m16n8k4_f64_f64
// CHECK-LABEL: .entry mma_m16n8k4_f64_f64(
// CHECK: mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64
mir.func @mma_m16n8k4_f64_f64(%a: f64, %b: f64, %c: f64, %result: !mir.ptr<mut !mir.tuple<f64, f64, f64, f64>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a : !mir.tuple<f64, f64>
  %b_tuple = mir.construct_tuple %b : !mir.tuple<f64>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f64, f64, f64, f64>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k4_f64_f64(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<f64, f64>, !mir.tuple<f64>, !mir.tuple<f64, f64, f64, f64>) -> !mir.tuple<f64, f64, f64, f64>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f64, f64, f64, f64>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k8_f64_f64(
// OP: nvvm.mma_m16n8k8_f64_f64
// CHECK-LABEL: .entry mma_m16n8k8_f64_f64(
// CHECK: mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64
mir.func @mma_m16n8k8_f64_f64(%a: f64, %b: f64, %c: f64, %result: !mir.ptr<mut !mir.tuple<f64, f64, f64, f64>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a : !mir.tuple<f64, f64, f64, f64>
  %b_tuple = mir.construct_tuple %b, %b : !mir.tuple<f64, f64>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f64, f64, f64, f64>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k8_f64_f64(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<f64, f64, f64, f64>, !mir.tuple<f64, f64>, !mir.tuple<f64, f64, f64, f64>) -> !mir.tuple<f64, f64, f64, f64>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f64, f64, f64, f64>, global>
  mir.return
}

// OP-LABEL: mir.func @mma_m16n8k16_f64_f64(
// OP: nvvm.mma_m16n8k16_f64_f64
// CHECK-LABEL: .entry mma_m16n8k16_f64_f64(
// CHECK: mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64
mir.func @mma_m16n8k16_f64_f64(%a: f64, %b: f64, %c: f64, %result: !mir.ptr<mut !mir.tuple<f64, f64, f64, f64>, global>) attributes {kernel} {
  %a_tuple = mir.construct_tuple %a, %a, %a, %a, %a, %a, %a, %a : !mir.tuple<f64, f64, f64, f64, f64, f64, f64, f64>
  %b_tuple = mir.construct_tuple %b, %b, %b, %b : !mir.tuple<f64, f64, f64, f64>
  %c_tuple = mir.construct_tuple %c, %c, %c, %c : !mir.tuple<f64, f64, f64, f64>
  %d = mir.call @__periclase_intrinsic.mma_m16n8k16_f64_f64(%a_tuple, %b_tuple, %c_tuple) : (!mir.tuple<f64, f64, f64, f64, f64, f64, f64, f64>, !mir.tuple<f64, f64, f64, f64>, !mir.tuple<f64, f64, f64, f64>) -> !mir.tuple<f64, f64, f64, f64>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f64, f64, f64, f64>, global>
  mir.return
}

// OP-LABEL: mir.func @stmatrix_f16_1(
// OP: nvvm.stmatrix
// CHECK-LABEL: .entry stmatrix_f16_1(
// CHECK: stmatrix.sync.aligned.m8n8.x1.shared.b16
mir.func @stmatrix_f16_1(%row: !mir.ptr<mut f16, shared>, %values: ui32) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values : !mir.tuple<ui32>
  mir.call @__periclase_intrinsic.stmatrix.f16.shared.1(%row, %values_tuple) : (!mir.ptr<mut f16, shared>, !mir.tuple<ui32>) -> ()
  mir.return
}

// OP-LABEL: mir.func @stmatrix_u64_4_trans(
// OP: nvvm.stmatrix
// CHECK-LABEL: .entry stmatrix_u64_4_trans(
// CHECK: stmatrix.sync.aligned.m8n8.x4.trans.shared.b16
mir.func @stmatrix_u64_4_trans(%row: !mir.ptr<mut ui64, shared>, %values: ui32) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values, %values, %values : !mir.tuple<ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.stmatrix.ui64.shared.4.trans(%row, %values_tuple) : (!mir.ptr<mut ui64, shared>, !mir.tuple<ui32, ui32, ui32, ui32>) -> ()
  mir.return
}
