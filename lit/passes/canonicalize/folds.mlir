// RUN: periclase-opt %s -p canonicalize | filecheck %s
// RUN: periclase-opt %s -p canonicalize --print-debuginfo | filecheck %s --check-prefix=PLACE

// CHECK-LABEL: mir.func @identity
// CHECK-NEXT: mir.return %x : si32
mir.func @identity(%x: si32) -> si32 {
  %zero = mir.constant 0 : si32
  %y = mir.add %zero, %x : si32
  %dead = mir.mul %y, %y : si32
  mir.return %y : si32
}

// CHECK-LABEL: mir.func @constants
// CHECK-NEXT: %[[C:.*]] = mir.constant 12 : si32
// CHECK-NEXT: mir.return %[[C]] : si32
// PLACE: mir.constant 12 : si32 loc("k.py":4:2)
mir.func @constants() -> si32 {
  %a = mir.constant 3 : si32
  %b = mir.constant 4 : si32
  %c = mir.mul %a, %b : si32 loc("k.py":4:2)
  mir.return %c : si32
}

// The constant of a commutative operation stands on the right.
// CHECK-LABEL: mir.func @order
// CHECK: mir.add %x, %seven : si32
mir.func @order(%x: si32) -> si32 {
  %seven = mir.constant 7 : si32
  %y = mir.add %seven, %x : si32
  mir.return %y : si32
}
