// RUN: %roundtrip
// RUN: %generic-roundtrip

// CHECK: llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x f32>
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x f32>
// CHECK: llvm.mlir.global private unnamed_addr constant @text("hello\00") {addr_space = 0 : i32}
llvm.mlir.global private unnamed_addr constant @text("hello\00")
// CHECK: llvm.mlir.global internal constant @table(dense<[1, 2]> : tensor<2xi32>) {addr_space = 0 : i32} : !llvm.array<2 x i32>
llvm.mlir.global internal constant @table(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
// CHECK: llvm.mlir.global internal @where() {addr_space = 0 : i32} : !llvm.ptr<3>
llvm.mlir.global internal @where() : !llvm.ptr<3> {
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  llvm.return %a : !llvm.ptr<3>
}
