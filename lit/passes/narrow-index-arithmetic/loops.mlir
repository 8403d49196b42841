// Counters are narrow where their guards keep them small.
// RUN: periclase-opt %s -p narrow-index-arithmetic,dce | filecheck %s

// CHECK-LABEL: mir.func @counted(
// CHECK: mir.goto ^bb1(%{{.*}} : si32)
// CHECK: ^bb1(%[[K:.*]]: si32):
// CHECK: mir.lt %[[K]], %{{.*}} : si32
// CHECK: %[[NEXT:.*]] = mir.add %[[K]], %{{.*}} : si32
// CHECK: mir.goto ^bb1(%[[NEXT]] : si32)
mir.func @counted(%n : si64, %p : !mir.ptr<mut si32, global>) attributes {kernel, periclase.small_launch = array<i64: 0>} {
  %zero = mir.constant 0 : si64
  %one = mir.constant 1 : si64
  mir.goto ^bb1(%zero : si64)
^bb1(%k : si64):
  %in = mir.lt %k, %n : si64
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %v = mir.cast int_to_int %k : si64 to si32
  mir.store %v, %p : !mir.ptr<mut si32, global>
  %next = mir.add %k, %one : si64
  mir.goto ^bb1(%next : si64)
^bb3:
  mir.return
}

// A step as large as a grid does not lead beyond 32 bits either.
// CHECK-LABEL: mir.func @of_the_grid(
// CHECK: %[[STEP:.*]] = mir.mul %{{.*}} {mir.no_wrap} : si32
// CHECK: ^bb1(%[[K:.*]]: si32):
// CHECK: mir.lt %[[K]], %{{.*}} : si32
// LLVM is not told that it does not wrap: it would add the step to the pointers of all arrays instead.
// CHECK: mir.add %[[K]], %[[STEP]] : si32
mir.func @of_the_grid(%n : si64) attributes {kernel, periclase.small_launch = array<i64: 0>} {
  %zero = mir.constant 0 : si64
  %0 = nvvm.read.ptx.sreg.nctaid.x : i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to ui32
  %2 = mir.cast int_to_int %1 : ui32 to si64
  %3 = nvvm.read.ptx.sreg.ntid.x : i32
  %4 = builtin.unrealized_conversion_cast %3 : i32 to ui32
  %5 = mir.cast int_to_int %4 : ui32 to si64
  %step = mir.mul %2, %5 : si64
  mir.goto ^bb1(%zero : si64)
^bb1(%k : si64):
  %in = mir.lt %k, %n : si64
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %next = mir.add %k, %step : si64
  mir.goto ^bb1(%next : si64)
^bb3:
  mir.return
}

// One that may be negative goes on and on.
// CHECK-LABEL: mir.func @strided(
// CHECK: ^bb1(%[[K:.*]]: si64):
// CHECK: mir.lt %[[K]], %{{.*}} : si64
mir.func @strided(%n : si64, %step : si64) attributes {kernel, periclase.small_launch = array<i64: 0, 1>} {
  %zero = mir.constant 0 : si64
  mir.goto ^bb1(%zero : si64)
^bb1(%k : si64):
  %in = mir.lt %k, %n : si64
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %next = mir.add %k, %step : si64
  mir.goto ^bb1(%next : si64)
^bb3:
  mir.return
}

// Of what is cut to 32 bits in the end, nothing but the low half was ever needed.
// CHECK-LABEL: mir.func @low_halves(
// CHECK-NOT: si64
// CHECK: mir.mul %{{.*}} : si32
// CHECK: ^bb1(%{{.*}}: si32, %{{.*}}: si32):
// CHECK: mir.return
mir.func @low_halves(%a : ui32, %n : si32, %p : !mir.ptr<mut ui32, global>) attributes {kernel, periclase.small_launch = array<i64>} {
  %wide = mir.cast int_to_int %a : ui32 to si64
  %square = mir.mul %wide, %wide : si64
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^bb1(%zero, %square : si32, si64)
^bb1(%k : si32, %sum : si64):
  %in = mir.lt %k, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %more = mir.mul %sum, %wide : si64
  %next = mir.add %k, %one : si32
  mir.goto ^bb1(%next, %more : si32, si64)
^bb3:
  %low = mir.cast int_to_int %sum : si64 to ui32
  mir.store %low, %p : !mir.ptr<mut ui32, global>
  mir.return
}
