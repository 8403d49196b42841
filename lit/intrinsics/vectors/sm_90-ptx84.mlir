// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90+ptx84 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.atomic_exchange_b128.global.acq_rel.sys(!mir.ptr<mut ui64, global>, ui64, ui64) -> !mir.tuple<ui64, ui64>
mir.func private @__periclase_intrinsic.atomic_cas_b128.global.acq_rel.sys(!mir.ptr<mut ui64, global>, ui64, ui64, ui64, ui64) -> !mir.tuple<ui64, ui64>

// OP-LABEL: mir.func @atomic_exchange_b128_acq_rel_sys(
// OP: nvvm.atomic_exchange_b128
// CHECK-LABEL: .entry atomic_exchange_b128_acq_rel_sys(
// CHECK: mov.b128
// CHECK: atom.acq_rel.sys.global.exch.b128
// CHECK: mov.b128
mir.func @atomic_exchange_b128_acq_rel_sys(%place: !mir.ptr<mut ui64, global>, %low: ui64, %high: ui64, %result: !mir.ptr<mut !mir.tuple<ui64, ui64>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.atomic_exchange_b128.global.acq_rel.sys(%place, %low, %high) : (!mir.ptr<mut ui64, global>, ui64, ui64) -> !mir.tuple<ui64, ui64>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui64, ui64>, global>
  mir.return
}

// OP-LABEL: mir.func @atomic_cas_b128_acq_rel_sys(
// OP: nvvm.atomic_cas_b128
// CHECK-LABEL: .entry atomic_cas_b128_acq_rel_sys(
// CHECK: mov.b128
// CHECK: mov.b128
// CHECK: atom.acq_rel.sys.global.cas.b128
// CHECK: mov.b128
mir.func @atomic_cas_b128_acq_rel_sys(%place: !mir.ptr<mut ui64, global>, %expected_low: ui64, %expected_high: ui64, %low: ui64, %high: ui64, %result: !mir.ptr<mut !mir.tuple<ui64, ui64>, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.atomic_cas_b128.global.acq_rel.sys(%place, %expected_low, %expected_high, %low, %high) : (!mir.ptr<mut ui64, global>, ui64, ui64, ui64, ui64) -> !mir.tuple<ui64, ui64>
  mir.store %d, %result : !mir.ptr<mut !mir.tuple<ui64, ui64>, global>
  mir.return
}
