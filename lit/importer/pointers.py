# RUN: periclase compile %s --emit mir | filecheck %s
"""A pointer is a thin pointer: to global memory in a kernel that gets a buffer for it, to shared memory where an array lies there;
generic where the annotation of a function does not say. Nothing is checked where it is followed."""

from periclase import (
    MutPointer,
    MutSlice,
    Pointer,
    address_of,
    device,
    f32,
    i32,
    kernel,
    shared_array,
    struct,
)
from periclase.types import Space


@struct
class Pair:
    a: f32
    b: i32


@device
def put(p: MutPointer[f32, Space.SHARED], value: f32):
    p[1] = value


@device
def first(p: Pointer[f32]) -> f32:
    return p[0]


@kernel
def follow(x: Pointer[f32], pairs: MutSlice[Pair], n: i32):
    tile = shared_array(4, f32)
    p = address_of(tile[2])
    put(p - n, x[n])
    address_of(pairs[0])[n].b += 1
    if p + 1 > p:
        first(x)
    pairs[1].b = i32(p - address_of(tile[0]))


# CHECK:        mir.func @follow(%x: !mir.slice<f32, global>, %pairs: !mir.slice<mut !mir.struct<"Pair", {a: f32, b: si32}>, global>, %n: si32) attributes {kernel, source_name = "follow"} {
# CHECK-NEXT:     %p = mir.alloca !mir.ptr<mut f32, shared> name "p"
# CHECK-NEXT:     %0 = mir.extract_field %x[0] : !mir.slice<f32, global>
# CHECK-NEXT:     %tile = mir.shared_alloc !mir.array<4 x f32> key "follow.tile" name "tile"
# CHECK-NEXT:     %1 = mir.constant 2 : ui64
# CHECK-NEXT:     %2 = mir.element_addr %tile[%1] : !mir.ptr<mut !mir.array<4 x f32>, shared>, ui64
# CHECK-NEXT:     mir.store %2, %p : !mir.ptr<mut !mir.ptr<mut f32, shared>>
# CHECK-NEXT:     %3 = mir.load %p : !mir.ptr<mut !mir.ptr<mut f32, shared>>
# CHECK-NEXT:     %4 = mir.cast int_to_int %n : si32 to si64
# CHECK-NEXT:     %5 = mir.neg %4 : si64
# CHECK-NEXT:     %6 = mir.ptr_offset %3[%5] : !mir.ptr<mut f32, shared>, si64
# CHECK-NEXT:     %7 = mir.ptr_offset %0[%n] : !mir.ptr<f32, global>, si32
# CHECK-NEXT:     %8 = mir.load %7 : !mir.ptr<f32, global>
# CHECK-NEXT:     mir.call @_periclase_file_pointers__put(%6, %8) : (!mir.ptr<mut f32, shared>, f32) -> ()
# CHECK-NEXT:     %9 = mir.constant 0 : ui64
# CHECK-NEXT:     %10 = mir.extract_field %pairs[1] : !mir.slice<mut !mir.struct<"Pair", {a: f32, b: si32}>, global>
# CHECK-NEXT:     %11 = mir.lt %9, %10 : ui64
# CHECK-NEXT:     mir.assert bounds %11, "index out of bounds of `pairs`"
# CHECK-NEXT:     %12 = mir.extract_field %pairs[0] : !mir.slice<mut !mir.struct<"Pair", {a: f32, b: si32}>, global>
# CHECK-NEXT:     %13 = mir.ptr_offset %12[%9] : !mir.ptr<mut !mir.struct<"Pair", {a: f32, b: si32}>, global>, ui64
# CHECK-NEXT:     %14 = mir.ptr_offset %13[%n] : !mir.ptr<mut !mir.struct<"Pair", {a: f32, b: si32}>, global>, si32
# CHECK-NEXT:     %15 = mir.field_addr %14[1] : !mir.ptr<mut !mir.struct<"Pair", {a: f32, b: si32}>, global>
# CHECK-NEXT:     %16 = mir.load %15 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %17 = mir.constant 1 : si32
# CHECK-NEXT:     %18 = mir.add %16, %17 : si32
# CHECK-NEXT:     mir.store %18, %15 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %19 = mir.load %p : !mir.ptr<mut !mir.ptr<mut f32, shared>>
# CHECK-NEXT:     %20 = mir.constant 1 : si64
# CHECK-NEXT:     %21 = mir.ptr_offset %19[%20] : !mir.ptr<mut f32, shared>, si64
# CHECK-NEXT:     %22 = mir.load %p : !mir.ptr<mut !mir.ptr<mut f32, shared>>
# CHECK-NEXT:     %23 = mir.gt %21, %22 : !mir.ptr<mut f32, shared>
# CHECK-NEXT:     mir.cond_br %23, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %24 = mir.cast ptr_to_ptr %0 : !mir.ptr<f32, global> to !mir.ptr<f32>
# CHECK-NEXT:     %25 = mir.call @_periclase_file_pointers__first(%24) : (!mir.ptr<f32>) -> f32
# CHECK-NEXT:     mir.goto ^bb2
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %26 = mir.load %p : !mir.ptr<mut !mir.ptr<mut f32, shared>>
# CHECK-NEXT:     %27 = mir.constant 0 : ui64
# CHECK-NEXT:     %28 = mir.element_addr %tile[%27] : !mir.ptr<mut !mir.array<4 x f32>, shared>, ui64
# CHECK-NEXT:     %29 = mir.ptr_diff %26, %28 : !mir.ptr<mut f32, shared>
# CHECK-NEXT:     %30 = mir.cast int_to_int %29 : si64 to si32
# CHECK-NEXT:     %31 = mir.constant 1 : ui64
# CHECK-NEXT:     %32 = mir.extract_field %pairs[1] : !mir.slice<mut !mir.struct<"Pair", {a: f32, b: si32}>, global>
# CHECK-NEXT:     %33 = mir.lt %31, %32 : ui64
# CHECK-NEXT:     mir.assert bounds %33, "index out of bounds of `pairs`"
# CHECK-NEXT:     %34 = mir.extract_field %pairs[0] : !mir.slice<mut !mir.struct<"Pair", {a: f32, b: si32}>, global>
# CHECK-NEXT:     %35 = mir.ptr_offset %34[%31] : !mir.ptr<mut !mir.struct<"Pair", {a: f32, b: si32}>, global>, ui64
# CHECK-NEXT:     %36 = mir.field_addr %35[1] : !mir.ptr<mut !mir.struct<"Pair", {a: f32, b: si32}>, global>
# CHECK-NEXT:     mir.store %30, %36 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func private @_periclase_file_pointers__put(%p: !mir.ptr<mut f32, shared>, %value: f32) attributes {source_name = "put"} {
# CHECK-NEXT:     %0 = mir.constant 1 : si64
# CHECK-NEXT:     %1 = mir.ptr_offset %p[%0] : !mir.ptr<mut f32, shared>, si64
# CHECK-NEXT:     mir.store %value, %1 : !mir.ptr<mut f32, shared>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func private @_periclase_file_pointers__first(%p: !mir.ptr<f32>) -> f32 attributes {source_name = "first"} {
# CHECK-NEXT:     %0 = mir.load %p : !mir.ptr<f32>
# CHECK-NEXT:     mir.return %0 : f32
# CHECK-NEXT:   }
