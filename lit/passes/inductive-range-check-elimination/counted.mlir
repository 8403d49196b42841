// A counted loop gets one before it that does four rounds at a time, without the checks of indices that go with the counter.
// RUN: periclase-opt %s -p inductive-range-check-elimination,verify-ssa --print-debuginfo | filecheck %s

// The last round is looked at, and whether the index is in order up to it; the comparison is that of the check.
// CHECK-LABEL: mir.func @sum(
// CHECK: mir.goto ^[[GUARD:bb[0-9]+]]
// CHECK: ^[[GUARD]]:
// CHECK-NEXT: [[ENTERED:%[0-9]+]] = mir.lt %start, %n : si32
// CHECK: [[LAST:%[0-9]+]] = mir.sub %n, %{{[0-9]+}} : si32
// CHECK: [[WAY:%[0-9]+]] = mir.sub [[LAST]], %start : si32
// CHECK: [[SPAN:%[0-9]+]] = mir.cast int_to_int [[WAY]] : si32 to ui32
// CHECK: [[THREE:%[0-9]+]] = mir.constant 3 : ui32
// CHECK: mir.le [[THREE]], [[SPAN]] : ui32
// CHECK: [[FROM:%[0-9]+]] = mir.cast int_to_int %start : si32 to ui32 loc("sum.py":3:7)
// CHECK: [[TO:%[0-9]+]] = mir.cast int_to_int [[LAST]] : si32 to ui32 loc("sum.py":3:7)
// CHECK: mir.le [[FROM]], [[TO]] : ui32 loc("sum.py":3:5)
// CHECK: mir.lt [[TO]], %length : ui32 loc("sum.py":3:5)
// CHECK: [[LIMIT:%[0-9]+]] = mir.sub [[LAST]], %{{[0-9]+}} : si32
// CHECK: mir.cond_br %{{[0-9]+}}, ^[[MAIN:bb[0-9]+]](%start, %nothing : si32, f32), ^[[OLD:bb[0-9]+]](%start, %nothing : si32, f32)
// CHECK: ^[[MAIN]]([[I:%[a-z0-9_]+]]: si32{{.*}}, [[TOTAL:%[a-z0-9_]+]]: f32{{.*}}):
// CHECK-NEXT: [[MOST:%[0-9]+]] = mir.le [[I]], [[LIMIT]] : si32
// CHECK-NEXT: mir.cond_br [[MOST]], ^{{bb[0-9]+}}, ^[[OLD]]([[I]], [[TOTAL]] : si32, f32)
// CHECK-NOT: mir.assert
// CHECK: mir.load
// CHECK: mir.add [[I]], %one {mir.no_wrap} : si32
// CHECK-NOT: mir.assert
// CHECK: mir.load
// CHECK-NOT: mir.assert
// CHECK: mir.load
// CHECK-NOT: mir.assert
// CHECK: mir.load
// CHECK-NOT: mir.assert
// CHECK: mir.goto ^[[MAIN]](
// The old loop is as it was.
// CHECK: ^[[OLD]](
// CHECK-NEXT: mir.lt
// CHECK-NEXT: mir.cond_br
// CHECK: mir.assert bounds %{{[a-z0-9_]+}}, "out of bounds" loc("sum.py":3:5)
// CHECK: mir.load
// CHECK: mir.add %{{[a-z0-9_]+}}, %one : si32
// CHECK-NOT: mir.load
// CHECK: mir.return
mir.func @sum(%x : !mir.ptr<f32, global>, %length : ui32, %start : si32, %n : si32) -> f32 {
  %one = mir.constant 1 : si32
  %nothing = mir.constant 0.0 : f32
  mir.goto ^bb1(%start, %nothing : si32, f32)
^bb1(%i : si32, %total : f32):
  %in = mir.lt %i, %n : si32 loc("sum.py":2:1)
  mir.cond_br %in, ^bb2, ^bb3 loc("sum.py":2:1)
^bb2:
  %at = mir.cast int_to_int %i : si32 to ui32 loc("sum.py":3:7)
  %ok = mir.lt %at, %length : ui32 loc("sum.py":3:6)
  mir.assert bounds %ok, "out of bounds" loc("sum.py":3:5)
  %p = mir.ptr_offset %x[%i] : !mir.ptr<f32, global>, si32 loc("sum.py":3:5)
  %v = mir.load %p : !mir.ptr<f32, global> loc("sum.py":3:5)
  %sum = mir.add %total, %v : f32 loc("sum.py":3:1)
  %next = mir.add %i, %one : si32 loc("sum.py":2:1)
  mir.goto ^bb1(%next, %sum : si32, f32) loc("sum.py":2:1)
^bb3:
  mir.return %total : f32
}

