// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_100a | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.ldmatrix_m16n16.f16.shared.1.b8(!mir.ptr<mut f16, shared>) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.ldmatrix_m16n16.ui64.shared.2.b6x16_p32(!mir.ptr<mut ui64, shared>) -> !mir.tuple<ui32, ui32, ui32, ui32>
mir.func private @__periclase_intrinsic.ldmatrix_m8n16.f16.shared.1.b4x16_p64(!mir.ptr<mut f16, shared>) -> !mir.tuple<ui32>
mir.func private @__periclase_intrinsic.ldmatrix_m8n16.ui64.shared.4.b6x16_p32(!mir.ptr<mut ui64, shared>) -> !mir.tuple<ui32, ui32, ui32, ui32>
mir.func private @__periclase_intrinsic.stmatrix_m16n8.f16.shared.1(!mir.ptr<mut f16, shared>, !mir.tuple<ui32>)
mir.func private @__periclase_intrinsic.stmatrix_m16n8.ui64.shared.4(!mir.ptr<mut ui64, shared>, !mir.tuple<ui32, ui32, ui32, ui32>)

// OP-LABEL: mir.func @ldmatrix_m16n16_f16_1_b8(
// OP: nvvm.ldmatrix
// CHECK-LABEL: .entry ldmatrix_m16n16_f16_1_b8(
// CHECK: ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8
mir.func @ldmatrix_m16n16_f16_1_b8(%row: !mir.ptr<mut f16, shared>, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.ldmatrix_m16n16.f16.shared.1.b8(%row) : (!mir.ptr<mut f16, shared>) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @ldmatrix_m16n16_u64_2_b6x16_p32(
// OP: nvvm.ldmatrix
// CHECK-LABEL: .entry ldmatrix_m16n16_u64_2_b6x16_p32(
// CHECK: ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8x16.b6x16_p32
mir.func @ldmatrix_m16n16_u64_2_b6x16_p32(%row: !mir.ptr<mut ui64, shared>, %result: !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.ldmatrix_m16n16.ui64.shared.2.b6x16_p32(%row) : (!mir.ptr<mut ui64, shared>) -> !mir.tuple<ui32, ui32, ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @ldmatrix_m8n16_f16_1_b4x16_p64(
// OP: nvvm.ldmatrix
// CHECK-LABEL: .entry ldmatrix_m8n16_f16_1_b4x16_p64(
// CHECK: ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64
mir.func @ldmatrix_m8n16_f16_1_b4x16_p64(%row: !mir.ptr<mut f16, shared>, %result: !mir.ptr<mut !mir.tuple<ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.ldmatrix_m8n16.f16.shared.1.b4x16_p64(%row) : (!mir.ptr<mut f16, shared>) -> !mir.tuple<ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @ldmatrix_m8n16_u64_4_b6x16_p32(
// OP: nvvm.ldmatrix
// CHECK-LABEL: .entry ldmatrix_m8n16_u64_4_b6x16_p32(
// CHECK: ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b6x16_p32
mir.func @ldmatrix_m8n16_u64_4_b6x16_p32(%row: !mir.ptr<mut ui64, shared>, %result: !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.ldmatrix_m8n16.ui64.shared.4.b6x16_p32(%row) : (!mir.ptr<mut ui64, shared>) -> !mir.tuple<ui32, ui32, ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @stmatrix_m16n8_f16_1(
// OP: nvvm.stmatrix
// CHECK-LABEL: .entry stmatrix_m16n8_f16_1(
// CHECK: stmatrix.sync.aligned.m16n8.x1.trans.shared.b8
mir.func @stmatrix_m16n8_f16_1(%row: !mir.ptr<mut f16, shared>, %values: ui32) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values : !mir.tuple<ui32>
  mir.call @__periclase_intrinsic.stmatrix_m16n8.f16.shared.1(%row, %values_tuple) : (!mir.ptr<mut f16, shared>, !mir.tuple<ui32>) -> ()
  mir.return
}

// OP-LABEL: mir.func @stmatrix_m16n8_u64_4(
// OP: nvvm.stmatrix
// CHECK-LABEL: .entry stmatrix_m16n8_u64_4(
// CHECK: stmatrix.sync.aligned.m16n8.x4.trans.shared.b8
mir.func @stmatrix_m16n8_u64_4(%row: !mir.ptr<mut ui64, shared>, %values: ui32) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values, %values, %values : !mir.tuple<ui32, ui32, ui32, ui32>
  mir.call @__periclase_intrinsic.stmatrix_m16n8.ui64.shared.4(%row, %values_tuple) : (!mir.ptr<mut ui64, shared>, !mir.tuple<ui32, ui32, ui32, ui32>) -> ()
  mir.return
}
