// RUN: %roundtrip
// RUN: %generic-roundtrip

// Arithmetic, bits, comparisons, selection, float functions: one type after the operands, two for shifts.

mir.func private @integers(%a: si32, %b: si32, %n: ui8, %c: i1) {
  %0 = mir.add %a, %b : si32
  %1 = mir.sub %a, %b {note = "kept"} : si32
  %2 = mir.mul %a, %b : si32
  %3 = mir.div %a, %b : si32
  %4 = mir.rem %a, %b : si32
  %5 = mir.floor_div %a, %b : si32
  %6 = mir.floor_mod %a, %b : si32
  %7 = mir.exact_div %a, %b : si32
  %8 = mir.checked_add %a, %b : si32
  %9 = mir.checked_sub %a, %b : si32
  %10 = mir.checked_mul %a, %b : si32
  %11 = mir.saturating_add %a, %b : si32
  %12 = mir.saturating_sub %a, %b : si32
  %13 = mir.carrying_mul_add %a, %b, %a, %b : si32
  %14 = mir.neg %a : si32
  %15 = mir.not %c : i1
  %16 = mir.abs %a : si32
  %17 = mir.shl %a, %n : si32, ui8
  %18 = mir.shr %a, %n : si32, ui8
  %19 = mir.rotate_left %a, %n : si32, ui8
  %20 = mir.rotate_right %a, %n : si32, ui8
  %21 = mir.bitand %a, %b : si32
  %22 = mir.bitor %a, %b : si32
  %23 = mir.bitxor %c, %c : i1
  %24 = mir.popcount %a : si32
  %25 = mir.count_leading_zeros %a : si32
  %26 = mir.count_trailing_zeros %a : si32
  %27 = mir.byte_swap %a : si32
  %28 = mir.bit_reverse %a : si32
  %29 = mir.cmp %a, %b : si32
  %30 = mir.lt %a, %b : si32
  %31 = mir.select %c, %a, %b : si32
  %32 = mir.max %a, %b : si32
  mir.return
}
mir.func private @floats(%x: f32, %y: f32, %h: bf16) {
  %0 = mir.add %x, %y fastmath<contract, afn> : f32
  %1 = mir.fma %x, %y, %x : f32
  %2 = mir.div %x, %y fastmath<fast> {note} : f32
  %3 = mir.sqrt %x fastmath<afn> : f32
  %4 = mir.min %h, %h : bf16
  %5 = mir.ne %x, %y : f32
  %6 = mir.pow %x, %y : f32
  %7 = mir.round_even %h : bf16
  mir.return
}
mir.func private @constants() {
  %0 = mir.constant -1 : si128
  %1 = mir.constant 340282366920938463463374607431768211455 : ui128
  %2 = mir.constant true
  %3 = mir.constant 1.000000e-01 : f64
  %4 = mir.constant 0x7fc00000 : f32
  %5 = mir.constant 0xff800000 : f32
  %6 = mir.constant -0.000000e+00 : f16
  %7 = mir.constant_aggregate [1 : si32, [false, 2.000000e+00 : f32]] : !mir.tuple<si32, !mir.tuple<i1, f32>>
  %8 = mir.undef : !mir.array<3 x f32>
  mir.return
}

