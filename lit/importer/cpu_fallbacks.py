# RUN: periclase compile %s --emit mir | filecheck %s
"""A call of `inline_ptx` names the function that the CPU calls in its place."""

from periclase import MutSlice, device, kernel, u32
from periclase.gpu import inline_ptx


@device
def next_of(x: u32) -> u32:
    return x + 1


@kernel
def both(y: MutSlice[u32]):
    y[0] = inline_ptx("add.u32 $0, $1, 1;", y[0], result=u32, cpu=next_of)


# CHECK:        mir.func @both(%y: !mir.slice<mut ui32, global>) attributes {kernel, source_name = "both"} {
# CHECK-NEXT:     %0 = mir.constant 0 : ui64
# CHECK-NEXT:     %1 = mir.extract_field %y[1] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %2 = mir.lt %0, %1 : ui64
# CHECK-NEXT:     mir.assert bounds %2, "index out of bounds of `y`"
# CHECK-NEXT:     %3 = mir.extract_field %y[0] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %4 = mir.ptr_offset %3[%0] : !mir.ptr<mut ui32, global>, ui64
# CHECK-NEXT:     %5 = mir.load %4 : !mir.ptr<mut ui32, global>
# CHECK-NEXT:     %6 = mir.call @__periclase_intrinsic.inline_ptx.ui32.ui32(%5) {ptx = "add.u32 $0, $1, 1;", cpu = @_periclase_file_cpu_fallbacks__next_of} : (ui32) -> ui32
# CHECK-NEXT:     %7 = mir.constant 0 : ui64
# CHECK-NEXT:     %8 = mir.extract_field %y[1] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %9 = mir.lt %7, %8 : ui64
# CHECK-NEXT:     mir.assert bounds %9, "index out of bounds of `y`"
# CHECK-NEXT:     %10 = mir.extract_field %y[0] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %11 = mir.ptr_offset %10[%7] : !mir.ptr<mut ui32, global>, ui64
# CHECK-NEXT:     mir.store %6, %11 : !mir.ptr<mut ui32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func private @_periclase_file_cpu_fallbacks__next_of(%x: ui32) -> ui32 attributes {source_name = "next_of"} {
# CHECK-NEXT:     %0 = mir.constant 1 : ui32
# CHECK-NEXT:     %1 = mir.add %x, %0 : ui32
# CHECK-NEXT:     mir.return %1 : ui32
# CHECK-NEXT:   }