// A check of what was read from memory stays, in each round; the other one goes.
// CHECK-LABEL: mir.func @gather(
// CHECK-NOT: "first"
// CHECK-COUNT-4: mir.assert bounds %{{[a-z0-9_]+}}, "second"
// CHECK: mir.assert bounds %{{[a-z0-9_]+}}, "first"
// CHECK: mir.assert bounds %{{[a-z0-9_]+}}, "second"
// CHECK-NOT: mir.assert
// CHECK: mir.return
mir.func @gather(%x : !mir.ptr<mut ui32, global>, %length : ui32, %n : ui32) {
  %zero = mir.constant 0 : ui32
  %one = mir.constant 1 : ui32
  mir.goto ^bb1(%zero : ui32)
^bb1(%i : ui32):
  %in = mir.lt %i, %n : ui32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %ok = mir.lt %i, %length : ui32
  mir.assert bounds %ok, "first"
  %p = mir.ptr_offset %x[%i] : !mir.ptr<mut ui32, global>, ui32
  %v = mir.load %p : !mir.ptr<mut ui32, global>
  %there = mir.lt %v, %length : ui32
  mir.assert bounds %there, "second"
  %q = mir.ptr_offset %x[%v] : !mir.ptr<mut ui32, global>, ui32
  mir.store %i, %q : !mir.ptr<mut ui32, global>
  %next = mir.add %i, %one : ui32
  mir.goto ^bb1(%next : ui32)
^bb3:
  mir.return
}

// A step of 32 may wrap behind the last round, which is looked at. Who asks for a factor, or reads nothing, gets one round at a
// time, from the first one to the last one.
// CHECK-LABEL: mir.func @fill(
// CHECK: mir.rem %{{[0-9]+}}, %{{[0-9]+}} : ui32
// CHECK: [[BEFORE:%[0-9]+]] = mir.constant 2147483615 : si32
// CHECK-NEXT: mir.le [[LAST:%[0-9]+]], [[BEFORE]] : si32
// CHECK: ^{{bb[0-9]+}}([[I:%[a-z0-9_]+]]: si32{{.*}}):
// CHECK-NEXT: mir.le [[I]], [[LAST]] : si32
// CHECK: mir.unroll_hint 2
// CHECK-NOT: mir.assert
// CHECK: mir.store
// CHECK: mir.assert
// CHECK: mir.store
// CHECK-NOT: mir.store
// CHECK: mir.return
mir.func @fill(%x : !mir.ptr<mut si32, global>, %length : ui32, %start : si32, %n : si32) {
  %step = mir.constant 32 : si32
  mir.goto ^bb1(%start : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  mir.unroll_hint 2
  %at = mir.cast int_to_int %i : si32 to ui32
  %ok = mir.lt %at, %length : ui32
  mir.assert bounds %ok, "out of bounds"
  %p = mir.ptr_offset %x[%i] : !mir.ptr<mut si32, global>, si32
  mir.store %i, %p : !mir.ptr<mut si32, global>
  %next = mir.add %i, %step : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}

// What is counted may be another counter than that of the index, such as the rounds that are left, down to 0. The index in the last
// round is that in the first one and the rounds between; 2^32 / 32 of them at most, so that it wraps once at most.
// CHECK-LABEL: mir.func @trips(
// CHECK: mir.gt %rounds, %zero : ui64
// CHECK: [[SPAN:%[0-9]+]] = mir.sub %rounds, %{{[0-9]+}} : ui64
// CHECK: [[THREE:%[0-9]+]] = mir.constant 3 : ui64
// CHECK: mir.le [[THREE]], [[SPAN]] : ui64
// CHECK: [[MOST:%[0-9]+]] = mir.constant 134217727 : ui64
// CHECK: mir.le [[SPAN]], [[MOST]] : ui64
// CHECK: [[WAY:%[0-9]+]] = mir.cast int_to_int [[SPAN]] : ui64 to ui32
// CHECK: [[STEP:%[0-9]+]] = mir.constant 32 : ui32
// CHECK: [[FAR:%[0-9]+]] = mir.mul [[WAY]], [[STEP]] : ui32
// CHECK: [[LAST:%[0-9]+]] = mir.add %start, [[FAR]] : ui32
// CHECK: mir.le %start, [[LAST]] : ui32
// CHECK: mir.lt [[LAST]], %length : ui32
// CHECK: ^{{bb[0-9]+}}([[LEFT:%[a-z0-9_]+]]: ui64{{.*}}, %{{[a-z0-9_]+}}: ui32{{.*}}):
// CHECK-NEXT: mir.ge [[LEFT]], %{{[0-9]+}} : ui64
// CHECK-NOT: mir.assert
// CHECK-COUNT-4: mir.load
// CHECK: mir.ne
// CHECK: mir.assert
// CHECK: mir.load
// CHECK-NOT: mir.load
// CHECK: mir.return
mir.func @trips(%x : !mir.ptr<ui32, global>, %length : ui32, %start : ui32, %rounds : ui64) {
  %step = mir.constant 32 : ui32
  %zero = mir.constant 0 : ui64
  %one = mir.constant 1 : ui64
  mir.goto ^bb1(%rounds, %start : ui64, ui32)
^bb1(%left : ui64, %i : ui32):
  %in = mir.ne %left, %zero : ui64
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %ok = mir.lt %i, %length : ui32
  mir.assert bounds %ok, "out of bounds"
  %p = mir.ptr_offset %x[%i] : !mir.ptr<ui32, global>, ui32
  %v = mir.load volatile %p : !mir.ptr<ui32, global>
  %fewer = mir.sub %left, %one : ui64
  %next = mir.add %i, %step : ui32
  mir.goto ^bb1(%fewer, %next : ui64, ui32)
^bb3:
  mir.return
}
