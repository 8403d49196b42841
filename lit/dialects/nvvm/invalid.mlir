// RUN: periclase-opt %s --verify-diagnostics --split-input-file | filecheck %s

// CHECK: a barrier's reduction, predicate and result come together
llvm.func @f(%n: i32) {
  "nvvm.barrier"(%n) <{operandSegmentSizes = array<i32: 0, 0, 1>}> : (i32) -> ()
  llvm.return
}

// -----

// CHECK: a barrier with a number of threads needs an id
llvm.func @f(%n: i32) {
  nvvm.barrier number_of_threads = %n
  llvm.return
}

// -----

// CHECK: a shuffle moves i32, f32, i64 or f64, not i16
llvm.func @f(%n: i32, %h: i16) {
  %0 = nvvm.shfl.sync bfly %n, %h, %n, %n : i16 -> i16
  llvm.return
}

// -----

// CHECK: expected the result type !llvm.struct<(i32, i1)>, got i32
llvm.func @f(%n: i32) {
  %0 = nvvm.shfl.sync bfly %n, %n, %n, %n {return_value_and_is_valid} : i32 -> i32
  llvm.return
}

// -----

// CHECK: no instruction of the table is 'nvvm.vote.sync' with these attributes and types of operands and result: it is (i32, i1) -> i1, not (i32, i1) -> i32
llvm.func @f(%n: i32, %p: i1) {
  %0 = nvvm.vote.sync any %n, %p -> i32
  llvm.return
}

// -----

// CHECK: no instruction of the table is 'nvvm.redux.sync' with these attributes and types of operands and result: 'abs' is not true there
llvm.func @f(%n: i32) {
  %0 = nvvm.redux.sync add %n, %n {abs = true} : i32 -> i32
  llvm.return
}

// -----

// CHECK: no atomic 'fadd' of i32
llvm.func @f(%g: !llvm.ptr<1>, %n: i32) {
  %0 = nvvm.atomic.rmw fadd relaxed device %g, %n : !llvm.ptr<1>, i32 -> i32
  llvm.return
}

// -----

// CHECK: 'nvvm.atomic.load' has no order 'release'
llvm.func @f(%g: !llvm.ptr<1>) {
  %0 = nvvm.atomic.load release device %g : !llvm.ptr<1> -> i32
  llvm.return
}

// -----

// CHECK: the address of an atomic access must be a pointer in generic or address space 1 or address space 3, got !llvm.ptr<4>
llvm.func @f(%c: !llvm.ptr<4>) {
  %0 = nvvm.atomic.load relaxed device %c : !llvm.ptr<4> -> i32
  llvm.return
}

// -----

// CHECK: a relaxed fence orders nothing
llvm.func @f() {
  nvvm.fence relaxed device
  llvm.return
}

// -----

// CHECK: no instruction of the table is 'nvvm.cp.async.shared.global' with these attributes and types of operands and result
llvm.func @f(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>) {
  nvvm.cp.async.shared.global %s, %g, 4, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  llvm.return
}

// -----

// CHECK: printf takes i32, i64, f64 and pointers, not f32
llvm.func @f(%f: f32) {
  %0 = nvvm.printf "%f" %f : f32 -> i32
  llvm.return
}

// -----

// CHECK: '$3' in PTX text names no operand: there are 2
llvm.func @f(%n: i32) {
  %0 = nvvm.inline_ptx "mov.u32 $0, $3;" ro(%n : i32) -> i32
  llvm.return
}

// -----

// CHECK: a stray '$' in PTX text: write '$$' for a dollar
llvm.func @f() {
  nvvm.inline_ptx "bra $x;"
  llvm.return
}

// -----

// CHECK: the mode 'rc8' takes two operands
llvm.func @f(%n: i32) {
  %0 = nvvm.prmt <rc8> %n, %n, %n : i32
  llvm.return
}

// -----

// CHECK: the range of 'nvvm.read.ptx.sreg.tid.x' must be of type i32
llvm.func @f() {
  %0 = nvvm.read.ptx.sreg.tid.x range <i64, 0, 1024> : i32
  llvm.return
}
