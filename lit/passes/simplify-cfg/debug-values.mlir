// RUN: periclase-opt %s -p simplify-cfg | filecheck %s
// A block is as empty with markers for debuggers as without.

// CHECK-LABEL: mir.func @chosen
// CHECK-NEXT:    mir.cond_br %c, ^then, ^end
// CHECK-NEXT:  ^then:
// CHECK-NEXT:    mir.call @f
// CHECK-NEXT:    mir.goto ^end
// CHECK-NEXT:  ^end:
// CHECK-NEXT:    mir.return
mir.func @chosen(%c: i1, %a: si32) {
  mir.cond_br %c, ^then, ^else
^then:
  mir.call @f() : () -> ()
  mir.goto ^end
^else:
  mir.dbg_value %a, "x" : si32
  mir.goto ^end
^end:
  mir.return
}
mir.func private @f()
