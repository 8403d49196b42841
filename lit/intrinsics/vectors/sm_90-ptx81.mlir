// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90+ptx81 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.atomic_vector_f32.global.2.relaxed.cta(!mir.ptr<mut f32, global>, !mir.tuple<f32, f32>) -> !mir.tuple<f32, f32>
mir.func private @__periclase_intrinsic.atomic_vector_f32.global.4.acq_rel.sys(!mir.ptr<mut f32, global>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
mir.func private @__periclase_intrinsic.atomic_vector_f16.global.2.add.relaxed.cta(!mir.ptr<mut ui16, global>, !mir.tuple<ui16, ui16>) -> !mir.tuple<ui16, ui16>
mir.func private @__periclase_intrinsic.atomic_vector_f16.global.2.add.relaxed.sys(!mir.ptr<mut ui16, global>, !mir.tuple<ui16, ui16>) -> !mir.tuple<ui16, ui16>
mir.func private @__periclase_intrinsic.atomic_vector_bf16.global.2.add.relaxed.cta(!mir.ptr<mut ui16, global>, !mir.tuple<ui16, ui16>) -> !mir.tuple<ui16, ui16>
mir.func private @__periclase_intrinsic.atomic_vector_bf16.global.2.add.relaxed.sys(!mir.ptr<mut ui16, global>, !mir.tuple<ui16, ui16>) -> !mir.tuple<ui16, ui16>
mir.func private @__periclase_intrinsic.atomic_vector_f16x2.global.2.add.relaxed.cta(!mir.ptr<mut ui32, global>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.atomic_vector_f16x2.global.4.max.acq_rel.sys(!mir.ptr<mut ui32, global>, !mir.tuple<ui32, ui32, ui32, ui32>) -> !mir.tuple<ui32, ui32, ui32, ui32>
mir.func private @__periclase_intrinsic.atomic_vector_bf16x2.global.2.add.relaxed.cta(!mir.ptr<mut ui32, global>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
mir.func private @__periclase_intrinsic.atomic_vector_bf16x2.global.4.max.acq_rel.sys(!mir.ptr<mut ui32, global>, !mir.tuple<ui32, ui32, ui32, ui32>) -> !mir.tuple<ui32, ui32, ui32, ui32>

// OP-LABEL: mir.func @atomic_vector_f32_2_relaxed_cta(
// OP: nvvm.atomic_vector_f32
// CHECK-LABEL: .entry atomic_vector_f32_2_relaxed_cta(
// CHECK: atom.relaxed.cta.global.v2.f32.add
mir.func @atomic_vector_f32_2_relaxed_cta(%place: !mir.ptr<mut f32, global>, %values: f32, %result: !mir.ptr<mut !mir.tuple<f32, f32>, global>) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values : !mir.tuple<f32, f32>
  %d = mir.call @__periclase_intrinsic.atomic_vector_f32.global.2.relaxed.cta(%place, %values_tuple) : (!mir.ptr<mut f32, global>, !mir.tuple<f32, f32>) -> !mir.tuple<f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @atomic_vector_f32_4_acq_rel_sys(
// OP: nvvm.atomic_vector_f32
// CHECK-LABEL: .entry atomic_vector_f32_4_acq_rel_sys(
// CHECK: atom.acq_rel.sys.global.v4.f32.add
mir.func @atomic_vector_f32_4_acq_rel_sys(%place: !mir.ptr<mut f32, global>, %values: f32, %result: !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values, %values, %values : !mir.tuple<f32, f32, f32, f32>
  %d = mir.call @__periclase_intrinsic.atomic_vector_f32.global.4.acq_rel.sys(%place, %values_tuple) : (!mir.ptr<mut f32, global>, !mir.tuple<f32, f32, f32, f32>) -> !mir.tuple<f32, f32, f32, f32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<f32, f32, f32, f32>, global>
  mir.return
}

// OP-LABEL: mir.func @atomic_vector_f16_2_add_relaxed_cta(
// OP: nvvm.atomic_vector_f16
// CHECK-LABEL: .entry atomic_vector_f16_2_add_relaxed_cta(
// CHECK: atom.relaxed.cta.global.v2.f16.add.noftz
mir.func @atomic_vector_f16_2_add_relaxed_cta(%place: !mir.ptr<mut ui16, global>, %values: ui16, %result: !mir.ptr<mut !mir.tuple<ui16, ui16>, global>) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values : !mir.tuple<ui16, ui16>
  %d = mir.call @__periclase_intrinsic.atomic_vector_f16.global.2.add.relaxed.cta(%place, %values_tuple) : (!mir.ptr<mut ui16, global>, !mir.tuple<ui16, ui16>) -> !mir.tuple<ui16, ui16>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui16, ui16>, global>
  mir.return
}

// OP-LABEL: mir.func @atomic_vector_f16_2_add_relaxed_sys(
// OP: nvvm.atomic_vector_f16
// CHECK-LABEL: .entry atomic_vector_f16_2_add_relaxed_sys(
// CHECK: atom.relaxed.sys.global.v2.f16.add.noftz
mir.func @atomic_vector_f16_2_add_relaxed_sys(%place: !mir.ptr<mut ui16, global>, %values: ui16, %result: !mir.ptr<mut !mir.tuple<ui16, ui16>, global>) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values : !mir.tuple<ui16, ui16>
  %d = mir.call @__periclase_intrinsic.atomic_vector_f16.global.2.add.relaxed.sys(%place, %values_tuple) : (!mir.ptr<mut ui16, global>, !mir.tuple<ui16, ui16>) -> !mir.tuple<ui16, ui16>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui16, ui16>, global>
  mir.return
}

// OP-LABEL: mir.func @atomic_vector_bf16_2_add_relaxed_cta(
// OP: nvvm.atomic_vector_bf16
// CHECK-LABEL: .entry atomic_vector_bf16_2_add_relaxed_cta(
// CHECK: atom.relaxed.cta.global.v2.bf16.add.noftz
mir.func @atomic_vector_bf16_2_add_relaxed_cta(%place: !mir.ptr<mut ui16, global>, %values: ui16, %result: !mir.ptr<mut !mir.tuple<ui16, ui16>, global>) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values : !mir.tuple<ui16, ui16>
  %d = mir.call @__periclase_intrinsic.atomic_vector_bf16.global.2.add.relaxed.cta(%place, %values_tuple) : (!mir.ptr<mut ui16, global>, !mir.tuple<ui16, ui16>) -> !mir.tuple<ui16, ui16>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui16, ui16>, global>
  mir.return
}

// OP-LABEL: mir.func @atomic_vector_bf16_2_add_relaxed_sys(
// OP: nvvm.atomic_vector_bf16
// CHECK-LABEL: .entry atomic_vector_bf16_2_add_relaxed_sys(
// CHECK: atom.relaxed.sys.global.v2.bf16.add.noftz
mir.func @atomic_vector_bf16_2_add_relaxed_sys(%place: !mir.ptr<mut ui16, global>, %values: ui16, %result: !mir.ptr<mut !mir.tuple<ui16, ui16>, global>) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values : !mir.tuple<ui16, ui16>
  %d = mir.call @__periclase_intrinsic.atomic_vector_bf16.global.2.add.relaxed.sys(%place, %values_tuple) : (!mir.ptr<mut ui16, global>, !mir.tuple<ui16, ui16>) -> !mir.tuple<ui16, ui16>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui16, ui16>, global>
  mir.return
}

