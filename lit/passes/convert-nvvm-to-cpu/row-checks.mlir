// RUN: periclase-opt %s -p convert-nvvm-to-cpu | filecheck %s

// An index that grows with the thread's is compared with a length: the first and the last thread of a row are looked at, and
// whether the index wraps between the two.

llvm.func @fill(%p: !llvm.ptr<1>, %n: i64) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %b = nvvm.read.ptx.sreg.ctaid.x : i32
  %d = nvvm.read.ptx.sreg.ntid.x : i32
  %m = llvm.mul %b, %d : i32
  %s = llvm.add %m, %t : i32
  %i = llvm.zext %s : i32 to i64
  %ok = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %ok, ^in, ^out
^in:
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  llvm.store %zero, %q : f32, !llvm.ptr<1>
  llvm.return
^out:
  nvvm.trap {message = "index out of bounds", kind = "bounds"}
  llvm.unreachable
}

// CHECK:       llvm.func internal @fill.thread({{.*}}, %[[KNOWN:\w+]]: i1)
// CHECK:         %ok = llvm.icmp "ult" %i, %n : i64
// CHECK-NEXT:    %[[TRUE:.*]] = llvm.mlir.constant(true) : i1
// CHECK-NEXT:    %[[PASSES:.*]] = llvm.select %[[KNOWN]], %[[TRUE]], %ok : i1
// CHECK-NEXT:    llvm.cond_br %[[PASSES]],
// CHECK:       llvm.func internal @fill.block(
// CHECK:         %[[LAST:.*]] = llvm.sub %{{.*}}, %{{.*}} : i32
// CHECK:         %[[FIRST32:.*]] = llvm.add %[[BASE:.*]], %{{.*}} : i32
// CHECK:         %[[LAST32:.*]] = llvm.add %[[BASE]], %[[LAST]] : i32
// CHECK-NEXT:    llvm.icmp "uge" %[[LAST32]], %[[FIRST32]] : i32
// CHECK:         llvm.cond_br %{{.*}}, ^[[SAFE:bb[0-9]+]], ^[[UNSAFE:bb[0-9]+]]
// CHECK:         llvm.call @fill.thread(
// CHECK:         llvm.call @fill.thread(

// What is read from memory may be anything in between.

llvm.func @scatter(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i64) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %a = llvm.getelementptr %p[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i64
  %i = llvm.load %a invariant : !llvm.ptr<1> -> i64
  %ok = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %ok, ^in, ^out
^in:
  %r = llvm.getelementptr %q[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %i, %r : i64, !llvm.ptr<1>
  llvm.return
^out:
  nvvm.trap {message = "index out of bounds", kind = "bounds"}
  llvm.unreachable
}

// CHECK:       llvm.func internal @scatter.thread(
// CHECK-NOT:     llvm.select
// CHECK:       llvm.func internal @scatter.block(
// CHECK:         llvm.call @scatter.thread(
// CHECK-NOT:     llvm.call @scatter.thread(
// CHECK:       llvm.func @scatter(

// A condition that tells one block from another is found with the checks, for the whole row. There is a loop for each answer.

llvm.func @guarded(%p: !llvm.ptr<1>, %n: i64, %m: i64) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %b = nvvm.read.ptx.sreg.ctaid.x : i32
  %s = llvm.add %b, %t : i32
  %i = llvm.zext %s : i32 to i64
  %some = llvm.icmp "ult" %i, %m : i64
  llvm.cond_br %some, ^look, ^end
^look:
  %ok = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %ok, ^in, ^out
^in:
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %i, %q : i64, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
^out:
  nvvm.trap {message = "index out of bounds", kind = "bounds"}
  llvm.unreachable
}

// CHECK:       llvm.func internal @guarded.thread({{.*}}, %[[KNOWN:\w+]]: i1, %[[SOME:\w+]]: i1)
// CHECK:         llvm.select %[[KNOWN]], %[[SOME]], %some : i1
// CHECK:       llvm.func internal @guarded.block(
// CHECK:         %[[SAME:.*]] = llvm.icmp "eq" %[[FIRST:.*]], %{{.*}} : i1
// CHECK:         %[[YES:.*]] = llvm.mlir.constant(true) : i1
// CHECK-NEXT:    %[[NO:.*]] = llvm.mlir.constant(false) : i1
// CHECK-NEXT:    llvm.cond_br %{{.*}}, ^[[SAFE:bb[0-9]+]], ^[[UNSAFE:bb[0-9]+]]
// CHECK:       ^[[SAFE]]:
// CHECK-NEXT:    llvm.cond_br %[[FIRST]], ^[[AGREED:bb[0-9]+]], ^[[REFUSED:bb[0-9]+]]
// CHECK:       ^[[AGREED]]:
// CHECK:         llvm.call @guarded.thread({{.*}}, %[[YES]], %[[YES]])
// CHECK:       ^[[REFUSED]]:
// CHECK:         llvm.call @guarded.thread({{.*}}, %[[YES]], %[[NO]])
// CHECK:       ^[[UNSAFE]]:
// CHECK:         llvm.call @guarded.thread({{.*}}, %[[NO]], %[[NO]])
// CHECK-NOT:     llvm.call @guarded.thread(

// Of several the loop is given the answers.

llvm.func @twice(%p: !llvm.ptr<1>, %n: i64, %m: i64, %l: i64) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %b = nvvm.read.ptx.sreg.ctaid.x : i32
  %s = llvm.add %b, %t : i32
  %i = llvm.zext %s : i32 to i64
  %some = llvm.icmp "ult" %i, %m : i64
  llvm.cond_br %some, ^more, ^end
^more:
  %few = llvm.icmp "ugt" %i, %l : i64
  llvm.cond_br %few, ^look, ^end
^look:
  %ok = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %ok, ^in, ^out
^in:
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %i, %q : i64, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
^out:
  nvvm.trap {message = "index out of bounds", kind = "bounds"}
  llvm.unreachable
}

// CHECK:       llvm.func internal @twice.block(
// CHECK:         llvm.icmp "eq" %[[SOME:.*]], %{{.*}} : i1
// CHECK:         llvm.icmp "eq" %[[FEW:.*]], %{{.*}} : i1
// CHECK:         llvm.call @twice.thread({{.*}}, %{{.*}}, %[[SOME]], %[[FEW]])
// CHECK:         llvm.call @twice.thread(
// CHECK-NOT:     llvm.call @twice.thread(

// An index may fall as well: then it is the first that is not to be less than the last.

llvm.func @falls(%p: !llvm.ptr<1>, %n: i64) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %s = llvm.zext %t : i32 to i64
  %i = llvm.sub %n, %s : i64
  %ok = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %ok, ^in, ^out
^in:
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  llvm.store %i, %q : i64, !llvm.ptr<1>
  llvm.return
^out:
  nvvm.trap {message = "index out of bounds", kind = "bounds"}
  llvm.unreachable
}

// CHECK:       llvm.func internal @falls.block(
// CHECK:         llvm.icmp "uge" %{{.*}}, %{{.*}} : i32
// CHECK:         llvm.icmp "ule" %{{.*}}, %{{.*}} : i64
// CHECK:         llvm.call @falls.thread(
// CHECK:         llvm.call @falls.thread(
