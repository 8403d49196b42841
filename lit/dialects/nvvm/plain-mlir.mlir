// RUN: %roundtrip
// RUN: %generic-roundtrip

// Operations made from rows without operands are written as MLIR writes such operations.

// CHECK-LABEL: llvm.func @bare
llvm.func @bare() {
  // CHECK-NEXT: nvvm.wgmma.fence.aligned
  nvvm.wgmma.fence.aligned
  // CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.commit.group.sync.aligned
  // CHECK-NEXT: nvvm.wgmma.wait.group.sync.aligned 1
  nvvm.wgmma.wait.group.sync.aligned 1
  // CHECK-NEXT: nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.commit.group
  // CHECK-NEXT: nvvm.cp.async.bulk.wait_group 1
  nvvm.cp.async.bulk.wait_group 1
  // CHECK-NEXT: nvvm.cp.async.bulk.wait_group 2 {read}
  nvvm.cp.async.bulk.wait_group 2 {read}
  // CHECK-NEXT: nvvm.fence.mbarrier.init
  nvvm.fence.mbarrier.init
  // CHECK-NEXT: nvvm.fence_one_way acquire gpu
  nvvm.fence_one_way acquire gpu
  // CHECK-NEXT: nvvm.setmaxregister increase 40
  nvvm.setmaxregister increase 40
  // CHECK-NEXT: llvm.return
  llvm.return
}
