// Flat indices `row * width + column`, and what one check says of the next one.
// RUN: periclase-opt %s -p narrow-index-arithmetic,dce | filecheck %s

// Where `here - width` has been in bounds, with `3 <= width`, so is `here - 1` from below; and where `here + width` has been, so are
// `here` and `here + 1`. In between, `here + width` is an unsigned integer of 32 bits. Factors that have no sign are multiplied as
// unsigned halves. Neighbours in memory are that of the index which is whole.
// CHECK-LABEL: mir.func @neighbours(
// CHECK: [[ROW:%[0-9]+]] = mir.cast int_to_int %{{.*}} : ui32 to si64
// CHECK: [[WIDTH:%[0-9]+]] = mir.cast int_to_int %{{.*}} : ui32 to si64
// CHECK: [[PRODUCT:%[a-z0-9_]+]] = mir.mul [[ROW]], [[WIDTH]] : si64
// CHECK: [[HERE:%[a-z0-9_]+]] = mir.add [[PRODUCT]], %{{.*}} : si64
// CHECK: [[ABOVE:%[a-z0-9_]+]] = mir.lt %{{.*}} : ui64
// CHECK: mir.assert bounds [[ABOVE]], "above"
// CHECK: [[BELOW:%[a-z0-9_]+]] = mir.lt %{{.*}} : ui32
// CHECK: mir.assert bounds [[BELOW]], "below"
// CHECK: [[LEFT:%[a-z0-9_]+]] = mir.constant true
// CHECK: mir.assert bounds [[LEFT]], "left"
// CHECK: [[RIGHT:%[a-z0-9_]+]] = mir.constant true
// CHECK: mir.assert bounds [[RIGHT]], "right"
// CHECK: [[FURTHER:%[a-z0-9_]+]] = mir.lt %{{.*}} : ui32
// CHECK: mir.assert bounds [[FURTHER]], "further"
// CHECK: mir.ptr_offset %{{.*}} : !mir.ptr<f32, global>, ui64
mir.func @neighbours(%x : !mir.slice<f32, global>, %rows : si32, %columns : si32, %column : si64) attributes {kernel, periclase.small_launch = array<i64: 1, 2, 3>} {
  %row = mir.cast int_to_int %rows : si32 to si64
  %width = mir.cast int_to_int %columns : si32 to si64
  %one = mir.constant 1 : si64
  %three = mir.constant 3 : si64
  %four = mir.constant 4 : si64
  %zero = mir.constant 0 : si64
  %n = mir.extract_field %x[1] : !mir.slice<f32, global>
  %some = mir.ge %row, %zero : si64
  mir.assert user %some, "row"
  %enough = mir.ge %width, %three : si64
  mir.assert user %enough, "width"
  %product = mir.mul %row, %width : si64
  %here = mir.add %product, %column : si64
  %a = mir.sub %here, %width : si64
  %above = mir.cast int_to_int %a : si64 to ui64
  %above_in = mir.lt %above, %n : ui64
  mir.assert bounds %above_in, "above"
  %b = mir.add %here, %width : si64
  %below = mir.cast int_to_int %b : si64 to ui64
  %below_in = mir.lt %below, %n : ui64
  mir.assert bounds %below_in, "below"
  %l = mir.sub %here, %one : si64
  %left = mir.cast int_to_int %l : si64 to ui64
  %left_in = mir.lt %left, %n : ui64
  mir.assert bounds %left_in, "left"
  %r = mir.add %here, %one : si64
  %right = mir.cast int_to_int %r : si64 to ui64
  %right_in = mir.lt %right, %n : ui64
  mir.assert bounds %right_in, "right"
  %f = mir.add %here, %four : si64
  %further = mir.cast int_to_int %f : si64 to ui64
  %further_in = mir.lt %further, %n : ui64
  mir.assert bounds %further_in, "further"
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  %q = mir.ptr_offset %p[%left] : !mir.ptr<f32, global>, ui64
  %v = mir.load volatile %q : !mir.ptr<f32, global>
  mir.return
}

// Of a sum that may overflow nothing follows, and a negative factor has a sign.
// CHECK-LABEL: mir.func @anything(
// CHECK: mir.mul %{{.*}}, %{{.*}} : si64
// CHECK-NOT: mir.constant true
// CHECK: mir.assert bounds %{{.*}}, "first"
// CHECK-NOT: mir.constant true
// CHECK: mir.assert bounds %{{.*}}, "second"
mir.func @anything(%x : !mir.slice<f32, global>, %i : si64, %row : si64, %width : si64) attributes {kernel, periclase.small_launch = array<i64: 2, 3>} {
  %n = mir.extract_field %x[1] : !mir.slice<f32, global>
  %product = mir.mul %row, %width : si64
  %sum = mir.add %i, %product : si64
  %first = mir.cast int_to_int %sum : si64 to ui64
  %first_in = mir.lt %first, %n : ui64
  mir.assert bounds %first_in, "first"
  %second = mir.cast int_to_int %i : si64 to ui64
  %second_in = mir.lt %second, %n : ui64
  mir.assert bounds %second_in, "second"
  mir.return
}
