// On mir: constants through block arguments; a branch that can go one way only becomes a jump.
// RUN: periclase-opt %s -p sccp | filecheck %s

// CHECK-LABEL: mir.func @one_way(
// CHECK-NOT: mir.cond_br
// CHECK: mir.goto ^[[X:.*]](
// CHECK: %[[S:.*]] = mir.constant 3 : si32
// CHECK: mir.return %[[S]] : si32
// CHECK-NOT: mir.return
mir.func @one_way(%a : si32) -> si32 {
  %t = mir.constant true
  %one = mir.constant 1 : si32
  %two = mir.constant 2 : si32
  mir.cond_br %t, ^x(%one : si32), ^y
^x(%v : si32):
  %s = mir.add %v, %two : si32
  mir.return %s : si32
^y:
  mir.return %a : si32
}

// What is undefined is not folded.
// CHECK-LABEL: mir.func @division_by_zero(
// CHECK: mir.div
mir.func @division_by_zero() -> si32 {
  %one = mir.constant 1 : si32
  %zero = mir.constant 0 : si32
  %q = mir.div %one, %zero : si32
  mir.return %q : si32
}
