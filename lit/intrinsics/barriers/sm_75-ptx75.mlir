// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_75+ptx75 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.fence_proxy_alias()

// OP-LABEL: mir.func @fence_proxy_alias(
// OP: nvvm.fence.proxy
// CHECK-LABEL: .entry fence_proxy_alias(
// CHECK: fence.proxy.alias
mir.func @fence_proxy_alias() attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_proxy_alias() : () -> ()
  mir.return
}
