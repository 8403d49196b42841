// On mir: slots become values, with block arguments where paths meet; what escapes or is volatile stays in memory.
// RUN: periclase-opt %s -p mem2reg | filecheck %s
// RUN: periclase-opt %s -p mem2reg --print-debuginfo | filecheck %s --check-prefix=LOC

// CHECK-LABEL: mir.func @joins(
// CHECK-SAME: %[[A:.*]]: si32, %[[C:.*]]: i1
// CHECK-NOT: mir.alloca
// CHECK: mir.cond_br %[[C]], ^[[THEN:.*]], ^[[DONE:.*]](%[[A]] : si32)
// CHECK: ^[[THEN]]:
// CHECK: %[[ONE:.*]] = mir.constant 1 : si32
// CHECK: mir.goto ^[[DONE]](%[[ONE]] : si32)
// CHECK: ^[[DONE]](%[[X:.*]]: si32):
// CHECK-NEXT: mir.return %[[X]] : si32
// LOC: mir.return %{{.*}} : si32 loc("k.py":7:5)
mir.func @joins(%a : si32, %c : i1) -> si32 {
  %x = mir.alloca si32
  mir.store %a, %x : !mir.ptr<mut si32>
  mir.cond_br %c, ^then, ^done
^then:
  %one = mir.constant 1 : si32
  mir.store %one, %x : !mir.ptr<mut si32>
  mir.goto ^done
^done:
  %r = mir.load %x : !mir.ptr<mut si32>
  mir.return %r : si32 loc("k.py":7:5)
}

// CHECK-LABEL: mir.func @volatile(
// CHECK: mir.alloca
// CHECK: mir.store
// CHECK: mir.load volatile
mir.func @volatile(%a : si32) -> si32 {
  %x = mir.alloca si32
  mir.store %a, %x : !mir.ptr<mut si32>
  %r = mir.load volatile %x : !mir.ptr<mut si32>
  mir.return %r : si32
}

// CHECK-LABEL: mir.func @escapes(
// CHECK: mir.alloca
// CHECK: mir.cast ptr_to_int
// CHECK: mir.load
mir.func @escapes(%a : si32) -> ui64 {
  %x = mir.alloca si32
  mir.store %a, %x : !mir.ptr<mut si32>
  %n = mir.cast ptr_to_int %x : !mir.ptr<mut si32> to ui64
  %r = mir.load %x : !mir.ptr<mut si32>
  %w = mir.cast int_to_int %r : si32 to ui64
  %s = mir.add %n, %w : ui64
  mir.return %s : ui64
}

// Every edge of a switch hands over its value, two edges to one block too.
// CHECK-LABEL: mir.func @switch(
// CHECK: mir.switch %[[N:.*]] : si32, default ^[[OTHER:.*]], [1: ^[[DONE:.*]](%[[N]] : si32), 2: ^[[OTHER]], 3: ^[[DONE]](%[[N]] : si32)]
// CHECK: mir.goto ^[[DONE]](%{{.*}} : si32)
// CHECK: ^[[DONE]](%[[R:.*]]: si32):
// CHECK-NEXT: mir.return %[[R]] : si32
mir.func @switch(%n : si32) -> si32 {
  %x = mir.alloca si32
  mir.store %n, %x : !mir.ptr<mut si32>
  mir.switch %n : si32, default ^other, [1: ^done, 2: ^other, 3: ^done]
^other:
  %zero = mir.constant 0 : si32
  mir.store %zero, %x : !mir.ptr<mut si32>
  mir.goto ^done
^done:
  %r = mir.load %x : !mir.ptr<mut si32>
  mir.return %r : si32
}
