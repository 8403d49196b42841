// RUN: periclase-opt %s -p cse | filecheck %s

// CHECK-LABEL: mir.func @dominated
// CHECK: %x = mir.add %a, %b : si32
// CHECK-NOT: mir.add
// CHECK: mir.return %x : si32
// CHECK: mir.return %x : si32
mir.func @dominated(%c: i1, %a: si32, %b: si32) -> si32 {
  %x = mir.add %a, %b : si32
  mir.cond_br %c, ^then, ^else
^then:
  %y = mir.add %a, %b : si32
  mir.return %y : si32
^else:
  %z = mir.add %b, %a : si32
  mir.return %z : si32
}

// A load is merged over an assertion, which writes no memory, and not over a barrier or a store.
// CHECK-LABEL: mir.func @loads
// CHECK: %v = mir.load
// CHECK-NEXT: mir.assert
// CHECK-NEXT: mir.add %v, %v
// CHECK: nvvm.barrier0
// CHECK: mir.load
// CHECK: mir.return
mir.func @loads(%p: !mir.ptr<si32>, %c: i1) -> si32 {
  %v = mir.load %p : !mir.ptr<si32>
  mir.assert user %c, "no"
  %w = mir.load %p : !mir.ptr<si32>
  %s = mir.add %v, %w : si32
  nvvm.barrier0
  %x = mir.load %p : !mir.ptr<si32>
  %t = mir.add %s, %x : si32
  mir.return %t : si32
}
