// On mir: unreachable blocks go, chains of blocks become one, a branch with equal targets becomes a jump.
// RUN: periclase-opt %s -p simplify-cfg | filecheck %s

// CHECK-LABEL: mir.func @chain(
// CHECK-SAME: %[[A:.*]]: si32
// CHECK-NOT: ^
// CHECK: %[[S:.*]] = mir.add %[[A]], %[[A]] : si32
// CHECK-NEXT: mir.return %[[S]] : si32
mir.func @chain(%a : si32) -> si32 {
  mir.goto ^next(%a : si32)
^dead:
  mir.return %a : si32
^next(%v : si32):
  %s = mir.add %v, %a : si32
  mir.goto ^last
^last:
  mir.return %s : si32
}
