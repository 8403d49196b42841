// RUN: periclase-opt %s -p canonicalize | filecheck %s

// What needs new ops (the folds have unit tests): reassociation, comparisons, casts, aggregates, branches.

mir.func private @reassociate(%x: si32) -> si32 {
  %1 = mir.constant 1 : si32
  %2 = mir.constant 2147483647 : si32
  %a = mir.add %1, %x : si32
  %b = mir.add %2, %a : si32
  mir.return %b : si32
}
mir.func private @floats_stay(%x: f32) -> f32 {
  %1 = mir.constant 1.000000e+00 : f32
  %0 = mir.constant 0.000000e+00 : f32
  %a = mir.add %1, %x : f32
  %b = mir.add %a, %1 : f32
  %c = mir.add %b, %0 : f32
  mir.return %c : f32
}
mir.func private @python_division(%x: si64) -> si64 {
  %8 = mir.constant 8 : si64
  %7 = mir.constant 7 : si64
  %a = mir.floor_div %x, %8 : si64
  %b = mir.floor_mod %x, %8 : si64
  %c = mir.floor_div %a, %7 : si64
  %d = mir.div %c, %8 : si64
  %e = mir.add %b, %d : si64
  mir.return %e : si64
}
mir.func private @unsigned_division(%x: ui32) -> ui32 {
  %8 = mir.constant 8 : ui32
  %a = mir.div %x, %8 : ui32
  %b = mir.rem %a, %8 : ui32
  mir.return %b : ui32
}
mir.func private @division_by_zero_stays(%x: si32) -> si32 {
  %0 = mir.constant 0 : si32
  %1 = mir.constant 1 : si32
  %a = mir.div %1, %0 : si32
  %b = mir.floor_mod %a, %0 : si32
  mir.return %b : si32
}
mir.func private @comparisons(%x: si32, %y: f32, %b: i1) -> i1 {
  %3 = mir.constant 3 : si32
  %true = mir.constant true
  %less = mir.lt %3, %x : si32
  %not = mir.not %less : i1
  %order = mir.lt %y, %y : f32
  %unordered = mir.not %order : i1
  %equal = mir.eq %y, %y : f32
  %different = mir.not %equal : i1
  %same = mir.eq %b, %true : i1
  %0 = mir.bitand %not, %unordered : i1
  %1 = mir.bitand %different, %same : i1
  %2 = mir.bitand %0, %1 : i1
  mir.return %2 : i1
}
mir.func private @select(%c: i1, %x: f32, %y: f32) -> f32 {
  %true = mir.constant true
  %false = mir.constant false
  %not = mir.not %c : i1
  %back = mir.select %not, %false, %true : i1
  %0 = mir.select %not, %x, %y : f32
  %1 = mir.select %back, %0, %x : f32
  mir.return %1 : f32
}
mir.func private @casts(%x: ui32, %i: si8, %h: f16) -> si32 {
  %wide = mir.cast int_to_int %x : ui32 to si64
  %back = mir.cast int_to_int %wide : si64 to ui32
  %cut = mir.cast int_to_int %x : ui32 to ui8
  %kept = mir.cast int_to_int %cut : ui8 to si32
  %sign = mir.cast int_to_int %i : si8 to ui16
  %zext = mir.cast int_to_int %sign : ui16 to si32
  %single = mir.cast float_to_float %h : f16 to f32
  %whole = mir.cast float_to_int %single : f32 to si32
  %low = mir.cast int_to_int %back : ui32 to si32
  %0 = mir.add %kept, %zext : si32
  %1 = mir.add %whole, %low : si32
  %2 = mir.add %0, %1 : si32
  mir.return %2 : si32
}
mir.func private @aggregates(%t: !mir.tuple<si32, f32>, %x: si32, %y: f32, %a: !mir.array<4 x f32>, %u: !mir.union<"U", {f: f32, i: si32}>) -> f32 {
  %1 = mir.constant 1 : ui64
  %2 = mir.constant 2 : ui64
  %t1 = mir.insert_field %x into %t[0] : !mir.tuple<si32, f32>
  %f = mir.extract_field %t1[1] : !mir.tuple<si32, f32>
  %t2 = mir.construct_tuple %x, %f : !mir.tuple<si32, f32>
  %g = mir.extract_field %t2[1] : !mir.tuple<si32, f32>
  %a1 = mir.insert_element %g into %a[%1] : !mir.array<4 x f32>, ui64
  %h = mir.extract_element %a1[%2] : !mir.array<4 x f32>, ui64
  %i = mir.extract_element %a1[%1] : !mir.array<4 x f32>, ui64
  %u1 = mir.insert_field %x into %u[1] : !mir.union<"U", {f: f32, i: si32}>
  %bits = mir.extract_field %u1[0] : !mir.union<"U", {f: f32, i: si32}>
  %j = mir.add %h, %i : f32
  %k = mir.add %j, %bits : f32
  mir.return %k : f32
}
mir.func private @checked() -> si32 {
  %big = mir.constant 2147483647 : si32
  %one = mir.constant 1 : si32
  %pair = mir.checked_add %big, %one : si32
  %overflow = mir.extract_field %pair[1] : !mir.tuple<si32, i1>
  %fine = mir.not %overflow : i1
  mir.assert overflow %fine, "add overflows"
  %true = mir.constant true
  mir.assert bounds %true, "never"
  %sum = mir.extract_field %pair[0] : !mir.tuple<si32, i1>
  mir.return %sum : si32
}
mir.func private @branches(%c: i1, %x: f32, %y: f32) -> f32 {
  %not = mir.not %c : i1
  mir.cond_br %not, ^a, ^b
^a:
  mir.cond_br %c, ^exit(%x : f32), ^exit(%y : f32)
^b:
  %true = mir.constant true
  mir.cond_br %true, ^exit(%x : f32), ^a
^exit(%z: f32):
  mir.return %z : f32
}
mir.func private @switches(%n: si32, %x: f32) -> f32 {
  %7 = mir.constant 7 : si32
  mir.switch %n : si32, default ^a, [0: ^a, 1: ^b]
^a:
  mir.switch %7 : si32, default ^c, [7: ^b, 8: ^c]
^b:
  mir.switch %n : si32, default ^c, [3: ^c]
^c:
  mir.return %x : f32
}

