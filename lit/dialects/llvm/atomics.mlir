// RUN: %roundtrip
// RUN: %generic-roundtrip

llvm.func @op_cmpxchg(%p: !llvm.ptr<1>, %a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.cmpxchg %p, %a, %b syncscope("block") acq_rel acquire : !llvm.ptr<1>, i32
  %r = llvm.cmpxchg %p, %a, %b syncscope("block") acq_rel acquire : !llvm.ptr<1>, i32
  %old = llvm.extractvalue %r[0] : !llvm.struct<(i32, i1)>
  llvm.return %old : i32
}

llvm.func @op_atomicrmw(%p: !llvm.ptr<1>, %v: i32) -> i32 {
  // CHECK: %r = llvm.atomicrmw add %p, %v syncscope("device") monotonic : !llvm.ptr<1>, i32
  %r = llvm.atomicrmw add %p, %v syncscope("device") monotonic : !llvm.ptr<1>, i32
  llvm.return %r : i32
}

llvm.func @op_fence() {
  // CHECK: llvm.fence syncscope("block") acq_rel
  llvm.fence syncscope("block") acq_rel
  // CHECK: llvm.fence seq_cst
  llvm.fence seq_cst
  llvm.return
}