// OP-LABEL: mir.func @atomic_vector_f16x2_2_add_relaxed_cta(
// OP: nvvm.atomic_vector_f16x2
// CHECK-LABEL: .entry atomic_vector_f16x2_2_add_relaxed_cta(
// CHECK: atom.relaxed.cta.global.v2.f16x2.add.noftz
mir.func @atomic_vector_f16x2_2_add_relaxed_cta(%place: !mir.ptr<mut ui32, global>, %values: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.atomic_vector_f16x2.global.2.add.relaxed.cta(%place, %values_tuple) : (!mir.ptr<mut ui32, global>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @atomic_vector_f16x2_4_max_acq_rel_sys(
// OP: nvvm.atomic_vector_f16x2
// CHECK-LABEL: .entry atomic_vector_f16x2_4_max_acq_rel_sys(
// CHECK: atom.acq_rel.sys.global.v4.f16x2.max.noftz
mir.func @atomic_vector_f16x2_4_max_acq_rel_sys(%place: !mir.ptr<mut ui32, global>, %values: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32>, global>) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values, %values, %values : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.atomic_vector_f16x2.global.4.max.acq_rel.sys(%place, %values_tuple) : (!mir.ptr<mut ui32, global>, !mir.tuple<ui32, ui32, ui32, ui32>) -> !mir.tuple<ui32, ui32, ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @atomic_vector_bf16x2_2_add_relaxed_cta(
// OP: nvvm.atomic_vector_bf16x2
// CHECK-LABEL: .entry atomic_vector_bf16x2_2_add_relaxed_cta(
// CHECK: atom.relaxed.cta.global.v2.bf16x2.add.noftz
mir.func @atomic_vector_bf16x2_2_add_relaxed_cta(%place: !mir.ptr<mut ui32, global>, %values: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32>, global>) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values : !mir.tuple<ui32, ui32>
  %d = mir.call @__periclase_intrinsic.atomic_vector_bf16x2.global.2.add.relaxed.cta(%place, %values_tuple) : (!mir.ptr<mut ui32, global>, !mir.tuple<ui32, ui32>) -> !mir.tuple<ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32>, global>
  mir.return
}

// OP-LABEL: mir.func @atomic_vector_bf16x2_4_max_acq_rel_sys(
// OP: nvvm.atomic_vector_bf16x2
// CHECK-LABEL: .entry atomic_vector_bf16x2_4_max_acq_rel_sys(
// CHECK: atom.acq_rel.sys.global.v4.bf16x2.max.noftz
mir.func @atomic_vector_bf16x2_4_max_acq_rel_sys(%place: !mir.ptr<mut ui32, global>, %values: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32>, global>) attributes {kernel} {
  %values_tuple = mir.construct_tuple %values, %values, %values, %values : !mir.tuple<ui32, ui32, ui32, ui32>
  %d = mir.call @__periclase_intrinsic.atomic_vector_bf16x2.global.4.max.acq_rel.sys(%place, %values_tuple) : (!mir.ptr<mut ui32, global>, !mir.tuple<ui32, ui32, ui32, ui32>) -> !mir.tuple<ui32, ui32, ui32, ui32>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, ui32, ui32, ui32>, global>
  mir.return
}
