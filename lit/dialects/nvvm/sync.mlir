// RUN: %roundtrip
// RUN: %generic-roundtrip

// Barriers of a block, a warp and a cluster.

// CHECK-LABEL: llvm.func @sync
llvm.func @sync(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %q: !llvm.ptr) {
  // CHECK-NEXT: nvvm.barrier0
  nvvm.barrier0
  // CHECK-NEXT: nvvm.barrier
  nvvm.barrier
  // CHECK-NEXT: nvvm.barrier id = %n
  nvvm.barrier id = %n
  // CHECK-NEXT: nvvm.barrier id = %n number_of_threads = %n
  nvvm.barrier id = %n number_of_threads = %n
  // CHECK-NEXT: %count = nvvm.barrier #nvvm.reduction<popc> %n -> i32
  %count = nvvm.barrier #nvvm.reduction<popc> %n -> i32
  // CHECK-NEXT: %all = nvvm.barrier #nvvm.reduction<and> %n -> i32
  %all = nvvm.barrier #nvvm.reduction<and> %n -> i32
  // CHECK-NEXT: %any = nvvm.barrier #nvvm.reduction<or> %n -> i32
  %any = nvvm.barrier #nvvm.reduction<or> %n -> i32
  // CHECK-NEXT: %some = nvvm.barrier id = %n number_of_threads = %n, #nvvm.reduction<popc> %n -> i32
  %some = nvvm.barrier id = %n number_of_threads = %n, #nvvm.reduction<popc> %n -> i32
  // CHECK-NEXT: nvvm.barrier.arrive id = %n number_of_threads = %n
  nvvm.barrier.arrive id = %n number_of_threads = %n
  // CHECK-NEXT: nvvm.barrier.arrive number_of_threads = %n
  nvvm.barrier.arrive number_of_threads = %n
  // CHECK-NEXT: nvvm.bar.warp.sync %n : i32
  nvvm.bar.warp.sync %n : i32
  // CHECK-NEXT: nvvm.cluster.arrive
  nvvm.cluster.arrive
  // CHECK-NEXT: nvvm.cluster.arrive {aligned}
  nvvm.cluster.arrive {aligned}
  // CHECK-NEXT: nvvm.cluster.arrive.relaxed {aligned}
  nvvm.cluster.arrive.relaxed {aligned}
  // CHECK-NEXT: nvvm.cluster.wait {aligned}
  nvvm.cluster.wait {aligned}
  // CHECK-NEXT: llvm.return
  llvm.return
}
