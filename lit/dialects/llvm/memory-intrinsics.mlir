// RUN: %roundtrip
// RUN: %generic-roundtrip

llvm.func @op_intr_assume(%c: i1) {
  // CHECK: llvm.intr.assume %c : i1
  llvm.intr.assume %c : i1
  llvm.return
}

llvm.func @op_intr_debugtrap() {
  // CHECK: llvm.intr.debugtrap
  llvm.intr.debugtrap
  llvm.return
}

llvm.func @op_intr_expect(%a: i1, %b: i1) -> i1 {
  // CHECK: %r = llvm.intr.expect %a, %b : i1
  %r = llvm.intr.expect %a, %b : i1
  llvm.return %r : i1
}

llvm.func @op_intr_lifetime_end() {
  %one = llvm.mlir.constant(1 : i32) : i32
  %p = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  // CHECK: llvm.intr.lifetime.end %p : !llvm.ptr
  llvm.intr.lifetime.end %p : !llvm.ptr
  llvm.return
}

llvm.func @op_intr_lifetime_start() {
  %one = llvm.mlir.constant(1 : i32) : i32
  %p = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  // CHECK: llvm.intr.lifetime.start %p : !llvm.ptr
  llvm.intr.lifetime.start %p : !llvm.ptr
  llvm.return
}

llvm.func @op_intr_masked_gather(%p: vector<4x!llvm.ptr>, %m: vector<4xi1>, %old: vector<4xf32>) -> vector<4xf32> {
  // CHECK: %r = llvm.intr.masked.gather %p, %m, %old {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %r = llvm.intr.masked.gather %p, %m, %old {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}

llvm.func @op_intr_masked_load(%p: !llvm.ptr, %m: vector<4xi1>, %old: vector<4xf32>) -> vector<4xf32> {
  // CHECK: %r = llvm.intr.masked.load %p, %m, %old {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %r = llvm.intr.masked.load %p, %m, %old {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.return %r : vector<4xf32>
}

llvm.func @op_intr_masked_scatter(%v: vector<4xf32>, %p: vector<4x!llvm.ptr>, %m: vector<4xi1>) {
  // CHECK: llvm.intr.masked.scatter %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  llvm.intr.masked.scatter %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  llvm.return
}

llvm.func @op_intr_masked_store(%v: vector<4xf32>, %p: !llvm.ptr, %m: vector<4xi1>) {
  // CHECK: llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  llvm.return
}

llvm.func @op_intr_memcpy(%d: !llvm.ptr, %s: !llvm.ptr, %n: i64) {
  // CHECK: "llvm.intr.memcpy"(%d, %s, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memcpy"(%d, %s, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}

llvm.func @op_intr_memmove(%d: !llvm.ptr, %s: !llvm.ptr, %n: i64) {
  // CHECK: "llvm.intr.memmove"(%d, %s, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memmove"(%d, %s, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}

llvm.func @op_intr_memset(%d: !llvm.ptr, %v: i8, %n: i64) {
  // CHECK: "llvm.intr.memset"(%d, %v, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  "llvm.intr.memset"(%d, %v, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  llvm.return
}

llvm.func @op_intr_stackrestore() {
  %r = llvm.intr.stacksave : !llvm.ptr
  // CHECK: llvm.intr.stackrestore %r : !llvm.ptr
  llvm.intr.stackrestore %r : !llvm.ptr
  llvm.return
}

llvm.func @op_intr_stacksave() {
  // CHECK: %r = llvm.intr.stacksave : !llvm.ptr
  %r = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %r : !llvm.ptr
  llvm.return
}

llvm.func @op_intr_trap() {
  // CHECK: llvm.intr.trap
  llvm.intr.trap
  llvm.unreachable
}
