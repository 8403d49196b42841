// RUN: periclase-translate --to-llvmir %s | filecheck %s

// CHECK: @tile = internal addrspace(3) global [32 x float] undef, align 16
// CHECK: @dynamic = external addrspace(3) global [0 x i8], align 16
// CHECK: @text = private unnamed_addr addrspace(4) constant [4 x i8] c"n=\0A\00"
// CHECK: @table = internal constant [2 x i32] [i32 1, i32 -1]
// CHECK: @where = internal global ptr addrspace(3) @tile
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x f32>
llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.mlir.global private unnamed_addr constant @text("n=\0A\00") {addr_space = 4 : i32}
llvm.mlir.global internal constant @table(dense<[1, -1]> : tensor<2xi32>) : !llvm.array<2 x i32>
llvm.mlir.global internal @where() : !llvm.ptr<3> {
  %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
  llvm.return %a : !llvm.ptr<3>
}

// CHECK-LABEL: define void @accesses(
llvm.func @accesses(%p: !llvm.ptr<1>, %i: i32, %v: i32) {
  // CHECK:      %e = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %i
  // CHECK-NEXT: load i32, ptr addrspace(1) %e, align 4, !invariant.load !
  // CHECK-NEXT: load volatile i32, ptr addrspace(1) %e, align 4
  // CHECK-NEXT: load atomic i32, ptr addrspace(1) %e syncscope("block") acquire, align 4
  // CHECK-NEXT: store atomic volatile i32 %v, ptr addrspace(1) %e syncscope("device") release, align 4
  // CHECK-NEXT: atomicrmw umax ptr addrspace(1) %e, i32 %v syncscope("device") monotonic, align 4
  // CHECK-NEXT: cmpxchg ptr addrspace(1) %e, i32 %v, i32 %i acq_rel monotonic, align 4
  // CHECK-NEXT: fence syncscope("cluster") seq_cst
  %e = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %a = llvm.load %e invariant {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  %b = llvm.load volatile %e {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  %c = llvm.load %e atomic syncscope("block") acquire {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  llvm.store volatile %v, %e atomic syncscope("device") release {alignment = 4 : i64} : i32, !llvm.ptr<1>
  %d = llvm.atomicrmw umax %e, %v syncscope("device") monotonic {alignment = 4 : i64} : !llvm.ptr<1>, i32
  %f = llvm.cmpxchg %e, %v, %i acq_rel monotonic {alignment = 4 : i64} : !llvm.ptr<1>, i32
  llvm.fence syncscope("cluster") seq_cst
  llvm.return
}
