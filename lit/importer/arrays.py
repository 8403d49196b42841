# RUN: periclase compile %s --emit mir | filecheck %s
"""Fixed arrays: shared in two dimensions, local; no check where the index is known to be inside."""

from periclase import MutSlice, f32, i32, kernel, local_array, shared_array
from periclase.gpu import sync_threads, thread_idx_x


@kernel
def arrays(a: i32, y: MutSlice[f32]):
    tile = shared_array((2, 1024), f32)
    mine = local_array(4, i32)
    t = thread_idx_x()
    tile[1, t] = y[t]
    sync_threads()
    mine[-1] = a
    mine[a % 4] = a
    y[t] = tile[1][t] * f32(mine[a])

# CHECK:        mir.func @arrays(%a: si32, %y: !mir.slice<mut f32, global>) attributes {kernel, source_name = "arrays"} {
# CHECK-NEXT:     %t = mir.alloca si64 name "t"
# CHECK-NEXT:     %mine = mir.alloca !mir.array<4 x si32> name "mine"
# CHECK-NEXT:     %tile = mir.shared_alloc !mir.array<2 x !mir.array<1024 x f32>> key "arrays.tile" name "tile"
# CHECK-NEXT:     %0 = mir.call @__periclase_intrinsic.thread_idx_x() : () -> ui32
# CHECK-NEXT:     %1 = mir.cast int_to_int %0 : ui32 to si64
# CHECK-NEXT:     mir.store %1, %t : !mir.ptr<mut si64>
# CHECK-NEXT:     %2 = mir.load %t : !mir.ptr<mut si64>
# CHECK-NEXT:     %3 = mir.cast int_to_int %2 : si64 to ui64
# CHECK-NEXT:     %4 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %5 = mir.lt %3, %4 : ui64
# CHECK-NEXT:     mir.assert bounds %5, "index out of bounds of `y`"
# CHECK-NEXT:     %6 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %7 = mir.ptr_offset %6[%3] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %8 = mir.load %7 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %9 = mir.constant 1 : ui64
# CHECK-NEXT:     %10 = mir.load %t : !mir.ptr<mut si64>
# CHECK-NEXT:     %11 = mir.cast int_to_int %10 : si64 to ui64
# CHECK-NEXT:     %12 = mir.element_addr %tile[%9] : !mir.ptr<mut !mir.array<2 x !mir.array<1024 x f32>>, shared>, ui64
# CHECK-NEXT:     %13 = mir.element_addr %12[%11] : !mir.ptr<mut !mir.array<1024 x f32>, shared>, ui64
# CHECK-NEXT:     mir.store %8, %13 : !mir.ptr<mut f32, shared>
# CHECK-NEXT:     mir.call @__periclase_intrinsic.sync_threads() : () -> ()
# CHECK-NEXT:     %14 = mir.constant 3 : ui64
# CHECK-NEXT:     %15 = mir.element_addr %mine[%14] : !mir.ptr<mut !mir.array<4 x si32>>, ui64
# CHECK-NEXT:     mir.store %a, %15 : !mir.ptr<mut si32>
# CHECK-NEXT:     %16 = mir.constant 4 : si32
# CHECK-NEXT:     %17 = mir.floor_mod %a, %16 : si32
# CHECK-NEXT:     %18 = mir.cast int_to_int %17 : si32 to ui64
# CHECK-NEXT:     %19 = mir.element_addr %mine[%18] : !mir.ptr<mut !mir.array<4 x si32>>, ui64
# CHECK-NEXT:     mir.store %a, %19 : !mir.ptr<mut si32>
# CHECK-NEXT:     %20 = mir.constant 1 : ui64
# CHECK-NEXT:     %21 = mir.load %t : !mir.ptr<mut si64>
# CHECK-NEXT:     %22 = mir.cast int_to_int %21 : si64 to ui64
# CHECK-NEXT:     %23 = mir.element_addr %tile[%20] : !mir.ptr<mut !mir.array<2 x !mir.array<1024 x f32>>, shared>, ui64
# CHECK-NEXT:     %24 = mir.element_addr %23[%22] : !mir.ptr<mut !mir.array<1024 x f32>, shared>, ui64
# CHECK-NEXT:     %25 = mir.load %24 : !mir.ptr<mut f32, shared>
# CHECK-NEXT:     %26 = mir.cast int_to_int %a : si32 to ui64
# CHECK-NEXT:     %27 = mir.constant 4 : ui64
# CHECK-NEXT:     %28 = mir.lt %26, %27 : ui64
# CHECK-NEXT:     mir.assert bounds %28, "index out of bounds of `mine`"
# CHECK-NEXT:     %29 = mir.element_addr %mine[%26] : !mir.ptr<mut !mir.array<4 x si32>>, ui64
# CHECK-NEXT:     %30 = mir.load %29 : !mir.ptr<mut si32>
# CHECK-NEXT:     %31 = mir.cast int_to_float %30 : si32 to f32
# CHECK-NEXT:     %32 = mir.mul %25, %31 : f32
# CHECK-NEXT:     %33 = mir.load %t : !mir.ptr<mut si64>
# CHECK-NEXT:     %34 = mir.cast int_to_int %33 : si64 to ui64
# CHECK-NEXT:     %35 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %36 = mir.lt %34, %35 : ui64
# CHECK-NEXT:     mir.assert bounds %36, "index out of bounds of `y`"
# CHECK-NEXT:     %37 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %38 = mir.ptr_offset %37[%34] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %32, %38 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.thread_idx_x() -> ui32
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.sync_threads()
