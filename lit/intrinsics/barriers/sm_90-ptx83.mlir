// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90+ptx83 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.fence_proxy_tensormap_release.cta()
mir.func private @__periclase_intrinsic.fence_proxy_tensormap_release.sys()
mir.func private @__periclase_intrinsic.fence_proxy_tensormap_acquire.cta(!mir.ptr<mut ui64>)
mir.func private @__periclase_intrinsic.fence_proxy_tensormap_acquire.sys(!mir.ptr<mut ui64>)

// OP-LABEL: mir.func @fence_proxy_tensormap_release_cta(
// OP: nvvm.fence.proxy.release
// CHECK-LABEL: .entry fence_proxy_tensormap_release_cta(
// CHECK: fence.proxy.tensormap::generic.release.cta
mir.func @fence_proxy_tensormap_release_cta() attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_proxy_tensormap_release.cta() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @fence_proxy_tensormap_release_sys(
// OP: nvvm.fence.proxy.release
// CHECK-LABEL: .entry fence_proxy_tensormap_release_sys(
// CHECK: fence.proxy.tensormap::generic.release.sys
mir.func @fence_proxy_tensormap_release_sys() attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_proxy_tensormap_release.sys() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @fence_proxy_tensormap_acquire_cta(
// OP: nvvm.fence.proxy.acquire
// CHECK-LABEL: .entry fence_proxy_tensormap_acquire_cta(
// CHECK: fence.proxy.tensormap::generic.acquire.cta
mir.func @fence_proxy_tensormap_acquire_cta(%tensor_map: !mir.ptr<mut ui64>) attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_proxy_tensormap_acquire.cta(%tensor_map) : (!mir.ptr<mut ui64>) -> ()
  mir.return
}

// OP-LABEL: mir.func @fence_proxy_tensormap_acquire_sys(
// OP: nvvm.fence.proxy.acquire
// CHECK-LABEL: .entry fence_proxy_tensormap_acquire_sys(
// CHECK: fence.proxy.tensormap::generic.acquire.sys
mir.func @fence_proxy_tensormap_acquire_sys(%tensor_map: !mir.ptr<mut ui64>) attributes {kernel} {
  mir.call @__periclase_intrinsic.fence_proxy_tensormap_acquire.sys(%tensor_map) : (!mir.ptr<mut ui64>) -> ()
  mir.return
}
