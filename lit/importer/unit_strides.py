# RUN: periclase compile %s:contiguous --emit mir | filecheck %s
"""Where the last axes of all views are contiguous, a launch takes a kernel to which their strides are 1."""

from periclase import OutView, View, f32, kernel
from periclase.gpu import thread_idx_x


@kernel
def double(x: View[f32, 2], y: OutView[f32, 1]):
    i = thread_idx_x()
    y[i] = 2.0 * x[0, i]


contiguous = double.with_unit_strides

# CHECK:        mir.func @double(%x: !mir.slice<f32, global>, %x_offset: si64, %x_shape: si64, %x_shape_1: si64, %x_strides: si64, %x_strides_1: si64, %y: !mir.slice<mut f32, global>, %y_offset: si64, %y_shape: si64, %y_strides: si64) attributes {kernel, source_name = "double"} {
# CHECK-NEXT:     %i = mir.alloca si64 name "i"
# CHECK-NEXT:     %0 = mir.constant 1 : si64
# CHECK-NEXT:     %1 = mir.extract_field %x[0] : !mir.slice<f32, global>
# CHECK-NEXT:     %2 = mir.ptr_offset %1[%x_offset] : !mir.ptr<f32, global>, si64
# CHECK-NEXT:     %3 = mir.construct_tuple %2, %x_shape, %x_shape_1, %x_strides, %0 : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %4 = mir.constant 1 : si64
# CHECK-NEXT:     %5 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %6 = mir.ptr_offset %5[%y_offset] : !mir.ptr<mut f32, global>, si64
# CHECK-NEXT:     %7 = mir.construct_tuple %6, %y_shape, %4 : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64>
# CHECK-NEXT:     %8 = mir.call @__periclase_intrinsic.thread_idx_x() : () -> ui32
# CHECK-NEXT:     %9 = mir.cast int_to_int %8 : ui32 to si64
# CHECK-NEXT:     mir.store %9, %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %10 = mir.constant 2.000000e+00 : f32
# CHECK-NEXT:     %11 = mir.extract_field %3[0] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %12 = mir.extract_field %3[1] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %13 = mir.extract_field %3[2] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %14 = mir.extract_field %3[3] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %15 = mir.extract_field %3[4] : !mir.tuple<!mir.ptr<f32, global>, si64, si64, si64, si64>
# CHECK-NEXT:     %16 = mir.constant 0 : si64
# CHECK-NEXT:     %17 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %18 = mir.cast int_to_int %16 : si64 to ui64
# CHECK-NEXT:     %19 = mir.cast int_to_int %12 : si64 to ui64
# CHECK-NEXT:     %20 = mir.lt %18, %19 : ui64
# CHECK-NEXT:     mir.assert bounds %20, "index out of bounds of `x` in axis 0"
# CHECK-NEXT:     %21 = mir.cast int_to_int %17 : si64 to ui64
# CHECK-NEXT:     %22 = mir.cast int_to_int %13 : si64 to ui64
# CHECK-NEXT:     %23 = mir.lt %21, %22 : ui64
# CHECK-NEXT:     mir.assert bounds %23, "index out of bounds of `x` in axis 1"
# CHECK-NEXT:     %24 = mir.mul %16, %14 : si64
# CHECK-NEXT:     %25 = mir.mul %17, %15 : si64
# CHECK-NEXT:     %26 = mir.add %24, %25 : si64
# CHECK-NEXT:     %27 = mir.ptr_offset %11[%26] : !mir.ptr<f32, global>, si64
# CHECK-NEXT:     %28 = mir.load %27 : !mir.ptr<f32, global>
# CHECK-NEXT:     %29 = mir.mul %10, %28 : f32
# CHECK-NEXT:     %30 = mir.extract_field %7[0] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64>
# CHECK-NEXT:     %31 = mir.extract_field %7[1] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64>
# CHECK-NEXT:     %32 = mir.extract_field %7[2] : !mir.tuple<!mir.ptr<mut f32, global>, si64, si64>
# CHECK-NEXT:     %33 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %34 = mir.cast int_to_int %33 : si64 to ui64
# CHECK-NEXT:     %35 = mir.cast int_to_int %31 : si64 to ui64
# CHECK-NEXT:     %36 = mir.lt %34, %35 : ui64
# CHECK-NEXT:     mir.assert bounds %36, "index out of bounds of `y`"
# CHECK-NEXT:     %37 = mir.mul %33, %32 : si64
# CHECK-NEXT:     %38 = mir.ptr_offset %30[%37] : !mir.ptr<mut f32, global>, si64
# CHECK-NEXT:     mir.store %29, %38 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
