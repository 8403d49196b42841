# RUN: periclase compile %s --emit mir | filecheck %s
"""Scalars: each type by its name; operands of two types meet in the smallest that holds both, literals take the other's type."""

from periclase import (
    MutSlice,
    bf16,
    bool_,
    f16,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
    isize,
    kernel,
    u8,
    u16,
    u32,
    u64,
    usize,
)


@kernel
def signed(a: i8, b: i16, c: i32, d: MutSlice[i64], e: MutSlice[isize]):
    d[0] = a + b
    d[1] = c * 3
    d[2] = a + 300
    e[0] = len(d)


@kernel
def unsigned(a: u8, b: u16, c: u32, d: MutSlice[u64], e: MutSlice[usize]):
    d[0] = a + b
    d[1] = c << 33
    e[0] = usize(c)


@kernel
def mixed(a: i8, b: u8, c: MutSlice[i32], t: bool_):
    c[0] = a - b
    c[1] = t + a
    c[2] = -a // b


@kernel
def floats(a: f16, b: bf16, c: MutSlice[f32], d: MutSlice[f64], n: u8):
    c[0] = a * b
    c[1] = a * n
    d[0] = c[1] + 0.5
    d[1] = n / 3


# CHECK:        mir.func @signed(%a: si8, %b: si16, %c: si32, %d: !mir.slice<mut si64, global>, %e: !mir.slice<mut si64, global>) attributes {kernel, source_name = "signed"} {
# CHECK-NEXT:     %0 = mir.cast int_to_int %a : si8 to si16
# CHECK-NEXT:     %1 = mir.add %0, %b : si16
# CHECK-NEXT:     %2 = mir.cast int_to_int %1 : si16 to si64
# CHECK-NEXT:     %3 = mir.constant 0 : ui64
# CHECK-NEXT:     %4 = mir.extract_field %d[1] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %5 = mir.lt %3, %4 : ui64
# CHECK-NEXT:     mir.assert bounds %5, "index out of bounds of `d`"
# CHECK-NEXT:     %6 = mir.extract_field %d[0] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %7 = mir.ptr_offset %6[%3] : !mir.ptr<mut si64, global>, ui64
# CHECK-NEXT:     mir.store %2, %7 : !mir.ptr<mut si64, global>
# CHECK-NEXT:     %8 = mir.constant 3 : si32
# CHECK-NEXT:     %9 = mir.mul %c, %8 : si32
# CHECK-NEXT:     %10 = mir.cast int_to_int %9 : si32 to si64
# CHECK-NEXT:     %11 = mir.constant 1 : ui64
# CHECK-NEXT:     %12 = mir.extract_field %d[1] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %13 = mir.lt %11, %12 : ui64
# CHECK-NEXT:     mir.assert bounds %13, "index out of bounds of `d`"
# CHECK-NEXT:     %14 = mir.extract_field %d[0] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %15 = mir.ptr_offset %14[%11] : !mir.ptr<mut si64, global>, ui64
# CHECK-NEXT:     mir.store %10, %15 : !mir.ptr<mut si64, global>
# CHECK-NEXT:     %16 = mir.cast int_to_int %a : si8 to si16
# CHECK-NEXT:     %17 = mir.constant 300 : si16
# CHECK-NEXT:     %18 = mir.add %16, %17 : si16
# CHECK-NEXT:     %19 = mir.cast int_to_int %18 : si16 to si64
# CHECK-NEXT:     %20 = mir.constant 2 : ui64
# CHECK-NEXT:     %21 = mir.extract_field %d[1] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %22 = mir.lt %20, %21 : ui64
# CHECK-NEXT:     mir.assert bounds %22, "index out of bounds of `d`"
# CHECK-NEXT:     %23 = mir.extract_field %d[0] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %24 = mir.ptr_offset %23[%20] : !mir.ptr<mut si64, global>, ui64
# CHECK-NEXT:     mir.store %19, %24 : !mir.ptr<mut si64, global>
# CHECK-NEXT:     %25 = mir.extract_field %d[1] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %26 = mir.cast int_to_int %25 : ui64 to si64
# CHECK-NEXT:     %27 = mir.constant 0 : ui64
# CHECK-NEXT:     %28 = mir.extract_field %e[1] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %29 = mir.lt %27, %28 : ui64
# CHECK-NEXT:     mir.assert bounds %29, "index out of bounds of `e`"
# CHECK-NEXT:     %30 = mir.extract_field %e[0] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %31 = mir.ptr_offset %30[%27] : !mir.ptr<mut si64, global>, ui64
# CHECK-NEXT:     mir.store %26, %31 : !mir.ptr<mut si64, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func @unsigned(%a: ui8, %b: ui16, %c: ui32, %d: !mir.slice<mut ui64, global>, %e: !mir.slice<mut ui64, global>) attributes {kernel, source_name = "unsigned"} {
# CHECK-NEXT:     %0 = mir.cast int_to_int %a : ui8 to ui16
# CHECK-NEXT:     %1 = mir.add %0, %b : ui16
# CHECK-NEXT:     %2 = mir.cast int_to_int %1 : ui16 to ui64
# CHECK-NEXT:     %3 = mir.constant 0 : ui64
# CHECK-NEXT:     %4 = mir.extract_field %d[1] : !mir.slice<mut ui64, global>
# CHECK-NEXT:     %5 = mir.lt %3, %4 : ui64
# CHECK-NEXT:     mir.assert bounds %5, "index out of bounds of `d`"
# CHECK-NEXT:     %6 = mir.extract_field %d[0] : !mir.slice<mut ui64, global>
# CHECK-NEXT:     %7 = mir.ptr_offset %6[%3] : !mir.ptr<mut ui64, global>, ui64
# CHECK-NEXT:     mir.store %2, %7 : !mir.ptr<mut ui64, global>
# CHECK-NEXT:     %8 = mir.constant 1 : ui32
# CHECK-NEXT:     %9 = mir.shl %c, %8 : ui32, ui32
# CHECK-NEXT:     %10 = mir.cast int_to_int %9 : ui32 to ui64
# CHECK-NEXT:     %11 = mir.constant 1 : ui64
# CHECK-NEXT:     %12 = mir.extract_field %d[1] : !mir.slice<mut ui64, global>
# CHECK-NEXT:     %13 = mir.lt %11, %12 : ui64
# CHECK-NEXT:     mir.assert bounds %13, "index out of bounds of `d`"
# CHECK-NEXT:     %14 = mir.extract_field %d[0] : !mir.slice<mut ui64, global>
# CHECK-NEXT:     %15 = mir.ptr_offset %14[%11] : !mir.ptr<mut ui64, global>, ui64
# CHECK-NEXT:     mir.store %10, %15 : !mir.ptr<mut ui64, global>
# CHECK-NEXT:     %16 = mir.cast int_to_int %c : ui32 to ui64
# CHECK-NEXT:     %17 = mir.constant 0 : ui64
# CHECK-NEXT:     %18 = mir.extract_field %e[1] : !mir.slice<mut ui64, global>
# CHECK-NEXT:     %19 = mir.lt %17, %18 : ui64
# CHECK-NEXT:     mir.assert bounds %19, "index out of bounds of `e`"
# CHECK-NEXT:     %20 = mir.extract_field %e[0] : !mir.slice<mut ui64, global>
# CHECK-NEXT:     %21 = mir.ptr_offset %20[%17] : !mir.ptr<mut ui64, global>, ui64
# CHECK-NEXT:     mir.store %16, %21 : !mir.ptr<mut ui64, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func @mixed(%a: si8, %b: ui8, %c: !mir.slice<mut si32, global>, %t: i1) attributes {kernel, source_name = "mixed"} {
# CHECK-NEXT:     %0 = mir.cast int_to_int %a : si8 to si16
# CHECK-NEXT:     %1 = mir.cast int_to_int %b : ui8 to si16
# CHECK-NEXT:     %2 = mir.sub %0, %1 : si16
# CHECK-NEXT:     %3 = mir.cast int_to_int %2 : si16 to si32
# CHECK-NEXT:     %4 = mir.constant 0 : ui64
# CHECK-NEXT:     %5 = mir.extract_field %c[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %6 = mir.lt %4, %5 : ui64
# CHECK-NEXT:     mir.assert bounds %6, "index out of bounds of `c`"
# CHECK-NEXT:     %7 = mir.extract_field %c[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %8 = mir.ptr_offset %7[%4] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %3, %8 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %9 = mir.cast int_to_int %t : i1 to si8
# CHECK-NEXT:     %10 = mir.add %9, %a : si8
# CHECK-NEXT:     %11 = mir.cast int_to_int %10 : si8 to si32
# CHECK-NEXT:     %12 = mir.constant 1 : ui64
# CHECK-NEXT:     %13 = mir.extract_field %c[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %14 = mir.lt %12, %13 : ui64
# CHECK-NEXT:     mir.assert bounds %14, "index out of bounds of `c`"
# CHECK-NEXT:     %15 = mir.extract_field %c[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %16 = mir.ptr_offset %15[%12] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %11, %16 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %17 = mir.neg %a : si8
# CHECK-NEXT:     %18 = mir.cast int_to_int %17 : si8 to si16
# CHECK-NEXT:     %19 = mir.cast int_to_int %b : ui8 to si16
# CHECK-NEXT:     %20 = mir.constant 0 : si16
# CHECK-NEXT:     %21 = mir.ne %19, %20 : si16
# CHECK-NEXT:     mir.assert division %21, "integer division by zero"
# CHECK-NEXT:     %22 = mir.floor_div %18, %19 : si16
# CHECK-NEXT:     %23 = mir.cast int_to_int %22 : si16 to si32
# CHECK-NEXT:     %24 = mir.constant 2 : ui64
# CHECK-NEXT:     %25 = mir.extract_field %c[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %26 = mir.lt %24, %25 : ui64
# CHECK-NEXT:     mir.assert bounds %26, "index out of bounds of `c`"
# CHECK-NEXT:     %27 = mir.extract_field %c[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %28 = mir.ptr_offset %27[%24] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %23, %28 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func @floats(%a: f16, %b: bf16, %c: !mir.slice<mut f32, global>, %d: !mir.slice<mut f64, global>, %n: ui8) attributes {kernel, source_name = "floats"} {
# CHECK-NEXT:     %0 = mir.cast float_to_float %a : f16 to f32
# CHECK-NEXT:     %1 = mir.cast float_to_float %b : bf16 to f32
# CHECK-NEXT:     %2 = mir.mul %0, %1 : f32
# CHECK-NEXT:     %3 = mir.constant 0 : ui64
# CHECK-NEXT:     %4 = mir.extract_field %c[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %5 = mir.lt %3, %4 : ui64
# CHECK-NEXT:     mir.assert bounds %5, "index out of bounds of `c`"
# CHECK-NEXT:     %6 = mir.extract_field %c[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %7 = mir.ptr_offset %6[%3] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %2, %7 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %8 = mir.cast int_to_float %n : ui8 to f16
# CHECK-NEXT:     %9 = mir.mul %a, %8 : f16
# CHECK-NEXT:     %10 = mir.cast float_to_float %9 : f16 to f32
# CHECK-NEXT:     %11 = mir.constant 1 : ui64
# CHECK-NEXT:     %12 = mir.extract_field %c[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %13 = mir.lt %11, %12 : ui64
# CHECK-NEXT:     mir.assert bounds %13, "index out of bounds of `c`"
# CHECK-NEXT:     %14 = mir.extract_field %c[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %15 = mir.ptr_offset %14[%11] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %10, %15 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %16 = mir.constant 1 : ui64
# CHECK-NEXT:     %17 = mir.extract_field %c[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %18 = mir.lt %16, %17 : ui64
# CHECK-NEXT:     mir.assert bounds %18, "index out of bounds of `c`"
# CHECK-NEXT:     %19 = mir.extract_field %c[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %20 = mir.ptr_offset %19[%16] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %21 = mir.load %20 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %22 = mir.constant 5.000000e-01 : f32
# CHECK-NEXT:     %23 = mir.add %21, %22 : f32
# CHECK-NEXT:     %24 = mir.cast float_to_float %23 : f32 to f64
# CHECK-NEXT:     %25 = mir.constant 0 : ui64
# CHECK-NEXT:     %26 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %27 = mir.lt %25, %26 : ui64
# CHECK-NEXT:     mir.assert bounds %27, "index out of bounds of `d`"
# CHECK-NEXT:     %28 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %29 = mir.ptr_offset %28[%25] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %24, %29 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %30 = mir.cast int_to_float %n : ui8 to f64
# CHECK-NEXT:     %31 = mir.constant 3.000000e+00 : f64
# CHECK-NEXT:     %32 = mir.div %30, %31 : f64
# CHECK-NEXT:     %33 = mir.constant 1 : ui64
# CHECK-NEXT:     %34 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %35 = mir.lt %33, %34 : ui64
# CHECK-NEXT:     mir.assert bounds %35, "index out of bounds of `d`"
# CHECK-NEXT:     %36 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %37 = mir.ptr_offset %36[%33] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %32, %37 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
