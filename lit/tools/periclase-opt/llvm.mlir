// The llvm dialect is Periclase's: it has what kernels need and xDSL's lacks.
// RUN: %roundtrip
// RUN: %generic-roundtrip

// CHECK: llvm.addrspacecast %{{.*}} : !llvm.ptr<3> to !llvm.ptr
llvm.func @f(%p : !llvm.ptr<3>) -> !llvm.ptr {
  %q = llvm.addrspacecast %p : !llvm.ptr<3> to !llvm.ptr
  llvm.return %q : !llvm.ptr
}
