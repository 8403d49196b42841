# RUN: periclase compile %s --emit mir | filecheck %s
"""Places: arrays of three dimensions, rows, arrays of tuples; an augmented assignment computes its address once."""

from periclase import MutSlice, device, f32, i32, kernel, local_array


@device
def first(row):
    return row[0]


@kernel
def places(y: MutSlice[f32], i: i32):
    cube = local_array((2, 3, 4), f32)
    pairs = local_array(4, tuple[i32, f32])
    cube[i, 1][2] += 1.0
    pairs[i] = (i, 2.0)
    y[0] = pairs[i][1] + first(cube[i, 2])

# CHECK:        mir.func @places(%y: !mir.slice<mut f32, global>, %i: si32) attributes {kernel, source_name = "places"} {
# CHECK-NEXT:     %cube = mir.alloca !mir.array<2 x !mir.array<3 x !mir.array<4 x f32>>> name "cube"
# CHECK-NEXT:     %pairs = mir.alloca !mir.array<4 x !mir.tuple<si32, f32>> name "pairs"
# CHECK-NEXT:     %0 = mir.cast int_to_int %i : si32 to ui64
# CHECK-NEXT:     %1 = mir.constant 1 : ui64
# CHECK-NEXT:     %2 = mir.constant 2 : ui64
# CHECK-NEXT:     %3 = mir.constant 2 : ui64
# CHECK-NEXT:     %4 = mir.lt %0, %3 : ui64
# CHECK-NEXT:     mir.assert bounds %4, "index out of bounds of `cube`"
# CHECK-NEXT:     %5 = mir.element_addr %cube[%0] : !mir.ptr<mut !mir.array<2 x !mir.array<3 x !mir.array<4 x f32>>>>, ui64
# CHECK-NEXT:     %6 = mir.element_addr %5[%1] : !mir.ptr<mut !mir.array<3 x !mir.array<4 x f32>>>, ui64
# CHECK-NEXT:     %7 = mir.element_addr %6[%2] : !mir.ptr<mut !mir.array<4 x f32>>, ui64
# CHECK-NEXT:     %8 = mir.load %7 : !mir.ptr<mut f32>
# CHECK-NEXT:     %9 = mir.constant 1.000000e+00 : f32
# CHECK-NEXT:     %10 = mir.add %8, %9 : f32
# CHECK-NEXT:     mir.store %10, %7 : !mir.ptr<mut f32>
# CHECK-NEXT:     %11 = mir.constant 2.000000e+00 : f32
# CHECK-NEXT:     %12 = mir.construct_tuple %i, %11 : !mir.tuple<si32, f32>
# CHECK-NEXT:     %13 = mir.cast int_to_int %i : si32 to ui64
# CHECK-NEXT:     %14 = mir.constant 4 : ui64
# CHECK-NEXT:     %15 = mir.lt %13, %14 : ui64
# CHECK-NEXT:     mir.assert bounds %15, "index out of bounds of `pairs`"
# CHECK-NEXT:     %16 = mir.element_addr %pairs[%13] : !mir.ptr<mut !mir.array<4 x !mir.tuple<si32, f32>>>, ui64
# CHECK-NEXT:     mir.store %12, %16 : !mir.ptr<mut !mir.tuple<si32, f32>>
# CHECK-NEXT:     %17 = mir.cast int_to_int %i : si32 to ui64
# CHECK-NEXT:     %18 = mir.constant 4 : ui64
# CHECK-NEXT:     %19 = mir.lt %17, %18 : ui64
# CHECK-NEXT:     mir.assert bounds %19, "index out of bounds of `pairs`"
# CHECK-NEXT:     %20 = mir.element_addr %pairs[%17] : !mir.ptr<mut !mir.array<4 x !mir.tuple<si32, f32>>>, ui64
# CHECK-NEXT:     %21 = mir.field_addr %20[1] : !mir.ptr<mut !mir.tuple<si32, f32>>
# CHECK-NEXT:     %22 = mir.load %21 : !mir.ptr<mut f32>
# CHECK-NEXT:     %23 = mir.cast int_to_int %i : si32 to ui64
# CHECK-NEXT:     %24 = mir.constant 2 : ui64
# CHECK-NEXT:     %25 = mir.constant 2 : ui64
# CHECK-NEXT:     %26 = mir.lt %23, %25 : ui64
# CHECK-NEXT:     mir.assert bounds %26, "index out of bounds of `cube`"
# CHECK-NEXT:     %27 = mir.element_addr %cube[%23] : !mir.ptr<mut !mir.array<2 x !mir.array<3 x !mir.array<4 x f32>>>>, ui64
# CHECK-NEXT:     %28 = mir.element_addr %27[%24] : !mir.ptr<mut !mir.array<3 x !mir.array<4 x f32>>>, ui64
# CHECK-NEXT:     %29 = mir.call @_periclase_file_places__first_TID_e32e143e30529f034710cedd1bdae46f(%28) : (!mir.ptr<mut !mir.array<4 x f32>>) -> f32
# CHECK-NEXT:     %30 = mir.add %22, %29 : f32
# CHECK-NEXT:     %31 = mir.constant 0 : ui64
# CHECK-NEXT:     %32 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %33 = mir.lt %31, %32 : ui64
# CHECK-NEXT:     mir.assert bounds %33, "index out of bounds of `y`"
# CHECK-NEXT:     %34 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %35 = mir.ptr_offset %34[%31] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %30, %35 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @_periclase_file_places__first_TID_e32e143e30529f034710cedd1bdae46f(%row: !mir.ptr<mut !mir.array<4 x f32>>) -> f32 attributes {source_name = "first"} {
# CHECK-NEXT:     %0 = mir.constant 0 : ui64
# CHECK-NEXT:     %1 = mir.element_addr %row[%0] : !mir.ptr<mut !mir.array<4 x f32>>, ui64
# CHECK-NEXT:     %2 = mir.load %1 : !mir.ptr<mut f32>
# CHECK-NEXT:     mir.return %2 : f32
# CHECK-NEXT:   }
