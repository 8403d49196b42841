// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | filecheck %s

// An access through a generic pointer names the space that the pointer was made in, where that can be seen.

llvm.func @from_shared(%s: !llvm.ptr<3>, %i: i64, %v: i32) -> i32 {
  %generic = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr
  %element = llvm.getelementptr %generic[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %old = nvvm.atomic.rmw add relaxed block %element, %v : !llvm.ptr, i32 -> i32
  llvm.return %old : i32
}
// CHECK-LABEL: llvm.func @from_shared
// CHECK: %[[E:.*]] = llvm.getelementptr
// CHECK-NEXT: %[[S:.*]] = llvm.addrspacecast %[[E]] : !llvm.ptr to !llvm.ptr<3>
// CHECK-NEXT: llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %[[S]], %v

llvm.func @from_global(%g: !llvm.ptr<1>, %e: i32, %v: i32) -> i32 {
  %generic = llvm.addrspacecast %g : !llvm.ptr<1> to !llvm.ptr
  %old = nvvm.atomic.cmpxchg relaxed device %generic, %e, %v : !llvm.ptr, i32, i32 -> i32
  llvm.return %old : i32
}
// CHECK-LABEL: llvm.func @from_global
// CHECK: llvm.addrspacecast {{.*}} : !llvm.ptr to !llvm.ptr<1>
// CHECK-NEXT: "atom.relaxed.gpu.global.cas.b32 $0, [$1], $2, $3;"

// Of a pointer that comes from elsewhere nothing is known.
llvm.func @from_anywhere(%p: !llvm.ptr, %i: i64, %v: i32) -> i32 {
  %element = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %old = nvvm.atomic.rmw add relaxed block %element, %v : !llvm.ptr, i32 -> i32
  llvm.return %old : i32
}
// CHECK-LABEL: llvm.func @from_anywhere
// CHECK: llvm.getelementptr
// CHECK-NEXT: "atom.relaxed.cta.add.u32 $0, [$1], $2;"
