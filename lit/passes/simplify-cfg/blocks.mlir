// RUN: periclase-opt %s -p simplify-cfg | filecheck %s

// CHECK-LABEL: mir.func @constant_branch
// CHECK: mir.return %a : si32
// CHECK-NOT: ^
mir.func @constant_branch(%a: si32, %b: si32) -> si32 {
  %true = mir.constant true
  mir.cond_br %true, ^then(%a : si32), ^else
^then(%x: si32):
  mir.goto ^done(%x : si32)
^else:
  mir.goto ^done(%b : si32)
^done(%y: si32):
  mir.return %y : si32
}

// CHECK-LABEL: mir.func @barrier_stays_where_all_meet
// CHECK: mir.cond_br %c, ^then, ^meet
// CHECK: nvvm.barrier0
// CHECK-NOT: nvvm.barrier0
// CHECK: mir.cond_br %c
mir.func @barrier_stays_where_all_meet(%c: i1, %p: !mir.ptr<mut si32>, %x: si32) {
  mir.cond_br %c, ^then, ^meet
^then:
  mir.store %x, %p : !mir.ptr<mut si32>
  mir.goto ^meet
^meet:
  nvvm.barrier0
  mir.cond_br %c, ^again, ^done
^again:
  mir.store %x, %p : !mir.ptr<mut si32>
  mir.goto ^done
^done:
  mir.return
}
