// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.cluster_arrive()
mir.func private @__periclase_intrinsic.cluster_arrive_unaligned()
mir.func private @__periclase_intrinsic.cluster_wait()
mir.func private @__periclase_intrinsic.cluster_wait_unaligned()
mir.func private @__periclase_intrinsic.threadfence_cluster()

// OP-LABEL: mir.func @cluster_arrive(
// OP: nvvm.cluster.arrive
// CHECK-LABEL: .entry cluster_arrive(
// CHECK: barrier.{{.*}}aligned
mir.func @cluster_arrive() attributes {kernel} {
  mir.call @__periclase_intrinsic.cluster_arrive() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @cluster_arrive_unaligned(
// OP: nvvm.cluster.arrive
// CHECK-LABEL: .entry cluster_arrive_unaligned(
// CHECK: barrier.{{.*}}arrive
mir.func @cluster_arrive_unaligned() attributes {kernel} {
  mir.call @__periclase_intrinsic.cluster_arrive_unaligned() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @cluster_wait(
// OP: nvvm.cluster.wait
// CHECK-LABEL: .entry cluster_wait(
// CHECK: barrier.{{.*}}aligned
mir.func @cluster_wait() attributes {kernel} {
  mir.call @__periclase_intrinsic.cluster_wait() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @cluster_wait_unaligned(
// OP: nvvm.cluster.wait
// CHECK-LABEL: .entry cluster_wait_unaligned(
// CHECK: barrier.{{.*}}wait
mir.func @cluster_wait_unaligned() attributes {kernel} {
  mir.call @__periclase_intrinsic.cluster_wait_unaligned() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @threadfence_cluster(
// OP: nvvm.memory.barrier
// CHECK-LABEL: .entry threadfence_cluster(
// CHECK: fence.{{.*}}cluster
mir.func @threadfence_cluster() attributes {kernel} {
  mir.call @__periclase_intrinsic.threadfence_cluster() : () -> ()
  mir.return
}
