// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_75 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.all_sync(i1, ui32) -> i1
mir.func private @__periclase_intrinsic.any_sync(i1, ui32) -> i1
mir.func private @__periclase_intrinsic.uni_sync(i1, ui32) -> i1
mir.func private @__periclase_intrinsic.ballot_sync(i1, ui32) -> ui32
mir.func private @__periclase_intrinsic.match_any_sync.si32(si32, ui32) -> ui32
mir.func private @__periclase_intrinsic.match_any_sync.ui64(ui64, ui32) -> ui32
mir.func private @__periclase_intrinsic.match_all_sync.si32(si32, ui32) -> !mir.tuple<ui32, i1>
mir.func private @__periclase_intrinsic.match_all_sync.ui64(ui64, ui32) -> !mir.tuple<ui32, i1>
mir.func private @__periclase_intrinsic.active_mask() -> ui32

// OP-LABEL: mir.func @all_sync(
// OP: nvvm.vote.sync
// CHECK-LABEL: .entry all_sync(
// CHECK: vote.{{.*}}pred
mir.func @all_sync(%predicate: i1, %mask: ui32, %result: !mir.ptr<mut i1, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.all_sync(%predicate, %mask) : (i1, ui32) -> i1
  mir.store %d, %result : !mir.ptr<mut i1, global>
  mir.return
}

// OP-LABEL: mir.func @any_sync(
// OP: nvvm.vote.sync
// CHECK-LABEL: .entry any_sync(
// CHECK: vote.{{.*}}pred
mir.func @any_sync(%predicate: i1, %mask: ui32, %result: !mir.ptr<mut i1, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.any_sync(%predicate, %mask) : (i1, ui32) -> i1
  mir.store %d, %result : !mir.ptr<mut i1, global>
  mir.return
}

// OP-LABEL: mir.func @uni_sync(
// OP: nvvm.vote.sync
// CHECK-LABEL: .entry uni_sync(
// CHECK: vote.{{.*}}pred
mir.func @uni_sync(%predicate: i1, %mask: ui32, %result: !mir.ptr<mut i1, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.uni_sync(%predicate, %mask) : (i1, ui32) -> i1
  mir.store %d, %result : !mir.ptr<mut i1, global>
  mir.return
}

// OP-LABEL: mir.func @ballot_sync(
// OP: nvvm.vote.sync
// CHECK-LABEL: .entry ballot_sync(
// CHECK: vote.{{.*}}b32
mir.func @ballot_sync(%predicate: i1, %mask: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.ballot_sync(%predicate, %mask) : (i1, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @match_any_sync_i32(
// OP: nvvm.match.sync
// CHECK-LABEL: .entry match_any_sync_i32(
// CHECK: match.{{.*}}b32
mir.func @match_any_sync_i32(%value: si32, %mask: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.match_any_sync.si32(%value, %mask) : (si32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @match_any_sync_u64(
// OP: nvvm.match.sync
// CHECK-LABEL: .entry match_any_sync_u64(
// CHECK: match.{{.*}}b64
mir.func @match_any_sync_u64(%value: ui64, %mask: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.match_any_sync.ui64(%value, %mask) : (ui64, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @match_all_sync_i32(
// OP: nvvm.match.sync
// CHECK-LABEL: .entry match_all_sync_i32(
// CHECK: match.{{.*}}b32
mir.func @match_all_sync_i32(%value: si32, %mask: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, i1>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.match_all_sync.si32(%value, %mask) : (si32, ui32) -> !mir.tuple<ui32, i1>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, i1>, global>
  mir.return
}

// OP-LABEL: mir.func @match_all_sync_u64(
// OP: nvvm.match.sync
// CHECK-LABEL: .entry match_all_sync_u64(
// CHECK: match.{{.*}}b64
mir.func @match_all_sync_u64(%value: ui64, %mask: ui32, %result: !mir.ptr<mut !mir.tuple<ui32, i1>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.match_all_sync.ui64(%value, %mask) : (ui64, ui32) -> !mir.tuple<ui32, i1>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui32, i1>, global>
  mir.return
}

// OP-LABEL: mir.func @active_mask(
// OP: nvvm.activemask
// CHECK-LABEL: .entry active_mask(
// CHECK: activemask.{{.*}}b32
mir.func @active_mask(%result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.active_mask() : () -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}
