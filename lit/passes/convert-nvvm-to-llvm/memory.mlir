// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | filecheck %s

// CHECK-LABEL: llvm.func @memory
llvm.func @memory(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>) {
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.cp.async.cg.shared.global.16"(%s, %g) : (!llvm.ptr<3>, !llvm.ptr<1>) -> ()
  nvvm.cp.async.shared.global %s, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.mbarrier.init.shared"(%s, %n) : (!llvm.ptr<3>, i32) -> ()
  nvvm.mbarrier.init %s, %n : !llvm.ptr<3>, i32
  // CHECK-NEXT: %[[SHARED:[a-z0-9_]+]] = llvm.addrspacecast %q : !llvm.ptr to !llvm.ptr<3>
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.mbarrier.init.shared"(%[[SHARED]], %n) : (!llvm.ptr<3>, i32) -> ()
  nvvm.mbarrier.init %q, %n : !llvm.ptr, i32
  // CHECK-NEXT: %[[SHARED:[a-z0-9_]+]] = llvm.addrspacecast %q : !llvm.ptr to !llvm.ptr<3>
  // CHECK-NEXT: %a = llvm.call_intrinsic "llvm.nvvm.mbarrier.arrive.shared"(%[[SHARED]]) : (!llvm.ptr<3>) -> i64
  %a = nvvm.mbarrier.arrive %q : !llvm.ptr -> i64
  // CHECK-NEXT: %b = llvm.call_intrinsic "llvm.nvvm.mbarrier.test.wait.scope.cta.space.cta"(%s, %a) : (!llvm.ptr<3>, i64) -> i1
  %b = nvvm.mbarrier.test.wait %s, %a : !llvm.ptr<3>, i64 -> i1
  // CHECK-NEXT: llvm.inline_asm has_side_effects "{ .reg .b64 state; mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 state, [$0], $1; }", "l,r,~{memory}" %s, %n : (!llvm.ptr<3>, i32) -> ()
  nvvm.mbarrier.arrive.expect_tx %s, %n : !llvm.ptr<3>, i32
  // CHECK-NEXT: %[[SHARED:[a-z0-9_]+]] = llvm.addrspacecast %q : !llvm.ptr to !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "{ .reg .b64 state; mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 state, [$0], $1; }", "l,r,~{memory}" %[[SHARED]], %n : (!llvm.ptr<3>, i32) -> ()
  nvvm.mbarrier.arrive.expect_tx %q, %n : !llvm.ptr, i32
  // CHECK-NEXT: llvm.inline_asm has_side_effects "prefetch.global.L2 [$0];", "l,~{memory}" %g : (!llvm.ptr<1>) -> ()
  nvvm.prefetch level = L2, %g : !llvm.ptr<1>
  // CHECK-NEXT: llvm.return
  llvm.return
}
