# RUN: periclase compile %s --emit mir | filecheck %s
"""Atomics on places: each operation, types, orders and scopes; elements of shared arrays, fields, device memory."""

from periclase import MutSlice, f16, f32, f64, i32, i64, kernel, shared_array, struct, u32
from periclase.gpu import (
    atomic_add,
    atomic_and,
    atomic_cas,
    atomic_dec,
    atomic_exchange,
    atomic_inc,
    atomic_load,
    atomic_max,
    atomic_min,
    atomic_or,
    atomic_store,
    atomic_sub,
    atomic_xor,
)


@struct
class Cell:
    count: u32
    energy: f32


@kernel
def atomics(
    n: MutSlice[i32], w: MutSlice[i64], d: MutSlice[f64], h: MutSlice[f16], cells: MutSlice[Cell], i: i32
):
    bins = shared_array(4, u32)
    n[0] = atomic_add(n, i, 1)
    atomic_sub(w, 1, w[0], order="acq_rel", scope="system")
    atomic_min(n[2], 3, scope="block")
    atomic_max(w[3], 4)
    atomic_and(bins, 0, 5)
    atomic_or(bins, 1, 6)
    atomic_xor(bins, 2, 7)
    bins[3] = atomic_exchange(bins, 3, 8)
    n[4] = atomic_cas(n[5], 0, 1, order="seq_cst")
    atomic_inc(cells[i].count, 9)
    atomic_dec(cells[i].count, 9)
    atomic_add(cells[i].energy, 0.5)
    atomic_add(d, 0, 0.25)
    atomic_add(h, 0, h[1])
    atomic_store(n[6], atomic_load(n[7], order="acquire"), order="release")


