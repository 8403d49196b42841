// RUN: periclase-opt %s -p dce | filecheck %s

// %unused feeds only itself.
// CHECK-LABEL: mir.func @cycle
// CHECK: mir.goto ^head(%n : si32)
// CHECK: ^head(%i: si32):
// CHECK-NOT: mir.mul
// CHECK: mir.cond_br %more, ^head(%j : si32), ^done
mir.func @cycle(%n: si32, %p: !mir.ptr<mut si32>) {
  %one = mir.constant 1 : si32
  mir.goto ^head(%n, %one : si32, si32)
^head(%i: si32, %unused: si32):
  %next = mir.mul %unused, %unused : si32
  %j = mir.sub %i, %one : si32
  mir.store %j, %p : !mir.ptr<mut si32>
  %more = mir.lt %one, %j : si32
  mir.cond_br %more, ^head(%j, %next : si32, si32), ^done
^done:
  mir.return
}

// What traps or is seen stays.
// CHECK-LABEL: mir.func @effects
// CHECK-NEXT: mir.load volatile
// CHECK-NEXT: mir.assert
// CHECK-NEXT: mir.return
mir.func @effects(%p: !mir.ptr<si32>, %c: i1) {
  %v = mir.load volatile %p : !mir.ptr<si32>
  %w = mir.load %p : !mir.ptr<si32>
  mir.assert user %c, "no"
  mir.return
}
