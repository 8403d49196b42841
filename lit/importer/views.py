# RUN: periclase compile %s --emit mir | filecheck %s
"""Views: a tuple of pointer, extents and strides; each index is checked against its extent."""

from periclase import MutSlice, MutView, OutView, View, f32, isize, kernel


@kernel
def element(x: View[f32, 2], y: MutSlice[f32], i: isize):
    y[0] = x[i, -1]


@kernel
def part(x: MutView[f32, 2], i: isize):
    row = x[1:i, ::-2]
    row[0, 0] = 1.0


@kernel
def row(x: OutView[f32, 2], i: isize):
    x[i][0] = 1.0


@kernel
def turned(x: View[f32, 2], y: MutSlice[isize]):
    y[0] = x.T.shape[0] * x.strides[1]


@kernel
def of_slice(x: MutSlice[f32]):
    y, z = x[1:3], x[::2]
    y[0] = z[0]

# CHECK:        mir.func @element(%x: !mir.slice<f32, global>, %x_offset: si64, %x_shape: si64, %x_shape_1: si64, %x_strides: si64, %x_strides_1: si64, %y: !mir.slice<mut f32, global>, %i: si64) attributes {kernel, source_name = "element"} {
# CHECK-NEXT:     %0 = mir.extract_field %x[0] : !mir.slice<f32, global>
# CHECK-NEXT:     %1 = mir.ptr_offset %0[%x_offset] : !mir.ptr<f32, global>, si64
# CHECK-NEXT:     %2 = mir.construct_tuple %1, %x_shape, %x_shape_1, %x_strides, %x_strides_1 : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %3 = mir.extract_field %2[0] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %4 = mir.extract_field %2[1] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %5 = mir.extract_field %2[2] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %6 = mir.extract_field %2[3] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %7 = mir.extract_field %2[4] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %8 = mir.extract_field %2[2] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %9 = mir.constant 1 : si64
# CHECK-NEXT:     %10 = mir.sub %8, %9 : si64
# CHECK-NEXT:     %11 = mir.cast int_to_int %i : si64 to ui64
# CHECK-NEXT:     %12 = mir.cast int_to_int %4 : si64 to ui64
# CHECK-NEXT:     %13 = mir.lt %11, %12 : ui64
# CHECK-NEXT:     mir.assert bounds %13, "index out of bounds of `x` in axis 0"
# CHECK-NEXT:     %14 = mir.cast int_to_int %10 : si64 to ui64
# CHECK-NEXT:     %15 = mir.cast int_to_int %5 : si64 to ui64
# CHECK-NEXT:     %16 = mir.lt %14, %15 : ui64
# CHECK-NEXT:     mir.assert bounds %16, "index out of bounds of `x` in axis 1"
# CHECK-NEXT:     %17 = mir.mul %i, %6 : si64
# CHECK-NEXT:     %18 = mir.mul %10, %7 : si64
# CHECK-NEXT:     %19 = mir.add %17, %18 : si64
# CHECK-NEXT:     %20 = mir.ptr_offset %3[%19] : !mir.ptr<f32, global>, si64
# CHECK-NEXT:     %21 = mir.load %20 : !mir.ptr<f32, global>
# CHECK-NEXT:     %22 = mir.constant 0 : ui64
# CHECK-NEXT:     %23 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %24 = mir.lt %22, %23 : ui64
# CHECK-NEXT:     mir.assert bounds %24, "index out of bounds of `y`"
# CHECK-NEXT:     %25 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %26 = mir.ptr_offset %25[%22] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %21, %26 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }

