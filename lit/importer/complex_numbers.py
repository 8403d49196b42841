# RUN: periclase compile %s --emit mir | filecheck %s
"""Complex numbers: a tuple of two parts; literals take the type of their context; quotients are a function of the library."""

from periclase import MutSlice, Slice, complex64, f32, kernel


@kernel
def product(x: Slice[complex64], factor: complex64, y: MutSlice[complex64]):
    y[0] = x[0] * factor + 1j


@kernel
def quotient(x: Slice[complex64], d: f32, y: MutSlice[complex64]):
    y[0] = x[0] / d

# CHECK:        mir.func @product(%x: !mir.slice<!mir.tuple<f32, f32>, global>, %factor_real: f32, %factor_imag: f32, %y: !mir.slice<mut !mir.tuple<f32, f32>, global>) attributes {kernel, source_name = "product"} {
# CHECK-NEXT:     %0 = mir.construct_tuple %factor_real, %factor_imag : !mir.tuple<f32, f32>
# CHECK-NEXT:     %1 = mir.constant 0 : ui64
# CHECK-NEXT:     %2 = mir.extract_field %x[1] : !mir.slice<!mir.tuple<f32, f32>, global>
# CHECK-NEXT:     %3 = mir.lt %1, %2 : ui64
# CHECK-NEXT:     mir.assert bounds %3, "index out of bounds of `x`"
# CHECK-NEXT:     %4 = mir.extract_field %x[0] : !mir.slice<!mir.tuple<f32, f32>, global>
# CHECK-NEXT:     %5 = mir.ptr_offset %4[%1] : !mir.ptr<!mir.tuple<f32, f32>, global>, ui64
# CHECK-NEXT:     %6 = mir.load %5 : !mir.ptr<!mir.tuple<f32, f32>, global>
# CHECK-NEXT:     %7 = mir.extract_field %6[0] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %8 = mir.extract_field %0[0] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %9 = mir.mul %7, %8 : f32
# CHECK-NEXT:     %10 = mir.extract_field %6[1] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %11 = mir.extract_field %0[1] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %12 = mir.mul %10, %11 : f32
# CHECK-NEXT:     %13 = mir.sub %9, %12 : f32
# CHECK-NEXT:     %14 = mir.extract_field %6[0] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %15 = mir.extract_field %0[1] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %16 = mir.mul %14, %15 : f32
# CHECK-NEXT:     %17 = mir.extract_field %6[1] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %18 = mir.extract_field %0[0] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %19 = mir.mul %17, %18 : f32
# CHECK-NEXT:     %20 = mir.add %16, %19 : f32
# CHECK-NEXT:     %21 = mir.construct_tuple %13, %20 : !mir.tuple<f32, f32>
# CHECK-NEXT:     %22 = mir.extract_field %21[0] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %23 = mir.constant 0.000000e+00 : f32
# CHECK-NEXT:     %24 = mir.add %22, %23 : f32
# CHECK-NEXT:     %25 = mir.extract_field %21[1] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %26 = mir.constant 1.000000e+00 : f32
# CHECK-NEXT:     %27 = mir.add %25, %26 : f32
# CHECK-NEXT:     %28 = mir.construct_tuple %24, %27 : !mir.tuple<f32, f32>
# CHECK-NEXT:     %29 = mir.constant 0 : ui64
# CHECK-NEXT:     %30 = mir.extract_field %y[1] : !mir.slice<mut !mir.tuple<f32, f32>, global>
# CHECK-NEXT:     %31 = mir.lt %29, %30 : ui64
# CHECK-NEXT:     mir.assert bounds %31, "index out of bounds of `y`"
# CHECK-NEXT:     %32 = mir.extract_field %y[0] : !mir.slice<mut !mir.tuple<f32, f32>, global>
# CHECK-NEXT:     %33 = mir.ptr_offset %32[%29] : !mir.ptr<mut !mir.tuple<f32, f32>, global>, ui64
# CHECK-NEXT:     mir.store %28, %33 : !mir.ptr<mut !mir.tuple<f32, f32>, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }

