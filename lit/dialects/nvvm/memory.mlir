// RUN: %roundtrip
// RUN: %generic-roundtrip

// Asynchronous copies, barrier objects, prefetches.

// CHECK-LABEL: llvm.func @memory
llvm.func @memory(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %q: !llvm.ptr) {
  // CHECK-NEXT: nvvm.cp.async.shared.global %s, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %s, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK-NEXT: nvvm.cp.async.shared.global %s, %g, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %s, %g, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK-NEXT: nvvm.cp.async.shared.global %s, %g, 8, cache = ca, %n : !llvm.ptr<3>, !llvm.ptr<1>, i32
  nvvm.cp.async.shared.global %s, %g, 8, cache = ca, %n : !llvm.ptr<3>, !llvm.ptr<1>, i32
  // CHECK-NEXT: nvvm.cp.async.commit.group
  nvvm.cp.async.commit.group
  // CHECK-NEXT: nvvm.cp.async.wait.group 1
  nvvm.cp.async.wait.group 1
  // CHECK-NEXT: nvvm.cp.async.wait.all
  nvvm.cp.async.wait.all
  // CHECK-NEXT: nvvm.cp.async.mbarrier.arrive %s : !llvm.ptr<3>
  nvvm.cp.async.mbarrier.arrive %s : !llvm.ptr<3>
  // CHECK-NEXT: nvvm.mbarrier.init %s, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %s, %n : !llvm.ptr<3>, i32
  // CHECK-NEXT: nvvm.mbarrier.inval %q : !llvm.ptr
  nvvm.mbarrier.inval %q : !llvm.ptr
  // CHECK-NEXT: %state = nvvm.mbarrier.arrive %s : !llvm.ptr<3> -> i64
  %state = nvvm.mbarrier.arrive %s : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %over = nvvm.mbarrier.test.wait %s, %state : !llvm.ptr<3>, i64 -> i1
  %over = nvvm.mbarrier.test.wait %s, %state : !llvm.ptr<3>, i64 -> i1
  // CHECK-NEXT: nvvm.mbarrier.arrive.expect_tx %s, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.arrive.expect_tx %s, %n : !llvm.ptr<3>, i32
  // CHECK-NEXT: nvvm.mbarrier.try_wait.parity %s, %n, %n : !llvm.ptr<3>, i32, i32
  nvvm.mbarrier.try_wait.parity %s, %n, %n : !llvm.ptr<3>, i32, i32
  // CHECK-NEXT: nvvm.prefetch level = L1, %q : !llvm.ptr
  nvvm.prefetch level = L1, %q : !llvm.ptr
  // CHECK-NEXT: nvvm.prefetch level = L2, %g : !llvm.ptr<1>
  nvvm.prefetch level = L2, %g : !llvm.ptr<1>
  // CHECK-NEXT: llvm.return
  llvm.return
}