// CHECK: mir.func private @integers(%a: si32, %b: si32, %n: ui8, %c: i1) {
// CHECK-NEXT:   %0 = mir.add %a, %b : si32
// CHECK-NEXT:   %1 = mir.sub %a, %b {note = "kept"} : si32
// CHECK-NEXT:   %2 = mir.mul %a, %b : si32
// CHECK-NEXT:   %3 = mir.div %a, %b : si32
// CHECK-NEXT:   %4 = mir.rem %a, %b : si32
// CHECK-NEXT:   %5 = mir.floor_div %a, %b : si32
// CHECK-NEXT:   %6 = mir.floor_mod %a, %b : si32
// CHECK-NEXT:   %7 = mir.exact_div %a, %b : si32
// CHECK-NEXT:   %8 = mir.checked_add %a, %b : si32
// CHECK-NEXT:   %9 = mir.checked_sub %a, %b : si32
// CHECK-NEXT:   %10 = mir.checked_mul %a, %b : si32
// CHECK-NEXT:   %11 = mir.saturating_add %a, %b : si32
// CHECK-NEXT:   %12 = mir.saturating_sub %a, %b : si32
// CHECK-NEXT:   %13 = mir.carrying_mul_add %a, %b, %a, %b : si32
// CHECK-NEXT:   %14 = mir.neg %a : si32
// CHECK-NEXT:   %15 = mir.not %c : i1
// CHECK-NEXT:   %16 = mir.abs %a : si32
// CHECK-NEXT:   %17 = mir.shl %a, %n : si32, ui8
// CHECK-NEXT:   %18 = mir.shr %a, %n : si32, ui8
// CHECK-NEXT:   %19 = mir.rotate_left %a, %n : si32, ui8
// CHECK-NEXT:   %20 = mir.rotate_right %a, %n : si32, ui8
// CHECK-NEXT:   %21 = mir.bitand %a, %b : si32
// CHECK-NEXT:   %22 = mir.bitor %a, %b : si32
// CHECK-NEXT:   %23 = mir.bitxor %c, %c : i1
// CHECK-NEXT:   %24 = mir.popcount %a : si32
// CHECK-NEXT:   %25 = mir.count_leading_zeros %a : si32
// CHECK-NEXT:   %26 = mir.count_trailing_zeros %a : si32
// CHECK-NEXT:   %27 = mir.byte_swap %a : si32
// CHECK-NEXT:   %28 = mir.bit_reverse %a : si32
// CHECK-NEXT:   %29 = mir.cmp %a, %b : si32
// CHECK-NEXT:   %30 = mir.lt %a, %b : si32
// CHECK-NEXT:   %31 = mir.select %c, %a, %b : si32
// CHECK-NEXT:   %32 = mir.max %a, %b : si32
// CHECK-NEXT:   mir.return
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @floats(%x: f32, %y: f32, %h: bf16) {
// CHECK-NEXT:   %0 = mir.add %x, %y fastmath<contract, afn> : f32
// CHECK-NEXT:   %1 = mir.fma %x, %y, %x : f32
// CHECK-NEXT:   %2 = mir.div %x, %y fastmath<reassoc, nnan, ninf, nsz, arcp, contract, afn> {note} : f32
// CHECK-NEXT:   %3 = mir.sqrt %x fastmath<afn> : f32
// CHECK-NEXT:   %4 = mir.min %h, %h : bf16
// CHECK-NEXT:   %5 = mir.ne %x, %y : f32
// CHECK-NEXT:   %6 = mir.pow %x, %y : f32
// CHECK-NEXT:   %7 = mir.round_even %h : bf16
// CHECK-NEXT:   mir.return
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @constants() {
// CHECK-NEXT:   %0 = mir.constant -1 : si128
// CHECK-NEXT:   %1 = mir.constant 340282366920938463463374607431768211455 : ui128
// CHECK-NEXT:   %2 = mir.constant true
// CHECK-NEXT:   %3 = mir.constant 1.000000e-01 : f64
// CHECK-NEXT:   %4 = mir.constant 0x7fc00000 : f32
// CHECK-NEXT:   %5 = mir.constant 0xff800000 : f32
// CHECK-NEXT:   %6 = mir.constant -0.000000e+00 : f16
// CHECK-NEXT:   %7 = mir.constant_aggregate [1 : si32, [false, 2.000000e+00 : f32]] : !mir.tuple<si32, !mir.tuple<i1, f32>>
// CHECK-NEXT:   %8 = mir.undef : !mir.array<3 x f32>
// CHECK-NEXT:   mir.return
// CHECK-NEXT: }
