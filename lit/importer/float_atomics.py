# RUN: periclase compile %s --emit mir | filecheck %s
"""The greater of two floats, atomically: a loop that swaps bits, and ends where there is nothing to change."""

from periclase import MutSlice, f16, f32, kernel
from periclase.gpu import atomic_exchange, atomic_max


@kernel
def k(x: MutSlice[f32], value: f32):
    atomic_max(x[0], value)


@kernel
def half(x: MutSlice[f16], value: f16):
    atomic_exchange(x[0], value)


# CHECK:        mir.func @k(%x: !mir.slice<mut f32, global>, %value: f32) attributes {kernel, source_name = "k"} {
# CHECK-NEXT:     %0 = mir.alloca si32 name "seen"
# CHECK-NEXT:     %1 = mir.constant 0 : ui64
# CHECK-NEXT:     %2 = mir.extract_field %x[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %3 = mir.lt %1, %2 : ui64
# CHECK-NEXT:     mir.assert bounds %3, "index out of bounds of `x`"
# CHECK-NEXT:     %4 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %5 = mir.ptr_offset %4[%1] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %6 = mir.cast ptr_to_ptr %5 : !mir.ptr<mut f32, global> to !mir.ptr<mut si32, global>
# CHECK-NEXT:     %7 = mir.call @__periclase_intrinsic.atomic_load.si32.global.relaxed.device(%6) : (!mir.ptr<mut si32, global>) -> si32
# CHECK-NEXT:     mir.store %7, %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %8 = mir.load %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     %9 = mir.cast transmute %8 : si32 to f32
# CHECK-NEXT:     %10 = mir.gt %value, %9 : f32
# CHECK-NEXT:     mir.cond_br %10, ^bb2, ^bb3
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %11 = mir.cast transmute %value : f32 to si32
# CHECK-NEXT:     %12 = mir.call @__periclase_intrinsic.atomic_cas.si32.global.relaxed.device(%6, %8, %11) : (!mir.ptr<mut si32, global>, si32, si32) -> si32
# CHECK-NEXT:     mir.store %12, %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     %13 = mir.eq %12, %8 : si32
# CHECK-NEXT:     mir.cond_br %13, ^bb3, ^bb1
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %14 = mir.load %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     %15 = mir.cast transmute %14 : si32 to f32
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }

# CHECK:        mir.func @half(
# CHECK:          %6 = mir.cast ptr_to_ptr %5 : !mir.ptr<mut f16, global> to !mir.ptr<mut si16, global>
# CHECK-NEXT:     %7 = mir.call @__periclase_intrinsic.atomic_load.si16.global.relaxed.device(%6) : (!mir.ptr<mut si16, global>) -> si16
# CHECK-NEXT:     mir.store %7, %0 : !mir.ptr<mut si16>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %8 = mir.load %0 : !mir.ptr<mut si16>
# CHECK-NEXT:     %9 = mir.cast transmute %8 : si16 to f16
# CHECK-NEXT:     mir.goto ^bb2
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %10 = mir.cast transmute %value : f16 to si16
# CHECK-NEXT:     %11 = mir.call @__periclase_intrinsic.atomic_cas.si16.global.relaxed.device(%6, %8, %10) : (!mir.ptr<mut si16, global>, si16, si16) -> si16
# CHECK-NEXT:     mir.store %11, %0 : !mir.ptr<mut si16>
# CHECK-NEXT:     %12 = mir.eq %11, %8 : si16
# CHECK-NEXT:     mir.cond_br %12, ^bb3, ^bb1
# CHECK-NEXT:   ^bb3:
