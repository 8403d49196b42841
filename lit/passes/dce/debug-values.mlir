// RUN: periclase-opt %s -p dce | filecheck %s
// A marker keeps no value alive; of one that is gone it says that it is not known. A constant may stay, which is no code.

// CHECK-LABEL: mir.func @gone
// CHECK-NEXT:    %0 = mir.undef : si32
// CHECK-NEXT:    mir.dbg_value %0, "x" : si32
// CHECK-NEXT:    %1 = mir.constant 4 : si32
// CHECK-NEXT:    mir.dbg_value %1, "k" : si32
// CHECK-NEXT:    mir.dbg_value %a, "a" argument 1 : si32
// CHECK-NEXT:    mir.return
mir.func @gone(%a: si32) {
  %0 = mir.mul %a, %a : si32
  mir.dbg_value %0, "x" : si32
  %1 = mir.constant 4 : si32
  mir.dbg_value %1, "k" : si32
  mir.dbg_value %a, "a" argument 1 : si32
  %slot = mir.alloca si32
  mir.dbg_value %slot, "unused" in_slot : !mir.ptr<mut si32>
  mir.return
}

// CHECK-LABEL: mir.func @argument
// CHECK:       ^next:
// CHECK-NEXT:    %0 = mir.undef : si32
// CHECK-NEXT:    mir.dbg_value %0, "x" : si32
mir.func @argument(%a: si32) {
  mir.goto ^next(%a : si32)
^next(%x: si32):
  mir.dbg_value %x, "x" : si32
  mir.return
}
