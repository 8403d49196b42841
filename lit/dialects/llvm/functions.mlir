// RUN: %roundtrip
// RUN: %generic-roundtrip

llvm.func @op_call_intrinsic() -> i32 {
  // CHECK: %r = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
  %r = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
  llvm.return %r : i32
}

llvm.func @callee(%a: i32) -> i32 {
  llvm.return %a : i32
}
llvm.func @op_call(%a: i32, %f: !llvm.ptr) -> i32 {
  // CHECK: %r = llvm.call @callee(%a) : (i32) -> i32
  %r = llvm.call @callee(%a) : (i32) -> i32
  // CHECK: llvm.call %f(%a) {convergent} : !llvm.ptr, (i32) -> ()
  llvm.call %f(%a) {convergent} : !llvm.ptr, (i32) -> ()
  llvm.return %r : i32
}

// CHECK: llvm.func @helper(i32, ...) -> i32 attributes {no_unwind}
llvm.func @helper(i32, ...) -> i32 attributes {no_unwind}
// CHECK: llvm.func @kernel(%p: !llvm.ptr<1> {llvm.noalias, llvm.align = 16 : i64}, %n: i32) attributes
llvm.func @kernel(%p: !llvm.ptr<1> {llvm.noalias, llvm.align = 16 : i64}, %n: i32) attributes {
    nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>} {
  llvm.return
}
// CHECK: llvm.func internal fastcc @local(%a: i32) -> i32 attributes {always_inline, passthrough = ["cold"]}
llvm.func internal fastcc @local(%a: i32) -> i32 attributes {always_inline, passthrough = ["cold"]} {
  llvm.return %a : i32
}

llvm.func @op_inline_asm(%p: !llvm.ptr<1>, %v: i32) -> i32 {
  // CHECK: %r = llvm.inline_asm has_side_effects "atom.acq_rel.sys.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %p, %v : (!llvm.ptr<1>, i32) -> i32
  %r = llvm.inline_asm has_side_effects "atom.acq_rel.sys.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %p, %v : (!llvm.ptr<1>, i32) -> i32
  llvm.return %r : i32
}
