# RUN: periclase compile %s --emit mir | filecheck %s
"""A fixed array as a view: a pointer to its first element with its extents and strides. A function is compiled for where it lies."""

from periclase import MutView, device, f32, kernel, shared_array


@device
def set_first(x: MutView[f32, 2]):
    x[0, 1] = 5.0


@kernel
def both(y: MutView[f32, 2]):
    tile = shared_array((2, 3), f32)
    set_first(tile)
    set_first(y)


# CHECK:        mir.func @both(%y: !mir.slice<mut f32, global>, %y_offset: si64, %y_shape: si64, %y_shape_1: si64, %y_strides: si64, %y_strides_1: si64) attributes {kernel, source_name = "both"} {
# CHECK-NEXT:     %0 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %1 = mir.ptr_offset %0[%y_offset] : !mir.ptr<mut f32, global>, si64
# CHECK-NEXT:     %2 = mir.construct_tuple %1, %y_shape, %y_shape_1, %y_strides, %y_strides_1 : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %tile = mir.shared_alloc !mir.array<2 x !mir.array<3 x f32>> key "both.tile" name "tile"
# CHECK-NEXT:     %3 = mir.constant 0 : ui64
# CHECK-NEXT:     %4 = mir.element_addr %tile[%3] : !mir.ptr<mut !mir.array<2 x !mir.array<3 x f32>>, shared>, ui64
# CHECK-NEXT:     %5 = mir.element_addr %4[%3] : !mir.ptr<mut !mir.array<3 x f32>, shared>, ui64
# CHECK-NEXT:     %6 = mir.constant 2 : si64
# CHECK-NEXT:     %7 = mir.constant 3 : si64
# CHECK-NEXT:     %8 = mir.constant 3 : si64
# CHECK-NEXT:     %9 = mir.constant 1 : si64
# CHECK-NEXT:     %10 = mir.construct_tuple %5, %6, %7, %8, %9 : !mir.tuple<!mir.ptr<mut f32, shared>, si64, si64, si64, si64>
# CHECK-NEXT:     mir.call @_periclase_file_array_views__set_first_TID_99cd5bb63395eb4736b76b95605e84bb(%10) : (!mir.tuple<!mir.ptr<mut f32, shared>, si64, si64, si64, si64>) -> ()
# CHECK-NEXT:     mir.call @_periclase_file_array_views__set_first(%2) : (!mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>) -> ()
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func private @_periclase_file_array_views__set_first_TID_99cd5bb63395eb4736b76b95605e84bb(%x: !mir.tuple<!mir.ptr<mut f32, shared>, si64, si64, si64, si64>) attributes {source_name = "set_first"} {
# CHECK-NEXT:     %0 = mir.constant 5.000000e+00 : f32
# CHECK-NEXT:     %1 = mir.extract_field %x[0] : !mir.tuple<!mir.ptr<mut f32, shared>, si64, si64, si64, si64>
# CHECK-NEXT:     %2 = mir.extract_field %x[1] : !mir.tuple<!mir.ptr<mut f32, shared>, si64, si64, si64, si64>
# CHECK-NEXT:     %3 = mir.extract_field %x[2] : !mir.tuple<!mir.ptr<mut f32, shared>, si64, si64, si64, si64>
# CHECK-NEXT:     %4 = mir.extract_field %x[3] : !mir.tuple<!mir.ptr<mut f32, shared>, si64, si64, si64, si64>
# CHECK-NEXT:     %5 = mir.extract_field %x[4] : !mir.tuple<!mir.ptr<mut f32, shared>, si64, si64, si64, si64>
# CHECK-NEXT:     %6 = mir.constant 0 : si64
# CHECK-NEXT:     %7 = mir.constant 1 : si64
# CHECK-NEXT:     %8 = mir.cast int_to_int %6 : si64 to ui64
# CHECK-NEXT:     %9 = mir.cast int_to_int %2 : si64 to ui64
# CHECK-NEXT:     %10 = mir.lt %8, %9 : ui64
# CHECK-NEXT:     mir.assert bounds %10, "index out of bounds of `x` in axis 0"
# CHECK-NEXT:     %11 = mir.cast int_to_int %7 : si64 to ui64
# CHECK-NEXT:     %12 = mir.cast int_to_int %3 : si64 to ui64
# CHECK-NEXT:     %13 = mir.lt %11, %12 : ui64
# CHECK-NEXT:     mir.assert bounds %13, "index out of bounds of `x` in axis 1"
# CHECK-NEXT:     %14 = mir.mul %6, %4 : si64
# CHECK-NEXT:     %15 = mir.mul %7, %5 : si64
# CHECK-NEXT:     %16 = mir.add %14, %15 : si64
# CHECK-NEXT:     %17 = mir.ptr_offset %1[%16] : !mir.ptr<mut f32, shared>, si64
# CHECK-NEXT:     mir.store %0, %17 : !mir.ptr<mut f32, shared>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func private @_periclase_file_array_views__set_first(%x: !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>) attributes {source_name = "set_first"} {
# CHECK-NEXT:     %0 = mir.constant 5.000000e+00 : f32
# CHECK-NEXT:     %1 = mir.extract_field %x[0] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %2 = mir.extract_field %x[1] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %3 = mir.extract_field %x[2] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %4 = mir.extract_field %x[3] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %5 = mir.extract_field %x[4] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %6 = mir.constant 0 : si64
# CHECK-NEXT:     %7 = mir.constant 1 : si64
# CHECK-NEXT:     %8 = mir.cast int_to_int %6 : si64 to ui64
# CHECK-NEXT:     %9 = mir.cast int_to_int %2 : si64 to ui64
# CHECK-NEXT:     %10 = mir.lt %8, %9 : ui64
# CHECK-NEXT:     mir.assert bounds %10, "index out of bounds of `x` in axis 0"
# CHECK-NEXT:     %11 = mir.cast int_to_int %7 : si64 to ui64
# CHECK-NEXT:     %12 = mir.cast int_to_int %3 : si64 to ui64
# CHECK-NEXT:     %13 = mir.lt %11, %12 : ui64
# CHECK-NEXT:     mir.assert bounds %13, "index out of bounds of `x` in axis 1"
# CHECK-NEXT:     %14 = mir.mul %6, %4 : si64
# CHECK-NEXT:     %15 = mir.mul %7, %5 : si64
# CHECK-NEXT:     %16 = mir.add %14, %15 : si64
# CHECK-NEXT:     %17 = mir.ptr_offset %1[%16] : !mir.ptr<mut f32, global>, si64
# CHECK-NEXT:     mir.store %0, %17 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
