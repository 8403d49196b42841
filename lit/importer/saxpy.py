# RUN: periclase compile %s --emit mir | filecheck %s
"""Index arithmetic in 64 bits, bounds checks, loads and stores."""

from periclase import MutSlice, Slice, f32, kernel
from periclase.gpu import block_dim_x, block_idx_x, thread_idx_x


@kernel
def saxpy(a: f32, x: Slice[f32], y: MutSlice[f32]):
    i = block_idx_x() * block_dim_x() + thread_idx_x()
    if i < len(y):
        y[i] = a * x[i] + y[i]

# CHECK:        mir.func @saxpy(%a: f32, %x: !mir.slice<f32, global>, %y: !mir.slice<mut f32, global>) attributes {kernel, source_name = "saxpy"} {
# CHECK-NEXT:     %i = mir.alloca si64 name "i"
# CHECK-NEXT:     %0 = mir.call @__periclase_intrinsic.block_idx_x() : () -> ui32
# CHECK-NEXT:     %1 = mir.cast int_to_int %0 : ui32 to si64
# CHECK-NEXT:     %2 = mir.call @__periclase_intrinsic.block_dim_x() : () -> ui32
# CHECK-NEXT:     %3 = mir.cast int_to_int %2 : ui32 to si64
# CHECK-NEXT:     %4 = mir.mul %1, %3 : si64
# CHECK-NEXT:     %5 = mir.call @__periclase_intrinsic.thread_idx_x() : () -> ui32
# CHECK-NEXT:     %6 = mir.cast int_to_int %5 : ui32 to si64
# CHECK-NEXT:     %7 = mir.add %4, %6 : si64
# CHECK-NEXT:     mir.store %7, %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %8 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %9 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %10 = mir.cast int_to_int %9 : ui64 to si64
# CHECK-NEXT:     %11 = mir.lt %8, %10 : si64
# CHECK-NEXT:     mir.cond_br %11, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %12 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %13 = mir.cast int_to_int %12 : si64 to ui64
# CHECK-NEXT:     %14 = mir.extract_field %x[1] : !mir.slice<f32, global>
# CHECK-NEXT:     %15 = mir.lt %13, %14 : ui64
# CHECK-NEXT:     mir.assert bounds %15, "index out of bounds of `x`"
# CHECK-NEXT:     %16 = mir.extract_field %x[0] : !mir.slice<f32, global>
# CHECK-NEXT:     %17 = mir.ptr_offset %16[%13] : !mir.ptr<f32, global>, ui64
# CHECK-NEXT:     %18 = mir.load %17 : !mir.ptr<f32, global>
# CHECK-NEXT:     %19 = mir.mul %a, %18 : f32
# CHECK-NEXT:     %20 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %21 = mir.cast int_to_int %20 : si64 to ui64
# CHECK-NEXT:     %22 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %23 = mir.lt %21, %22 : ui64
# CHECK-NEXT:     mir.assert bounds %23, "index out of bounds of `y`"
# CHECK-NEXT:     %24 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %25 = mir.ptr_offset %24[%21] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %26 = mir.load %25 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %27 = mir.add %19, %26 : f32
# CHECK-NEXT:     %28 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %29 = mir.cast int_to_int %28 : si64 to ui64
# CHECK-NEXT:     %30 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %31 = mir.lt %29, %30 : ui64
# CHECK-NEXT:     mir.assert bounds %31, "index out of bounds of `y`"
# CHECK-NEXT:     %32 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %33 = mir.ptr_offset %32[%29] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %27, %33 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.goto ^bb2
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.block_idx_x() -> ui32
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.block_dim_x() -> ui32
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.thread_idx_x() -> ui32
