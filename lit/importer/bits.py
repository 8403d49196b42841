# RUN: periclase compile %s --emit mir | filecheck %s
"""Bit operations are operations of mir; a bit cast is a transmutation."""

from periclase import MutSlice, f32, kernel, u32
from periclase.bits import bit_cast, popcount, rotate_left


@kernel
def bits(y: MutSlice[u32], f: f32):
    y[0] = rotate_left(bit_cast(f, u32), popcount(y[1]))

# CHECK:        mir.func @bits(%y: !mir.slice<mut ui32, global>, %f: f32) attributes {kernel, source_name = "bits"} {
# CHECK-NEXT:     %0 = mir.cast transmute %f : f32 to ui32
# CHECK-NEXT:     %1 = mir.constant 1 : ui64
# CHECK-NEXT:     %2 = mir.extract_field %y[1] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %3 = mir.lt %1, %2 : ui64
# CHECK-NEXT:     mir.assert bounds %3, "index out of bounds of `y`"
# CHECK-NEXT:     %4 = mir.extract_field %y[0] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %5 = mir.ptr_offset %4[%1] : !mir.ptr<mut ui32, global>, ui64
# CHECK-NEXT:     %6 = mir.load %5 : !mir.ptr<mut ui32, global>
# CHECK-NEXT:     %7 = mir.popcount %6 : ui32
# CHECK-NEXT:     %8 = mir.cast int_to_int %7 : ui32 to si32
# CHECK-NEXT:     %9 = mir.rotate_left %0, %8 : ui32, si32
# CHECK-NEXT:     %10 = mir.constant 0 : ui64
# CHECK-NEXT:     %11 = mir.extract_field %y[1] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %12 = mir.lt %10, %11 : ui64
# CHECK-NEXT:     mir.assert bounds %12, "index out of bounds of `y`"
# CHECK-NEXT:     %13 = mir.extract_field %y[0] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %14 = mir.ptr_offset %13[%10] : !mir.ptr<mut ui32, global>, ui64
# CHECK-NEXT:     mir.store %9, %14 : !mir.ptr<mut ui32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT: }