// CHECK: mir.func private @reassociate(%x: si32) -> si32 {
// CHECK-NEXT:   %b = mir.constant -2147483648 : si32
// CHECK-NEXT:   %b_1 = mir.add %x, %b : si32
// CHECK-NEXT:   mir.return %b_1 : si32
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @floats_stay(%x: f32) -> f32 {
// CHECK-NEXT:   %0 = mir.constant 1.000000e+00 : f32
// CHECK-NEXT:   %1 = mir.constant 0.000000e+00 : f32
// CHECK-NEXT:   %a = mir.add %x, %0 : f32
// CHECK-NEXT:   %b = mir.add %a, %0 : f32
// CHECK-NEXT:   %c = mir.add %b, %1 : f32
// CHECK-NEXT:   mir.return %c : f32
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @python_division(%x: si64) -> si64 {
// CHECK-NEXT:   %0 = mir.constant 8 : si64
// CHECK-NEXT:   %1 = mir.constant 7 : si64
// CHECK-NEXT:   %a = mir.constant 3 : si64
// CHECK-NEXT:   %a_1 = mir.shr %x, %a : si64, si64
// CHECK-NEXT:   %b = mir.constant 7 : si64
// CHECK-NEXT:   %b_1 = mir.bitand %x, %b : si64
// CHECK-NEXT:   %c = mir.floor_div %a_1, %1 : si64
// CHECK-NEXT:   %d = mir.div %c, %0 : si64
// CHECK-NEXT:   %e = mir.add %b_1, %d : si64
// CHECK-NEXT:   mir.return %e : si64
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @unsigned_division(%x: ui32) -> ui32 {
// CHECK-NEXT:   %a = mir.constant 3 : ui32
// CHECK-NEXT:   %a_1 = mir.shr %x, %a : ui32, ui32
// CHECK-NEXT:   %b = mir.constant 7 : ui32
// CHECK-NEXT:   %b_1 = mir.bitand %a_1, %b : ui32
// CHECK-NEXT:   mir.return %b_1 : ui32
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @division_by_zero_stays(%x: si32) -> si32 {
// CHECK-NEXT:   %0 = mir.constant 0 : si32
// CHECK-NEXT:   %1 = mir.constant 1 : si32
// CHECK-NEXT:   %a = mir.div %1, %0 : si32
// CHECK-NEXT:   %b = mir.floor_mod %a, %0 : si32
// CHECK-NEXT:   mir.return %b : si32
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @comparisons(%x: si32, %y: f32, %b: i1) -> i1 {
// CHECK-NEXT:   %0 = mir.constant 3 : si32
// CHECK-NEXT:   %not = mir.le %x, %0 : si32
// CHECK-NEXT:   %order = mir.lt %y, %y : f32
// CHECK-NEXT:   %unordered = mir.not %order : i1
// CHECK-NEXT:   %different = mir.ne %y, %y : f32
// CHECK-NEXT:   %1 = mir.bitand %not, %unordered : i1
// CHECK-NEXT:   %2 = mir.bitand %different, %b : i1
// CHECK-NEXT:   %3 = mir.bitand %1, %2 : i1
// CHECK-NEXT:   mir.return %3 : i1
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @select(%c: i1, %x: f32, %y: f32) -> f32 {
// CHECK-NEXT:   %0 = mir.select %c, %y, %x : f32
// CHECK-NEXT:   %1 = mir.select %c, %0, %x : f32
// CHECK-NEXT:   mir.return %1 : f32
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @casts(%x: ui32, %i: si8, %h: f16) -> si32 {
// CHECK-NEXT:   %cut = mir.cast int_to_int %x : ui32 to ui8
// CHECK-NEXT:   %kept = mir.cast int_to_int %cut : ui8 to si32
// CHECK-NEXT:   %sign = mir.cast int_to_int %i : si8 to ui16
// CHECK-NEXT:   %zext = mir.cast int_to_int %sign : ui16 to si32
// CHECK-NEXT:   %whole = mir.cast float_to_int %h : f16 to si32
// CHECK-NEXT:   %low = mir.cast int_to_int %x : ui32 to si32
// CHECK-NEXT:   %0 = mir.add %kept, %zext : si32
// CHECK-NEXT:   %1 = mir.add %whole, %low : si32
// CHECK-NEXT:   %2 = mir.add %0, %1 : si32
// CHECK-NEXT:   mir.return %2 : si32
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @aggregates(%t: !mir.tuple<si32, f32>, %x: si32, %y: f32, %a: !mir.array<4 x f32>, %u: !mir.union<"U", {f: f32, i: si32}>) -> f32 {
// CHECK-NEXT:   %0 = mir.constant 2 : ui64
// CHECK-NEXT:   %f = mir.extract_field %t[1] : !mir.tuple<si32, f32>
// CHECK-NEXT:   %h = mir.extract_element %a[%0] : !mir.array<4 x f32>, ui64
// CHECK-NEXT:   %u1 = mir.insert_field %x into %u[1] : !mir.union<"U", {f: f32, i: si32}>
// CHECK-NEXT:   %bits = mir.extract_field %u1[0] : !mir.union<"U", {f: f32, i: si32}>
// CHECK-NEXT:   %j = mir.add %h, %f : f32
// CHECK-NEXT:   %k = mir.add %j, %bits : f32
// CHECK-NEXT:   mir.return %k : f32
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @checked() -> si32 {
// CHECK-NEXT:   %fine = mir.constant false
// CHECK-NEXT:   mir.assert overflow %fine, "add overflows"
// CHECK-NEXT:   %sum = mir.constant -2147483648 : si32
// CHECK-NEXT:   mir.return %sum : si32
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @branches(%c: i1, %x: f32, %y: f32) -> f32 {
// CHECK-NEXT:   mir.cond_br %c, ^b, ^a
// CHECK-NEXT: ^a:
// CHECK-NEXT:   %0 = mir.select %c, %x, %y : f32
// CHECK-NEXT:   mir.goto ^exit(%0 : f32)
// CHECK-NEXT: ^b:
// CHECK-NEXT:   mir.goto ^exit(%x : f32)
// CHECK-NEXT: ^exit(%z: f32):
// CHECK-NEXT:   mir.return %z : f32
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @switches(%n: si32, %x: f32) -> f32 {
// CHECK-NEXT:   mir.switch %n : si32, default ^a, [1: ^b]
// CHECK-NEXT: ^a:
// CHECK-NEXT:   mir.goto ^b
// CHECK-NEXT: ^b:
// CHECK-NEXT:   mir.goto ^c
// CHECK-NEXT: ^c:
// CHECK-NEXT:   mir.return %x : f32
// CHECK-NEXT: }
