# RUN: periclase compile %s --emit mir | filecheck %s
"""Stubs: overloads, places in two address spaces, immediates in the symbol, texts as attributes."""

from periclase import MutSlice, f32, i32, kernel, shared_array, u32
from periclase.gpu import atomic_add, printf, shfl_sync_down, thread_idx_x, trap


@kernel
def stubs(a: i32, f: f32, n: MutSlice[i32]):
    bins = shared_array(32, u32)
    atomic_add(bins[0], 1, order="acq_rel", scope="block")
    n[0] = atomic_add(n, a, 2)
    printf("%d %f\n", a, f)
    n[1] = shfl_sync_down(a, 1)
    if f > 1.0:
        trap()
    n[2] = i32(thread_idx_x())

# CHECK:        mir.func @stubs(%a: si32, %f: f32, %n: !mir.slice<mut si32, global>) attributes {kernel, source_name = "stubs"} {
# CHECK-NEXT:     %bins = mir.shared_alloc !mir.array<32 x ui32> key "stubs.bins" name "bins"
# CHECK-NEXT:     %0 = mir.constant 0 : ui64
# CHECK-NEXT:     %1 = mir.element_addr %bins[%0] : !mir.ptr<mut !mir.array<32 x ui32>, shared>, ui64
# CHECK-NEXT:     %2 = mir.constant 1 : ui32
# CHECK-NEXT:     %3 = mir.call @__periclase_intrinsic.atomic_add.ui32.shared.acq_rel.block(%1, %2) : (!mir.ptr<mut ui32, shared>, ui32) -> ui32
# CHECK-NEXT:     %4 = mir.cast int_to_int %a : si32 to ui64
# CHECK-NEXT:     %5 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %6 = mir.lt %4, %5 : ui64
# CHECK-NEXT:     mir.assert bounds %6, "index out of bounds of `n`"
# CHECK-NEXT:     %7 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %8 = mir.ptr_offset %7[%4] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %9 = mir.constant 2 : si32
# CHECK-NEXT:     %10 = mir.call @__periclase_intrinsic.atomic_add.si32.global.relaxed.device(%8, %9) : (!mir.ptr<mut si32, global>, si32) -> si32
# CHECK-NEXT:     %11 = mir.constant 0 : ui64
# CHECK-NEXT:     %12 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %13 = mir.lt %11, %12 : ui64
# CHECK-NEXT:     mir.assert bounds %13, "index out of bounds of `n`"
# CHECK-NEXT:     %14 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %15 = mir.ptr_offset %14[%11] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %10, %15 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %16 = mir.call @__periclase_intrinsic.printf.si32.f32(%a, %f) {format = "%d %f\0A"} : (si32, f32) -> si32
# CHECK-NEXT:     %17 = mir.constant 1 : ui32
# CHECK-NEXT:     %18 = mir.constant 4294967295 : ui32
# CHECK-NEXT:     %19 = mir.call @__periclase_intrinsic.shfl_sync_down.si32(%a, %17, %18) : (si32, ui32, ui32) -> si32
# CHECK-NEXT:     %20 = mir.constant 1 : ui64
# CHECK-NEXT:     %21 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %22 = mir.lt %20, %21 : ui64
# CHECK-NEXT:     mir.assert bounds %22, "index out of bounds of `n`"
# CHECK-NEXT:     %23 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %24 = mir.ptr_offset %23[%20] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %19, %24 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %25 = mir.constant 1.000000e+00 : f32
# CHECK-NEXT:     %26 = mir.gt %f, %25 : f32
# CHECK-NEXT:     mir.cond_br %26, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     mir.call @__periclase_intrinsic.trap() : () -> ()
# CHECK-NEXT:     mir.unreachable
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %27 = mir.call @__periclase_intrinsic.thread_idx_x() : () -> ui32
# CHECK-NEXT:     %28 = mir.cast int_to_int %27 : ui32 to si64
# CHECK-NEXT:     %29 = mir.cast int_to_int %28 : si64 to si32
# CHECK-NEXT:     %30 = mir.constant 2 : ui64
# CHECK-NEXT:     %31 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %32 = mir.lt %30, %31 : ui64
# CHECK-NEXT:     mir.assert bounds %32, "index out of bounds of `n`"
# CHECK-NEXT:     %33 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %34 = mir.ptr_offset %33[%30] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %29, %34 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.atomic_add.ui32.shared.acq_rel.block(!mir.ptr<mut ui32, shared>, ui32) -> ui32
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.atomic_add.si32.global.relaxed.device(!mir.ptr<mut si32, global>, si32) -> si32
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.printf.si32.f32(si32, f32) -> si32
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.shfl_sync_down.si32(si32, ui32, ui32) -> si32
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.trap()
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.thread_idx_x() -> ui32
