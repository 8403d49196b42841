# RUN: periclase compile %s --emit mir | filecheck %s
"""Libraries in the language: block and warp reductions and scans, Philox, the barrier of a grid; they are compiled along."""

from periclase import MutSlice, f32, kernel, u32, u64
from periclase.gpu import thread_idx_x
from periclase.library.blocks import block_scan, block_sum
from periclase.library.grids import grid_sync
from periclase.library.philox import normal_f32, random_words, uniform_f32
from periclase.library.warps import warp_max


@kernel(cooperative=True)
def libraries(x: MutSlice[f32], barrier: MutSlice[u32], seed: u64):
    i = thread_idx_x()
    total = block_sum(x[i])
    most = warp_max(x[i])
    running = block_scan(x[i], lambda a, b: a + b)
    a, b, _c, _d = random_words(seed, u64(i), 0)
    x[i] = running / total + most + uniform_f32(a) + normal_f32(a, b)[0]
    grid_sync(barrier)


# CHECK:        mir.func @libraries(%x: !mir.slice<mut f32, global>, %barrier: !mir.slice<mut ui32, global>, %seed: ui64) attributes {kernel, cooperative, source_name = "libraries"} {
# CHECK-NEXT:     %i = mir.alloca si64 name "i"
# CHECK-NEXT:     %total = mir.alloca f32 name "total"
# CHECK-NEXT:     %most = mir.alloca f32 name "most"
# CHECK-NEXT:     %running = mir.alloca f32 name "running"
# CHECK-NEXT:     %a = mir.alloca ui32 name "a"
# CHECK-NEXT:     %b = mir.alloca ui32 name "b"
# CHECK-NEXT:     %_c = mir.alloca ui32 name "_c"
# CHECK-NEXT:     %_d = mir.alloca ui32 name "_d"
# CHECK-NEXT:     %0 = mir.call @__periclase_intrinsic.thread_idx_x() : () -> ui32
# CHECK-NEXT:     %1 = mir.cast int_to_int %0 : ui32 to si64
# CHECK-NEXT:     mir.store %1, %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %2 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %3 = mir.cast int_to_int %2 : si64 to ui64
# CHECK-NEXT:     %4 = mir.extract_field %x[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %5 = mir.lt %3, %4 : ui64
# CHECK-NEXT:     mir.assert bounds %5, "index out of bounds of `x`"
# CHECK-NEXT:     %6 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %7 = mir.ptr_offset %6[%3] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %8 = mir.load %7 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %9 = mir.call @periclase__library__blocks__block_sum_TID_2416d08a610c61f4d1db160433a24b9c(%8) : (f32) -> f32
# CHECK-NEXT:     mir.store %9, %total : !mir.ptr<mut f32>
# CHECK-NEXT:     %10 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %11 = mir.cast int_to_int %10 : si64 to ui64
# CHECK-NEXT:     %12 = mir.extract_field %x[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %13 = mir.lt %11, %12 : ui64
# CHECK-NEXT:     mir.assert bounds %13, "index out of bounds of `x`"
# CHECK-NEXT:     %14 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %15 = mir.ptr_offset %14[%11] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %16 = mir.load %15 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %17 = mir.call @periclase__library__warps__warp_max_TID_2416d08a610c61f4d1db160433a24b9c(%16) : (f32) -> f32
# CHECK-NEXT:     mir.store %17, %most : !mir.ptr<mut f32>
# CHECK-NEXT:     %18 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %19 = mir.cast int_to_int %18 : si64 to ui64
# CHECK-NEXT:     %20 = mir.extract_field %x[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %21 = mir.lt %19, %20 : ui64
# CHECK-NEXT:     mir.assert bounds %21, "index out of bounds of `x`"
# CHECK-NEXT:     %22 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %23 = mir.ptr_offset %22[%19] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %24 = mir.load %23 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %25 = mir.call @periclase__library__blocks__block_scan_TID_7aa40332cd0c10e20c94ba69771d2f4a(%24) : (f32) -> f32
# CHECK-NEXT:     mir.store %25, %running : !mir.ptr<mut f32>
# CHECK-NEXT:     %26 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %27 = mir.cast int_to_int %26 : si64 to ui64
# CHECK-NEXT:     %28 = mir.constant 0 : ui64
# CHECK-NEXT:     %29 = mir.call @periclase__library__philox__random_words(%seed, %27, %28) : (ui64, ui64, ui64) -> !mir.tuple<ui32, ui32, ui32, ui32>
# CHECK-NEXT:     %30 = mir.extract_field %29[0] : !mir.tuple<ui32, ui32, ui32, ui32>
# CHECK-NEXT:     mir.store %30, %a : !mir.ptr<mut ui32>
# CHECK-NEXT:     %31 = mir.extract_field %29[1] : !mir.tuple<ui32, ui32, ui32, ui32>
# CHECK-NEXT:     mir.store %31, %b : !mir.ptr<mut ui32>
# CHECK-NEXT:     %32 = mir.extract_field %29[2] : !mir.tuple<ui32, ui32, ui32, ui32>
# CHECK-NEXT:     mir.store %32, %_c : !mir.ptr<mut ui32>
# CHECK-NEXT:     %33 = mir.extract_field %29[3] : !mir.tuple<ui32, ui32, ui32, ui32>
# CHECK-NEXT:     mir.store %33, %_d : !mir.ptr<mut ui32>
# CHECK-NEXT:     %34 = mir.load %running : !mir.ptr<mut f32>
# CHECK-NEXT:     %35 = mir.load %total : !mir.ptr<mut f32>
# CHECK-NEXT:     %36 = mir.div %34, %35 : f32
# CHECK-NEXT:     %37 = mir.load %most : !mir.ptr<mut f32>
# CHECK-NEXT:     %38 = mir.add %36, %37 : f32
# CHECK-NEXT:     %39 = mir.load %a : !mir.ptr<mut ui32>
# CHECK-NEXT:     %40 = mir.call @periclase__library__philox__uniform_f32(%39) : (ui32) -> f32
# CHECK-NEXT:     %41 = mir.add %38, %40 : f32
# CHECK-NEXT:     %42 = mir.load %a : !mir.ptr<mut ui32>
# CHECK-NEXT:     %43 = mir.load %b : !mir.ptr<mut ui32>
# CHECK-NEXT:     %44 = mir.call @periclase__library__philox__normal_f32(%42, %43) : (ui32, ui32) -> !mir.tuple<f32, f32>
# CHECK-NEXT:     %45 = mir.extract_field %44[0] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %46 = mir.add %41, %45 : f32
# CHECK-NEXT:     %47 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %48 = mir.cast int_to_int %47 : si64 to ui64
# CHECK-NEXT:     %49 = mir.extract_field %x[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %50 = mir.lt %48, %49 : ui64
# CHECK-NEXT:     mir.assert bounds %50, "index out of bounds of `x`"
# CHECK-NEXT:     %51 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %52 = mir.ptr_offset %51[%48] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %46, %52 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.call @periclase__library__grids__grid_sync(%barrier) : (!mir.slice<mut ui32, global>) -> ()
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func private @periclase__library__blocks__block_sum_TID_2416d08a610c61f4d1db160433a24b9c(
# CHECK:        mir.func private @periclase__library__warps__warp_max_TID_2416d08a610c61f4d1db160433a24b9c(
# CHECK:        mir.func private @periclase__library__blocks__block_scan_TID_7aa40332cd0c10e20c94ba69771d2f4a(
# CHECK:        mir.func private @periclase__library__philox__random_words(
# CHECK:        mir.func private @periclase__library__philox__uniform_f32(
# CHECK:        mir.func private @periclase__library__philox__normal_f32(
# CHECK:        mir.func private @periclase__library__grids__grid_sync(
# CHECK:        mir.func private @periclase__library__blocks__block_reduce_TID_5fe01ac433ed460063c443a857f819c8(
# CHECK:        mir.func private @periclase__library__warps__warp_reduce_TID_1c95094398c11e127c690c9dc561a90b(
# CHECK:        mir.func private @periclase__library__warps__thread_number(
# CHECK:        mir.func private @periclase__library__warps__warp_scan_TID_7aa40332cd0c10e20c94ba69771d2f4a(
# CHECK:        mir.func private @periclase__library__warps__warp_lanes(
# CHECK:        mir.func private @_periclase_file_libraries__libraries___locals____lambda__TID_a8fe71a6a5bb324f15a900adff3ef79a(
# CHECK:        mir.func private @periclase__library__philox__philox_4x32(
# CHECK:        mir.func private @periclase__library__grids__wait_for_grid_TID_ea0fc5d3adec865703e5b4c475dcae5b(
# CHECK:        mir.func private @periclase__library__warps__warp_reduce_TID_5fe01ac433ed460063c443a857f819c8(
# CHECK:        mir.func private @periclase__library__warps__thread_count(
# CHECK:        mir.func private @periclase__library__warps___add_TID_a8fe71a6a5bb324f15a900adff3ef79a(
# CHECK:        mir.func private @periclase__library__warps__warp_mask(
