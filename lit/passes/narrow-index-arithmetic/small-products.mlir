// Flat indices where the launch has seen that height * width is small: in 32 bits below what says that a row is one.
// RUN: periclase-opt %s -p narrow-index-arithmetic,dce | filecheck %s

// The promise goes with the pass. The product of a row and the width is less than that of height and width, and the neighbours two
// rows on still fit.
// CHECK-LABEL: mir.func @neighbours(
// CHECK-NOT: small_products
// CHECK: [[PRODUCT:%[0-9a-z_]+]] = mir.mul %{{.*}}, %width {mir.no_wrap} : si32
// CHECK: [[HERE:%[0-9a-z_]+]] = mir.add [[PRODUCT]], %{{.*}} {mir.no_wrap} : si32
// CHECK: mir.add [[HERE]], %{{.*}} {mir.no_wrap} : si32
// CHECK: mir.lt %{{.*}} : ui32
// CHECK: mir.assert bounds %{{.*}}, "below"
mir.func @neighbours(%x : !mir.slice<f32, global>, %height : si32, %width : si32, %row : si64, %column : si64) attributes {kernel, periclase.small_launch = array<i64: 1, 2>, periclase.small_products = [array<i64: 2>, array<i64: 1, 2>]} {
  %h = mir.cast int_to_int %height : si32 to si64
  %w = mir.cast int_to_int %width : si32 to si64
  %zero = mir.constant 0 : si64
  %n = mir.extract_field %x[1] : !mir.slice<f32, global>
  %a = mir.ge %row, %zero : si64
  mir.assert user %a, "a row"
  %b = mir.ge %column, %zero : si64
  mir.assert user %b, "a column"
  %c = mir.lt %row, %h : si64
  mir.assert user %c, "a row"
  %d = mir.lt %column, %w : si64
  mir.assert user %d, "a column"
  %product = mir.mul %row, %w : si64
  %here = mir.add %product, %column : si64
  %two = mir.constant 2 : si64
  %down = mir.mul %two, %w : si64
  %below = mir.add %here, %down : si64
  %index = mir.cast int_to_int %below : si64 to ui64
  %in = mir.lt %index, %n : ui64
  mir.assert bounds %in, "below"
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  %q = mir.ptr_offset %p[%index] : !mir.ptr<f32, global>, ui64
  %v = mir.load volatile %q : !mir.ptr<f32, global>
  mir.return
}

// A condition that is joined of two tells both, where it holds; not where it does not.
// CHECK-LABEL: mir.func @both(
// CHECK: mir.mul %{{.*}}, %{{.*}} {mir.no_wrap} : si32
// CHECK: mir.assert bounds %{{.*}}, "inside"
// CHECK: mir.mul %{{.*}}, %{{.*}} : si64
// CHECK: mir.assert bounds %{{.*}}, "outside"
mir.func @both(%x : !mir.slice<f32, global>, %height : si64, %width : si64, %row : si64, %column : si64) attributes {kernel, periclase.small_launch = array<i64: 1, 2>, periclase.small_products = [array<i64: 2>, array<i64: 1, 2>]} {
  %zero = mir.constant 0 : si64
  %n = mir.extract_field %x[1] : !mir.slice<f32, global>
  %a = mir.ge %row, %zero : si64
  mir.assert user %a, "a row"
  %c = mir.lt %row, %height : si64
  mir.cond_br %c, ^second, ^joined(%c : i1)
^second:
  %d = mir.lt %column, %width : si64
  mir.goto ^joined(%d : i1)
^joined(%is_in : i1):
  mir.cond_br %is_in, ^inside, ^outside
^inside:
  %product = mir.mul %row, %width : si64
  %i = mir.cast int_to_int %product : si64 to ui64
  %i_in = mir.lt %i, %n : ui64
  mir.assert bounds %i_in, "inside"
  mir.return
^outside:
  %other = mir.mul %row, %width : si64
  %o = mir.cast int_to_int %other : si64 to ui64
  %o_in = mir.lt %o, %n : ui64
  mir.assert bounds %o_in, "outside"
  mir.return
}

// What is brought round a loop is of the round before: nothing follows for this one. (Here the row is another one by then.)
// CHECK-LABEL: mir.func @round(
// CHECK: mir.mul %{{.*}}, %{{.*}} : si64
// CHECK: mir.assert bounds
mir.func @round(%x : !mir.slice<f32, global>, %rows : !mir.slice<si64, global>, %height : si64, %width : si64) attributes {kernel, periclase.small_launch = array<i64: 2, 3>, periclase.small_products = [array<i64: 3>, array<i64: 2, 3>]} {
  %false = mir.constant false
  %n = mir.extract_field %x[1] : !mir.slice<f32, global>
  %p = mir.extract_field %rows[0] : !mir.slice<si64, global>
  mir.goto ^head(%false : i1)
^head(%was_in : i1):
  %row = mir.load volatile %p : !mir.ptr<si64, global>
  mir.cond_br %was_in, ^inside, ^next
^inside:
  %product = mir.mul %row, %width : si64
  %i = mir.cast int_to_int %product : si64 to ui64
  %i_in = mir.lt %i, %n : ui64
  mir.assert bounds %i_in, "inside"
  mir.goto ^next
^next:
  %zero = mir.constant 0 : si64
  %a = mir.ge %row, %zero : si64
  mir.assert user %a, "a row"
  %c = mir.lt %row, %height : si64
  mir.goto ^head(%c : i1)
}

// Without what says that a row is less than the height, and with a factor that the launch has not seen, it stays in 64 bits.
// CHECK-LABEL: mir.func @nothing(
// CHECK: mir.mul %{{.*}}, %{{.*}} : si64
// CHECK: mir.assert bounds %{{.*}}, "no row"
// CHECK: mir.mul %{{.*}}, %{{.*}} : si64
// CHECK: mir.assert bounds %{{.*}}, "no factor"
mir.func @nothing(%x : !mir.slice<f32, global>, %height : si64, %width : si64, %row : si64) attributes {kernel, periclase.small_launch = array<i64: 1, 2>, periclase.small_products = [array<i64: 2>, array<i64: 2>]} {
  %zero = mir.constant 0 : si64
  %n = mir.extract_field %x[1] : !mir.slice<f32, global>
  %a = mir.ge %row, %zero : si64
  mir.assert user %a, "a row"
  %product = mir.mul %row, %width : si64
  %i = mir.cast int_to_int %product : si64 to ui64
  %i_in = mir.lt %i, %n : ui64
  mir.assert bounds %i_in, "no row"
  %c = mir.lt %row, %width : si64
  mir.assert user %c, "a column"
  %other = mir.mul %row, %height : si64
  %o = mir.cast int_to_int %other : si64 to ui64
  %o_in = mir.lt %o, %n : ui64
  mir.assert bounds %o_in, "no factor"
  mir.return
}
