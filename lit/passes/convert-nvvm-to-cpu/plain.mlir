// RUN: periclase-opt %s -p convert-nvvm-to-cpu | filecheck %s

// A kernel without collectives: entry, block function with three loops, and the body as a function of the thread.

llvm.func @scale(%p: !llvm.ptr<1> {llvm.noalias}, %n: i64, %a: f32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %b = nvvm.read.ptx.sreg.ctaid.x : i32
  %d = nvvm.read.ptx.sreg.ntid.x : i32
  %m = llvm.mul %b, %d : i32
  %s = llvm.add %m, %t : i32
  %i = llvm.zext %s : i32 to i64
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  llvm.store %a, %q : f32, !llvm.ptr<1>
  llvm.return
}

// CHECK:       llvm.func internal @scale.thread(%p: !llvm.ptr {llvm.noalias}, %n: i64, %a: f32, %[[BLOCK:\w+]]: !llvm.ptr, %t: i32, %{{\w+}}: i32, %{{\w+}}: i32, %b: i32, %{{\w+}}: i32, %{{\w+}}: i32) attributes {always_inline}
// CHECK:         %[[L:.*]] = llvm.getelementptr inbounds %[[BLOCK]][0, 0]
// CHECK-NEXT:    %[[LAUNCH:.*]] = llvm.load %[[L]] invariant : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT:    %[[D:.*]] = llvm.getelementptr inbounds %[[LAUNCH]][0, 1, 0]
// CHECK-NEXT:    %d = llvm.load %[[D]] invariant : !llvm.ptr -> i32
// CHECK-NEXT:    %m = llvm.mul %b, %d : i32
// CHECK-NEXT:    %s = llvm.add %m, %t : i32
// CHECK:         llvm.store %a, %q : f32, !llvm.ptr
// CHECK:       llvm.func internal @scale.block(%[[ARGS:\w+]]: !llvm.ptr, %{{\w+}}: !llvm.ptr, %{{\w+}}: i32, %{{\w+}}: i32, %{{\w+}}: i32) {
// CHECK:         %[[P:.*]] = llvm.load %[[ARGS]] invariant : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT:    %[[SLOT1:.*]] = llvm.getelementptr inbounds %[[ARGS]][1] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT:    llvm.load %[[SLOT1]] invariant : !llvm.ptr -> i64
// CHECK-NEXT:    %[[SLOT2:.*]] = llvm.getelementptr inbounds %[[ARGS]][2] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT:    llvm.load %[[SLOT2]] invariant : !llvm.ptr -> f32
// CHECK:         llvm.call @scale.thread(
// CHECK-LABEL: llvm.func @scale(%{{\w+}}: !llvm.ptr, %{{\w+}}: i64, %{{\w+}}: i64, %{{\w+}}: !llvm.ptr) attributes {periclase.cpu.shared_bytes = 0 : i64}
// CHECK:         llvm.mlir.addressof @scale.block
// CHECK:         llvm.call @periclase_cpu_run(
// CHECK-NOT:   nvvm
