// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | filecheck %s

// CHECK-LABEL: llvm.func @sync
llvm.func @sync(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>) {
  // CHECK-NEXT: %[[Z:[a-z0-9_]+]] = llvm.mlir.constant(0 : i32) : i32
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"(%[[Z]]) : (i32) -> ()
  nvvm.barrier0
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.count"(%n, %n) : (i32, i32) -> ()
  nvvm.barrier id = %n number_of_threads = %n
  // CHECK-NEXT: %[[Z:[a-z0-9_]+]] = llvm.mlir.constant(0 : i32) : i32
  // CHECK-NEXT: %[[P:[a-z0-9_]+]] = llvm.icmp "ne" %n, %[[Z]] : i32
  // CHECK-NEXT: %a = llvm.call_intrinsic "llvm.nvvm.barrier.cta.red.popc.aligned.all"(%n, %[[P]]) : (i32, i1) -> i32
  %a = nvvm.barrier id = %n, #nvvm.reduction<popc> %n -> i32
  // CHECK-NEXT: %[[Z:[a-z0-9_]+]] = llvm.mlir.constant(0 : i32) : i32
  // CHECK-NEXT: %[[P:[a-z0-9_]+]] = llvm.icmp "ne" %n, %[[Z]] : i32
  // CHECK-NEXT: %[[R:[a-z0-9_]+]] = llvm.call_intrinsic "llvm.nvvm.barrier.cta.red.or.aligned.all"(%n, %[[P]]) : (i32, i1) -> i1
  // CHECK-NEXT: %b = llvm.zext %[[R]] : i1 to i32
  %b = nvvm.barrier id = %n, #nvvm.reduction<or> %n -> i32
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.barrier.cta.arrive.aligned.count"(%n, %n) : (i32, i32) -> ()
  nvvm.barrier.arrive id = %n number_of_threads = %n
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.bar.warp.sync"(%n) : (i32) -> ()
  nvvm.bar.warp.sync %n : i32
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.barrier.cluster.arrive.relaxed.aligned"() : () -> ()
  nvvm.cluster.arrive.relaxed {aligned}
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.barrier.cluster.wait"() : () -> ()
  nvvm.cluster.wait
  // CHECK-NEXT: llvm.return
  llvm.return
}
