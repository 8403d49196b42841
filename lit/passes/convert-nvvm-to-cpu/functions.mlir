// RUN: periclase-opt %s -p convert-nvvm-to-cpu | filecheck %s

// Only functions that must know their thread, directly or through a call, take the hidden parameters; functions with
// collectives are inlined.

llvm.func internal @square(%x: f32) -> f32 {
  %r = llvm.fmul %x, %x : f32
  llvm.return %r : f32
}
llvm.func internal @lane() -> i32 {
  %r = nvvm.read.ptx.sreg.laneid : i32
  llvm.return %r : i32
}
llvm.func internal @twice() -> i32 {
  %l = llvm.call @lane() : () -> i32
  %r = llvm.add %l, %l : i32
  llvm.return %r : i32
}
llvm.func internal @meet() {
  nvvm.barrier0
  llvm.return
}
llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %y = llvm.call @square(%x) : (f32) -> f32
  llvm.call @meet() : () -> ()
  %t = llvm.call @twice() : () -> i32
  llvm.store %t, %p : i32, !llvm.ptr<1>
  llvm.return
}

// CHECK-LABEL: llvm.func internal @square(%x: f32) -> f32 {
// CHECK-LABEL: llvm.func internal @lane(%{{\w+}}: !llvm.ptr, %{{\w+}}: i32, %{{\w+}}: i32, %{{\w+}}: i32, %{{\w+}}: i32, %{{\w+}}: i32, %{{\w+}}: i32) -> i32
// CHECK:       llvm.func internal @twice(%[[BLOCK:\w+]]: !llvm.ptr, %[[TX:\w+]]: i32
// CHECK:         llvm.call @lane(%[[BLOCK]], %[[TX]], %{{.*}}) : (!llvm.ptr, i32, i32, i32, i32, i32, i32) -> i32
// CHECK-NOT:   @meet
// CHECK-LABEL: llvm.func internal @k.thread(
// CHECK:         llvm.call @square(%x) : (f32) -> f32
// CHECK:         "llvm.coro.suspend"
// CHECK:         llvm.call @twice(
