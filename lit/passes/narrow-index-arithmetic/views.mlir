// The distance of an element fits, since it is in the memory of the slice; no product on the way has to.
// RUN: periclase-opt %s -p narrow-index-arithmetic,dce | filecheck %s

// CHECK-LABEL: mir.func @element(
// CHECK: %[[A:.*]] = mir.mul %{{.*}}, %{{.*}} : si32
// CHECK: %[[B:.*]] = mir.mul %{{.*}}, %{{.*}} : si32
// CHECK: %[[C:.*]] = mir.add %[[A]], %[[B]] : si32
// CHECK: mir.ptr_offset %{{.*}}[%[[C]]] : !mir.ptr<mut f32, global>, si32
mir.func @element(%x : !mir.slice<mut f32, global>, %rows : si64, %columns : si64, %i : si64, %j : si64, %v : f32) attributes {kernel, periclase.small_launch = array<i64: 1, 2>} {
  %p = mir.extract_field %x[0] : !mir.slice<mut f32, global>
  %a = mir.mul %i, %rows : si64
  %b = mir.mul %j, %columns : si64
  %c = mir.add %a, %b : si64
  %q = mir.ptr_offset %p[%c] : !mir.ptr<mut f32, global>, si64
  mir.store %v, %q : !mir.ptr<mut f32, global>
  mir.return
}

// Of a pointer that was made of it, the elements may be more than the slice has.
// CHECK-LABEL: mir.func @bytes(
// CHECK: mir.mul %{{.*}} : si64
// CHECK: mir.ptr_offset %{{.*}} : !mir.ptr<mut ui8, global>, si64
mir.func @bytes(%x : !mir.slice<mut f32, global>, %i : si64, %v : ui8) attributes {kernel, periclase.small_launch = array<i64: 1>} {
  %p = mir.extract_field %x[0] : !mir.slice<mut f32, global>
  %bytes = mir.cast ptr_to_ptr %p : !mir.ptr<mut f32, global> to !mir.ptr<mut ui8, global>
  %four = mir.constant 4 : si64
  %c = mir.mul %i, %four : si64
  %q = mir.ptr_offset %bytes[%c] : !mir.ptr<mut ui8, global>, si64
  mir.store %v, %q : !mir.ptr<mut ui8, global>
  mir.return
}

// An index that is checked has to be whole: its low half could be in bounds where it is not. It is used as it is then.
// CHECK-LABEL: mir.func @flat(
// CHECK: %[[M:.*]] = mir.mul %{{.*}} : si64
// CHECK: %[[I:.*]] = mir.add %[[M]], %{{.*}} : si64
// CHECK: mir.cast int_to_int %[[I]] : si64 to ui64
// CHECK: mir.lt %{{.*}} : ui64
// CHECK: mir.ptr_offset %{{.*}} : !mir.ptr<mut f32, global>, ui64
mir.func @flat(%x : !mir.slice<mut f32, global>, %i : si64, %width : si64, %j : si64, %v : f32) attributes {kernel, periclase.small_launch = array<i64: 1>} {
  %a = mir.mul %i, %width : si64
  %b = mir.add %a, %j : si64
  %c = mir.cast int_to_int %b : si64 to ui64
  %n = mir.extract_field %x[1] : !mir.slice<mut f32, global>
  %in = mir.lt %c, %n : ui64
  mir.assert bounds %in, "of x"
  %p = mir.extract_field %x[0] : !mir.slice<mut f32, global>
  %q = mir.ptr_offset %p[%c] : !mir.ptr<mut f32, global>, ui64
  mir.store %v, %q : !mir.ptr<mut f32, global>
  mir.return
}

// Below `1 <= i` and `i < n - 1`, both neighbours are in bounds.
// CHECK-LABEL: mir.func @neighbours(
// CHECK: ^bb2:
// CHECK: %[[L:.*]] = mir.constant true
// CHECK: mir.assert bounds %[[L]], "left"
// CHECK: %[[R:.*]] = mir.constant true
// CHECK: mir.assert bounds %[[R]], "right"
// CHECK: %[[F:.*]] = mir.lt
// CHECK: mir.assert bounds %[[F]], "further"
mir.func @neighbours(%n : si64, %i : si64) attributes {kernel, periclase.small_launch = array<i64: 0, 1>} {
  %one = mir.constant 1 : si64
  %two = mir.constant 2 : si64
  %low = mir.ge %i, %one : si64
  mir.cond_br %low, ^bb1, ^bb3
^bb1:
  %last = mir.sub %n, %one : si64
  %high = mir.lt %i, %last : si64
  mir.cond_br %high, ^bb2, ^bb3
^bb2:
  %length = mir.cast int_to_int %n : si64 to ui64
  %l = mir.sub %i, %one : si64
  %left = mir.cast int_to_int %l : si64 to ui64
  %left_in = mir.lt %left, %length : ui64
  mir.assert bounds %left_in, "left"
  %r = mir.add %i, %one : si64
  %right = mir.cast int_to_int %r : si64 to ui64
  %right_in = mir.lt %right, %length : ui64
  mir.assert bounds %right_in, "right"
  %f = mir.add %i, %two : si64
  %further = mir.cast int_to_int %f : si64 to ui64
  %further_in = mir.lt %further, %length : ui64
  mir.assert bounds %further_in, "further"
  mir.goto ^bb3
^bb3:
  mir.return
}
