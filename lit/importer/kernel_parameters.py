# RUN: periclase compile %s --emit mir | filecheck %s
"""Parameters of a kernel: a struct, a tuple and an array come in parts, and are put together at the start."""

from periclase import Array, MutSlice, Slice, f32, i32, kernel, struct


@struct
class Source:
    scale: f32
    data: Slice[f32]


@kernel
def parameters(source: Source, pair: tuple[i32, f32], table: Array[f32, 2], y: MutSlice[f32]):
    y[0] = source.data[pair[0]] * source.scale + pair[1] + table[pair[0]]

# CHECK:        mir.func @parameters(%source_scale: f32, %source_data: !mir.slice<f32, global>, %pair: si32, %pair_1: f32, %table: f32, %table_1: f32, %y: !mir.slice<mut f32, global>) attributes {kernel, source_name = "parameters"} {
# CHECK-NEXT:     %0 = mir.alloca !mir.array<2 x f32> name "table"
# CHECK-NEXT:     %1 = mir.construct_struct %source_scale, %source_data : !mir.struct<"Source", {scale: f32, data: !mir.slice<f32, global>}>
# CHECK-NEXT:     %2 = mir.construct_tuple %pair, %pair_1 : !mir.tuple<si32, f32>
# CHECK-NEXT:     %3 = mir.construct_array %table, %table_1 : !mir.array<2 x f32>
# CHECK-NEXT:     mir.store %3, %0 : !mir.ptr<mut !mir.array<2 x f32>>
# CHECK-NEXT:     %4 = mir.cast mut_to_const %0 : !mir.ptr<mut !mir.array<2 x f32>> to !mir.ptr<!mir.array<2 x f32>>
# CHECK-NEXT:     %5 = mir.extract_field %1[1] : !mir.struct<"Source", {scale: f32, data: !mir.slice<f32, global>}>
# CHECK-NEXT:     %6 = mir.extract_field %2[0] : !mir.tuple<si32, f32>
# CHECK-NEXT:     %7 = mir.cast int_to_int %6 : si32 to ui64
# CHECK-NEXT:     %8 = mir.extract_field %5[1] : !mir.slice<f32, global>
# CHECK-NEXT:     %9 = mir.lt %7, %8 : ui64
# CHECK-NEXT:     mir.assert bounds %9, "index out of bounds of `source.data`"
# CHECK-NEXT:     %10 = mir.extract_field %5[0] : !mir.slice<f32, global>
# CHECK-NEXT:     %11 = mir.ptr_offset %10[%7] : !mir.ptr<f32, global>, ui64
# CHECK-NEXT:     %12 = mir.load %11 : !mir.ptr<f32, global>
# CHECK-NEXT:     %13 = mir.extract_field %1[0] : !mir.struct<"Source", {scale: f32, data: !mir.slice<f32, global>}>
# CHECK-NEXT:     %14 = mir.mul %12, %13 : f32
# CHECK-NEXT:     %15 = mir.extract_field %2[1] : !mir.tuple<si32, f32>
# CHECK-NEXT:     %16 = mir.add %14, %15 : f32
# CHECK-NEXT:     %17 = mir.extract_field %2[0] : !mir.tuple<si32, f32>
# CHECK-NEXT:     %18 = mir.cast int_to_int %17 : si32 to ui64
# CHECK-NEXT:     %19 = mir.constant 2 : ui64
# CHECK-NEXT:     %20 = mir.lt %18, %19 : ui64
# CHECK-NEXT:     mir.assert bounds %20, "index out of bounds of `table`"
# CHECK-NEXT:     %21 = mir.element_addr %4[%18] : !mir.ptr<!mir.array<2 x f32>>, ui64
# CHECK-NEXT:     %22 = mir.load %21 : !mir.ptr<f32>
# CHECK-NEXT:     %23 = mir.add %16, %22 : f32
# CHECK-NEXT:     %24 = mir.constant 0 : ui64
# CHECK-NEXT:     %25 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %26 = mir.lt %24, %25 : ui64
# CHECK-NEXT:     mir.assert bounds %26, "index out of bounds of `y`"
# CHECK-NEXT:     %27 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %28 = mir.ptr_offset %27[%24] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %23, %28 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
