// RUN: periclase-opt %s -p convert-nvvm-to-cpu | filecheck %s

// What is computed and used behind a suspension is kept in the frame; LLVM would compute it anew from its roots.
// CHECK-LABEL: llvm.func internal @sums.thread
llvm.func @sums(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %all = llvm.mlir.constant(-1 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %clamp = llvm.mlir.constant(31 : i32) : i32
  %v = llvm.load %p : !llvm.ptr<1> -> f32
  %square = llvm.fmul %v, %v : f32
  %sum = llvm.fadd %square, %v : f32
  // CHECK: [[SUM:%.*]] = llvm.fadd
  // CHECK-NEXT: [[BITS:%.*]] = llvm.bitcast [[SUM]] : f32 to i32
  // CHECK: [[KEPT:%.*]] = llvm.call_intrinsic "llvm.annotation.i32.p0"([[BITS]],
  // CHECK-NEXT: [[VALUE:%.*]] = llvm.bitcast [[KEPT]] : i32 to f32
  %other = nvvm.shfl.sync bfly %all, %sum, %one, %clamp : f32 -> f32
  // CHECK: llvm.call_intrinsic "llvm.coro.suspend"
  // CHECK: llvm.fadd [[VALUE]],
  %total = llvm.fadd %sum, %other : f32
  llvm.store %total, %p : f32, !llvm.ptr<1>
  // CHECK-NOT: llvm.annotation
  llvm.return
}

// A single operation is repeated, and what ends before the suspension is left alone.
// CHECK-LABEL: llvm.func internal @cheap.thread
llvm.func @cheap(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  // CHECK-NOT: llvm.annotation
  %double = llvm.add %n, %n : i32
  %square = llvm.mul %double, %double : i32
  %cube = llvm.mul %square, %double : i32
  llvm.store %cube, %p : i32, !llvm.ptr<1>
  nvvm.barrier0
  llvm.store %double, %p : i32, !llvm.ptr<1>
  // CHECK: llvm.func internal @cheap.block
  llvm.return
}

// What a loop carries over a suspension is kept; its counter, by which LLVM knows the loop, is left alone.
// CHECK-LABEL: llvm.func internal @loop.thread
llvm.func @loop(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^head(%zero, %one : i32, i32)
^head(%i: i32, %product: i32):
  // CHECK:      ^head(%i: i32, %product: i32):
  // CHECK:        %[[KEPT:.*]] = llvm.call_intrinsic "llvm.annotation.i32.p0"(%product,
  // CHECK-NEXT:   llvm.icmp "slt" %i,
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  nvvm.barrier0
  // CHECK:        llvm.mul %[[KEPT]], %n
  %by = llvm.mul %product, %n : i32
  %next = llvm.add %i, %one : i32
  llvm.br ^head(%next, %by : i32, i32)
^end:
  llvm.store %product, %p : i32, !llvm.ptr<1>
  llvm.return
}