# CHECK:        mir.func @quotient(%x: !mir.slice<!mir.tuple<f32, f32>, global>, %d: f32, %y: !mir.slice<mut !mir.tuple<f32, f32>, global>) attributes {kernel, source_name = "quotient"} {
# CHECK-NEXT:     %0 = mir.constant 0 : ui64
# CHECK-NEXT:     %1 = mir.extract_field %x[1] : !mir.slice<!mir.tuple<f32, f32>, global>
# CHECK-NEXT:     %2 = mir.lt %0, %1 : ui64
# CHECK-NEXT:     mir.assert bounds %2, "index out of bounds of `x`"
# CHECK-NEXT:     %3 = mir.extract_field %x[0] : !mir.slice<!mir.tuple<f32, f32>, global>
# CHECK-NEXT:     %4 = mir.ptr_offset %3[%0] : !mir.ptr<!mir.tuple<f32, f32>, global>, ui64
# CHECK-NEXT:     %5 = mir.load %4 : !mir.ptr<!mir.tuple<f32, f32>, global>
# CHECK-NEXT:     %6 = mir.constant 0.000000e+00 : f32
# CHECK-NEXT:     %7 = mir.construct_tuple %d, %6 : !mir.tuple<f32, f32>
# CHECK-NEXT:     %8 = mir.extract_field %5[0] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %9 = mir.extract_field %5[1] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %10 = mir.extract_field %7[0] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %11 = mir.extract_field %7[1] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %12 = mir.call @periclase__library__complex_functions__quotient_TID_7b933efc5ab1fddbedfbac1b26dffa16(%8, %9, %10, %11) : (f32, f32, f32, f32) -> !mir.tuple<f32, f32>
# CHECK-NEXT:     %13 = mir.extract_field %12[0] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %14 = mir.extract_field %12[1] : !mir.tuple<f32, f32>
# CHECK-NEXT:     %15 = mir.construct_tuple %13, %14 : !mir.tuple<f32, f32>
# CHECK-NEXT:     %16 = mir.constant 0 : ui64
# CHECK-NEXT:     %17 = mir.extract_field %y[1] : !mir.slice<mut !mir.tuple<f32, f32>, global>
# CHECK-NEXT:     %18 = mir.lt %16, %17 : ui64
# CHECK-NEXT:     mir.assert bounds %18, "index out of bounds of `y`"
# CHECK-NEXT:     %19 = mir.extract_field %y[0] : !mir.slice<mut !mir.tuple<f32, f32>, global>
# CHECK-NEXT:     %20 = mir.ptr_offset %19[%16] : !mir.ptr<mut !mir.tuple<f32, f32>, global>, ui64
# CHECK-NEXT:     mir.store %15, %20 : !mir.ptr<mut !mir.tuple<f32, f32>, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @periclase__library__complex_functions__quotient_TID_7b933efc5ab1fddbedfbac1b26dffa16(%a: f32, %b: f32, %c: f32, %d: f32) -> !mir.tuple<f32, f32> attributes {source_name = "quotient"} {
# CHECK-NEXT:     %across = mir.alloca i1 name "across"
# CHECK-NEXT:     %nothing = mir.alloca f32 name "nothing"
# CHECK-NEXT:     %ratio = mir.alloca f32 name "ratio"
# CHECK-NEXT:     %scale = mir.alloca f32 name "scale"
# CHECK-NEXT:     %0 = mir.abs %c : f32
# CHECK-NEXT:     %1 = mir.abs %d : f32
# CHECK-NEXT:     %2 = mir.ge %0, %1 : f32
# CHECK-NEXT:     %3 = mir.not %2 : i1
# CHECK-NEXT:     mir.store %3, %across : !mir.ptr<mut i1>
# CHECK-NEXT:     %4 = mir.constant 0.000000e+00 : f32
# CHECK-NEXT:     %5 = mir.eq %c, %4 : f32
# CHECK-NEXT:     mir.cond_br %5, ^bb1, ^bb3
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %6 = mir.constant 0.000000e+00 : f32
# CHECK-NEXT:     %7 = mir.eq %d, %6 : f32
# CHECK-NEXT:     mir.cond_br %7, ^bb2, ^bb3
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %8 = mir.abs %c : f32
# CHECK-NEXT:     mir.store %8, %nothing : !mir.ptr<mut f32>
# CHECK-NEXT:     %9 = mir.load %nothing : !mir.ptr<mut f32>
# CHECK-NEXT:     %10 = mir.div %a, %9 : f32
# CHECK-NEXT:     %11 = mir.load %nothing : !mir.ptr<mut f32>
# CHECK-NEXT:     %12 = mir.div %b, %11 : f32
# CHECK-NEXT:     %13 = mir.construct_tuple %10, %12 : !mir.tuple<f32, f32>
# CHECK-NEXT:     mir.return %13 : !mir.tuple<f32, f32>
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %14 = mir.load %across : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.cond_br %14, ^bb4, ^bb5
# CHECK-NEXT:   ^bb4:
# CHECK-NEXT:     %15 = mir.div %c, %d : f32
# CHECK-NEXT:     mir.store %15, %ratio : !mir.ptr<mut f32>
# CHECK-NEXT:     %16 = mir.constant 1.000000e+00 : f32
# CHECK-NEXT:     %17 = mir.load %ratio : !mir.ptr<mut f32>
# CHECK-NEXT:     %18 = mir.mul %c, %17 : f32
# CHECK-NEXT:     %19 = mir.add %d, %18 : f32
# CHECK-NEXT:     %20 = mir.div %16, %19 : f32
# CHECK-NEXT:     mir.store %20, %scale : !mir.ptr<mut f32>
# CHECK-NEXT:     %21 = mir.load %ratio : !mir.ptr<mut f32>
# CHECK-NEXT:     %22 = mir.mul %a, %21 : f32
# CHECK-NEXT:     %23 = mir.add %22, %b : f32
# CHECK-NEXT:     %24 = mir.load %scale : !mir.ptr<mut f32>
# CHECK-NEXT:     %25 = mir.mul %23, %24 : f32
# CHECK-NEXT:     %26 = mir.load %ratio : !mir.ptr<mut f32>
# CHECK-NEXT:     %27 = mir.mul %b, %26 : f32
# CHECK-NEXT:     %28 = mir.sub %27, %a : f32
# CHECK-NEXT:     %29 = mir.load %scale : !mir.ptr<mut f32>
# CHECK-NEXT:     %30 = mir.mul %28, %29 : f32
# CHECK-NEXT:     %31 = mir.construct_tuple %25, %30 : !mir.tuple<f32, f32>
# CHECK-NEXT:     mir.return %31 : !mir.tuple<f32, f32>
# CHECK-NEXT:   ^bb5:
# CHECK-NEXT:     %32 = mir.div %d, %c : f32
# CHECK-NEXT:     mir.store %32, %ratio : !mir.ptr<mut f32>
# CHECK-NEXT:     %33 = mir.constant 1.000000e+00 : f32
# CHECK-NEXT:     %34 = mir.load %ratio : !mir.ptr<mut f32>
# CHECK-NEXT:     %35 = mir.mul %d, %34 : f32
# CHECK-NEXT:     %36 = mir.add %c, %35 : f32
# CHECK-NEXT:     %37 = mir.div %33, %36 : f32
# CHECK-NEXT:     mir.store %37, %scale : !mir.ptr<mut f32>
# CHECK-NEXT:     %38 = mir.load %ratio : !mir.ptr<mut f32>
# CHECK-NEXT:     %39 = mir.mul %b, %38 : f32
# CHECK-NEXT:     %40 = mir.add %a, %39 : f32
# CHECK-NEXT:     %41 = mir.load %scale : !mir.ptr<mut f32>
# CHECK-NEXT:     %42 = mir.mul %40, %41 : f32
# CHECK-NEXT:     %43 = mir.load %ratio : !mir.ptr<mut f32>
# CHECK-NEXT:     %44 = mir.mul %a, %43 : f32
# CHECK-NEXT:     %45 = mir.sub %b, %44 : f32
# CHECK-NEXT:     %46 = mir.load %scale : !mir.ptr<mut f32>
# CHECK-NEXT:     %47 = mir.mul %45, %46 : f32
# CHECK-NEXT:     %48 = mir.construct_tuple %42, %47 : !mir.tuple<f32, f32>
# CHECK-NEXT:     mir.return %48 : !mir.tuple<f32, f32>
# CHECK-NEXT:   }
