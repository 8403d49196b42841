# RUN: periclase compile %s --emit mir | filecheck %s
"""Warps: shuffles of any number, votes, matches, reductions, elections, lane masks."""

from periclase import MutSlice, f16, f64, i32, kernel, u32
from periclase.gpu import (
    all_sync,
    any_sync,
    ballot_sync,
    elect_sync,
    lane_id,
    lanemask_lt,
    match_all_sync,
    match_any_sync,
    redux_sync_add,
    shfl_sync,
    shfl_sync_xor,
    sync_warp,
    uni_sync,
)


@kernel
def warps(h: MutSlice[f16], d: MutSlice[f64], n: MutSlice[i32], m: MutSlice[u32]):
    h[0] = shfl_sync_xor(h[1], 1)
    d[0], n[0] = shfl_sync((d[1], n[1]), 0)
    if all_sync(n[2] > 0) or any_sync(n[3] > 0) or uni_sync(n[4] > 0):
        sync_warp()
    m[0] = ballot_sync(n[5] > 0) & lanemask_lt()
    m[1] = match_any_sync(n[6])
    m[2], same = match_all_sync(n[7])
    if lane_id() < 16:
        n[8] = 1 if same else 0


@kernel
def reduced(m: MutSlice[u32]):
    if lane_id() < 16:
        m[0] = redux_sync_add(m[1], mask=0xFFFF)


@kernel
def elected(m: MutSlice[u32]):
    if elect_sync():
        m[0] = 1


