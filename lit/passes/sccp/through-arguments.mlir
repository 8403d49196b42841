// RUN: periclase-opt %s -p sccp | filecheck %s
// RUN: periclase-opt %s -p sccp --print-debuginfo | filecheck %s --check-prefix=PLACE

// %x is 2 on every edge that can be taken.
// CHECK-LABEL: mir.func @known
// CHECK: %[[FOUR:.*]] = mir.constant 4 : si32
// CHECK: mir.return %[[FOUR]] : si32
// CHECK-NOT: ^else
// PLACE: mir.constant 4 : si32 loc("k.py":7:3)
mir.func @known(%n: si32) -> si32 {
  %two = mir.constant 2 : si32
  %c = mir.lt %two, %two : si32
  mir.cond_br %c, ^else, ^done(%two : si32)
^else:
  mir.goto ^done(%n : si32)
^done(%x: si32):
  %y = mir.add %x, %two : si32 loc("k.py":7:3)
  mir.return %y : si32
}

// Undefined operations are not folded.
// CHECK-LABEL: mir.func @division_by_zero
// CHECK: mir.div
mir.func @division_by_zero() -> si32 {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  %x = mir.div %one, %zero : si32
  mir.return %x : si32
}
