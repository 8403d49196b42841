// RUN: periclase-opt %s -p 'convert-mir-to-llvm,convert-nvvm-to-llvm' | periclase-translate --to-ptx --target sm_75 | filecheck %s

// The approximations of the hardware stand for a function where 'afn' allows it, and only there.

// CHECK-LABEL: .entry fast(
// CHECK: sin.approx
// CHECK: cos.approx
// CHECK: lg2.approx
// CHECK: ex2.approx
// CHECK: div.approx
// CHECK: sqrt.approx
// CHECK: ret;
mir.func @fast(%p: !mir.ptr<mut f32, global>, %x: f32) attributes {kernel} {
  %0 = mir.sin %x fastmath<afn> : f32
  %1 = mir.cos %0 fastmath<afn> : f32
  %2 = mir.log %1 fastmath<afn> : f32
  %3 = mir.exp %2 fastmath<afn> : f32
  %4 = mir.div %3, %x fastmath<afn> : f32
  %5 = mir.sqrt %4 fastmath<afn> : f32
  mir.store %5, %p : !mir.ptr<mut f32, global>
  mir.return
}

// CHECK-LABEL: .entry exact(
// CHECK-NOT: sin.approx
// CHECK-NOT: cos.approx
// CHECK-NOT: lg2.approx
// CHECK-NOT: div.approx
// CHECK-NOT: sqrt.approx
// CHECK: div.rn.f32
// CHECK: sqrt.rn.f32
// CHECK-NOT: sqrt.approx
mir.func @exact(%p: !mir.ptr<mut f32, global>, %x: f32) attributes {kernel} {
  %0 = mir.sin %x : f32
  %1 = mir.cos %0 : f32
  %2 = mir.log %1 : f32
  %3 = mir.div %2, %x : f32
  %4 = mir.sqrt %3 : f32
  mir.store %4, %p : !mir.ptr<mut f32, global>
  mir.return
}

// CHECK-LABEL: .entry coarse(
// CHECK: cvt.f64.f32
// CHECK: cvt.rn.f32.f64
mir.func @coarse(%p: !mir.ptr<mut f32, global>, %x: f32) attributes {kernel} {
  %0 = mir.erfc %x : f32
  mir.store %0, %p : !mir.ptr<mut f32, global>
  mir.return
}
