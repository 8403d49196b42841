# RUN: periclase compile %s --emit mir | filecheck %s
"""Numba's rules: a float32 times a literal is computed in float64, integers in 64 bits, an index that is negative counts from the
end, and what is stored is converted."""

from periclase.compat.numba_cuda import cuda


@cuda.jit
def scaled(x, small, i):
    x[i] = x[0] * 0.5
    small[0] = small[1] + 1


typed = scaled.specialise_to("void(float32[::1], int32[::1], int64)")

# CHECK:        mir.func @scaled_TID_{{[0-9a-f]+}}(%x: !mir.slice<mut f32, global>, %small: !mir.slice<mut si32, global>, %i: si64) attributes {kernel, source_name = "scaled"} {
# CHECK:          %7 = mir.cast float_to_float %6 : f32 to f64
# CHECK-NEXT:     %8 = mir.constant 5.000000e-01 : f64
# CHECK-NEXT:     %9 = mir.mul %7, %8 : f64
# CHECK-NEXT:     %10 = mir.cast float_to_float %9 : f64 to f32
# CHECK-NEXT:     %11 = mir.constant 0 : si64
# CHECK-NEXT:     %12 = mir.lt %i, %11 : si64
# CHECK-NEXT:     mir.cond_br %12, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %13 = mir.extract_field %x[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %14 = mir.cast int_to_int %13 : ui64 to si64
# CHECK-NEXT:     %15 = mir.add %i, %14 : si64
# CHECK:          mir.assert bounds %19, "index out of bounds of `x`"
# CHECK-NEXT:     %20 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %21 = mir.ptr_offset %20[%17] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %10, %21 : !mir.ptr<mut f32, global>
# CHECK:          %28 = mir.cast int_to_int %27 : si32 to si64
# CHECK-NEXT:     %29 = mir.constant 1 : si64
# CHECK-NEXT:     %30 = mir.add %28, %29 : si64
# CHECK-NEXT:     %31 = mir.cast int_to_int %30 : si64 to si32