# CHECK:        mir.func @part(%x: !mir.slice<mut f32, global>, %x_offset: si64, %x_shape: si64, %x_shape_1: si64, %x_strides: si64, %x_strides_1: si64, %i: si64) attributes {kernel, source_name = "part"} {
# CHECK-NEXT:     %row = mir.alloca !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64> name "row"
# CHECK-NEXT:     %0 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %1 = mir.ptr_offset %0[%x_offset] : !mir.ptr<mut f32, global>, si64
# CHECK-NEXT:     %2 = mir.construct_tuple %1, %x_shape, %x_shape_1, %x_strides, %x_strides_1 : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %3 = mir.extract_field %2[0] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %4 = mir.extract_field %2[1] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %5 = mir.extract_field %2[2] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %6 = mir.extract_field %2[3] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %7 = mir.extract_field %2[4] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %8 = mir.constant 0 : si64
# CHECK-NEXT:     %9 = mir.constant 1 : si64
# CHECK-NEXT:     %10 = mir.min %9, %4 : si64
# CHECK-NEXT:     %11 = mir.constant 0 : si64
# CHECK-NEXT:     %12 = mir.add %i, %4 : si64
# CHECK-NEXT:     %13 = mir.lt %i, %11 : si64
# CHECK-NEXT:     %14 = mir.select %13, %12, %i : si64
# CHECK-NEXT:     %15 = mir.max %14, %11 : si64
# CHECK-NEXT:     %16 = mir.min %15, %4 : si64
# CHECK-NEXT:     %17 = mir.constant 0 : si64
# CHECK-NEXT:     %18 = mir.constant 1 : si64
# CHECK-NEXT:     %19 = mir.sub %5, %18 : si64
# CHECK-NEXT:     %20 = mir.constant -1 : si64
# CHECK-NEXT:     %21 = mir.constant 0 : si64
# CHECK-NEXT:     %22 = mir.sub %16, %10 : si64
# CHECK-NEXT:     %23 = mir.max %22, %21 : si64
# CHECK-NEXT:     %24 = mir.gt %23, %21 : si64
# CHECK-NEXT:     %25 = mir.select %24, %10, %21 : si64
# CHECK-NEXT:     %26 = mir.mul %25, %6 : si64
# CHECK-NEXT:     %27 = mir.constant 0 : si64
# CHECK-NEXT:     %28 = mir.sub %19, %20 : si64
# CHECK-NEXT:     %29 = mir.max %28, %27 : si64
# CHECK-NEXT:     %30 = mir.constant 1 : si64
# CHECK-NEXT:     %31 = mir.add %29, %30 : si64
# CHECK-NEXT:     %32 = mir.constant 2 : si64
# CHECK-NEXT:     %33 = mir.div %31, %32 : si64
# CHECK-NEXT:     %34 = mir.gt %29, %27 : si64
# CHECK-NEXT:     %35 = mir.select %34, %19, %27 : si64
# CHECK-NEXT:     %36 = mir.mul %35, %7 : si64
# CHECK-NEXT:     %37 = mir.constant -2 : si64
# CHECK-NEXT:     %38 = mir.mul %7, %37 : si64
# CHECK-NEXT:     %39 = mir.add %26, %36 : si64
# CHECK-NEXT:     %40 = mir.ptr_offset %3[%39] : !mir.ptr<mut f32, global>, si64
# CHECK-NEXT:     %41 = mir.construct_tuple %40, %23, %33, %6, %38 : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     mir.store %41, %row : !mir.ptr<mut !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>>
# CHECK-NEXT:     %42 = mir.constant 1.000000e+00 : f32
# CHECK-NEXT:     %43 = mir.load %row : !mir.ptr<mut !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>>
# CHECK-NEXT:     %44 = mir.extract_field %43[0] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %45 = mir.extract_field %43[1] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %46 = mir.extract_field %43[2] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %47 = mir.extract_field %43[3] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %48 = mir.extract_field %43[4] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %49 = mir.constant 0 : si64
# CHECK-NEXT:     %50 = mir.constant 0 : si64
# CHECK-NEXT:     %51 = mir.cast int_to_int %49 : si64 to ui64
# CHECK-NEXT:     %52 = mir.cast int_to_int %45 : si64 to ui64
# CHECK-NEXT:     %53 = mir.lt %51, %52 : ui64
# CHECK-NEXT:     mir.assert bounds %53, "index out of bounds of `row` in axis 0"
# CHECK-NEXT:     %54 = mir.cast int_to_int %50 : si64 to ui64
# CHECK-NEXT:     %55 = mir.cast int_to_int %46 : si64 to ui64
# CHECK-NEXT:     %56 = mir.lt %54, %55 : ui64
# CHECK-NEXT:     mir.assert bounds %56, "index out of bounds of `row` in axis 1"
# CHECK-NEXT:     %57 = mir.mul %49, %47 : si64
# CHECK-NEXT:     %58 = mir.mul %50, %48 : si64
# CHECK-NEXT:     %59 = mir.add %57, %58 : si64
# CHECK-NEXT:     %60 = mir.ptr_offset %44[%59] : !mir.ptr<mut f32, global>, si64
# CHECK-NEXT:     mir.store %42, %60 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }

