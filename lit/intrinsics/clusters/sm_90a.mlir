// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90a | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.set_max_registers.inc.24()
mir.func private @__periclase_intrinsic.set_max_registers.dec.256()

// OP-LABEL: mir.func @set_max_registers_inc_24(
// OP: nvvm.setmaxregister
// CHECK-LABEL: .entry set_max_registers_inc_24(
// CHECK: setmaxnreg.inc.sync.aligned.u32
mir.func @set_max_registers_inc_24() attributes {kernel} {
  mir.call @__periclase_intrinsic.set_max_registers.inc.24() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @set_max_registers_dec_256(
// OP: nvvm.setmaxregister
// CHECK-LABEL: .entry set_max_registers_dec_256(
// CHECK: setmaxnreg.dec.sync.aligned.u32
mir.func @set_max_registers_dec_256() attributes {kernel} {
  mir.call @__periclase_intrinsic.set_max_registers.dec.256() : () -> ()
  mir.return
}
