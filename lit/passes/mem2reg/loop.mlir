// RUN: periclase-opt %s -p mem2reg | filecheck %s
// Slots that only loads and stores touch become block arguments, named as the slots were.

// CHECK-LABEL: mir.func @sum
// CHECK-NOT: mir.alloca
// CHECK: mir.goto ^head(%zero, %zero : si32, si32)
// CHECK: ^head(%i: si32, %total: si32):
// CHECK-NEXT: %more = mir.lt %i, %n : si32
// CHECK-NEXT: mir.cond_br %more, ^body, ^done
// CHECK: ^body:
// CHECK-NEXT: %total_1 = mir.add %total, %i : si32
// CHECK-NEXT: %i_1 = mir.add %i, %one : si32
// CHECK-NEXT: mir.goto ^head(%i_1, %total_1 : si32, si32)
// CHECK: mir.return %total : si32
mir.func @sum(%n: si32) -> si32 {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  %i = mir.alloca si32
  %total = mir.alloca si32
  mir.storage_live %i : !mir.ptr<mut si32>
  mir.store %zero, %i : !mir.ptr<mut si32>
  mir.store %zero, %total : !mir.ptr<mut si32>
  mir.goto ^head
^head:
  %0 = mir.load %i : !mir.ptr<mut si32>
  %more = mir.lt %0, %n : si32
  mir.cond_br %more, ^body, ^done
^body:
  %1 = mir.load %total : !mir.ptr<mut si32>
  %2 = mir.load %i : !mir.ptr<mut si32>
  %3 = mir.add %1, %2 : si32
  mir.store %3, %total : !mir.ptr<mut si32>
  %4 = mir.load %i : !mir.ptr<mut si32>
  %5 = mir.add %4, %one : si32
  mir.store %5, %i : !mir.ptr<mut si32>
  mir.goto ^head
^done:
  %6 = mir.load %total : !mir.ptr<mut si32>
  mir.return %6 : si32
}
