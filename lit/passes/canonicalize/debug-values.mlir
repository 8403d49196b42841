// RUN: periclase-opt %s -p canonicalize | filecheck %s
// What only a marker for debuggers names is as dead as what nobody names: cse would go by it.

// CHECK-LABEL: mir.func @named_by_a_marker
// CHECK-NOT:     mir.mul
// CHECK:         %[[GONE:.*]] = mir.undef : si32
// CHECK-NEXT:    mir.dbg_value %[[GONE]], "x" : si32
// CHECK-NEXT:    mir.return %a : si32
mir.func @named_by_a_marker(%a: si32) -> si32 {
  %0 = mir.mul %a, %a : si32
  mir.dbg_value %0, "x" : si32
  mir.return %a : si32
}
