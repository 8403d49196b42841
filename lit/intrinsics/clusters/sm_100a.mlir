// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_100a | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.clc_try_cancel.shared.shared.multicast(!mir.ptr<mut ui64, shared>, !mir.ptr<mut ui64, shared>)

// OP-LABEL: mir.func @clc_try_cancel_multicast(
// OP: nvvm.clusterlaunchcontrol.try.cancel
// CHECK-LABEL: .entry clc_try_cancel_multicast(
// CHECK: clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128
mir.func @clc_try_cancel_multicast(%handle: !mir.ptr<mut ui64, shared>, %barrier: !mir.ptr<mut ui64, shared>) attributes {kernel} {
  mir.call @__periclase_intrinsic.clc_try_cancel.shared.shared.multicast(%handle, %barrier) : (!mir.ptr<mut ui64, shared>, !mir.ptr<mut ui64, shared>) -> ()
  mir.return
}
