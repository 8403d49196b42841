# RUN: periclase compile %s --emit mir | filecheck %s
"""A kernel gets the buffers of the device globals that it or its functions name behind its own parameters; functions, pointers."""

from periclase import Array, Slice, device, device_global, i32, kernel, u32
from periclase.gpu import atomic_add

counter = device_global(u32, 5)
table = device_global(Array[i32, 2, 3])


@device
def bump(n: u32):
    atomic_add(counter, n)


@kernel
def count(x: Slice[u32]):
    bump(x[0])
    table[1, 2] += 1


# CHECK:        mir.func @count(%x: !mir.slice<ui32, global>, %table: !mir.slice<mut si32, global>, %counter: !mir.slice<mut ui32, global>) attributes {kernel, source_name = "count"} {
# CHECK-NEXT:     %0 = mir.extract_field %table[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %1 = mir.cast ptr_to_ptr %0 : !mir.ptr<mut si32, global> to !mir.ptr<mut !mir.array<2 x !mir.array<3 x si32>>, global>
# CHECK-NEXT:     %2 = mir.extract_field %counter[0] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %3 = mir.constant 0 : ui64
# CHECK-NEXT:     %4 = mir.extract_field %x[1] : !mir.slice<ui32, global>
# CHECK-NEXT:     %5 = mir.lt %3, %4 : ui64
# CHECK-NEXT:     mir.assert bounds %5, "index out of bounds of `x`"
# CHECK-NEXT:     %6 = mir.extract_field %x[0] : !mir.slice<ui32, global>
# CHECK-NEXT:     %7 = mir.ptr_offset %6[%3] : !mir.ptr<ui32, global>, ui64
# CHECK-NEXT:     %8 = mir.load %7 : !mir.ptr<ui32, global>
# CHECK-NEXT:     mir.call @_periclase_file_device_globals__bump(%8, %2) : (ui32, !mir.ptr<mut ui32, global>) -> ()
# CHECK-NEXT:     %9 = mir.constant 1 : ui64
# CHECK-NEXT:     %10 = mir.constant 2 : ui64
# CHECK-NEXT:     %11 = mir.element_addr %1[%9] : !mir.ptr<mut !mir.array<2 x !mir.array<3 x si32>>, global>, ui64
# CHECK-NEXT:     %12 = mir.element_addr %11[%10] : !mir.ptr<mut !mir.array<3 x si32>, global>, ui64
# CHECK-NEXT:     %13 = mir.load %12 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %14 = mir.constant 1 : si32
# CHECK-NEXT:     %15 = mir.add %13, %14 : si32
# CHECK-NEXT:     mir.store %15, %12 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func private @_periclase_file_device_globals__bump(%n: ui32, %counter: !mir.ptr<mut ui32, global>) attributes {source_name = "bump"} {
# CHECK-NEXT:     %0 = mir.call @__periclase_intrinsic.atomic_add.ui32.global.relaxed.device(%counter, %n) : (!mir.ptr<mut ui32, global>, ui32) -> ui32
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