# CHECK:        mir.func @warps(%h: !mir.slice<mut f16, global>, %d: !mir.slice<mut f64, global>, %n: !mir.slice<mut si32, global>, %m: !mir.slice<mut ui32, global>) attributes {kernel, source_name = "warps"} {
# CHECK-NEXT:     %same = mir.alloca i1 name "same"
# CHECK-NEXT:     %0 = mir.constant 1 : ui64
# CHECK-NEXT:     %1 = mir.extract_field %h[1] : !mir.slice<mut f16, global>
# CHECK-NEXT:     %2 = mir.lt %0, %1 : ui64
# CHECK-NEXT:     mir.assert bounds %2, "index out of bounds of `h`"
# CHECK-NEXT:     %3 = mir.extract_field %h[0] : !mir.slice<mut f16, global>
# CHECK-NEXT:     %4 = mir.ptr_offset %3[%0] : !mir.ptr<mut f16, global>, ui64
# CHECK-NEXT:     %5 = mir.load %4 : !mir.ptr<mut f16, global>
# CHECK-NEXT:     %6 = mir.cast float_to_float %5 : f16 to f32
# CHECK-NEXT:     %7 = mir.constant 1 : ui32
# CHECK-NEXT:     %8 = mir.constant 4294967295 : ui32
# CHECK-NEXT:     %9 = mir.call @__periclase_intrinsic.shfl_sync_xor.f32(%6, %7, %8) : (f32, ui32, ui32) -> f32
# CHECK-NEXT:     %10 = mir.cast float_to_float %9 : f32 to f16
# CHECK-NEXT:     %11 = mir.constant 0 : ui64
# CHECK-NEXT:     %12 = mir.extract_field %h[1] : !mir.slice<mut f16, global>
# CHECK-NEXT:     %13 = mir.lt %11, %12 : ui64
# CHECK-NEXT:     mir.assert bounds %13, "index out of bounds of `h`"
# CHECK-NEXT:     %14 = mir.extract_field %h[0] : !mir.slice<mut f16, global>
# CHECK-NEXT:     %15 = mir.ptr_offset %14[%11] : !mir.ptr<mut f16, global>, ui64
# CHECK-NEXT:     mir.store %10, %15 : !mir.ptr<mut f16, global>
# CHECK-NEXT:     %16 = mir.constant 1 : ui64
# CHECK-NEXT:     %17 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %18 = mir.lt %16, %17 : ui64
# CHECK-NEXT:     mir.assert bounds %18, "index out of bounds of `d`"
# CHECK-NEXT:     %19 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %20 = mir.ptr_offset %19[%16] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     %21 = mir.load %20 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %22 = mir.constant 1 : ui64
# CHECK-NEXT:     %23 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %24 = mir.lt %22, %23 : ui64
# CHECK-NEXT:     mir.assert bounds %24, "index out of bounds of `n`"
# CHECK-NEXT:     %25 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %26 = mir.ptr_offset %25[%22] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %27 = mir.load %26 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %28 = mir.construct_tuple %21, %27 : !mir.tuple<f64, si32>
# CHECK-NEXT:     %29 = mir.extract_field %28[0] : !mir.tuple<f64, si32>
# CHECK-NEXT:     %30 = mir.constant 0 : ui32
# CHECK-NEXT:     %31 = mir.constant 4294967295 : ui32
# CHECK-NEXT:     %32 = mir.call @__periclase_intrinsic.shfl_sync.f64(%29, %30, %31) : (f64, ui32, ui32) -> f64
# CHECK-NEXT:     %33 = mir.extract_field %28[1] : !mir.tuple<f64, si32>
# CHECK-NEXT:     %34 = mir.constant 0 : ui32
# CHECK-NEXT:     %35 = mir.constant 4294967295 : ui32
# CHECK-NEXT:     %36 = mir.call @__periclase_intrinsic.shfl_sync.si32(%33, %34, %35) : (si32, ui32, ui32) -> si32
# CHECK-NEXT:     %37 = mir.constant 0 : ui64
# CHECK-NEXT:     %38 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %39 = mir.lt %37, %38 : ui64
# CHECK-NEXT:     mir.assert bounds %39, "index out of bounds of `d`"
# CHECK-NEXT:     %40 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %41 = mir.ptr_offset %40[%37] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %32, %41 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %42 = mir.constant 0 : ui64
# CHECK-NEXT:     %43 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %44 = mir.lt %42, %43 : ui64
# CHECK-NEXT:     mir.assert bounds %44, "index out of bounds of `n`"
# CHECK-NEXT:     %45 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %46 = mir.ptr_offset %45[%42] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %36, %46 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %47 = mir.constant 2 : ui64
# CHECK-NEXT:     %48 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %49 = mir.lt %47, %48 : ui64
# CHECK-NEXT:     mir.assert bounds %49, "index out of bounds of `n`"
# CHECK-NEXT:     %50 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %51 = mir.ptr_offset %50[%47] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %52 = mir.load %51 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %53 = mir.constant 0 : si32
# CHECK-NEXT:     %54 = mir.gt %52, %53 : si32
# CHECK-NEXT:     %55 = mir.constant 4294967295 : ui32
# CHECK-NEXT:     %56 = mir.call @__periclase_intrinsic.all_sync(%54, %55) : (i1, ui32) -> i1
# CHECK-NEXT:     mir.cond_br %56, ^bb3, ^bb1
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %57 = mir.constant 3 : ui64
# CHECK-NEXT:     %58 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %59 = mir.lt %57, %58 : ui64
# CHECK-NEXT:     mir.assert bounds %59, "index out of bounds of `n`"
# CHECK-NEXT:     %60 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %61 = mir.ptr_offset %60[%57] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %62 = mir.load %61 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %63 = mir.constant 0 : si32
# CHECK-NEXT:     %64 = mir.gt %62, %63 : si32
# CHECK-NEXT:     %65 = mir.constant 4294967295 : ui32
# CHECK-NEXT:     %66 = mir.call @__periclase_intrinsic.any_sync(%64, %65) : (i1, ui32) -> i1
# CHECK-NEXT:     mir.cond_br %66, ^bb3, ^bb2
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %67 = mir.constant 4 : ui64
# CHECK-NEXT:     %68 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %69 = mir.lt %67, %68 : ui64
# CHECK-NEXT:     mir.assert bounds %69, "index out of bounds of `n`"
# CHECK-NEXT:     %70 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %71 = mir.ptr_offset %70[%67] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %72 = mir.load %71 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %73 = mir.constant 0 : si32
# CHECK-NEXT:     %74 = mir.gt %72, %73 : si32
# CHECK-NEXT:     %75 = mir.constant 4294967295 : ui32
# CHECK-NEXT:     %76 = mir.call @__periclase_intrinsic.uni_sync(%74, %75) : (i1, ui32) -> i1
# CHECK-NEXT:     mir.cond_br %76, ^bb3, ^bb4
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %77 = mir.constant 4294967295 : ui32
# CHECK-NEXT:     mir.call @__periclase_intrinsic.sync_warp(%77) : (ui32) -> ()
# CHECK-NEXT:     mir.goto ^bb4
# CHECK-NEXT:   ^bb4:
# CHECK-NEXT:     %78 = mir.constant 5 : ui64
# CHECK-NEXT:     %79 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %80 = mir.lt %78, %79 : ui64
# CHECK-NEXT:     mir.assert bounds %80, "index out of bounds of `n`"
# CHECK-NEXT:     %81 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %82 = mir.ptr_offset %81[%78] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %83 = mir.load %82 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %84 = mir.constant 0 : si32
# CHECK-NEXT:     %85 = mir.gt %83, %84 : si32
# CHECK-NEXT:     %86 = mir.constant 4294967295 : ui32
# CHECK-NEXT:     %87 = mir.call @__periclase_intrinsic.ballot_sync(%85, %86) : (i1, ui32) -> ui32
# CHECK-NEXT:     %88 = mir.call @__periclase_intrinsic.lanemask_lt() : () -> ui32
# CHECK-NEXT:     %89 = mir.bitand %87, %88 : ui32
# CHECK-NEXT:     %90 = mir.constant 0 : ui64
# CHECK-NEXT:     %91 = mir.extract_field %m[1] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %92 = mir.lt %90, %91 : ui64
# CHECK-NEXT:     mir.assert bounds %92, "index out of bounds of `m`"
# CHECK-NEXT:     %93 = mir.extract_field %m[0] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %94 = mir.ptr_offset %93[%90] : !mir.ptr<mut ui32, global>, ui64
# CHECK-NEXT:     mir.store %89, %94 : !mir.ptr<mut ui32, global>
# CHECK-NEXT:     %95 = mir.constant 6 : ui64
# CHECK-NEXT:     %96 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %97 = mir.lt %95, %96 : ui64
# CHECK-NEXT:     mir.assert bounds %97, "index out of bounds of `n`"
# CHECK-NEXT:     %98 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %99 = mir.ptr_offset %98[%95] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %100 = mir.load %99 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %101 = mir.constant 4294967295 : ui32
# CHECK-NEXT:     %102 = mir.call @__periclase_intrinsic.match_any_sync.si32(%100, %101) : (si32, ui32) -> ui32
# CHECK-NEXT:     %103 = mir.constant 1 : ui64
# CHECK-NEXT:     %104 = mir.extract_field %m[1] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %105 = mir.lt %103, %104 : ui64
# CHECK-NEXT:     mir.assert bounds %105, "index out of bounds of `m`"
# CHECK-NEXT:     %106 = mir.extract_field %m[0] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %107 = mir.ptr_offset %106[%103] : !mir.ptr<mut ui32, global>, ui64
# CHECK-NEXT:     mir.store %102, %107 : !mir.ptr<mut ui32, global>
# CHECK-NEXT:     %108 = mir.constant 7 : ui64
# CHECK-NEXT:     %109 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %110 = mir.lt %108, %109 : ui64
# CHECK-NEXT:     mir.assert bounds %110, "index out of bounds of `n`"
# CHECK-NEXT:     %111 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %112 = mir.ptr_offset %111[%108] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %113 = mir.load %112 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %114 = mir.constant 4294967295 : ui32
# CHECK-NEXT:     %115 = mir.call @__periclase_intrinsic.match_all_sync.si32(%113, %114) : (si32, ui32) -> !mir.tuple<ui32, i1>
# CHECK-NEXT:     %116 = mir.extract_field %115[0] : !mir.tuple<ui32, i1>
# CHECK-NEXT:     %117 = mir.constant 2 : ui64
# CHECK-NEXT:     %118 = mir.extract_field %m[1] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %119 = mir.lt %117, %118 : ui64
# CHECK-NEXT:     mir.assert bounds %119, "index out of bounds of `m`"
# CHECK-NEXT:     %120 = mir.extract_field %m[0] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %121 = mir.ptr_offset %120[%117] : !mir.ptr<mut ui32, global>, ui64
# CHECK-NEXT:     mir.store %116, %121 : !mir.ptr<mut ui32, global>
# CHECK-NEXT:     %122 = mir.extract_field %115[1] : !mir.tuple<ui32, i1>
# CHECK-NEXT:     mir.store %122, %same : !mir.ptr<mut i1>
# CHECK-NEXT:     %123 = mir.call @__periclase_intrinsic.lane_id() : () -> ui32
# CHECK-NEXT:     %124 = mir.cast int_to_int %123 : ui32 to si64
# CHECK-NEXT:     %125 = mir.constant 16 : si64
# CHECK-NEXT:     %126 = mir.lt %124, %125 : si64
# CHECK-NEXT:     mir.cond_br %126, ^bb5, ^bb6
# CHECK-NEXT:   ^bb5:
# CHECK-NEXT:     %127 = mir.load %same : !mir.ptr<mut i1>
# CHECK-NEXT:     %128 = mir.constant 1 : si32
# CHECK-NEXT:     %129 = mir.constant 0 : si32
# CHECK-NEXT:     %130 = mir.select %127, %128, %129 : si32
# CHECK-NEXT:     %131 = mir.constant 8 : ui64
# CHECK-NEXT:     %132 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %133 = mir.lt %131, %132 : ui64
# CHECK-NEXT:     mir.assert bounds %133, "index out of bounds of `n`"
# CHECK-NEXT:     %134 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %135 = mir.ptr_offset %134[%131] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %130, %135 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb6
# CHECK-NEXT:   ^bb6:
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func @reduced(%m: !mir.slice<mut ui32, global>) attributes {kernel, source_name = "reduced"} {
# CHECK-NEXT:     %0 = mir.call @__periclase_intrinsic.lane_id() : () -> ui32
# CHECK-NEXT:     %1 = mir.cast int_to_int %0 : ui32 to si64
# CHECK-NEXT:     %2 = mir.constant 16 : si64
# CHECK-NEXT:     %3 = mir.lt %1, %2 : si64
# CHECK-NEXT:     mir.cond_br %3, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %4 = mir.constant 1 : ui64
# CHECK-NEXT:     %5 = mir.extract_field %m[1] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %6 = mir.lt %4, %5 : ui64
# CHECK-NEXT:     mir.assert bounds %6, "index out of bounds of `m`"
# CHECK-NEXT:     %7 = mir.extract_field %m[0] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %8 = mir.ptr_offset %7[%4] : !mir.ptr<mut ui32, global>, ui64
# CHECK-NEXT:     %9 = mir.load %8 : !mir.ptr<mut ui32, global>
# CHECK-NEXT:     %10 = mir.constant 65535 : ui32
# CHECK-NEXT:     %11 = mir.call @__periclase_intrinsic.redux_sync_add.ui32(%9, %10) : (ui32, ui32) -> ui32
# CHECK-NEXT:     %12 = mir.constant 0 : ui64
# CHECK-NEXT:     %13 = mir.extract_field %m[1] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %14 = mir.lt %12, %13 : ui64
# CHECK-NEXT:     mir.assert bounds %14, "index out of bounds of `m`"
# CHECK-NEXT:     %15 = mir.extract_field %m[0] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %16 = mir.ptr_offset %15[%12] : !mir.ptr<mut ui32, global>, ui64
# CHECK-NEXT:     mir.store %11, %16 : !mir.ptr<mut ui32, global>
# CHECK-NEXT:     mir.goto ^bb2
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func @elected(%m: !mir.slice<mut ui32, global>) attributes {kernel, source_name = "elected"} {
# CHECK-NEXT:     %0 = mir.constant 4294967295 : ui32
# CHECK-NEXT:     %1 = mir.call @__periclase_intrinsic.elect_sync(%0) : (ui32) -> i1
# CHECK-NEXT:     mir.cond_br %1, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %2 = mir.constant 1 : ui32
# CHECK-NEXT:     %3 = mir.constant 0 : ui64
# CHECK-NEXT:     %4 = mir.extract_field %m[1] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %5 = mir.lt %3, %4 : ui64
# CHECK-NEXT:     mir.assert bounds %5, "index out of bounds of `m`"
# CHECK-NEXT:     %6 = mir.extract_field %m[0] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %7 = mir.ptr_offset %6[%3] : !mir.ptr<mut ui32, global>, ui64
# CHECK-NEXT:     mir.store %2, %7 : !mir.ptr<mut ui32, global>
# CHECK-NEXT:     mir.goto ^bb2
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
