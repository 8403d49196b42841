# RUN: periclase compile %s --emit mir | filecheck %s
"""debug=True: integer overflow traps, but for arithmetic of which the ranges show that it does not overflow."""

from periclase import MutSlice, i32, kernel
from periclase.gpu import block_dim_x, block_idx_x, thread_idx_x


@kernel(debug=True, launch_bounds=(256, 2), fastmath=["contract"])
def checked(a: i32, n: MutSlice[i32]):
    n[block_idx_x() * block_dim_x() + thread_idx_x()] = a * a

# CHECK:        mir.func @checked(%a: si32, %n: !mir.slice<mut si32, global>) attributes {kernel, launch_bounds = #mir.launch_bounds<256, min_blocks = 2>, source_name = "checked"} {
# CHECK-NEXT:     %0 = mir.checked_mul %a, %a : si32
# CHECK-NEXT:     %1 = mir.extract_field %0[0] : !mir.tuple<si32, i1>
# CHECK-NEXT:     %2 = mir.extract_field %0[1] : !mir.tuple<si32, i1>
# CHECK-NEXT:     %3 = mir.not %2 : i1
# CHECK-NEXT:     mir.assert overflow %3, "overflow of i32 in `*`"
# CHECK-NEXT:     %4 = mir.call @__periclase_intrinsic.block_idx_x() : () -> ui32
# CHECK-NEXT:     %5 = mir.cast int_to_int %4 : ui32 to si64
# CHECK-NEXT:     %6 = mir.call @__periclase_intrinsic.block_dim_x() : () -> ui32
# CHECK-NEXT:     %7 = mir.cast int_to_int %6 : ui32 to si64
# CHECK-NEXT:     %8 = mir.mul %5, %7 : si64
# CHECK-NEXT:     %9 = mir.call @__periclase_intrinsic.thread_idx_x() : () -> ui32
# CHECK-NEXT:     %10 = mir.cast int_to_int %9 : ui32 to si64
# CHECK-NEXT:     %11 = mir.add %8, %10 : si64
# CHECK-NEXT:     %12 = mir.cast int_to_int %11 : si64 to ui64
# CHECK-NEXT:     %13 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %14 = mir.lt %12, %13 : ui64
# CHECK-NEXT:     mir.assert bounds %14, "index out of bounds of `n`"
# CHECK-NEXT:     %15 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %16 = mir.ptr_offset %15[%12] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %1, %16 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.block_idx_x() -> ui32
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.block_dim_x() -> ui32
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.thread_idx_x() -> ui32
