// On mir: unused values go, stores and traps stay.
// RUN: periclase-opt %s -p dce | filecheck %s

// CHECK-LABEL: mir.func @unused(
// CHECK-NOT: mir.mul
// CHECK: mir.store
// CHECK: mir.assert
// CHECK: mir.load volatile
// CHECK-NEXT: mir.return
mir.func @unused(%a : si32, %c : i1, %p : !mir.ptr<mut si32>) {
  %s = mir.mul %a, %a : si32
  %t = mir.mul %s, %a : si32
  mir.store %a, %p : !mir.ptr<mut si32>
  mir.assert user %c, "kept"
  %v = mir.load volatile %p : !mir.ptr<mut si32>
  mir.return
}

// A block argument that only feeds itself.
// CHECK-LABEL: mir.func @cycle(
// CHECK: mir.goto ^[[LOOP:[a-z]+]]{{$}}
// CHECK-NOT: mir.add
mir.func @cycle(%a : si32, %c : i1) {
  mir.goto ^loop(%a : si32)
^loop(%v : si32):
  %n = mir.add %v, %a : si32
  mir.cond_br %c, ^loop(%n : si32), ^done
^done:
  mir.return
}
