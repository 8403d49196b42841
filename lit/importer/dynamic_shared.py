# RUN: periclase compile %s --emit mir | filecheck %s
"""Arrays in dynamic shared memory are slices of it: their ends are compared with what the launch gives."""

from periclase import MutSlice, dynamic_shared_array, f32, f64, i32, kernel


@kernel
def two(y: MutSlice[f64], n: i32):
    first = dynamic_shared_array(n, f32)
    second = dynamic_shared_array(n, f64, after=first)
    y[0] = first[0] + second[0]

# CHECK:        mir.func @two(%y: !mir.slice<mut f64, global>, %n: si32) attributes {kernel, source_name = "two"} {
# CHECK-NEXT:     %first = mir.alloca !mir.slice<mut f32, shared> name "first"
# CHECK-NEXT:     %second = mir.alloca !mir.slice<mut f64, shared> name "second"
# CHECK-NEXT:     %0 = mir.cast int_to_int %n : si32 to si64
# CHECK-NEXT:     %1 = mir.dynamic_shared ui8 align 16
# CHECK-NEXT:     %2 = mir.call @__periclase_intrinsic.dynamic_shared_size() : () -> ui32
# CHECK-NEXT:     %3 = mir.cast int_to_int %2 : ui32 to ui64
# CHECK-NEXT:     %4 = mir.constant 4 : ui64
# CHECK-NEXT:     %5 = mir.div %3, %4 : ui64
# CHECK-NEXT:     %6 = mir.cast int_to_int %0 : si64 to ui64
# CHECK-NEXT:     %7 = mir.le %6, %5 : ui64
# CHECK-NEXT:     mir.assert bounds %7, "the launch gives too little dynamic shared memory for this array of f32"
# CHECK-NEXT:     %8 = mir.cast ptr_to_ptr %1 : !mir.ptr<mut ui8, shared> to !mir.ptr<mut f32, shared>
# CHECK-NEXT:     %9 = mir.construct_slice %8, %6 : !mir.slice<mut f32, shared>
# CHECK-NEXT:     mir.store %9, %first : !mir.ptr<mut !mir.slice<mut f32, shared>>
# CHECK-NEXT:     %10 = mir.cast int_to_int %n : si32 to si64
# CHECK-NEXT:     %11 = mir.load %first : !mir.ptr<mut !mir.slice<mut f32, shared>>
# CHECK-NEXT:     %12 = mir.dynamic_shared ui8 align 16
# CHECK-NEXT:     %13 = mir.call @__periclase_intrinsic.dynamic_shared_size() : () -> ui32
# CHECK-NEXT:     %14 = mir.cast int_to_int %13 : ui32 to ui64
# CHECK-NEXT:     %15 = mir.extract_field %11[0] : !mir.slice<mut f32, shared>
# CHECK-NEXT:     %16 = mir.extract_field %11[1] : !mir.slice<mut f32, shared>
# CHECK-NEXT:     %17 = mir.ptr_offset %15[%16] : !mir.ptr<mut f32, shared>, ui64
# CHECK-NEXT:     %18 = mir.cast ptr_to_ptr %17 : !mir.ptr<mut f32, shared> to !mir.ptr<mut ui8, shared>
# CHECK-NEXT:     %19 = mir.ptr_diff %18, %12 : !mir.ptr<mut ui8, shared>
# CHECK-NEXT:     %20 = mir.cast int_to_int %19 : si64 to ui64
# CHECK-NEXT:     %21 = mir.constant 7 : ui64
# CHECK-NEXT:     %22 = mir.add %20, %21 : ui64
# CHECK-NEXT:     %23 = mir.constant 18446744073709551608 : ui64
# CHECK-NEXT:     %24 = mir.bitand %22, %23 : ui64
# CHECK-NEXT:     %25 = mir.min %24, %14 : ui64
# CHECK-NEXT:     %26 = mir.ptr_offset %12[%25] : !mir.ptr<mut ui8, shared>, ui64
# CHECK-NEXT:     %27 = mir.sub %14, %25 : ui64
# CHECK-NEXT:     %28 = mir.constant 8 : ui64
# CHECK-NEXT:     %29 = mir.div %27, %28 : ui64
# CHECK-NEXT:     %30 = mir.cast int_to_int %10 : si64 to ui64
# CHECK-NEXT:     %31 = mir.le %30, %29 : ui64
# CHECK-NEXT:     mir.assert bounds %31, "the launch gives too little dynamic shared memory for this array of f64"
# CHECK-NEXT:     %32 = mir.cast ptr_to_ptr %26 : !mir.ptr<mut ui8, shared> to !mir.ptr<mut f64, shared>
# CHECK-NEXT:     %33 = mir.construct_slice %32, %30 : !mir.slice<mut f64, shared>
# CHECK-NEXT:     mir.store %33, %second : !mir.ptr<mut !mir.slice<mut f64, shared>>
# CHECK-NEXT:     %34 = mir.load %first : !mir.ptr<mut !mir.slice<mut f32, shared>>
# CHECK-NEXT:     %35 = mir.constant 0 : ui64
# CHECK-NEXT:     %36 = mir.extract_field %34[1] : !mir.slice<mut f32, shared>
# CHECK-NEXT:     %37 = mir.lt %35, %36 : ui64
# CHECK-NEXT:     mir.assert bounds %37, "index out of bounds of `first`"
# CHECK-NEXT:     %38 = mir.extract_field %34[0] : !mir.slice<mut f32, shared>
# CHECK-NEXT:     %39 = mir.ptr_offset %38[%35] : !mir.ptr<mut f32, shared>, ui64
# CHECK-NEXT:     %40 = mir.load %39 : !mir.ptr<mut f32, shared>
# CHECK-NEXT:     %41 = mir.cast float_to_float %40 : f32 to f64
# CHECK-NEXT:     %42 = mir.load %second : !mir.ptr<mut !mir.slice<mut f64, shared>>
# CHECK-NEXT:     %43 = mir.constant 0 : ui64
# CHECK-NEXT:     %44 = mir.extract_field %42[1] : !mir.slice<mut f64, shared>
# CHECK-NEXT:     %45 = mir.lt %43, %44 : ui64
# CHECK-NEXT:     mir.assert bounds %45, "index out of bounds of `second`"
# CHECK-NEXT:     %46 = mir.extract_field %42[0] : !mir.slice<mut f64, shared>
# CHECK-NEXT:     %47 = mir.ptr_offset %46[%43] : !mir.ptr<mut f64, shared>, ui64
# CHECK-NEXT:     %48 = mir.load %47 : !mir.ptr<mut f64, shared>
# CHECK-NEXT:     %49 = mir.add %41, %48 : f64
# CHECK-NEXT:     %50 = mir.constant 0 : ui64
# CHECK-NEXT:     %51 = mir.extract_field %y[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %52 = mir.lt %50, %51 : ui64
# CHECK-NEXT:     mir.assert bounds %52, "index out of bounds of `y`"
# CHECK-NEXT:     %53 = mir.extract_field %y[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %54 = mir.ptr_offset %53[%50] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %49, %54 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @__periclase_intrinsic.dynamic_shared_size() -> ui32
