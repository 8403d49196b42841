// RUN: periclase-opt %s -p convert-nvvm-to-cpu | filecheck %s

// A kernel with a collective: each thread is a coroutine that notes what it asks for and suspends itself.

llvm.func @swap(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %clamp = llvm.mlir.constant(31 : i32) : i32
  %mask = llvm.mlir.constant(-1 : i32) : i32
  %x = llvm.mlir.constant(1.5 : f32) : f32
  %r = nvvm.shfl.sync bfly %mask, %x, %one, %clamp : f32 -> f32
  nvvm.barrier0
  llvm.store %r, %p : f32, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: llvm.func internal @swap.thread(
// CHECK-SAME:    attributes {passthrough = ["presplitcoroutine"]}
// CHECK:         %[[ID:.*]] = llvm.call_intrinsic "llvm.coro.id"
// CHECK-NEXT:    %[[SIZE:.*]] = llvm.call_intrinsic "llvm.coro.size.i64"() : () -> i64
// CHECK-NEXT:    %[[MEM:.*]] = llvm.call @periclase_cpu_frame(%{{.*}}, %{{.*}}, %[[SIZE]])
// CHECK-NEXT:    %[[HANDLE:.*]] = llvm.call_intrinsic "llvm.coro.begin"(%[[ID]], %[[MEM]])
// CHECK:         %[[BITS:.*]] = llvm.bitcast %x : f32 to i32
// CHECK-NEXT:    %[[VALUE:.*]] = llvm.zext %[[BITS]] : i32 to i64
// CHECK:         %[[SHUFFLE:.*]] = llvm.mlir.constant(6 : i32) : i32
// CHECK:         llvm.store %[[SHUFFLE]], %{{.*}} : i32, !llvm.ptr
// CHECK:         llvm.store %mask, %{{.*}} : i32, !llvm.ptr
// CHECK:         llvm.store %clamp, %{{.*}} : i32, !llvm.ptr
// CHECK:         llvm.store %[[VALUE]], %{{.*}} : i64, !llvm.ptr
// CHECK:         %[[STATE:.*]] = llvm.call_intrinsic "llvm.coro.suspend"
// CHECK-NEXT:    llvm.switch %[[STATE]] : i8, ^[[SUSPEND:\w+]] [
// CHECK-NEXT:      0: ^[[RESUMED:\w+]],
// CHECK-NEXT:      1: ^[[SUSPEND]]
// CHECK:       ^[[RESUMED]]:
// CHECK:         %[[RESULT:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK-NEXT:    %[[LOW:.*]] = llvm.trunc %[[RESULT]] : i64 to i32
// CHECK-NEXT:    %r = llvm.bitcast %[[LOW]] : i32 to f32
// CHECK:         %[[BARRIER:.*]] = llvm.mlir.constant(2 : i32) : i32
// CHECK:         "llvm.coro.suspend"
// CHECK:         llvm.store %r, %p : f32, !llvm.ptr
// CHECK:         %[[RETURNED:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK:         %[[FINAL:.*]] = llvm.mlir.constant(true) : i1
// CHECK-NEXT:    "llvm.coro.suspend"(%{{.*}}, %[[FINAL]])
// CHECK:       ^[[SUSPEND]]:
// CHECK:         "llvm.coro.end"(%[[HANDLE]]
// CHECK-LABEL: llvm.func internal @swap.block(
// CHECK:         llvm.call @periclase_cpu_run_cooperative(
// CHECK-LABEL: llvm.func @swap(
// CHECK-SAME:    attributes {periclase.cpu.shared_bytes = 0 : i64, periclase.cpu.cooperative}
