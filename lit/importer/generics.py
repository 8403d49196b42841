# RUN: periclase compile '%s:scale[f32, 3]' --emit mir | filecheck %s
# RUN: env PERICLASE_VERBOSE=1 periclase compile %s --emit mir 2>&1 | filecheck %s --check-prefix=ALL
"""Generic functions and kernels: types and constants are filled in, and a specialisation is named by their hash."""

from typing import TypeVar

from periclase import Const, MutSlice, f32, kernel

T = TypeVar("T")


def power(x: T, n: Const[int]) -> T:
    result = T(1)
    for _ in range(n):
        result *= x
    return result


@kernel
def scale(x: MutSlice[T], n: Const[int]):
    x[0] = power(x[0], n)


@kernel
def plain(x: MutSlice[f32]):
    x[0] = power(x[0], 2)

# ALL: scale is left out: it is generic
# ALL: mir.func @plain(
# ALL-NOT: mir.func @scale

# CHECK:        mir.func @scale_TID_d0273f103ba822c044c0e3e0abe958ab(%x: !mir.slice<mut f32, global>) attributes {kernel, source_name = "scale"} {
# CHECK-NEXT:     %0 = mir.constant 0 : ui64
# CHECK-NEXT:     %1 = mir.extract_field %x[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %2 = mir.lt %0, %1 : ui64
# CHECK-NEXT:     mir.assert bounds %2, "index out of bounds of `x`"
# CHECK-NEXT:     %3 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %4 = mir.ptr_offset %3[%0] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %5 = mir.load %4 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %6 = mir.call @_periclase_file_generics__power_TID_f1949eaa959a4cc09deb6a2f613dd07c(%5) : (f32) -> f32
# CHECK-NEXT:     %7 = mir.constant 0 : ui64
# CHECK-NEXT:     %8 = mir.extract_field %x[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %9 = mir.lt %7, %8 : ui64
# CHECK-NEXT:     mir.assert bounds %9, "index out of bounds of `x`"
# CHECK-NEXT:     %10 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %11 = mir.ptr_offset %10[%7] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %6, %11 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @_periclase_file_generics__power_TID_f1949eaa959a4cc09deb6a2f613dd07c(%x: f32) -> f32 attributes {source_name = "power"} {
# CHECK-NEXT:     %result = mir.alloca f32 name "result"
# CHECK-NEXT:     %_ = mir.alloca si64 name "_"
# CHECK-NEXT:     %0 = mir.alloca si64 name "_.counter"
# CHECK-NEXT:     %1 = mir.constant 1.000000e+00 : f32
# CHECK-NEXT:     mir.store %1, %result : !mir.ptr<mut f32>
# CHECK-NEXT:     %2 = mir.constant 0 : si64
# CHECK-NEXT:     %3 = mir.constant 3 : si64
# CHECK-NEXT:     %4 = mir.constant 1 : si64
# CHECK-NEXT:     mir.store %2, %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %5 = mir.load %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     %6 = mir.lt %5, %3 : si64
# CHECK-NEXT:     mir.cond_br %6, ^bb2, ^bb4
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     mir.store %5, %_ : !mir.ptr<mut si64>
# CHECK-NEXT:     %7 = mir.load %result : !mir.ptr<mut f32>
# CHECK-NEXT:     %8 = mir.mul %7, %x : f32
# CHECK-NEXT:     mir.store %8, %result : !mir.ptr<mut f32>
# CHECK-NEXT:     mir.goto ^bb3
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %9 = mir.load %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     %10 = mir.add %9, %4 : si64
# CHECK-NEXT:     mir.store %10, %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb4:
# CHECK-NEXT:     %11 = mir.load %result : !mir.ptr<mut f32>
# CHECK-NEXT:     mir.return %11 : f32
# CHECK-NEXT:   }