# CHECK:        mir.func @row(%x: !mir.slice<mut f32, global>, %x_offset: si64, %x_shape: si64, %x_shape_1: si64, %x_strides: si64, %x_strides_1: si64, %i: si64) attributes {kernel, source_name = "row"} {
# CHECK-NEXT:     %0 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %1 = mir.ptr_offset %0[%x_offset] : !mir.ptr<mut f32, global>, si64
# CHECK-NEXT:     %2 = mir.construct_tuple %1, %x_shape, %x_shape_1, %x_strides, %x_strides_1 : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %3 = mir.constant 1.000000e+00 : f32
# CHECK-NEXT:     %4 = mir.extract_field %2[0] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %5 = mir.extract_field %2[1] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %6 = mir.extract_field %2[2] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %7 = mir.extract_field %2[3] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %8 = mir.extract_field %2[4] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %9 = mir.cast int_to_int %i : si64 to ui64
# CHECK-NEXT:     %10 = mir.cast int_to_int %5 : si64 to ui64
# CHECK-NEXT:     %11 = mir.lt %9, %10 : ui64
# CHECK-NEXT:     mir.assert bounds %11, "index out of bounds of `x` in axis 0"
# CHECK-NEXT:     %12 = mir.mul %i, %7 : si64
# CHECK-NEXT:     %13 = mir.ptr_offset %4[%12] : !mir.ptr<mut f32, global>, si64
# CHECK-NEXT:     %14 = mir.construct_tuple %13, %6, %8 : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64>
# CHECK-NEXT:     %15 = mir.extract_field %14[0] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64>
# CHECK-NEXT:     %16 = mir.extract_field %14[1] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64>
# CHECK-NEXT:     %17 = mir.extract_field %14[2] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64>
# CHECK-NEXT:     %18 = mir.constant 0 : si64
# CHECK-NEXT:     %19 = mir.cast int_to_int %18 : si64 to ui64
# CHECK-NEXT:     %20 = mir.cast int_to_int %16 : si64 to ui64
# CHECK-NEXT:     %21 = mir.lt %19, %20 : ui64
# CHECK-NEXT:     mir.assert bounds %21, "index out of bounds of `x[i]`"
# CHECK-NEXT:     %22 = mir.mul %18, %17 : si64
# CHECK-NEXT:     %23 = mir.ptr_offset %15[%22] : !mir.ptr<mut f32, global>, si64
# CHECK-NEXT:     mir.store %3, %23 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }

# CHECK:        mir.func @turned(%x: !mir.slice<f32, global>, %x_offset: si64, %x_shape: si64, %x_shape_1: si64, %x_strides: si64, %x_strides_1: si64, %y: !mir.slice<mut si64, global>) attributes {kernel, source_name = "turned"} {
# CHECK-NEXT:     %0 = mir.extract_field %x[0] : !mir.slice<f32, global>
# CHECK-NEXT:     %1 = mir.ptr_offset %0[%x_offset] : !mir.ptr<f32, global>, si64
# CHECK-NEXT:     %2 = mir.construct_tuple %1, %x_shape, %x_shape_1, %x_strides, %x_strides_1 : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %3 = mir.extract_field %2[0] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %4 = mir.extract_field %2[1] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %5 = mir.extract_field %2[2] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %6 = mir.extract_field %2[3] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %7 = mir.extract_field %2[4] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %8 = mir.construct_tuple %3, %5, %4, %7, %6 : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %9 = mir.extract_field %8[1] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %10 = mir.extract_field %2[4] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %11 = mir.mul %9, %10 : si64
# CHECK-NEXT:     %12 = mir.constant 0 : ui64
# CHECK-NEXT:     %13 = mir.extract_field %y[1] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %14 = mir.lt %12, %13 : ui64
# CHECK-NEXT:     mir.assert bounds %14, "index out of bounds of `y`"
# CHECK-NEXT:     %15 = mir.extract_field %y[0] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %16 = mir.ptr_offset %15[%12] : !mir.ptr<mut si64, global>, ui64
# CHECK-NEXT:     mir.store %11, %16 : !mir.ptr<mut si64, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }

