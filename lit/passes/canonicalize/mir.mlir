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
