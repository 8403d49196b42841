// RUN: periclase-opt %s -p convert-nvvm-to-cpu | filecheck %s

// The blocks of a cluster run together: the entry calls the cluster scheduler, and an element of another block lies at a distance.

llvm.mlir.global internal @kept() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<8 x f32>

llvm.func @k(%y: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %kept = llvm.mlir.addressof @kept : !llvm.ptr<3>
  %one = llvm.mlir.constant(1 : i32) : i32
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  %v = nvvm.dsmem_load %kept, %one {type = "f32"} : (!llvm.ptr<3>, i32) -> f32
  llvm.store %v, %y : f32, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: llvm.func internal @k.thread(
// CHECK:         %[[RANK:.*]] = llvm.urem
// CHECK:         llvm.mlir.constant(1183 : i64) : i64
// CHECK:         %[[STRIDE:.*]] = llvm.and
// The cluster's barrier is a request of its own.
// CHECK:         %[[REQUEST:.*]] = llvm.mlir.constant(11 : i32) : i32
// CHECK:         llvm.store %[[REQUEST]],
// CHECK:         llvm.call_intrinsic "llvm.coro.suspend"
// CHECK:         %[[OTHER:.*]] = llvm.urem %one,
// CHECK-NEXT:    %[[STEPS:.*]] = llvm.sub %[[OTHER]],
// CHECK-NEXT:    %[[WIDE:.*]] = llvm.sext %[[STEPS]] : i32 to i64
// CHECK-NEXT:    %[[DISTANCE:.*]] = llvm.mul %[[WIDE]], %[[STRIDE]] : i64
// CHECK-NEXT:    %[[THERE:.*]] = llvm.getelementptr %kept[%[[DISTANCE]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-NEXT:    %v = llvm.load %[[THERE]] {alignment = 4 : i64} : !llvm.ptr -> f32

// CHECK-LABEL: llvm.func @k(%0: !llvm.ptr, %1: i64, %2: i64, %3: !llvm.ptr) attributes {periclase.cpu.shared_bytes = 32 : i64, periclase.cpu.cooperative, periclase.cpu.cluster} {
// CHECK:         llvm.call @periclase_cpu_run_clusters(
