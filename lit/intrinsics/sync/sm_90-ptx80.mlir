// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90+ptx80 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.cluster_arrive_relaxed()
mir.func private @__periclase_intrinsic.cluster_arrive_relaxed_unaligned()

// OP-LABEL: mir.func @cluster_arrive_relaxed(
// OP: nvvm.cluster.arrive.relaxed
// CHECK-LABEL: .entry cluster_arrive_relaxed(
// CHECK: barrier.{{.*}}aligned
mir.func @cluster_arrive_relaxed() attributes {kernel} {
  mir.call @__periclase_intrinsic.cluster_arrive_relaxed() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @cluster_arrive_relaxed_unaligned(
// OP: nvvm.cluster.arrive.relaxed
// CHECK-LABEL: .entry cluster_arrive_relaxed_unaligned(
// CHECK: barrier.{{.*}}relaxed
mir.func @cluster_arrive_relaxed_unaligned() attributes {kernel} {
  mir.call @__periclase_intrinsic.cluster_arrive_relaxed_unaligned() : () -> ()
  mir.return
}
