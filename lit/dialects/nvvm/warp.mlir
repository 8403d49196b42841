// RUN: %roundtrip
// RUN: %generic-roundtrip

// Warp collectives.

// CHECK-LABEL: llvm.func @warp
llvm.func @warp(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %q: !llvm.ptr) {
  // CHECK-NEXT: %s0 = nvvm.shfl.sync bfly %n, %n, %n, %n : i32 -> i32
  %s0 = nvvm.shfl.sync bfly %n, %n, %n, %n : i32 -> i32
  // CHECK-NEXT: %s1 = nvvm.shfl.sync up %n, %f, %n, %n : f32 -> f32
  %s1 = nvvm.shfl.sync up %n, %f, %n, %n : f32 -> f32
  // CHECK-NEXT: %s2 = nvvm.shfl.sync down %n, %l, %n, %n : i64 -> i64
  %s2 = nvvm.shfl.sync down %n, %l, %n, %n : i64 -> i64
  // CHECK-NEXT: %s3 = nvvm.shfl.sync idx %n, %d, %n, %n : f64 -> f64
  %s3 = nvvm.shfl.sync idx %n, %d, %n, %n : f64 -> f64
  // CHECK-NEXT: %s4 = nvvm.shfl.sync down %n, %f, %n, %n {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
  %s4 = nvvm.shfl.sync down %n, %f, %n, %n {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
  // CHECK-NEXT: %v0 = nvvm.vote.sync any %n, %p -> i1
  %v0 = nvvm.vote.sync any %n, %p -> i1
  // CHECK-NEXT: %v1 = nvvm.vote.sync all %n, %p -> i1
  %v1 = nvvm.vote.sync all %n, %p -> i1
  // CHECK-NEXT: %v2 = nvvm.vote.sync uni %n, %p -> i1
  %v2 = nvvm.vote.sync uni %n, %p -> i1
  // CHECK-NEXT: %v3 = nvvm.vote.sync ballot %n, %p -> i32
  %v3 = nvvm.vote.sync ballot %n, %p -> i32
  // CHECK-NEXT: %m0 = nvvm.match.sync any %n, %n : i32 -> i32
  %m0 = nvvm.match.sync any %n, %n : i32 -> i32
  // CHECK-NEXT: %m1 = nvvm.match.sync all %n, %l : i64 -> !llvm.struct<(i32, i1)>
  %m1 = nvvm.match.sync all %n, %l : i64 -> !llvm.struct<(i32, i1)>
  // CHECK-NEXT: %r0 = nvvm.redux.sync add %n, %n : i32 -> i32
  %r0 = nvvm.redux.sync add %n, %n : i32 -> i32
  // CHECK-NEXT: %r1 = nvvm.redux.sync umax %n, %n : i32 -> i32
  %r1 = nvvm.redux.sync umax %n, %n : i32 -> i32
  // CHECK-NEXT: %r2 = nvvm.redux.sync fmin %f, %n {abs = true, nan = true} : f32 -> f32
  %r2 = nvvm.redux.sync fmin %f, %n {abs = true, nan = true} : f32 -> f32
  // CHECK-NEXT: %e0 = nvvm.elect.sync -> i1
  %e0 = nvvm.elect.sync -> i1
  // CHECK-NEXT: %e1 = nvvm.elect.sync %n -> i1
  %e1 = nvvm.elect.sync %n -> i1
  // CHECK-NEXT: %a0 = nvvm.activemask : () -> i32
  %a0 = nvvm.activemask : () -> i32
  // CHECK-NEXT: llvm.return
  llvm.return
}
