// REQUIRES: mlir
// RUN: %mlir-translate --mlir-to-llvmir %s | filecheck %s
// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | periclase-translate --to-llvmir | filecheck %s

// MLIR's translation and our lowering call the same intrinsics.

// CHECK-LABEL: @mlir
// CHECK: call {{.*}}@llvm.nvvm.read.ptx.sreg.tid.x(
// CHECK: call {{.*}}@llvm.nvvm.read.ptx.sreg.tid.y(
// CHECK: call {{.*}}@llvm.nvvm.read.ptx.sreg.clock64(
// CHECK: call {{.*}}@llvm.nvvm.barrier.cta.sync.aligned.all(
// CHECK: call {{.*}}@llvm.nvvm.barrier.cta.sync.aligned.count(
// CHECK: call {{.*}}@llvm.nvvm.barrier.cta.red.popc.aligned.all(
// CHECK: call {{.*}}@llvm.nvvm.bar.warp.sync(
// CHECK: call {{.*}}@llvm.nvvm.barrier.cluster.arrive.aligned(
// CHECK: call {{.*}}@llvm.nvvm.barrier.cluster.wait(
// CHECK: call {{.*}}@llvm.nvvm.shfl.sync.bfly.i32(
// CHECK: call {{.*}}@llvm.nvvm.shfl.sync.down.f32p(
// CHECK: call {{.*}}@llvm.nvvm.vote.ballot.sync(
// CHECK: call {{.*}}@llvm.nvvm.match.all.sync.i64p(
// CHECK: call {{.*}}@llvm.nvvm.redux.sync.umax(
// CHECK: call {{.*}}@llvm.nvvm.elect.sync(
// CHECK: call {{.*}}@llvm.nvvm.membar.gl(
// CHECK: call {{.*}}@llvm.nvvm.fence.sc.cluster(
// CHECK: call {{.*}}@llvm.nvvm.cp.async.cg.shared.global.16(
// CHECK: call {{.*}}@llvm.nvvm.cp.async.commit.group(
// CHECK: call {{.*}}@llvm.nvvm.cp.async.wait.group(
// CHECK: call {{.*}}@llvm.nvvm.cp.async.mbarrier.arrive.shared(
// CHECK: call {{.*}}@llvm.nvvm.mbarrier.init.shared(
// CHECK: call {{.*}}@llvm.nvvm.mbarrier.inval.shared(
// CHECK: call {{.*}}@llvm.nvvm.mbarrier.arrive.shared(
// CHECK: call {{.*}}@llvm.nvvm.idp4a.s.s(
// CHECK: call {{.*}}@llvm.nvvm.idp2a.u.u(
// CHECK: call {{.*}}@llvm.nvvm.prmt.f4e(
// CHECK: call {{.*}}@llvm.nvvm.rcp.approx.ftz.f(
// CHECK: call {{.*}}@llvm.debugtrap(
// CHECK: call {{.*}}@llvm.nvvm.nanosleep(
// CHECK: call {{.*}}@llvm.nvvm.exit(
llvm.func @mlir(%n: i32, %p: i1, %f: f32, %l: i64, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %q: !llvm.ptr, %v4: vector<4xi8>, %v2: vector<2xi16>) {
  %a0 = nvvm.read.ptx.sreg.tid.x : i32
  %a1 = nvvm.read.ptx.sreg.tid.y range <i32, 0, 1024> : i32
  %a2 = nvvm.read.ptx.sreg.clock64 : i64
  nvvm.barrier0
  nvvm.barrier id = %n number_of_threads = %n
  %b0 = nvvm.barrier #nvvm.reduction<popc> %n -> i32
  nvvm.bar.warp.sync %n : i32
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait
  %s0 = nvvm.shfl.sync bfly %n, %n, %n, %n : i32 -> i32
  %s1 = nvvm.shfl.sync down %n, %f, %n, %n {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
  %v0 = nvvm.vote.sync ballot %n, %p -> i32
  %m0 = nvvm.match.sync all %n, %l : i64 -> !llvm.struct<(i32, i1)>
  %r0 = nvvm.redux.sync umax %n, %n : i32 -> i32
  %e0 = nvvm.elect.sync -> i1
  nvvm.memory.barrier <gpu>
  nvvm.fence.sc.cluster
  nvvm.cp.async.shared.global %s, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 1
  nvvm.cp.async.mbarrier.arrive %s : !llvm.ptr<3>
  nvvm.mbarrier.init %s, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.inval %s : !llvm.ptr<3>
  %t0 = nvvm.mbarrier.arrive %s : !llvm.ptr<3> -> i64
  %d0 = nvvm.dot.accumulate.4way %v4 <signed>, %v4 <signed>, %n : vector<4xi8>, vector<4xi8>
  %d1 = nvvm.dot.accumulate.2way %v2 <unsigned>, %v4 <unsigned>, %n {b_hi = true} : vector<2xi16>, vector<4xi8>
  %p0 = nvvm.prmt <f4e> %n, %n, %n : i32
  %c0 = nvvm.rcp.approx.ftz.f %f : f32
  nvvm.breakpoint
  nvvm.nanosleep %n
  nvvm.exit
  llvm.return
}
