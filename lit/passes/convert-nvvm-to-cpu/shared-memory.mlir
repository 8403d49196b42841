// RUN: periclase-opt %s -p convert-nvvm-to-cpu | filecheck %s

// Shared arrays are offsets into the block's shared memory; the dynamic part follows the static one, aligned as it asks for.

llvm.mlir.global internal @bytes() {addr_space = 3 : i32, alignment = 1 : i64} : !llvm.array<3 x i8>
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x f32>
llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>

llvm.func internal @helper() -> !llvm.ptr {
  %d = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
  %g = llvm.addrspacecast %d : !llvm.ptr<3> to !llvm.ptr
  llvm.return %g : !llvm.ptr
}

llvm.func @k() attributes {nvvm.kernel} {
  %a = llvm.mlir.addressof @bytes : !llvm.ptr<3>
  %b = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %byte = llvm.mlir.constant(0 : i8) : i8
  llvm.store %byte, %a : i8, !llvm.ptr<3>
  llvm.store %zero, %b : f32, !llvm.ptr<3>
  %d = llvm.call @helper() : () -> !llvm.ptr
  llvm.store %zero, %d : f32, !llvm.ptr
  llvm.return
}

// CHECK-NOT:   llvm.mlir.global
// CHECK:       llvm.func internal @helper(%[[BLOCK:\w+]]: !llvm.ptr, %{{\w+}}: i32
// CHECK-NEXT:    %[[P:.*]] = llvm.getelementptr inbounds %[[BLOCK]][0, 1]
// CHECK-NEXT:    %[[BASE:.*]] = llvm.load %[[P]] invariant
// CHECK-NEXT:    %[[DYNAMIC:.*]] = llvm.getelementptr inbounds %[[BASE]][32] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-NEXT:    llvm.return %[[DYNAMIC]] : !llvm.ptr
// CHECK-LABEL: llvm.func internal @k.thread(
// CHECK:         %[[BYTES:.*]] = llvm.load %{{.*}} invariant
// CHECK:         %[[TILE:.*]] = llvm.getelementptr inbounds %[[BYTES]][16] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK:         llvm.store %byte, %[[BYTES]] : i8, !llvm.ptr
// CHECK-NEXT:    llvm.store %zero, %[[TILE]] : f32, !llvm.ptr
// CHECK-NEXT:    llvm.call @helper(%{{.*}}) : (!llvm.ptr, i32, i32, i32, i32, i32, i32) -> !llvm.ptr
// CHECK-LABEL: llvm.func @k(
// CHECK-SAME:    periclase.cpu.shared_bytes = 32 : i64
