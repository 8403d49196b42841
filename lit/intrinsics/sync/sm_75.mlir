// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_75 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.sync_warp(ui32)
mir.func private @__periclase_intrinsic.threadfence_block()
mir.func private @__periclase_intrinsic.threadfence()
mir.func private @__periclase_intrinsic.threadfence_system()

// OP-LABEL: mir.func @sync_warp(
// OP: nvvm.bar.warp.sync
// CHECK-LABEL: .entry sync_warp(
// CHECK: bar.{{.*}}sync
mir.func @sync_warp(%mask: ui32) attributes {kernel} {
  mir.call @__periclase_intrinsic.sync_warp(%mask) : (ui32) -> ()
  mir.return
}

// OP-LABEL: mir.func @threadfence_block(
// OP: nvvm.memory.barrier
// CHECK-LABEL: .entry threadfence_block(
// CHECK: membar.{{.*}}cta
mir.func @threadfence_block() attributes {kernel} {
  mir.call @__periclase_intrinsic.threadfence_block() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @threadfence(
// OP: nvvm.memory.barrier
// CHECK-LABEL: .entry threadfence(
// CHECK: membar.{{.*}}gl
mir.func @threadfence() attributes {kernel} {
  mir.call @__periclase_intrinsic.threadfence() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @threadfence_system(
// OP: nvvm.memory.barrier
// CHECK-LABEL: .entry threadfence_system(
// CHECK: membar.{{.*}}sys
mir.func @threadfence_system() attributes {kernel} {
  mir.call @__periclase_intrinsic.threadfence_system() : () -> ()
  mir.return
}
