// RUN: %roundtrip
// RUN: %generic-roundtrip

llvm.func @op_alloca() {
  %one = llvm.mlir.constant(1 : i32) : i32
  // CHECK: %p = llvm.alloca %one x f32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
  %p = llvm.alloca %one x f32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
  llvm.return
}

llvm.func @op_getelementptr(%p: !llvm.ptr<1>, %i: i32) -> !llvm.ptr<1> {
  // CHECK: %a = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %a = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  // CHECK: %b = llvm.getelementptr inbounds|nuw %a[0, 1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, !llvm.struct<(i32, f32)>
  %b = llvm.getelementptr inbounds|nuw %a[0, 1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, !llvm.struct<(i32, f32)>
  llvm.return %b : !llvm.ptr<1>
}

llvm.func @op_load(%p: !llvm.ptr<1>) -> i32 {
  // CHECK: %a = llvm.load %p {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  %a = llvm.load %p {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  // CHECK: %b = llvm.load volatile %p atomic syncscope("block") acquire {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  %b = llvm.load volatile %p atomic syncscope("block") acquire {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  // CHECK: %c = llvm.load %p invariant {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  %c = llvm.load %p invariant {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  llvm.return %a : i32
}

llvm.func @op_store(%v: i32, %p: !llvm.ptr<1>) {
  // CHECK: llvm.store %v, %p {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.store %v, %p {alignment = 4 : i64} : i32, !llvm.ptr<1>
  // CHECK: llvm.store volatile %v, %p : i32, !llvm.ptr<1>
  llvm.store volatile %v, %p : i32, !llvm.ptr<1>
  // CHECK: llvm.store %v, %p atomic syncscope("device") release {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.store %v, %p atomic syncscope("device") release {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.return
}
