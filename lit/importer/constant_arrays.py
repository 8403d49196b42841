# RUN: periclase compile %s --emit mir | filecheck %s
"""A constant array is an immutable variable of the module, whose key tells what it holds."""

from periclase import MutSlice, constant_array, f32, isize, kernel

TABLE = constant_array([[1, 2], [3, 4]], f32)


@kernel
def table(y: MutSlice[f32], i: isize):
    y[0] = TABLE[i, 1]

# CHECK:        mir.func @table(%y: !mir.slice<mut f32, global>, %i: si64) attributes {kernel, source_name = "table"} {
# CHECK-NEXT:     %0 = mir.global_alloc immutable !mir.array<2 x !mir.array<2 x f32>> key "periclase.constant.e3055df5569b0b1571a424f632b4d7ac" = {{\[\[}}1.000000e+00 : f32, 2.000000e+00 : f32], [3.000000e+00 : f32, 4.000000e+00 : f32]]
# CHECK-NEXT:     %1 = mir.cast int_to_int %i : si64 to ui64
# CHECK-NEXT:     %2 = mir.constant 1 : ui64
# CHECK-NEXT:     %3 = mir.constant 2 : ui64
# CHECK-NEXT:     %4 = mir.lt %1, %3 : ui64
# CHECK-NEXT:     mir.assert bounds %4, "index out of bounds of `TABLE`"
# CHECK-NEXT:     %5 = mir.element_addr %0[%1] : !mir.ptr<!mir.array<2 x !mir.array<2 x f32>>, constant>, ui64
# CHECK-NEXT:     %6 = mir.element_addr %5[%2] : !mir.ptr<!mir.array<2 x f32>, constant>, ui64
# CHECK-NEXT:     %7 = mir.load %6 : !mir.ptr<f32, constant>
# CHECK-NEXT:     %8 = mir.constant 0 : ui64
# CHECK-NEXT:     %9 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %10 = mir.lt %8, %9 : ui64
# CHECK-NEXT:     mir.assert bounds %10, "index out of bounds of `y`"
# CHECK-NEXT:     %11 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %12 = mir.ptr_offset %11[%8] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %7, %12 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
