// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_75 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.shared_address.si8.shared(!mir.ptr<mut si8, shared>) -> ui32
mir.func private @__periclase_intrinsic.shared_address.f64.shared(!mir.ptr<mut f64, shared>) -> ui32

// OP-LABEL: mir.func @shared_address_i8(
// OP: nvvm.shared_address
// CHECK-LABEL: .entry shared_address_i8(
// CHECK: cvt.u32.u64
mir.func @shared_address_i8(%place: !mir.ptr<mut si8, shared>, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.shared_address.si8.shared(%place) : (!mir.ptr<mut si8, shared>) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @shared_address_f64(
// OP: nvvm.shared_address
// CHECK-LABEL: .entry shared_address_f64(
// CHECK: cvt.u32.u64
mir.func @shared_address_f64(%place: !mir.ptr<mut f64, shared>, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.shared_address.f64.shared(%place) : (!mir.ptr<mut f64, shared>) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}
