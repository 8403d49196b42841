// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | filecheck %s

// CHECK-LABEL: llvm.func @warp
llvm.func @warp(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>) {
  // CHECK-NEXT: %a = llvm.call_intrinsic "llvm.nvvm.shfl.sync.bfly.f32"(%n, %f, %n, %n) : (i32, f32, i32, i32) -> f32
  %a = nvvm.shfl.sync bfly %n, %f, %n, %n : f32 -> f32
  // CHECK-NEXT: %b = llvm.call_intrinsic "llvm.nvvm.shfl.sync.up.i32p"(%n, %n, %n, %n) : (i32, i32, i32, i32) -> !llvm.struct<(i32, i1)>
  %b = nvvm.shfl.sync up %n, %n, %n, %n {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
  // CHECK-NEXT: %[[BITS:[a-z0-9_]+]] = llvm.bitcast %d : f64 to i64
  // CHECK-NEXT: %[[C:[a-z0-9_]+]] = llvm.mlir.constant(32 : i64) : i64
  // CHECK-NEXT: %[[LO:[a-z0-9_]+]] = llvm.trunc %[[BITS]] : i64 to i32
  // CHECK-NEXT: %[[UP:[a-z0-9_]+]] = llvm.lshr %[[BITS]], %[[C]] : i64
  // CHECK-NEXT: %[[HI:[a-z0-9_]+]] = llvm.trunc %[[UP]] : i64 to i32
  // CHECK-NEXT: %[[LO2:[a-z0-9_]+]] = llvm.call_intrinsic "llvm.nvvm.shfl.sync.idx.i32"(%n, %[[LO]], %n, %n) : (i32, i32, i32, i32) -> i32
  // CHECK-NEXT: %[[HI2:[a-z0-9_]+]] = llvm.call_intrinsic "llvm.nvvm.shfl.sync.idx.i32"(%n, %[[HI]], %n, %n) : (i32, i32, i32, i32) -> i32
  // CHECK-NEXT: %[[LO3:[a-z0-9_]+]] = llvm.zext %[[LO2]] : i32 to i64
  // CHECK-NEXT: %[[HI3:[a-z0-9_]+]] = llvm.zext %[[HI2]] : i32 to i64
  // CHECK-NEXT: %[[UP2:[a-z0-9_]+]] = llvm.shl %[[HI3]], %[[C]] : i64
  // CHECK-NEXT: %[[ALL:[a-z0-9_]+]] = llvm.or %[[UP2]], %[[LO3]] : i64
  // CHECK-NEXT: %c = llvm.bitcast %[[ALL]] : i64 to f64
  %c = nvvm.shfl.sync idx %n, %d, %n, %n : f64 -> f64
  // CHECK-NEXT: %e = llvm.call_intrinsic "llvm.nvvm.vote.ballot.sync"(%n, %p) : (i32, i1) -> i32
  %e = nvvm.vote.sync ballot %n, %p -> i32
  // CHECK-NEXT: %h = llvm.call_intrinsic "llvm.nvvm.match.any.sync.i64"(%n, %l) : (i32, i64) -> i32
  %h = nvvm.match.sync any %n, %l : i64 -> i32
  // CHECK-NEXT: %i = llvm.call_intrinsic "llvm.nvvm.match.all.sync.i32p"(%n, %n) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %i = nvvm.match.sync all %n, %n : i32 -> !llvm.struct<(i32, i1)>
  // CHECK-NEXT: %j = llvm.call_intrinsic "llvm.nvvm.redux.sync.umin"(%n, %n) : (i32, i32) -> i32
  %j = nvvm.redux.sync umin %n, %n : i32 -> i32
  // CHECK-NEXT: %k = llvm.call_intrinsic "llvm.nvvm.redux.sync.fmin.abs.NaN"(%f, %n) : (f32, i32) -> f32
  %k = nvvm.redux.sync fmin %f, %n {abs = true, nan = true} : f32 -> f32
  // CHECK-NEXT: %[[E:[a-z0-9_]+]] = llvm.call_intrinsic "llvm.nvvm.elect.sync"(%n) : (i32) -> !llvm.struct<(i32, i1)>
  // CHECK-NEXT: %m = llvm.extractvalue %[[E]][1] : !llvm.struct<(i32, i1)>
  %m = nvvm.elect.sync %n -> i1
  // CHECK-NEXT: %o = llvm.call_intrinsic "llvm.nvvm.activemask"() : () -> i32
  %o = nvvm.activemask : () -> i32
  // CHECK-NEXT: llvm.return
  llvm.return
}
