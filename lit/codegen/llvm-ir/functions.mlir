// RUN: periclase-translate --to-llvmir %s | filecheck %s

// A kernel takes PTX's convention, and its launch bounds become attributes of the function. A module that has one
// gets NVPTX's layout.
// CHECK: target datalayout = "e-p6:32:32-
// CHECK: target triple = "nvptx64-nvidia-cuda"

// CHECK-LABEL: define ptx_kernel void @kernel(ptr addrspace(1) noalias readonly align 16 %x, ptr "nvvm.grid_constant" byval([16 x i8]) align 64 %map) "nvvm.maxntid"="256,1,1" "nvvm.minctasm"="2" {
llvm.func @kernel(%x: !llvm.ptr<1> {llvm.noalias, llvm.readonly, llvm.align = 16 : i64}, %map: !llvm.ptr {nvvm.grid_constant, llvm.byval = !llvm.array<16 x i8>, llvm.align = 64 : i64}) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 2 : i32} {
  // CHECK:      call fastcc i32 @helper(i32 7)
  // CHECK-NEXT: call i32 (ptr, ...) @printf(ptr null, i32 %r)
  // CHECK-NEXT: call void asm sideeffect "bar.sync 0;", "~{memory}"()
  // CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %seven = llvm.mlir.constant(7 : i32) : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %r = llvm.call fastcc @helper(%seven) : (i32) -> i32
  %n = llvm.call @printf(%null, %r) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  llvm.inline_asm has_side_effects "bar.sync 0;", "~{memory}" : () -> ()
  %t = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
  llvm.return
}

// CHECK-LABEL: define internal fastcc i32 @helper(i32 %a) alwaysinline convergent nounwind {
llvm.func internal fastcc @helper(%a: i32) -> i32 attributes {always_inline, convergent, no_unwind} {
  llvm.return %a : i32
}

// CHECK: declare i32 @printf(ptr, ...)
llvm.func @printf(!llvm.ptr, ...) -> i32
