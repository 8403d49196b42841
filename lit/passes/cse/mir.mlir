// On mir: what a dominating block has computed is not computed again; loads and convergent operations are left alone.
// RUN: periclase-opt %s -p cse | filecheck %s

// CHECK-LABEL: mir.func @dominated(
// CHECK: %[[S:.*]] = mir.add
// CHECK-NOT: mir.add
// CHECK: mir.return %[[S]] : si32
// CHECK: mir.return %[[S]] : si32
mir.func @dominated(%a : si32, %b : si32, %c : i1) -> si32 {
  %s = mir.add %a, %b : si32
  mir.cond_br %c, ^x, ^y
^x:
  %t = mir.add %a, %b : si32
  mir.return %t : si32
^y:
  mir.return %s : si32
}

// Neither of two sides dominates the other.
// CHECK-LABEL: mir.func @siblings(
// CHECK-COUNT-2: mir.mul
mir.func @siblings(%a : si32, %c : i1) -> si32 {
  mir.cond_br %c, ^x, ^y
^x:
  %s = mir.mul %a, %a : si32
  mir.return %s : si32
^y:
  %t = mir.mul %a, %a : si32
  mir.return %t : si32
}

// CHECK-LABEL: mir.func @volatile_loads(
// CHECK-COUNT-2: mir.load volatile
mir.func @volatile_loads(%p : !mir.ptr<si32>) -> si32 {
  %s = mir.load volatile %p : !mir.ptr<si32>
  %t = mir.load volatile %p : !mir.ptr<si32>
  %r = mir.sub %s, %t : si32
  mir.return %r : si32
}
