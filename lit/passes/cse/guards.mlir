// What a branch or an assertion has decided is not asked again where it dominates.
// RUN: periclase-opt %s -p cse | filecheck %s

// CHECK-LABEL: mir.func @asserted_twice(
// CHECK: mir.assert bounds %{{.*}}, "first"
// CHECK-NOT: mir.assert
// CHECK: mir.return
mir.func @asserted_twice(%i : ui64, %n : ui64, %p : !mir.ptr<mut ui64>) {
  %c = mir.lt %i, %n : ui64
  mir.assert bounds %c, "first"
  mir.store %i, %p : !mir.ptr<mut ui64>
  %d = mir.lt %i, %n : ui64
  mir.assert bounds %d, "second"
  mir.store %n, %p : !mir.ptr<mut ui64>
  mir.return
}

// On the other side the assertion fails, and stays; where the sides meet nothing is known.
// CHECK-LABEL: mir.func @branched_on(
// CHECK-NOT: "inside"
// CHECK: mir.assert bounds %{{.*}}, "outside"
// CHECK: mir.assert bounds %{{.*}}, "behind"
mir.func @branched_on(%c : i1) {
  mir.cond_br %c, ^then, ^else
^then:
  mir.assert bounds %c, "inside"
  mir.goto ^done
^else:
  mir.cond_br %c, ^never, ^fails
^never:
  mir.panic "not reached"
^fails:
  mir.assert bounds %c, "outside"
  mir.goto ^done
^done:
  mir.assert bounds %c, "behind"
  mir.return
}

// CHECK-LABEL: mir.func @branches_again(
// CHECK: mir.cond_br
// CHECK-NOT: mir.cond_br
// CHECK-NOT: mir.panic
mir.func @branches_again(%c : i1, %d : i1) -> i1 {
  mir.cond_br %c, ^then, ^else
^then:
  %not = mir.not %c : i1
  mir.cond_br %not, ^never, ^done(%d : i1)
^never:
  mir.panic "not reached"
^else:
  mir.goto ^done(%c : i1)
^done(%r : i1):
  mir.return %r : i1
}

// A case is one value, the default many.
// CHECK-LABEL: mir.func @switched_on(
// CHECK-NOT: "is one"
// CHECK: mir.assert user %{{.*}}, "is not one"
mir.func @switched_on(%n : si32) {
  %one = mir.constant 1 : si32
  mir.switch %n : si32, default ^other, [1: ^case]
^case:
  %c = mir.eq %n, %one : si32
  mir.assert user %c, "is one"
  mir.return
^other:
  %d = mir.eq %n, %one : si32
  mir.assert user %d, "is not one"
  mir.return
}

// Both edges lead to one block: nothing is decided there.
// CHECK-LABEL: mir.func @both_edges(
// CHECK: mir.assert user
mir.func @both_edges(%c : i1, %x : si32, %y : si32) -> si32 {
  mir.cond_br %c, ^next(%x : si32), ^next(%y : si32)
^next(%r : si32):
  mir.assert user %c, "holds"
  mir.return %r : si32
}

// An assertion in a loop holds behind it in this round; the value is another one in the next.
// CHECK-LABEL: mir.func @in_a_loop(
// CHECK: mir.assert user %{{.*}}, "in the loop"
// CHECK-NOT: "again"
mir.func @in_a_loop(%first : i1) {
  mir.goto ^loop(%first : i1)
^loop(%c : i1):
  mir.assert user %c, "in the loop"
  %d = mir.not %c : i1
  mir.cond_br %c, ^more, ^exit
^more:
  mir.assert user %c, "again"
  mir.goto ^loop(%d : i1)
^exit:
  mir.return
}
