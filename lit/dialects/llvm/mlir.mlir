// REQUIRES: mlir
// RUN: periclase-opt %s | %mlir-opt | filecheck %s
// RUN: %mlir-opt %s | periclase-opt | filecheck %s
// RUN: %mlir-opt %s --mlir-print-op-generic | periclase-opt | filecheck %s

// What we print MLIR 22 reads, and what it prints, in either syntax, we read.

// CHECK: llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x f32>
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x f32>

// CHECK: llvm.func @callee(i32 {llvm.noundef}) -> i32 attributes {no_unwind}
llvm.func @callee(i32 {llvm.noundef}) -> i32 attributes {no_unwind}

// CHECK: llvm.func @kernel(%{{.*}}: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noalias}, %{{.*}}: i32, %{{.*}}: f32)
llvm.func @kernel(%p: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noalias}, %n: i32, %f: f32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>} {
  // CHECK:      llvm.getelementptr inbounds %{{.*}}[%{{.*}}] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  // CHECK-NEXT: llvm.load volatile %{{.*}} atomic syncscope("block") acquire {alignment = 4 : i64} : !llvm.ptr<1> -> f32
  // CHECK-NEXT: llvm.load %{{.*}} invariant {alignment = 4 : i64} : !llvm.ptr<1> -> f32
  // CHECK-NEXT: llvm.fmul %{{.*}}, %{{.*}} {fastmathFlags = #llvm.fastmath<contract>} : f32
  // CHECK-NEXT: llvm.atomicrmw fadd %{{.*}}, %{{.*}} syncscope("device") monotonic : !llvm.ptr<1>, f32
  // CHECK-NEXT: llvm.cmpxchg %{{.*}}, %{{.*}}, %{{.*}} acq_rel monotonic : !llvm.ptr<1>, i32
  // CHECK-NEXT: llvm.fence syncscope("device") seq_cst
  // CHECK-NEXT: "llvm.intr.ctlz"(%{{.*}}) <{is_zero_poison = false}> : (i32) -> i32
  // CHECK-NEXT: llvm.intr.umax(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
  // CHECK-NEXT: llvm.call @callee(%{{.*}}) {convergent} : (i32) -> i32
  // CHECK-NEXT: llvm.inline_asm has_side_effects "x $0;", "r" %{{.*}} : (i32) -> ()
  // CHECK-NEXT: llvm.switch %{{.*}} : i32, ^bb1 [
  // CHECK-NEXT:   1: ^bb1,
  // CHECK-NEXT:   2: ^bb2(%{{.*}} : i32)
  // CHECK-NEXT: ]
  %e = llvm.getelementptr inbounds %p[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %a = llvm.load volatile %e atomic syncscope("block") acquire {alignment = 4 : i64} : !llvm.ptr<1> -> f32
  %b = llvm.load %e invariant {alignment = 4 : i64} : !llvm.ptr<1> -> f32
  %c = llvm.fmul %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
  %d = llvm.atomicrmw fadd %e, %c syncscope("device") monotonic : !llvm.ptr<1>, f32
  %x = llvm.cmpxchg %p, %n, %n acq_rel monotonic : !llvm.ptr<1>, i32
  llvm.fence syncscope("device") seq_cst
  %z = "llvm.intr.ctlz"(%n) <{is_zero_poison = false}> : (i32) -> i32
  %m = llvm.intr.umax(%n, %z) : (i32, i32) -> i32
  %r = llvm.call @callee(%m) {convergent} : (i32) -> i32
  llvm.inline_asm has_side_effects "x $0;", "r" %r : (i32) -> ()
  llvm.switch %r : i32, ^bb1 [
    1: ^bb1,
    2: ^bb2(%m : i32)
  ]
^bb1:
  llvm.return
^bb2(%k: i32):
  llvm.return
}
