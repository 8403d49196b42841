// RUN: periclase-opt %s -p mem2reg | filecheck %s
// A variable that was in a slot is each value that was stored, from there on, and each block argument.

// CHECK-LABEL: mir.func @assigned_twice
// CHECK-NOT:     in_slot
// CHECK:         mir.dbg_value %a, "x" of si32 : si32
// CHECK-NEXT:    %slot = mir.add %a, %a : si32
// CHECK-NEXT:    mir.dbg_value %slot, "x" of si32 : si32
// CHECK-NEXT:    mir.return %slot : si32
mir.func @assigned_twice(%a: si32) -> si32 {
  %slot = mir.alloca si32
  mir.dbg_value %slot, "x" in_slot : !mir.ptr<mut si32>
  mir.store %a, %slot : !mir.ptr<mut si32>
  %1 = mir.load %slot : !mir.ptr<mut si32>
  %2 = mir.add %1, %1 : si32
  mir.store %2, %slot : !mir.ptr<mut si32>
  %3 = mir.load %slot : !mir.ptr<mut si32>
  mir.return %3 : si32
}

// CHECK-LABEL: mir.func @in_a_loop
// CHECK:       ^head(%slot: si32):
// CHECK-NEXT:    mir.dbg_value %slot, "n" argument 1 of si32 : si32
mir.func @in_a_loop(%n: si32) -> si32 {
  %slot = mir.alloca si32
  mir.dbg_value %slot, "n" in_slot argument 1 : !mir.ptr<mut si32>
  mir.store %n, %slot : !mir.ptr<mut si32>
  mir.goto ^head
^head:
  %1 = mir.load %slot : !mir.ptr<mut si32>
  %zero = mir.constant 0 : si32
  %more = mir.gt %1, %zero : si32
  mir.cond_br %more, ^body, ^end
^body:
  %one = mir.constant 1 : si32
  %2 = mir.sub %1, %one : si32
  mir.store %2, %slot : !mir.ptr<mut si32>
  mir.goto ^head
^end:
  mir.return %1 : si32
}

// A slot that stays is where the variable stays.
// CHECK-LABEL: mir.func @stays
// CHECK:         mir.dbg_value %slot, "x" in_slot : !mir.ptr<mut si32>
mir.func @stays(%a: si32) -> !mir.ptr<mut si32> {
  %slot = mir.alloca si32
  mir.dbg_value %slot, "x" in_slot : !mir.ptr<mut si32>
  mir.store %a, %slot : !mir.ptr<mut si32>
  mir.return %slot : !mir.ptr<mut si32>
}
