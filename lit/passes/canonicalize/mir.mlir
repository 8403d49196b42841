// On mir: constants are folded as the operation's own fold says, identities vanish, what is undefined stays.
// RUN: periclase-opt %s -p canonicalize | filecheck %s

// CHECK-LABEL: mir.func @wraps(
// CHECK: %[[S:.*]] = mir.constant -2147483648 : si32
// CHECK: mir.return %[[S]] : si32
mir.func @wraps() -> si32 {
  %most = mir.constant 2147483647 : si32
  %one = mir.constant 1 : si32
  %s = mir.add %most, %one : si32
  mir.return %s : si32
}

// CHECK-LABEL: mir.func @undefined(
// CHECK: mir.div
mir.func @undefined() -> si32 {
  %one = mir.constant 1 : si32
  %zero = mir.constant 0 : si32
  %q = mir.div %one, %zero : si32
  mir.return %q : si32
}

// A case goes when it does what the default does; one with other arguments, for another block, stays.
// CHECK-LABEL: mir.func @cases_like_default(
// CHECK: mir.switch %{{.*}} : si32, default ^[[A:.*]], [2: ^[[B:.*]](%{{.*}} : si32)]
mir.func @cases_like_default(%n : si32) -> si32 {
  mir.switch %n : si32, default ^a, [1: ^a, 2: ^b(%n : si32)]
^a:
  mir.return %n : si32
^b(%x : si32):
  %y = mir.add %x, %n : si32
  mir.return %y : si32
}
