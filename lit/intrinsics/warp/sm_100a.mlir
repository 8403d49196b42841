// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_100a | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.redux_sync_min.f32.abs.nan(f32, ui32) -> f32
mir.func private @__periclase_intrinsic.redux_sync_max.f32.abs.nan(f32, ui32) -> f32

// OP-LABEL: mir.func @redux_sync_min_f32_abs_nan(
// OP: nvvm.redux.sync
// CHECK-LABEL: .entry redux_sync_min_f32_abs_nan(
// CHECK: redux.{{.*}}f32
mir.func @redux_sync_min_f32_abs_nan(%value: f32, %mask: ui32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.redux_sync_min.f32.abs.nan(%value, %mask) : (f32, ui32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}

// OP-LABEL: mir.func @redux_sync_max_f32_abs_nan(
// OP: nvvm.redux.sync
// CHECK-LABEL: .entry redux_sync_max_f32_abs_nan(
// CHECK: redux.{{.*}}f32
mir.func @redux_sync_max_f32_abs_nan(%value: f32, %mask: ui32, %result: !mir.ptr<mut f32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.redux_sync_max.f32.abs.nan(%value, %mask) : (f32, ui32) -> f32
  mir.store %d, %result : !mir.ptr<mut f32, global>
  mir.return
}
