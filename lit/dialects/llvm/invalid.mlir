// RUN: periclase-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'llvm.br' does not verify: successor 0 takes (i32), got (i64)
llvm.func @f(%a: i64) {
  llvm.br ^end(%a : i64)
^end(%x: i32):
  llvm.return
}

// -----

// CHECK: 'llvm.cond_br' does not verify: successor 1 takes (i32), got ()
llvm.func @f(%c: i1) {
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.return
^b(%x: i32):
  llvm.return
}

// -----

// CHECK: 'llvm.return' does not verify: returns (i32) from @f, which gives ()
llvm.func @f(%a: i32) {
  llvm.return %a : i32
}

// -----

// CHECK: 'llvm.call' does not verify: passes (i64) to a function that takes (i32)
llvm.func @g(i32)
llvm.func @f(%a: i64) {
  llvm.call @g(%a) : (i64) -> ()
  llvm.return
}

// -----

// CHECK: 'llvm.call' does not verify: calls @nowhere, which the module does not have
llvm.func @f() {
  llvm.call @nowhere() : () -> ()
  llvm.return
}

// -----

// CHECK: 'llvm.call' does not verify: calls @g by convention ccc, it has fastcc
llvm.func fastcc @g()
llvm.func @f() {
  llvm.call @g() : () -> ()
  llvm.return
}

// -----

// CHECK: 'llvm.func' does not verify: the kernel @f can not return a value
llvm.func @f(%a: i32) -> i32 attributes {nvvm.kernel} {
  llvm.return %a : i32
}

// -----

// CHECK: 'llvm.func' does not verify: 'nvvm.grid_constant' is for parameters with 'llvm.byval'
llvm.func @f(!llvm.ptr {nvvm.grid_constant})

// -----

// CHECK: 'llvm.load' does not verify: an atomic load can not be release
llvm.func @f(%p: !llvm.ptr) {
  %a = llvm.load %p atomic release {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.return
}

// -----

// CHECK: 'llvm.store' does not verify: an atomic store needs an alignment
llvm.func @f(%p: !llvm.ptr, %a: i32) {
  llvm.store %a, %p atomic release : i32, !llvm.ptr
  llvm.return
}

// -----

// CHECK: 'llvm.load' does not verify: alignment 3 is not a power of two
llvm.func @f(%p: !llvm.ptr) {
  %a = llvm.load %p {alignment = 3 : i64} : !llvm.ptr -> i32
  llvm.return
}

// -----

// CHECK: 'llvm.atomicrmw' does not verify: atomicrmw fadd can not work on a value of type i32
llvm.func @f(%p: !llvm.ptr, %a: i32) {
  %r = llvm.atomicrmw fadd %p, %a monotonic : !llvm.ptr, i32
  llvm.return
}

// -----

// CHECK: 'llvm.cmpxchg' does not verify: the failure ordering can not be release
llvm.func @f(%p: !llvm.ptr, %a: i32) {
  %r = llvm.cmpxchg %p, %a, %a acq_rel release : !llvm.ptr, i32
  llvm.return
}

// -----

// CHECK: 'llvm.fence' does not verify: a fence is acquire, release, acq_rel or seq_cst
llvm.func @f() {
  llvm.fence monotonic
  llvm.return
}

// -----

// CHECK: 'llvm.switch' does not verify: two cases have the same value
llvm.func @f(%a: i8) {
  llvm.switch %a : i8, ^x [
    255: ^x,
    -1: ^x
  ]
^x:
  llvm.return
}

// -----

// CHECK: 'llvm.mlir.constant' does not verify: the literal 1 : i32 is no value of type i64
llvm.func @f() {
  %c = llvm.mlir.constant(1 : i32) : i64
  llvm.return
}

// -----

// CHECK: 'llvm.mlir.global' does not verify: shared memory can not have an initial value
llvm.mlir.global internal @g(1 : i32) {addr_space = 3 : i32} : i32

// -----

// CHECK: 'llvm.getelementptr' does not verify: index 1: a struct of 2 fields has no field 2
llvm.func @f(%p: !llvm.ptr) {
  %a = llvm.getelementptr %p[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  llvm.return
}

// -----

// CHECK: 'llvm.fpext' does not verify: llvm.fpext can not convert f64 to f32
llvm.func @f(%a: f64) {
  %r = llvm.fpext %a : f64 to f32
  llvm.return
}

// -----

// CHECK: 'llvm.select' does not verify: a condition of type vector<4xi1> can not choose between values of type f32
llvm.func @f(%c: vector<4xi1>, %a: f32) {
  %r = llvm.select %c, %a, %a : vector<4xi1>, f32
  llvm.return
}

// -----

// CHECK: 'llvm.addrspacecast' does not verify: llvm.addrspacecast needs two address spaces
llvm.func @f(%p: !llvm.ptr<1>) {
  %r = llvm.addrspacecast %p : !llvm.ptr<1> to !llvm.ptr<1>
  llvm.return
}

// -----

// CHECK: error[PC0802]: unknown atomic operation 'plus'
llvm.func @f(%p: !llvm.ptr, %a: i32) {
  %r = llvm.atomicrmw plus %p, %a monotonic : !llvm.ptr, i32
  llvm.return
}

// -----

// CHECK: expected 'disableNonforced', 'unroll', 'mustProgress', got 'vectorize'
llvm.func @f() {
  llvm.br ^end {loop_annotation = #llvm.loop_annotation<vectorize = <disable = true>>}
^end:
  llvm.return
}

// -----

// CHECK: 'count' must be a positive i32, not 0 : i32
llvm.func @f() {
  llvm.br ^end {loop_annotation = #llvm.loop_annotation<unroll = <count = 0 : i32>>}
^end:
  llvm.return
}

// -----

// CHECK: 'followupUnrolled' must be a #llvm.loop_annotation, not 3 : i32
llvm.func @f() {
  llvm.br ^end {loop_annotation = #llvm.loop_annotation<unroll = <followupUnrolled = 3 : i32>>}
^end:
  llvm.return
}

// -----

// CHECK: 'unroll' must be a #llvm.loop_unroll, not 3 : i32
llvm.func @f() {
  llvm.br ^end {loop_annotation = #llvm.loop_annotation<unroll = 3 : i32>}
^end:
  llvm.return
}

// -----

// CHECK: 'mustProgress' must be true or false, not 1 : i32
llvm.func @f() {
  llvm.br ^end {loop_annotation = #llvm.loop_annotation<mustProgress = 1 : i32>}
^end:
  llvm.return
}

// -----

// CHECK: should be of base attribute llvm.loop_annotation
llvm.func @f() {
  llvm.br ^end {loop_annotation = 7 : i32}
^end:
  llvm.return
}

// -----

// CHECK: a switch goes by an integer of 1, 8, 16, 32 or 64 bits, not by i128
llvm.func @f(%n: i128) {
  llvm.switch %n : i128, ^end [
    1: ^end
  ]
^end:
  llvm.return
}

// -----

// CHECK: 300 is no i8
llvm.func @f(%n: i8) {
  llvm.switch %n : i8, ^end [
    300: ^end
  ]
^end:
  llvm.return
}

// -----

// CHECK: index 3 is out of range for !llvm.struct<(i8)>
llvm.func @f(%a: !llvm.struct<(i8)>) {
  %v = llvm.extractvalue %a[3] : !llvm.struct<(i8)>
  llvm.return
}

// -----

// CHECK: the constant index 4294967297 has more than 32 bits
llvm.func @f(%a: !llvm.ptr) {
  %v = llvm.getelementptr %a[4294967297] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.return
}
