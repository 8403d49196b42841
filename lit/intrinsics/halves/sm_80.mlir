// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_80 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.fma_f16x2.ftz.relu(ui32, ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.fma_bf16x2(ui32, ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.fma_bf16x2.relu(ui32, ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.abs_bf16x2(ui32) -> ui32
mir.func private @__periclase_intrinsic.neg_bf16x2(ui32) -> ui32
mir.func private @__periclase_intrinsic.min_f16x2(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.min_bf16x2(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.max_f16x2(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.max_bf16x2(ui32, ui32) -> ui32

// OP-LABEL: mir.func @fma_f16x2_ftz_relu(
// OP: nvvm.fma_f16x2
// CHECK-LABEL: .entry fma_f16x2_ftz_relu(
// CHECK: fma.rn.ftz.relu.f16x2
mir.func @fma_f16x2_ftz_relu(%x: ui32, %y: ui32, %z: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.fma_f16x2.ftz.relu(%x, %y, %z) : (ui32, ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @fma_bf16x2(
// OP: nvvm.fma_bf16x2
// CHECK-LABEL: .entry fma_bf16x2(
// CHECK: fma.rn.bf16x2
mir.func @fma_bf16x2(%x: ui32, %y: ui32, %z: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.fma_bf16x2(%x, %y, %z) : (ui32, ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @fma_bf16x2_relu(
// OP: nvvm.fma_bf16x2
// CHECK-LABEL: .entry fma_bf16x2_relu(
// CHECK: fma.rn.relu.bf16x2
mir.func @fma_bf16x2_relu(%x: ui32, %y: ui32, %z: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.fma_bf16x2.relu(%x, %y, %z) : (ui32, ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @abs_bf16x2(
// OP: nvvm.abs_bf16x2
// CHECK-LABEL: .entry abs_bf16x2(
// CHECK: abs.bf16x2
mir.func @abs_bf16x2(%x: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.abs_bf16x2(%x) : (ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @neg_bf16x2(
// OP: nvvm.neg_bf16x2
// CHECK-LABEL: .entry neg_bf16x2(
// CHECK: neg.bf16x2
mir.func @neg_bf16x2(%x: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.neg_bf16x2(%x) : (ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @min_f16x2(
// OP: nvvm.min_f16x2
// CHECK-LABEL: .entry min_f16x2(
// CHECK: min.f16x2
mir.func @min_f16x2(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.min_f16x2(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @min_bf16x2(
// OP: nvvm.min_bf16x2
// CHECK-LABEL: .entry min_bf16x2(
// CHECK: min.bf16x2
mir.func @min_bf16x2(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.min_bf16x2(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @max_f16x2(
// OP: nvvm.max_f16x2
// CHECK-LABEL: .entry max_f16x2(
// CHECK: max.f16x2
mir.func @max_f16x2(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.max_f16x2(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @max_bf16x2(
// OP: nvvm.max_bf16x2
// CHECK-LABEL: .entry max_bf16x2(
// CHECK: max.bf16x2
mir.func @max_bf16x2(%x: ui32, %y: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.max_bf16x2(%x, %y) : (ui32, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}
