# RUN: periclase compile %s --emit mir | filecheck %s
"""Conversions: lossless ones by themselves, casts where something can be lost, rounding to integers."""

import math

from periclase import MutSlice, f32, f64, i8, i32, i64, kernel, u8


@kernel
def casts(a: i32, s: i8, f: f32, w: MutSlice[i64], d: MutSlice[f64], b: MutSlice[u8]):
    w[0] = a
    d[0] = f
    d[1] = a
    b[0] = u8(f)
    w[1] = math.floor(f)
    d[2] = f64(math.floor(f))
    d[3] = s * f

# CHECK:        mir.func @casts(%a: si32, %s: si8, %f: f32, %w: !mir.slice<mut si64, global>, %d: !mir.slice<mut f64, global>, %b: !mir.slice<mut ui8, global>) attributes {kernel, source_name = "casts"} {
# CHECK-NEXT:     %0 = mir.cast int_to_int %a : si32 to si64
# CHECK-NEXT:     %1 = mir.constant 0 : ui64
# CHECK-NEXT:     %2 = mir.extract_field %w[1] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %3 = mir.lt %1, %2 : ui64
# CHECK-NEXT:     mir.assert bounds %3, "index out of bounds of `w`"
# CHECK-NEXT:     %4 = mir.extract_field %w[0] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %5 = mir.ptr_offset %4[%1] : !mir.ptr<mut si64, global>, ui64
# CHECK-NEXT:     mir.store %0, %5 : !mir.ptr<mut si64, global>
# CHECK-NEXT:     %6 = mir.cast float_to_float %f : f32 to f64
# CHECK-NEXT:     %7 = mir.constant 0 : ui64
# CHECK-NEXT:     %8 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %9 = mir.lt %7, %8 : ui64
# CHECK-NEXT:     mir.assert bounds %9, "index out of bounds of `d`"
# CHECK-NEXT:     %10 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %11 = mir.ptr_offset %10[%7] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %6, %11 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %12 = mir.cast int_to_float %a : si32 to f64
# CHECK-NEXT:     %13 = mir.constant 1 : ui64
# CHECK-NEXT:     %14 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %15 = mir.lt %13, %14 : ui64
# CHECK-NEXT:     mir.assert bounds %15, "index out of bounds of `d`"
# CHECK-NEXT:     %16 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %17 = mir.ptr_offset %16[%13] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %12, %17 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %18 = mir.cast float_to_int %f : f32 to ui8
# CHECK-NEXT:     %19 = mir.constant 0 : ui64
# CHECK-NEXT:     %20 = mir.extract_field %b[1] : !mir.slice<mut ui8, global>
# CHECK-NEXT:     %21 = mir.lt %19, %20 : ui64
# CHECK-NEXT:     mir.assert bounds %21, "index out of bounds of `b`"
# CHECK-NEXT:     %22 = mir.extract_field %b[0] : !mir.slice<mut ui8, global>
# CHECK-NEXT:     %23 = mir.ptr_offset %22[%19] : !mir.ptr<mut ui8, global>, ui64
# CHECK-NEXT:     mir.store %18, %23 : !mir.ptr<mut ui8, global>
# CHECK-NEXT:     %24 = mir.floor %f : f32
# CHECK-NEXT:     %25 = mir.cast float_to_int %24 : f32 to si64
# CHECK-NEXT:     %26 = mir.constant 1 : ui64
# CHECK-NEXT:     %27 = mir.extract_field %w[1] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %28 = mir.lt %26, %27 : ui64
# CHECK-NEXT:     mir.assert bounds %28, "index out of bounds of `w`"
# CHECK-NEXT:     %29 = mir.extract_field %w[0] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %30 = mir.ptr_offset %29[%26] : !mir.ptr<mut si64, global>, ui64
# CHECK-NEXT:     mir.store %25, %30 : !mir.ptr<mut si64, global>
# CHECK-NEXT:     %31 = mir.floor %f : f32
# CHECK-NEXT:     %32 = mir.constant 0.000000e+00 : f32
# CHECK-NEXT:     %33 = mir.add %31, %32 : f32
# CHECK-NEXT:     %34 = mir.cast float_to_float %33 : f32 to f64
# CHECK-NEXT:     %35 = mir.constant 2 : ui64
# CHECK-NEXT:     %36 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %37 = mir.lt %35, %36 : ui64
# CHECK-NEXT:     mir.assert bounds %37, "index out of bounds of `d`"
# CHECK-NEXT:     %38 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %39 = mir.ptr_offset %38[%35] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %34, %39 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %40 = mir.cast int_to_float %s : si8 to f32
# CHECK-NEXT:     %41 = mir.mul %40, %f : f32
# CHECK-NEXT:     %42 = mir.cast float_to_float %41 : f32 to f64
# CHECK-NEXT:     %43 = mir.constant 3 : ui64
# CHECK-NEXT:     %44 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %45 = mir.lt %43, %44 : ui64
# CHECK-NEXT:     mir.assert bounds %45, "index out of bounds of `d`"
# CHECK-NEXT:     %46 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %47 = mir.ptr_offset %46[%43] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %42, %47 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
