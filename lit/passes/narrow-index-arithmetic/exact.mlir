// What is exact in 32 bits says so, and LLVM may count on it; a low half of something larger does not.
// RUN: periclase-opt %s -p narrow-index-arithmetic,dce | filecheck %s

// The element is in the slice, and `j` fits, so the start of its row does, too.
// CHECK-LABEL: mir.func @row(
// CHECK: %[[ROW:.*]] = mir.mul %{{.*}} {mir.no_wrap} : si32
// CHECK: mir.add %[[ROW]], %{{.*}} {mir.no_wrap} : si32
mir.func @row(%x : !mir.slice<mut f32, global>, %i : si64, %stride : si64, %j : si32, %v : f32) attributes {kernel, periclase.small_launch = array<i64: 1, 2>} {
  %zero = mir.constant 0 : si32
  %positive = mir.max %j, %zero : si32
  %column = mir.cast int_to_int %positive : si32 to si64
  %limit = mir.constant 65535 : si64
  %k = mir.min %column, %limit : si64
  %p = mir.extract_field %x[0] : !mir.slice<mut f32, global>
  %a = mir.mul %i, %stride : si64
  %c = mir.add %a, %k : si64
  %q = mir.ptr_offset %p[%c] : !mir.ptr<mut f32, global>, si64
  mir.store %v, %q : !mir.ptr<mut f32, global>
  mir.return
}

// Two parts of which nothing is known may cancel out.
// CHECK-LABEL: mir.func @two_rows(
// CHECK-NOT: no_wrap
// CHECK: mir.return
mir.func @two_rows(%x : !mir.slice<mut f32, global>, %i : si64, %m : si64, %j : si64, %n : si64, %v : f32) attributes {kernel, periclase.small_launch = array<i64: 1, 2, 3, 4>} {
  %p = mir.extract_field %x[0] : !mir.slice<mut f32, global>
  %a = mir.mul %i, %m : si64
  %b = mir.mul %j, %n : si64
  %c = mir.add %a, %b : si64
  %q = mir.ptr_offset %p[%c] : !mir.ptr<mut f32, global>, si64
  mir.store %v, %q : !mir.ptr<mut f32, global>
  mir.return
}

// The product is stored as well, and that is seen whether or not the element is there.
// CHECK-LABEL: mir.func @stored(
// CHECK: mir.mul %{{.*}} : si32
// CHECK: mir.add %{{.*}} {mir.no_wrap} : si32
mir.func @stored(%x : !mir.slice<mut f32, global>, %i : si64, %stride : si64, %v : f32, %p : !mir.ptr<mut si32, global>) attributes {kernel, periclase.small_launch = array<i64: 1, 2>} {
  %one = mir.constant 1 : si64
  %first = mir.extract_field %x[0] : !mir.slice<mut f32, global>
  %a = mir.mul %i, %stride : si64
  %low = mir.cast int_to_int %a : si64 to si32
  mir.store %low, %p : !mir.ptr<mut si32, global>
  %c = mir.add %a, %one : si64
  %q = mir.ptr_offset %first[%c] : !mir.ptr<mut f32, global>, si64
  mir.store %v, %q : !mir.ptr<mut f32, global>
  mir.return
}

// The counter of a loop is added last, in 64 bits: LLVM then sees one pointer that moves by a constant in each round.
// CHECK-LABEL: mir.func @along(
// CHECK: mir.cond_br
// CHECK: %[[ROW:.*]] = mir.mul %{{.*}} : si32
// CHECK-DAG: %[[START:.*]] = mir.cast int_to_int %[[ROW]] : si32 to si64
// CHECK-DAG: %[[K:.*]] = mir.cast int_to_int %{{.*}} : si32 to si64
// CHECK: %[[AT:.*]] = mir.add %[[START]], %[[K]] {mir.no_wrap} : si64
// CHECK: mir.ptr_offset %{{.*}}[%[[AT]]] : !mir.ptr<mut f32, global>, si64
mir.func @along(%x : !mir.slice<mut f32, global>, %i : si64, %stride : si64, %n : si64, %v : f32) attributes {kernel, periclase.small_launch = array<i64: 1, 2, 3>} {
  %zero = mir.constant 0 : si64
  %step = mir.constant 32 : si64
  mir.goto ^bb1(%zero : si64)
^bb1(%k : si64):
  %in = mir.lt %k, %n : si64
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %a = mir.mul %i, %stride : si64
  %c = mir.add %a, %k : si64
  %p = mir.extract_field %x[0] : !mir.slice<mut f32, global>
  %q = mir.ptr_offset %p[%c] : !mir.ptr<mut f32, global>, si64
  mir.store %v, %q : !mir.ptr<mut f32, global>
  %next = mir.add %k, %step : si64
  mir.goto ^bb1(%next : si64)
^bb3:
  mir.return
}

// Not so where the step is known at run time only: the number is multiplied anew.
// CHECK-LABEL: mir.func @by_any_step(
// CHECK: mir.ptr_offset %{{.*}} : !mir.ptr<mut f32, global>, si32
mir.func @by_any_step(%x : !mir.slice<mut f32, global>, %i : si64, %stride : si64, %n : si64, %by : ui8, %v : f32) attributes {kernel, periclase.small_launch = array<i64: 1, 2, 3>} {
  %zero = mir.constant 0 : si64
  %step = mir.cast int_to_int %by : ui8 to si64
  mir.goto ^bb1(%zero : si64)
^bb1(%k : si64):
  %in = mir.lt %k, %n : si64
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %a = mir.mul %i, %stride : si64
  %c = mir.add %a, %k : si64
  %p = mir.extract_field %x[0] : !mir.slice<mut f32, global>
  %q = mir.ptr_offset %p[%c] : !mir.ptr<mut f32, global>, si64
  mir.store %v, %q : !mir.ptr<mut f32, global>
  %next = mir.add %k, %step : si64
  mir.goto ^bb1(%next : si64)
^bb3:
  mir.return
}

// Nor behind a check that stays, which keeps the loop from being unrolled.
// CHECK-LABEL: mir.func @checked(
// CHECK: mir.ptr_offset %{{.*}} : !mir.ptr<mut f32, global>, si32
mir.func @checked(%x : !mir.slice<mut f32, global>, %i : si64, %stride : si64, %n : si64, %m : si64, %v : f32) attributes {kernel, periclase.small_launch = array<i64: 1, 2, 3, 4>} {
  %zero = mir.constant 0 : si64
  %step = mir.constant 32 : si64
  mir.goto ^bb1(%zero : si64)
^bb1(%k : si64):
  %in = mir.lt %k, %n : si64
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %inside = mir.lt %k, %m : si64
  mir.assert bounds %inside, "of x"
  %a = mir.mul %i, %stride : si64
  %c = mir.add %a, %k : si64
  %p = mir.extract_field %x[0] : !mir.slice<mut f32, global>
  %q = mir.ptr_offset %p[%c] : !mir.ptr<mut f32, global>, si64
  mir.store %v, %q : !mir.ptr<mut f32, global>
  %next = mir.add %k, %step : si64
  mir.goto ^bb1(%next : si64)
^bb3:
  mir.return
}
