// What is passed by value lies in the slots of the arguments, as many as its bytes take.
// RUN: periclase-opt %s -p convert-nvvm-to-cpu | filecheck %s

// CHECK:       llvm.func internal @pick.thread(%n: i32, %table: !llvm.ptr, %y: !llvm.ptr{{.*}})
// CHECK:       llvm.func internal @pick.block(%[[ARGS:\w+]]: !llvm.ptr,
// CHECK:         %[[N:.*]] = llvm.load %[[ARGS]] invariant : !llvm.ptr -> i32
// CHECK-NEXT:    %[[TABLE:.*]] = llvm.getelementptr inbounds %[[ARGS]][1] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT:    %[[SLOT:.*]] = llvm.getelementptr inbounds %[[ARGS]][6] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT:    %[[Y:.*]] = llvm.load %[[SLOT]] invariant : !llvm.ptr -> !llvm.ptr
// CHECK:         llvm.call @pick.thread(%[[N]], %[[TABLE]], %[[Y]]
llvm.func @pick(%n: i32, %table: !llvm.ptr {llvm.byval = !llvm.array<37 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %y: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %place = llvm.getelementptr %table[%n] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %value = llvm.load %place : !llvm.ptr -> f32
  llvm.store %value, %y : f32, !llvm.ptr<1>
  llvm.return
}

// A thread that is a coroutine finds it there, too.
// CHECK-LABEL: llvm.func internal @meet.thread(
// CHECK:         %[[TABLE:.*]] = llvm.getelementptr inbounds %{{\w+}}[1] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK:         llvm.load %[[TABLE]] : !llvm.ptr -> f32
llvm.func @meet(%n: i32, %table: !llvm.ptr {llvm.byval = !llvm.array<8 x i8>, llvm.align = 8 : i64, nvvm.grid_constant}, %y: !llvm.ptr<1>) attributes {nvvm.kernel} {
  nvvm.barrier0
  %value = llvm.load %table : !llvm.ptr -> f32
  llvm.store %value, %y : f32, !llvm.ptr<1>
  llvm.return
}
