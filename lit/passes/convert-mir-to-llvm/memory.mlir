// RUN: periclase-opt %s -p convert-mir-to-llvm | filecheck %s

// Allocations are globals of the module, one a key.

// CHECK: llvm.mlir.global internal @__shared_tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<16 x !llvm.array<16 x f32>>
// CHECK: llvm.mlir.global external @__dynamic_shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
// CHECK: llvm.mlir.global internal @counter(0 : i32) {addr_space = 1 : i32, alignment = 4 : i64} : i32
// CHECK: llvm.mlir.global internal constant @table([{{.*}}]) {addr_space = 4 : i32, alignment = 4 : i64} : !llvm.array<2 x f32>

// CHECK-LABEL: llvm.func internal @allocations(
// CHECK-NEXT: llvm.mlir.addressof @__shared_tile : !llvm.ptr<3>
// CHECK-NEXT: llvm.mlir.addressof @__shared_tile : !llvm.ptr<3>
// CHECK-NEXT: %[[D:.*]] = llvm.mlir.addressof @__dynamic_shared : !llvm.ptr<3>
// CHECK-NEXT: llvm.getelementptr inbounds %[[D]][64]
// CHECK-NEXT: llvm.mlir.addressof @counter : !llvm.ptr<1>
// CHECK-NEXT: llvm.mlir.addressof @table : !llvm.ptr<4>
mir.func private @allocations() {
  %0 = mir.shared_alloc !mir.array<16 x !mir.array<16 x f32>> key "k.tile" name "tile" align 16
  %1 = mir.shared_alloc !mir.array<16 x !mir.array<16 x f32>> key "k.tile" name "tile"
  %2 = mir.dynamic_shared f64 offset 64
  %3 = mir.global_alloc ui32 key "counter"
  %4 = mir.global_alloc immutable !mir.array<2 x f32> key "table" = [1.0 : f32, 2.0 : f32]
  mir.return
}

// A boolean is a byte in memory: any but 0 is true. Markers of storage are dropped; those of variables stay, for debug information.

// CHECK-LABEL: llvm.func internal @accesses(%p: !llvm.ptr<1>, %q: !llvm.ptr, %i: i32)
// CHECK: %[[V:.*]] = llvm.load volatile %p {alignment = 2 : i64} : !llvm.ptr<1> -> f32
// CHECK-NEXT: %[[BYTE:.*]] = llvm.load %q : !llvm.ptr -> i8
// CHECK-NEXT: %[[FLAG:.*]] = llvm.icmp "ne" %[[BYTE]], %{{.*}} : i8
// CHECK-NEXT: %[[OUT:.*]] = llvm.zext %[[FLAG]] : i1 to i8
// CHECK-NEXT: llvm.store %[[OUT]], %q : i8, !llvm.ptr
// CHECK-NEXT: mir.dbg_value %[[FLAG]], "flag" of i1 : i1
// CHECK-NEXT: %[[WIDE:.*]] = llvm.zext %i : i32 to i64
// CHECK-NEXT: llvm.getelementptr inbounds %p[%[[WIDE]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
// CHECK-NEXT: llvm.return
mir.func private @accesses(%p: !mir.ptr<mut f32, global>, %q: !mir.ptr<mut i1>, %i: ui32) {
  mir.storage_live %q : !mir.ptr<mut i1>
  %0 = mir.load volatile %p align 2 : !mir.ptr<mut f32, global>
  %1 = mir.load %q : !mir.ptr<mut i1>
  mir.store %1, %q : !mir.ptr<mut i1>
  mir.dbg_value %1, "flag" : i1
  %2 = mir.ptr_offset %p[%i] : !mir.ptr<mut f32, global>, ui32
  mir.storage_dead %q : !mir.ptr<mut i1>
  mir.return
}

// A pointer that may leave its object is not said to stay in it.

// CHECK-LABEL: llvm.func @leaves(
// CHECK: llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
mir.func @leaves(%p: !mir.ptr<mut f32, global>, %i: si64) -> !mir.ptr<mut f32, global> {
  %0 = mir.ptr_offset %p[%i] {mir.may_leave} : !mir.ptr<mut f32, global>, si64
  mir.return %0 : !mir.ptr<mut f32, global>
}

// Counts are elements; LLVM's are bytes.

// CHECK-LABEL: llvm.func internal @bulk(
// CHECK: %[[BYTES:.*]] = llvm.mul %n, %{{.*}} : i64
// CHECK-NEXT: "llvm.intr.memcpy"(%a, %b, %[[BYTES]]) <{isVolatile = false}>
// CHECK: %[[X:.*]] = llvm.load %a : !llvm.ptr -> f32
// CHECK-NEXT: %[[Y:.*]] = llvm.load %b : !llvm.ptr -> f32
// CHECK-NEXT: llvm.store %[[Y]], %a
// CHECK-NEXT: llvm.store %[[X]], %b
mir.func private @bulk(%a: !mir.ptr<mut f32>, %b: !mir.ptr<mut f32>, %n: ui64) {
  mir.memcpy %a, %b, %n : !mir.ptr<mut f32>, !mir.ptr<mut f32>, ui64
  mir.swap %a, %b : !mir.ptr<mut f32>, !mir.ptr<mut f32>
  mir.return
}

// A slot in a loop is made once, in the entry block.

// CHECK-LABEL: llvm.func internal @loop(
// CHECK: llvm.alloca
// CHECK: ^{{.*}}:
// CHECK-NOT: llvm.alloca
mir.func private @loop(%v: f32) {
  mir.goto ^body
^body:
  %0 = mir.alloca f32
  mir.store %v, %0 : !mir.ptr<mut f32>
  mir.goto ^body
}

// A constant array that is indexed at run time is a table in constant memory, not a stack slot.

// CHECK-LABEL: llvm.func internal @lookup(
// CHECK: %[[T:.*]] = llvm.mlir.addressof @__table : !llvm.ptr<4>
// CHECK-NEXT: %[[P:.*]] = llvm.getelementptr inbounds %[[T]][%i]
// CHECK-NEXT: llvm.load %[[P]] : !llvm.ptr<4> -> f32
mir.func private @lookup(%i: si64) -> f32 {
  %t = mir.constant_aggregate [1.0 : f32, 2.0 : f32] : !mir.array<2 x f32>
  %0 = mir.extract_element %t[%i] : !mir.array<2 x f32>, si64
  mir.return %0 : f32
}

// CHECK-LABEL: llvm.func @is_aligned(
// CHECK: %[[LESS:.*]] = llvm.mlir.constant(15 : i64) : i64
// CHECK: %[[ADDRESS:.*]] = llvm.ptrtoint %p : !llvm.ptr<3> to i64
// CHECK-NEXT: %[[REST:.*]] = llvm.and %[[ADDRESS]], %[[LESS]] : i64
// CHECK-NEXT: llvm.icmp "eq" %[[REST]], %{{.*}} : i64
mir.func @is_aligned(%p : !mir.ptr<f32, shared>) -> i1 {
  %whole = mir.is_aligned %p, 16 : !mir.ptr<f32, shared>
  mir.return %whole : i1
}
