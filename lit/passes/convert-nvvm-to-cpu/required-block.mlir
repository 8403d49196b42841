// RUN: periclase-opt %s -p convert-nvvm-to-cpu | filecheck %s

// The shape of a block is known where the kernel requires one: its loops count to constants, and so does what asks for the shape.

llvm.func @fill(%p: !llvm.ptr<1>, %n: i64) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 2, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %d = nvvm.read.ptx.sreg.ntid.y : i32
  %s = llvm.add %d, %t : i32
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

// CHECK:       llvm.func internal @fill.thread({{.*}}, %{{\w+}}: i1) attributes {always_inline} {
// CHECK-NEXT:    %d = llvm.mlir.constant(2 : i32) : i32
// CHECK-NEXT:    %s = llvm.add %d, %t : i32
// CHECK:       llvm.func internal @fill.block(
// CHECK:         %[[X:\w+]] = llvm.mlir.constant(64 : i32) : i32
// CHECK:         llvm.sub %[[X]], %{{\w+}} : i32
// CHECK:         llvm.call @fill.thread(
// CHECK:         llvm.icmp "ult" %{{\w+}}, %[[X]] : i32
// CHECK:         llvm.call @fill.thread(
// CHECK:         llvm.icmp "ult" %{{\w+}}, %[[X]] : i32

// A row of one thread is not looked at before it runs.

llvm.func @alone(%p: !llvm.ptr<1>, %n: i64) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %i = llvm.zext %t : i32 to i64
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

// CHECK:       llvm.func internal @alone.thread(
// CHECK-NOT:     llvm.select
// CHECK:       llvm.func internal @alone.block(
// CHECK:         llvm.call @alone.thread(
// CHECK-NOT:     llvm.call @alone.thread(
// CHECK:       llvm.func @alone(
// CHECK-NOT:   nvvm
