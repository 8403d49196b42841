// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs' | filecheck %s

// The declarations go, and the calls become operations on LLVM types between casts.

// CHECK-NOT: __periclase_intrinsic
mir.func private @__periclase_intrinsic.thread_idx_x() -> ui32
mir.func private @__periclase_intrinsic.clock64() -> ui64
mir.func private @__periclase_intrinsic.sync_threads()
mir.func private @__periclase_intrinsic.sync_threads_count(i1) -> ui32
mir.func private @__periclase_intrinsic.sync_threads_or(i1) -> i1
mir.func private @__periclase_intrinsic.fence.acq_rel.block()
mir.func private @__periclase_intrinsic.shfl_sync_down.f32(f32, ui32, ui32) -> f32
mir.func private @__periclase_intrinsic.shfl_sync_up.si64(si64, ui32, ui32) -> si64
mir.func private @__periclase_intrinsic.ballot_sync(i1, ui32) -> ui32
mir.func private @__periclase_intrinsic.match_all_sync.ui32(ui32, ui32) -> !mir.tuple<ui32, i1>
mir.func private @__periclase_intrinsic.redux_sync_min.si32(si32, ui32) -> si32
mir.func private @__periclase_intrinsic.redux_sync_min.ui32(ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.atomic_add.si32.shared.acquire.block(!mir.ptr<mut si32, shared>, si32) -> si32
mir.func private @__periclase_intrinsic.atomic_add.f32.global.relaxed.device(!mir.ptr<mut f32, global>, f32) -> f32
mir.func private @__periclase_intrinsic.atomic_store.si64.release.system(!mir.ptr<mut si64>, si64)
mir.func private @__periclase_intrinsic.cp_async.f32.shared.global.4.ca(!mir.ptr<mut f32, shared>, !mir.ptr<mut f32, global>)
mir.func private @__periclase_intrinsic.cp_async_wait_group.1()
mir.func private @__periclase_intrinsic.trap()
mir.func private @__periclase_intrinsic.mul_hi_i32(si32, si32) -> si32

// CHECK-LABEL: mir.func @stubs
mir.func @stubs(%m: ui32, %i: si32, %l: si64, %f: f32, %b: i1, %s: !mir.ptr<mut si32, shared>, %g: !mir.ptr<mut f32, global>, %q: !mir.ptr<mut si64>, %t: !mir.ptr<mut f32, shared>) {
  // CHECK: %[[T:[a-z0-9_]+]] = nvvm.read.ptx.sreg.tid.x : i32
  // CHECK-NEXT: builtin.unrealized_conversion_cast %[[T]] : i32 to ui32
  %0 = mir.call @__periclase_intrinsic.thread_idx_x() : () -> ui32
  // CHECK: nvvm.read.ptx.sreg.clock64 : i64
  %1 = mir.call @__periclase_intrinsic.clock64() : () -> ui64
  // CHECK: nvvm.barrier0
  mir.call @__periclase_intrinsic.sync_threads() : () -> ()
  // CHECK: %[[W:[a-z0-9_]+]] = llvm.zext %b : i1 to i32
  // CHECK-NEXT: nvvm.barrier #nvvm.reduction<popc> %[[W]] -> i32
  %2 = mir.call @__periclase_intrinsic.sync_threads_count(%b) : (i1) -> ui32
  // CHECK: %[[R:[a-z0-9_]+]] = nvvm.barrier #nvvm.reduction<or> %{{.*}} -> i32
  // CHECK: llvm.icmp "ne" %[[R]]
  %3 = mir.call @__periclase_intrinsic.sync_threads_or(%b) : (i1) -> i1
  // CHECK: nvvm.fence acq_rel block
  mir.call @__periclase_intrinsic.fence.acq_rel.block() : () -> ()
  // CHECK: %[[M:[a-z0-9_]+]] = builtin.unrealized_conversion_cast %m : ui32 to i32
  // CHECK: %[[C:[a-z0-9_]+]] = llvm.mlir.constant(31 : i32) : i32
  // CHECK-NEXT: nvvm.shfl.sync down %[[M]], %f, %{{.*}}, %[[C]] : f32 -> f32
  %4 = mir.call @__periclase_intrinsic.shfl_sync_down.f32(%f, %m, %m) : (f32, ui32, ui32) -> f32
  // CHECK: llvm.mlir.constant(0 : i32) : i32
  // CHECK-NEXT: nvvm.shfl.sync up %{{.*}} : i64 -> i64
  %5 = mir.call @__periclase_intrinsic.shfl_sync_up.si64(%l, %m, %m) : (si64, ui32, ui32) -> si64
  // CHECK: nvvm.vote.sync ballot %{{.*}}, %b -> i32
  %6 = mir.call @__periclase_intrinsic.ballot_sync(%b, %m) : (i1, ui32) -> ui32
  // CHECK: %[[P:[a-z0-9_]+]] = nvvm.match.sync all %{{.*}} : i32 -> !llvm.struct<(i32, i1)>
  // CHECK: llvm.extractvalue %[[P]][0]
  // CHECK: llvm.extractvalue %[[P]][1]
  // CHECK: mir.construct_tuple %{{.*}}, %{{.*}} : !mir.tuple<ui32, i1>
  %7 = mir.call @__periclase_intrinsic.match_all_sync.ui32(%m, %m) : (ui32, ui32) -> !mir.tuple<ui32, i1>
  // CHECK: nvvm.redux.sync min %{{.*}} : i32 -> i32
  %8 = mir.call @__periclase_intrinsic.redux_sync_min.si32(%i, %m) : (si32, ui32) -> si32
  // CHECK: nvvm.redux.sync umin %{{.*}} : i32 -> i32
  %9 = mir.call @__periclase_intrinsic.redux_sync_min.ui32(%m, %m) : (ui32, ui32) -> ui32
  // CHECK: nvvm.atomic.rmw add acquire block %{{.*}}, %{{.*}} : !llvm.ptr<3>, i32 -> i32
  %10 = mir.call @__periclase_intrinsic.atomic_add.si32.shared.acquire.block(%s, %i) : (!mir.ptr<mut si32, shared>, si32) -> si32
  // CHECK: nvvm.atomic.rmw fadd relaxed device %{{.*}}, %f : !llvm.ptr<1>, f32 -> f32
  %11 = mir.call @__periclase_intrinsic.atomic_add.f32.global.relaxed.device(%g, %f) : (!mir.ptr<mut f32, global>, f32) -> f32
  // CHECK: nvvm.atomic.store release system %{{.*}}, %{{.*}} : i64, !llvm.ptr
  mir.call @__periclase_intrinsic.atomic_store.si64.release.system(%q, %l) : (!mir.ptr<mut si64>, si64) -> ()
  // CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  mir.call @__periclase_intrinsic.cp_async.f32.shared.global.4.ca(%t, %g) : (!mir.ptr<mut f32, shared>, !mir.ptr<mut f32, global>) -> ()
  // CHECK: nvvm.cp.async.wait.group 1
  mir.call @__periclase_intrinsic.cp_async_wait_group.1() : () -> ()
  // CHECK: nvvm.mul.hi.s32 %{{.*}} : (i32, i32) -> i32
  %12 = mir.call @__periclase_intrinsic.mul_hi_i32(%i, %i) : (si32, si32) -> si32
  // CHECK: nvvm.trap
  mir.call @__periclase_intrinsic.trap() : () -> ()
  mir.return
}
