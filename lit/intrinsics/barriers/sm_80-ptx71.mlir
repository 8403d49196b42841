// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_80+ptx71 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.mbarrier_test_wait_parity.shared(!mir.ptr<mut ui64, shared>, ui32) -> i1

// OP-LABEL: mir.func @mbarrier_test_wait_parity(
// OP: nvvm.mbarrier.test.wait
// CHECK-LABEL: .entry mbarrier_test_wait_parity(
// CHECK: mbarrier.test_wait.parity.shared.b64
mir.func @mbarrier_test_wait_parity(%barrier: !mir.ptr<mut ui64, shared>, %parity: ui32, %result: !mir.ptr<mut i1, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.mbarrier_test_wait_parity.shared(%barrier, %parity) : (!mir.ptr<mut ui64, shared>, ui32) -> i1
  mir.store %d, %result : !mir.ptr<mut i1, global>
  mir.return
}
