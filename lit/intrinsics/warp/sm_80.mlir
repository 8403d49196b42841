// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_80 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.redux_sync_add.si32(si32, ui32) -> si32
mir.func private @__periclase_intrinsic.redux_sync_add.ui32(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.redux_sync_min.si32(si32, ui32) -> si32
mir.func private @__periclase_intrinsic.redux_sync_max.si32(si32, ui32) -> si32
mir.func private @__periclase_intrinsic.redux_sync_and.ui32(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.redux_sync_and.si32(si32, ui32) -> si32
mir.func private @__periclase_intrinsic.redux_sync_or.ui32(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.redux_sync_or.si32(si32, ui32) -> si32
mir.func private @__periclase_intrinsic.redux_sync_xor.ui32(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.redux_sync_xor.si32(si32, ui32) -> si32

// OP-LABEL: mir.func @redux_sync_add_i32(
// OP: nvvm.redux.sync
// CHECK-LABEL: .entry redux_sync_add_i32(
// CHECK: redux.{{.*}}s32
mir.func @redux_sync_add_i32(%value: si32, %mask: ui32, %result: !mir.ptr<mut si32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.redux_sync_add.si32(%value, %mask) : (si32, ui32) -> si32
  mir.store %d, %result : !mir.ptr<mut si32, global>
  mir.return
}

// OP-LABEL: mir.func @redux_sync_add_u32(
// OP: nvvm.redux.sync
// CHECK-LABEL: .entry redux_sync_add_u32(
// CHECK: redux.{{.*}}s32
mir.func @redux_sync_add_u32(%value: ui32, %mask: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.redux_sync_add.ui32(%value, %mask) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @redux_sync_min_i32(
// OP: nvvm.redux.sync
// CHECK-LABEL: .entry redux_sync_min_i32(
// CHECK: redux.{{.*}}s32
mir.func @redux_sync_min_i32(%value: si32, %mask: ui32, %result: !mir.ptr<mut si32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.redux_sync_min.si32(%value, %mask) : (si32, ui32) -> si32
  mir.store %d, %result : !mir.ptr<mut si32, global>
  mir.return
}

// OP-LABEL: mir.func @redux_sync_max_i32(
// OP: nvvm.redux.sync
// CHECK-LABEL: .entry redux_sync_max_i32(
// CHECK: redux.{{.*}}s32
mir.func @redux_sync_max_i32(%value: si32, %mask: ui32, %result: !mir.ptr<mut si32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.redux_sync_max.si32(%value, %mask) : (si32, ui32) -> si32
  mir.store %d, %result : !mir.ptr<mut si32, global>
  mir.return
}

// OP-LABEL: mir.func @redux_sync_and_u32(
// OP: nvvm.redux.sync
// CHECK-LABEL: .entry redux_sync_and_u32(
// CHECK: redux.{{.*}}b32
mir.func @redux_sync_and_u32(%value: ui32, %mask: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.redux_sync_and.ui32(%value, %mask) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @redux_sync_and_i32(
// OP: nvvm.redux.sync
// CHECK-LABEL: .entry redux_sync_and_i32(
// CHECK: redux.{{.*}}b32
mir.func @redux_sync_and_i32(%value: si32, %mask: ui32, %result: !mir.ptr<mut si32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.redux_sync_and.si32(%value, %mask) : (si32, ui32) -> si32
  mir.store %d, %result : !mir.ptr<mut si32, global>
  mir.return
}

// OP-LABEL: mir.func @redux_sync_or_u32(
// OP: nvvm.redux.sync
// CHECK-LABEL: .entry redux_sync_or_u32(
// CHECK: redux.{{.*}}b32
mir.func @redux_sync_or_u32(%value: ui32, %mask: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.redux_sync_or.ui32(%value, %mask) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @redux_sync_or_i32(
// OP: nvvm.redux.sync
// CHECK-LABEL: .entry redux_sync_or_i32(
// CHECK: redux.{{.*}}b32
mir.func @redux_sync_or_i32(%value: si32, %mask: ui32, %result: !mir.ptr<mut si32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.redux_sync_or.si32(%value, %mask) : (si32, ui32) -> si32
  mir.store %d, %result : !mir.ptr<mut si32, global>
  mir.return
}

// OP-LABEL: mir.func @redux_sync_xor_u32(
// OP: nvvm.redux.sync
// CHECK-LABEL: .entry redux_sync_xor_u32(
// CHECK: redux.{{.*}}b32
mir.func @redux_sync_xor_u32(%value: ui32, %mask: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.redux_sync_xor.ui32(%value, %mask) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @redux_sync_xor_i32(
// OP: nvvm.redux.sync
// CHECK-LABEL: .entry redux_sync_xor_i32(
// CHECK: redux.{{.*}}b32
mir.func @redux_sync_xor_i32(%value: si32, %mask: ui32, %result: !mir.ptr<mut si32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.redux_sync_xor.si32(%value, %mask) : (si32, ui32) -> si32
  mir.store %d, %result : !mir.ptr<mut si32, global>
  mir.return
}
