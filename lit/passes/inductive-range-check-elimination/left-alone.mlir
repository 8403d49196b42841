// What is left alone: each loop has one check still, and is entered as it was.
// RUN: periclase-opt %s -p inductive-range-check-elimination | filecheck %s

// Threads meet at a barrier in it.
// CHECK-LABEL: mir.func @meets(
// CHECK-COUNT-1: mir.assert
// CHECK-NOT: mir.assert
// CHECK: mir.return
mir.func @meets(%x : !mir.ptr<mut si32, global>, %length : ui32, %n : si32) {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %at = mir.cast int_to_int %i : si32 to ui32
  %ok = mir.lt %at, %length : ui32
  mir.assert bounds %ok, "out of bounds"
  %p = mir.ptr_offset %x[%i] : !mir.ptr<mut si32, global>, si32
  %v = mir.load %p : !mir.ptr<mut si32, global>
  nvvm.barrier0
  mir.store %v, %x : !mir.ptr<mut si32, global>
  %next = mir.add %i, %one : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}

// The check is the same in all rounds: LLVM moves it out.
// CHECK-LABEL: mir.func @same(
// CHECK-COUNT-1: mir.assert
// CHECK-NOT: mir.assert
// CHECK: mir.return
mir.func @same(%x : !mir.ptr<mut si32, global>, %length : ui32, %where : ui32, %n : si32) {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %ok = mir.lt %where, %length : ui32
  mir.assert bounds %ok, "out of bounds"
  %p = mir.ptr_offset %x[%where] : !mir.ptr<mut si32, global>, ui32
  %v = mir.load %p : !mir.ptr<mut si32, global>
  mir.store %i, %p : !mir.ptr<mut si32, global>
  %next = mir.add %i, %one : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}

// The step is known at run time only; what is compared with changes; the counter goes the other way.
// CHECK-LABEL: mir.func @strided(
// CHECK-COUNT-1: mir.assert
// CHECK-NOT: mir.assert
// CHECK: mir.return
mir.func @strided(%x : !mir.ptr<si32, global>, %length : ui32, %n : si32, %step : si32) {
  %zero = mir.constant 0 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %at = mir.cast int_to_int %i : si32 to ui32
  %ok = mir.lt %at, %length : ui32
  mir.assert bounds %ok, "out of bounds"
  %p = mir.ptr_offset %x[%i] : !mir.ptr<si32, global>, si32
  %v = mir.load volatile %p : !mir.ptr<si32, global>
  %next = mir.add %i, %step : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}

// CHECK-LABEL: mir.func @until(
// CHECK-COUNT-1: mir.assert
// CHECK-NOT: mir.assert
// CHECK: mir.return
mir.func @until(%x : !mir.ptr<si32, global>, %length : ui32, %n : si32) {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^bb1(%zero, %n : si32, si32)
^bb1(%i : si32, %end : si32):
  %in = mir.lt %i, %end : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %at = mir.cast int_to_int %i : si32 to ui32
  %ok = mir.lt %at, %length : ui32
  mir.assert bounds %ok, "out of bounds"
  %p = mir.ptr_offset %x[%i] : !mir.ptr<si32, global>, si32
  %v = mir.load %p : !mir.ptr<si32, global>
  %next = mir.add %i, %one : si32
  mir.goto ^bb1(%next, %v : si32, si32)
^bb3:
  mir.return
}

// CHECK-LABEL: mir.func @away(
// CHECK-COUNT-1: mir.assert
// CHECK-NOT: mir.assert
// CHECK: mir.return
mir.func @away(%x : !mir.ptr<si32, global>, %length : ui32, %n : si32) {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %at = mir.cast int_to_int %i : si32 to ui32
  %ok = mir.lt %at, %length : ui32
  mir.assert bounds %ok, "out of bounds"
  %p = mir.ptr_offset %x[%i] : !mir.ptr<si32, global>, si32
  %v = mir.load volatile %p : !mir.ptr<si32, global>
  %next = mir.sub %i, %one : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}

// Something of it is used where it is left by another way.
// CHECK-LABEL: mir.func @leaves(
// CHECK-COUNT-1: mir.assert
// CHECK-NOT: mir.assert
// CHECK: mir.return
mir.func @leaves(%x : !mir.ptr<si32, global>, %length : ui32, %n : si32) -> si32 {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb4
^bb2:
  %at = mir.cast int_to_int %i : si32 to ui32
  %ok = mir.lt %at, %length : ui32
  mir.assert bounds %ok, "out of bounds"
  %p = mir.ptr_offset %x[%i] : !mir.ptr<si32, global>, si32
  %v = mir.load %p : !mir.ptr<si32, global>
  %found = mir.eq %v, %zero : si32
  mir.cond_br %found, ^bb4, ^bb3
^bb3:
  %next = mir.add %i, %one : si32
  mir.goto ^bb1(%next : si32)
^bb4:
  mir.return %i : si32
}

// A few rounds: LLVM writes them out.
// CHECK-LABEL: mir.func @few(
// CHECK-COUNT-1: mir.assert
// CHECK-NOT: mir.assert
// CHECK: mir.return
mir.func @few(%x : !mir.ptr<si32, global>, %length : ui32) {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  %n = mir.constant 16 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %at = mir.cast int_to_int %i : si32 to ui32
  %ok = mir.lt %at, %length : ui32
  mir.assert bounds %ok, "out of bounds"
  %p = mir.ptr_offset %x[%i] : !mir.ptr<si32, global>, si32
  %v = mir.load volatile %p : !mir.ptr<si32, global>
  %next = mir.add %i, %one : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}
