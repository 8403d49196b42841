// What is left alone: where the rounds can not be counted, may trap, talk to others, or do not wait for memory.
// RUN: periclase-opt %s -p hint-unrolling | filecheck %s

// Nothing says that the counter does not wrap.
// CHECK-LABEL: mir.func @wraps(
// CHECK-NOT: at_least
// CHECK: mir.return
mir.func @wraps(%x : !mir.ptr<f32, global>, %y : !mir.ptr<mut f32, global>, %n : si32, %step : si32) {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %p = mir.ptr_offset %x[%i] : !mir.ptr<f32, global>, si32
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.store %v, %y : !mir.ptr<mut f32, global>
  %next = mir.add %i, %one : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}

// The step is known at run time only.
// CHECK-LABEL: mir.func @strided(
// CHECK-NOT: at_least
// CHECK: mir.return
mir.func @strided(%x : !mir.ptr<f32, global>, %y : !mir.ptr<mut f32, global>, %n : si32, %step : si32) {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %p = mir.ptr_offset %x[%i] : !mir.ptr<f32, global>, si32
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.store %v, %y : !mir.ptr<mut f32, global>
  %next = mir.add %i, %step {mir.no_wrap} : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}

// A round may stop the kernel.
// CHECK-LABEL: mir.func @traps(
// CHECK-NOT: at_least
// CHECK: mir.return
mir.func @traps(%x : !mir.ptr<f32, global>, %y : !mir.ptr<mut f32, global>, %n : si32, %step : si32) {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %p = mir.ptr_offset %x[%i] : !mir.ptr<f32, global>, si32
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.store %v, %y : !mir.ptr<mut f32, global>
  mir.assert bounds %in, "of x"
  %next = mir.add %i, %one {mir.no_wrap} : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}

// All threads of a block meet in each round.
// CHECK-LABEL: mir.func @meets(
// CHECK-NOT: at_least
// CHECK: mir.return
mir.func @meets(%x : !mir.ptr<f32, global>, %y : !mir.ptr<mut f32, global>, %n : si32, %step : si32) {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %p = mir.ptr_offset %x[%i] : !mir.ptr<f32, global>, si32
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.store %v, %y : !mir.ptr<mut f32, global>
  nvvm.barrier0
  %next = mir.add %i, %one {mir.no_wrap} : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}

// Nothing is waited for.
// CHECK-LABEL: mir.func @counts(
// CHECK-NOT: at_least
// CHECK: mir.return
mir.func @counts(%x : !mir.ptr<f32, global>, %y : !mir.ptr<mut f32, global>, %n : si32, %step : si32, %z : !mir.ptr<mut si32, global>) {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  mir.store %one, %z : !mir.ptr<mut si32, global>
  %next = mir.add %i, %one {mir.no_wrap} : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}

// LLVM writes these out.
// CHECK-LABEL: mir.func @few(
// CHECK-NOT: at_least
// CHECK: mir.return
mir.func @few(%x : !mir.ptr<f32, global>, %y : !mir.ptr<mut f32, global>, %n : si32, %step : si32) {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  %sixteen = mir.constant 16 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %sixteen : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %p = mir.ptr_offset %x[%i] : !mir.ptr<f32, global>, si32
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.store %v, %y : !mir.ptr<mut f32, global>
  %next = mir.add %i, %one {mir.no_wrap} : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}

// Somebody has said how.
// CHECK-LABEL: mir.func @asked(
// CHECK-NOT: at_least
// CHECK: mir.return
mir.func @asked(%x : !mir.ptr<f32, global>, %y : !mir.ptr<mut f32, global>, %n : si32, %step : si32) {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %p = mir.ptr_offset %x[%i] : !mir.ptr<f32, global>, si32
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.store %v, %y : !mir.ptr<mut f32, global>
  mir.unroll_hint 2
  %next = mir.add %i, %one {mir.no_wrap} : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}

// The bound changes in the loop.
// CHECK-LABEL: mir.func @moving(
// CHECK-NOT: at_least
// CHECK: mir.return
mir.func @moving(%x : !mir.ptr<f32, global>, %y : !mir.ptr<mut f32, global>, %n : si32, %step : si32) {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %m = mir.add %i, %n : si32
  %in = mir.lt %i, %m : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %p = mir.ptr_offset %x[%i] : !mir.ptr<f32, global>, si32
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.store %v, %y : !mir.ptr<mut f32, global>
  %next = mir.add %i, %one {mir.no_wrap} : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}
