// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_100 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.clc_try_cancel.shared.shared(!mir.ptr<mut ui64, shared>, !mir.ptr<mut ui64, shared>)
mir.func private @__periclase_intrinsic.clc_is_canceled(ui64, ui64) -> i1
mir.func private @__periclase_intrinsic.clc_first_block_x(ui64, ui64) -> ui32
mir.func private @__periclase_intrinsic.clc_first_block_y(ui64, ui64) -> ui32
mir.func private @__periclase_intrinsic.clc_first_block_z(ui64, ui64) -> ui32

// OP-LABEL: mir.func @clc_try_cancel(
// OP: nvvm.clusterlaunchcontrol.try.cancel
// CHECK-LABEL: .entry clc_try_cancel(
// CHECK: clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128
mir.func @clc_try_cancel(%handle: !mir.ptr<mut ui64, shared>, %barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  mir.call @__periclase_intrinsic.clc_try_cancel.shared.shared(%handle, %barrier) : (!mir.ptr<mut ui64, shared>, !mir.ptr<mut ui64, shared>) -> ()
  mir.return
}

// OP-LABEL: mir.func @clc_is_canceled(
// OP: nvvm.clusterlaunchcontrol.query.cancel
// CHECK-LABEL: .entry clc_is_canceled(
// CHECK: mov.b128
// CHECK: clusterlaunchcontrol.query_cancel.is_canceled.pred.b128
mir.func @clc_is_canceled(%low: ui64, %high: ui64, %result: !mir.ptr<mut i1, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.clc_is_canceled(%low, %high) : (ui64, ui64) -> i1
  mir.store %d, %result : !mir.ptr<mut i1, global>
  mir.return
}

// OP-LABEL: mir.func @clc_first_block_x(
// OP: nvvm.clusterlaunchcontrol.query.cancel
// CHECK-LABEL: .entry clc_first_block_x(
// CHECK: mov.b128
// CHECK: clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128
mir.func @clc_first_block_x(%low: ui64, %high: ui64, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.clc_first_block_x(%low, %high) : (ui64, ui64) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @clc_first_block_y(
// OP: nvvm.clusterlaunchcontrol.query.cancel
// CHECK-LABEL: .entry clc_first_block_y(
// CHECK: mov.b128
// CHECK: clusterlaunchcontrol.query_cancel.get_first_ctaid::y.b32.b128
mir.func @clc_first_block_y(%low: ui64, %high: ui64, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.clc_first_block_y(%low, %high) : (ui64, ui64) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @clc_first_block_z(
// OP: nvvm.clusterlaunchcontrol.query.cancel
// CHECK-LABEL: .entry clc_first_block_z(
// CHECK: mov.b128
// CHECK: clusterlaunchcontrol.query_cancel.get_first_ctaid::z.b32.b128
mir.func @clc_first_block_z(%low: ui64, %high: ui64, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.clc_first_block_z(%low, %high) : (ui64, ui64) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}