# CHECK:        mir.func @atomics(%n: !mir.slice<mut si32, global>, %w: !mir.slice<mut si64, global>, %d: !mir.slice<mut f64, global>, %h: !mir.slice<mut f16, global>, %cells: !mir.slice<mut !mir.struct<"Cell", {count: ui32, energy: f32}>, global>, %i: si32) attributes {kernel, source_name = "atomics"} {
# CHECK-NEXT:     %bins = mir.shared_alloc !mir.array<4 x ui32> key "atomics.bins" name "bins"
# CHECK-NEXT:     %0 = mir.cast int_to_int %i : si32 to ui64
# CHECK-NEXT:     %1 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %2 = mir.lt %0, %1 : ui64
# CHECK-NEXT:     mir.assert bounds %2, "index out of bounds of `n`"
# CHECK-NEXT:     %3 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %4 = mir.ptr_offset %3[%0] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %5 = mir.constant 1 : si32
# CHECK-NEXT:     %6 = mir.call @__periclase_intrinsic.atomic_add.si32.global.relaxed.device(%4, %5) : (!mir.ptr<mut si32, global>, si32) -> si32
# CHECK-NEXT:     %7 = mir.constant 0 : ui64
# CHECK-NEXT:     %8 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %9 = mir.lt %7, %8 : ui64
# CHECK-NEXT:     mir.assert bounds %9, "index out of bounds of `n`"
# CHECK-NEXT:     %10 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %11 = mir.ptr_offset %10[%7] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %6, %11 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %12 = mir.constant 1 : ui64
# CHECK-NEXT:     %13 = mir.extract_field %w[1] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %14 = mir.lt %12, %13 : ui64
# CHECK-NEXT:     mir.assert bounds %14, "index out of bounds of `w`"
# CHECK-NEXT:     %15 = mir.extract_field %w[0] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %16 = mir.ptr_offset %15[%12] : !mir.ptr<mut si64, global>, ui64
# CHECK-NEXT:     %17 = mir.constant 0 : ui64
# CHECK-NEXT:     %18 = mir.extract_field %w[1] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %19 = mir.lt %17, %18 : ui64
# CHECK-NEXT:     mir.assert bounds %19, "index out of bounds of `w`"
# CHECK-NEXT:     %20 = mir.extract_field %w[0] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %21 = mir.ptr_offset %20[%17] : !mir.ptr<mut si64, global>, ui64
# CHECK-NEXT:     %22 = mir.load %21 : !mir.ptr<mut si64, global>
# CHECK-NEXT:     %23 = mir.call @__periclase_intrinsic.atomic_sub.si64.global.acq_rel.system(%16, %22) : (!mir.ptr<mut si64, global>, si64) -> si64
# CHECK-NEXT:     %24 = mir.constant 2 : ui64
# CHECK-NEXT:     %25 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %26 = mir.lt %24, %25 : ui64
# CHECK-NEXT:     mir.assert bounds %26, "index out of bounds of `n`"
# CHECK-NEXT:     %27 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %28 = mir.ptr_offset %27[%24] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %29 = mir.constant 3 : si32
# CHECK-NEXT:     %30 = mir.call @__periclase_intrinsic.atomic_min.si32.global.relaxed.block(%28, %29) : (!mir.ptr<mut si32, global>, si32) -> si32
# CHECK-NEXT:     %31 = mir.constant 3 : ui64
# CHECK-NEXT:     %32 = mir.extract_field %w[1] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %33 = mir.lt %31, %32 : ui64
# CHECK-NEXT:     mir.assert bounds %33, "index out of bounds of `w`"
# CHECK-NEXT:     %34 = mir.extract_field %w[0] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %35 = mir.ptr_offset %34[%31] : !mir.ptr<mut si64, global>, ui64
# CHECK-NEXT:     %36 = mir.constant 4 : si64
# CHECK-NEXT:     %37 = mir.call @__periclase_intrinsic.atomic_max.si64.global.relaxed.device(%35, %36) : (!mir.ptr<mut si64, global>, si64) -> si64
# CHECK-NEXT:     %38 = mir.constant 0 : ui64
# CHECK-NEXT:     %39 = mir.element_addr %bins[%38] : !mir.ptr<mut !mir.array<4 x ui32>, shared>, ui64
# CHECK-NEXT:     %40 = mir.constant 5 : ui32
# CHECK-NEXT:     %41 = mir.call @__periclase_intrinsic.atomic_and.ui32.shared.relaxed.device(%39, %40) : (!mir.ptr<mut ui32, shared>, ui32) -> ui32
# CHECK-NEXT:     %42 = mir.constant 1 : ui64
# CHECK-NEXT:     %43 = mir.element_addr %bins[%42] : !mir.ptr<mut !mir.array<4 x ui32>, shared>, ui64
# CHECK-NEXT:     %44 = mir.constant 6 : ui32
# CHECK-NEXT:     %45 = mir.call @__periclase_intrinsic.atomic_or.ui32.shared.relaxed.device(%43, %44) : (!mir.ptr<mut ui32, shared>, ui32) -> ui32
# CHECK-NEXT:     %46 = mir.constant 2 : ui64
# CHECK-NEXT:     %47 = mir.element_addr %bins[%46] : !mir.ptr<mut !mir.array<4 x ui32>, shared>, ui64
# CHECK-NEXT:     %48 = mir.constant 7 : ui32
# CHECK-NEXT:     %49 = mir.call @__periclase_intrinsic.atomic_xor.ui32.shared.relaxed.device(%47, %48) : (!mir.ptr<mut ui32, shared>, ui32) -> ui32
# CHECK-NEXT:     %50 = mir.constant 3 : ui64
# CHECK-NEXT:     %51 = mir.element_addr %bins[%50] : !mir.ptr<mut !mir.array<4 x ui32>, shared>, ui64
# CHECK-NEXT:     %52 = mir.constant 8 : ui32
# CHECK-NEXT:     %53 = mir.call @__periclase_intrinsic.atomic_exchange.ui32.shared.relaxed.device(%51, %52) : (!mir.ptr<mut ui32, shared>, ui32) -> ui32
# CHECK-NEXT:     %54 = mir.constant 3 : ui64
# CHECK-NEXT:     %55 = mir.element_addr %bins[%54] : !mir.ptr<mut !mir.array<4 x ui32>, shared>, ui64
# CHECK-NEXT:     mir.store %53, %55 : !mir.ptr<mut ui32, shared>
# CHECK-NEXT:     %56 = mir.constant 5 : ui64
# CHECK-NEXT:     %57 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %58 = mir.lt %56, %57 : ui64
# CHECK-NEXT:     mir.assert bounds %58, "index out of bounds of `n`"
# CHECK-NEXT:     %59 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %60 = mir.ptr_offset %59[%56] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %61 = mir.constant 0 : si32
# CHECK-NEXT:     %62 = mir.constant 1 : si32
# CHECK-NEXT:     %63 = mir.call @__periclase_intrinsic.atomic_cas.si32.global.seq_cst.device(%60, %61, %62) : (!mir.ptr<mut si32, global>, si32, si32) -> si32
# CHECK-NEXT:     %64 = mir.constant 4 : ui64
# CHECK-NEXT:     %65 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %66 = mir.lt %64, %65 : ui64
# CHECK-NEXT:     mir.assert bounds %66, "index out of bounds of `n`"
# CHECK-NEXT:     %67 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %68 = mir.ptr_offset %67[%64] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %63, %68 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %69 = mir.cast int_to_int %i : si32 to ui64
# CHECK-NEXT:     %70 = mir.extract_field %cells[1] : !mir.slice<mut !mir.struct<"Cell", {count: ui32, energy: f32}>, global>
# CHECK-NEXT:     %71 = mir.lt %69, %70 : ui64
# CHECK-NEXT:     mir.assert bounds %71, "index out of bounds of `cells`"
# CHECK-NEXT:     %72 = mir.extract_field %cells[0] : !mir.slice<mut !mir.struct<"Cell", {count: ui32, energy: f32}>, global>
# CHECK-NEXT:     %73 = mir.ptr_offset %72[%69] : !mir.ptr<mut !mir.struct<"Cell", {count: ui32, energy: f32}>, global>, ui64
# CHECK-NEXT:     %74 = mir.field_addr %73[0] : !mir.ptr<mut !mir.struct<"Cell", {count: ui32, energy: f32}>, global>
# CHECK-NEXT:     %75 = mir.constant 9 : ui32
# CHECK-NEXT:     %76 = mir.call @__periclase_intrinsic.atomic_inc.ui32.global.relaxed.device(%74, %75) : (!mir.ptr<mut ui32, global>, ui32) -> ui32
# CHECK-NEXT:     %77 = mir.cast int_to_int %i : si32 to ui64
# CHECK-NEXT:     %78 = mir.extract_field %cells[1] : !mir.slice<mut !mir.struct<"Cell", {count: ui32, energy: f32}>, global>
# CHECK-NEXT:     %79 = mir.lt %77, %78 : ui64
# CHECK-NEXT:     mir.assert bounds %79, "index out of bounds of `cells`"
# CHECK-NEXT:     %80 = mir.extract_field %cells[0] : !mir.slice<mut !mir.struct<"Cell", {count: ui32, energy: f32}>, global>
# CHECK-NEXT:     %81 = mir.ptr_offset %80[%77] : !mir.ptr<mut !mir.struct<"Cell", {count: ui32, energy: f32}>, global>, ui64
# CHECK-NEXT:     %82 = mir.field_addr %81[0] : !mir.ptr<mut !mir.struct<"Cell", {count: ui32, energy: f32}>, global>
# CHECK-NEXT:     %83 = mir.constant 9 : ui32
# CHECK-NEXT:     %84 = mir.call @__periclase_intrinsic.atomic_dec.ui32.global.relaxed.device(%82, %83) : (!mir.ptr<mut ui32, global>, ui32) -> ui32
# CHECK-NEXT:     %85 = mir.cast int_to_int %i : si32 to ui64
# CHECK-NEXT:     %86 = mir.extract_field %cells[1] : !mir.slice<mut !mir.struct<"Cell", {count: ui32, energy: f32}>, global>
# CHECK-NEXT:     %87 = mir.lt %85, %86 : ui64
# CHECK-NEXT:     mir.assert bounds %87, "index out of bounds of `cells`"
# CHECK-NEXT:     %88 = mir.extract_field %cells[0] : !mir.slice<mut !mir.struct<"Cell", {count: ui32, energy: f32}>, global>
# CHECK-NEXT:     %89 = mir.ptr_offset %88[%85] : !mir.ptr<mut !mir.struct<"Cell", {count: ui32, energy: f32}>, global>, ui64
# CHECK-NEXT:     %90 = mir.field_addr %89[1] : !mir.ptr<mut !mir.struct<"Cell", {count: ui32, energy: f32}>, global>
# CHECK-NEXT:     %91 = mir.constant 5.000000e-01 : f32
# CHECK-NEXT:     %92 = mir.call @__periclase_intrinsic.atomic_add.f32.global.relaxed.device(%90, %91) : (!mir.ptr<mut f32, global>, f32) -> f32
# CHECK-NEXT:     %93 = mir.constant 0 : ui64
# CHECK-NEXT:     %94 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %95 = mir.lt %93, %94 : ui64
# CHECK-NEXT:     mir.assert bounds %95, "index out of bounds of `d`"
# CHECK-NEXT:     %96 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %97 = mir.ptr_offset %96[%93] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     %98 = mir.constant 2.500000e-01 : f64
# CHECK-NEXT:     %99 = mir.call @__periclase_intrinsic.atomic_add.f64.global.relaxed.device(%97, %98) : (!mir.ptr<mut f64, global>, f64) -> f64
# CHECK-NEXT:     %100 = mir.constant 0 : ui64
# CHECK-NEXT:     %101 = mir.extract_field %h[1] : !mir.slice<mut f16, global>
# CHECK-NEXT:     %102 = mir.lt %100, %101 : ui64
# CHECK-NEXT:     mir.assert bounds %102, "index out of bounds of `h`"
# CHECK-NEXT:     %103 = mir.extract_field %h[0] : !mir.slice<mut f16, global>
# CHECK-NEXT:     %104 = mir.ptr_offset %103[%100] : !mir.ptr<mut f16, global>, ui64
# CHECK-NEXT:     %105 = mir.constant 1 : ui64
# CHECK-NEXT:     %106 = mir.extract_field %h[1] : !mir.slice<mut f16, global>
# CHECK-NEXT:     %107 = mir.lt %105, %106 : ui64
# CHECK-NEXT:     mir.assert bounds %107, "index out of bounds of `h`"
# CHECK-NEXT:     %108 = mir.extract_field %h[0] : !mir.slice<mut f16, global>
# CHECK-NEXT:     %109 = mir.ptr_offset %108[%105] : !mir.ptr<mut f16, global>, ui64
# CHECK-NEXT:     %110 = mir.load %109 : !mir.ptr<mut f16, global>
# CHECK-NEXT:     %111 = mir.call @__periclase_intrinsic.atomic_add.f16.global.relaxed.device(%104, %110) : (!mir.ptr<mut f16, global>, f16) -> f16
# CHECK-NEXT:     %112 = mir.constant 6 : ui64
# CHECK-NEXT:     %113 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %114 = mir.lt %112, %113 : ui64
# CHECK-NEXT:     mir.assert bounds %114, "index out of bounds of `n`"
# CHECK-NEXT:     %115 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %116 = mir.ptr_offset %115[%112] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %117 = mir.constant 7 : ui64
# CHECK-NEXT:     %118 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %119 = mir.lt %117, %118 : ui64
# CHECK-NEXT:     mir.assert bounds %119, "index out of bounds of `n`"
# CHECK-NEXT:     %120 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %121 = mir.ptr_offset %120[%117] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %122 = mir.call @__periclase_intrinsic.atomic_load.si32.global.acquire.device(%121) : (!mir.ptr<mut si32, global>) -> si32
# CHECK-NEXT:     mir.call @__periclase_intrinsic.atomic_store.si32.global.release.device(%116, %122) : (!mir.ptr<mut si32, global>, si32) -> ()
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
