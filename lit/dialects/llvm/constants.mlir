// RUN: %roundtrip
// RUN: %generic-roundtrip

llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<32 x f32>
llvm.func @op_mlir_addressof() -> !llvm.ptr<3> {
  // CHECK: %r = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %r = llvm.mlir.addressof @tile : !llvm.ptr<3>
  llvm.return %r : !llvm.ptr<3>
}

llvm.func @op_mlir_constant() -> i32 {
  // CHECK: %r = llvm.mlir.constant(42 : i32) : i32
  %r = llvm.mlir.constant(42 : i32) : i32
  // CHECK: %b = llvm.mlir.constant(true) : i1
  %b = llvm.mlir.constant(true) : i1
  // CHECK: %v = llvm.mlir.constant(dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>) : vector<2xf32>
  %v = llvm.mlir.constant(dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>) : vector<2xf32>
  // CHECK: %s = llvm.mlir.constant("text") : !llvm.array<4 x i8>
  %s = llvm.mlir.constant("text") : !llvm.array<4 x i8>
  llvm.return %r : i32
}

llvm.func @op_freeze(%a: i32) -> i32 {
  // CHECK: %r = llvm.freeze %a : i32
  %r = llvm.freeze %a : i32
  llvm.return %r : i32
}

llvm.func @op_mlir_none() {
  // CHECK: %r = llvm.mlir.none : !llvm.token
  %r = llvm.mlir.none : !llvm.token
  llvm.return
}

llvm.func @op_mlir_poison() -> i32 {
  // CHECK: %r = llvm.mlir.poison : i32
  %r = llvm.mlir.poison : i32
  llvm.return %r : i32
}

llvm.func @op_mlir_undef() -> i32 {
  // CHECK: %r = llvm.mlir.undef : i32
  %r = llvm.mlir.undef : i32
  llvm.return %r : i32
}

llvm.func @op_mlir_zero() -> !llvm.ptr {
  // CHECK: %r = llvm.mlir.zero : !llvm.ptr
  %r = llvm.mlir.zero : !llvm.ptr
  llvm.return %r : !llvm.ptr
}