# CHECK:        mir.func @of_slice(%x: !mir.slice<mut f32, global>) attributes {kernel, source_name = "of_slice"} {
# CHECK-NEXT:     %y = mir.alloca !mir.slice<mut f32, global> name "y"
# CHECK-NEXT:     %z = mir.alloca !mir.tuple<!mir.ptr<mut f32, global>, si64, si64> name "z"
# CHECK-NEXT:     %0 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %1 = mir.extract_field %x[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %2 = mir.cast int_to_int %1 : ui64 to si64
# CHECK-NEXT:     %3 = mir.constant 0 : si64
# CHECK-NEXT:     %4 = mir.constant 1 : si64
# CHECK-NEXT:     %5 = mir.min %4, %2 : si64
# CHECK-NEXT:     %6 = mir.constant 3 : si64
# CHECK-NEXT:     %7 = mir.min %6, %2 : si64
# CHECK-NEXT:     %8 = mir.constant 0 : si64
# CHECK-NEXT:     %9 = mir.sub %7, %5 : si64
# CHECK-NEXT:     %10 = mir.max %9, %8 : si64
# CHECK-NEXT:     %11 = mir.gt %10, %8 : si64
# CHECK-NEXT:     %12 = mir.select %11, %5, %8 : si64
# CHECK-NEXT:     %13 = mir.ptr_offset %0[%12] : !mir.ptr<mut f32, global>, si64
# CHECK-NEXT:     %14 = mir.cast int_to_int %10 : si64 to ui64
# CHECK-NEXT:     %15 = mir.construct_slice %13, %14 : !mir.slice<mut f32, global>
# CHECK-NEXT:     %16 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %17 = mir.extract_field %x[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %18 = mir.cast int_to_int %17 : ui64 to si64
# CHECK-NEXT:     %19 = mir.constant 0 : si64
# CHECK-NEXT:     %20 = mir.constant 0 : si64
# CHECK-NEXT:     %21 = mir.sub %18, %19 : si64
# CHECK-NEXT:     %22 = mir.max %21, %20 : si64
# CHECK-NEXT:     %23 = mir.constant 1 : si64
# CHECK-NEXT:     %24 = mir.add %22, %23 : si64
# CHECK-NEXT:     %25 = mir.constant 2 : si64
# CHECK-NEXT:     %26 = mir.div %24, %25 : si64
# CHECK-NEXT:     %27 = mir.gt %22, %20 : si64
# CHECK-NEXT:     %28 = mir.select %27, %19, %20 : si64
# CHECK-NEXT:     %29 = mir.constant 2 : si64
# CHECK-NEXT:     %30 = mir.ptr_offset %16[%28] : !mir.ptr<mut f32, global>, si64
# CHECK-NEXT:     %31 = mir.construct_tuple %30, %26, %29 : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64>
# CHECK-NEXT:     mir.store %15, %y : !mir.ptr<mut !mir.slice<mut f32, global>>
# CHECK-NEXT:     mir.store %31, %z : !mir.ptr<mut !mir.tuple<!mir.ptr<mut f32, global>, si64, si64>>
# CHECK-NEXT:     %32 = mir.load %z : !mir.ptr<mut !mir.tuple<!mir.ptr<mut f32, global>, si64, si64>>
# CHECK-NEXT:     %33 = mir.extract_field %32[0] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64>
# CHECK-NEXT:     %34 = mir.extract_field %32[1] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64>
# CHECK-NEXT:     %35 = mir.extract_field %32[2] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64>
# CHECK-NEXT:     %36 = mir.constant 0 : si64
# CHECK-NEXT:     %37 = mir.cast int_to_int %36 : si64 to ui64
# CHECK-NEXT:     %38 = mir.cast int_to_int %34 : si64 to ui64
# CHECK-NEXT:     %39 = mir.lt %37, %38 : ui64
# CHECK-NEXT:     mir.assert bounds %39, "index out of bounds of `z`"
# CHECK-NEXT:     %40 = mir.mul %36, %35 : si64
# CHECK-NEXT:     %41 = mir.ptr_offset %33[%40] : !mir.ptr<mut f32, global>, si64
# CHECK-NEXT:     %42 = mir.load %41 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %43 = mir.load %y : !mir.ptr<mut !mir.slice<mut f32, global>>
# CHECK-NEXT:     %44 = mir.constant 0 : ui64
# CHECK-NEXT:     %45 = mir.extract_field %43[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %46 = mir.lt %44, %45 : ui64
# CHECK-NEXT:     mir.assert bounds %46, "index out of bounds of `y`"
# CHECK-NEXT:     %47 = mir.extract_field %43[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %48 = mir.ptr_offset %47[%44] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %42, %48 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
