# RUN: periclase compile %s --emit mir | filecheck %s
"""Mathematics: functions of `math` and numpy in the type of their argument, powers as products, divmod, rounding, min and max."""

import math

import numpy as np

from periclase import MutSlice, f32, f64, i32, kernel


@kernel
def mathematics(y: MutSlice[f32], d: MutSlice[f64], n: MutSlice[i32]):
    y[0] = math.sin(y[1]) + math.sqrt(y[2])
    d[0] = np.exp(d[1]) * math.pow(d[2], 0.3)
    y[3] = y[1] ** 3
    n[0] = n[1] ** 2
    q, r = divmod(n[2], 10)
    n[3] = q - r
    n[4] = i32(round(y[4]))
    n[5] = min(n[6], n[7], 5)
    d[3] = max(abs(d[4]), d[5])
    d[6] = math.hypot(d[7], d[8])


# CHECK:        mir.func @mathematics(%y: !mir.slice<mut f32, global>, %d: !mir.slice<mut f64, global>, %n: !mir.slice<mut si32, global>) attributes {kernel, source_name = "mathematics"} {
# CHECK-NEXT:     %q = mir.alloca si64 name "q"
# CHECK-NEXT:     %r = mir.alloca si64 name "r"
# CHECK-NEXT:     %0 = mir.constant 1 : ui64
# CHECK-NEXT:     %1 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %2 = mir.lt %0, %1 : ui64
# CHECK-NEXT:     mir.assert bounds %2, "index out of bounds of `y`"
# CHECK-NEXT:     %3 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %4 = mir.ptr_offset %3[%0] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %5 = mir.load %4 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %6 = mir.sin %5 : f32
# CHECK-NEXT:     %7 = mir.constant 2 : ui64
# CHECK-NEXT:     %8 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %9 = mir.lt %7, %8 : ui64
# CHECK-NEXT:     mir.assert bounds %9, "index out of bounds of `y`"
# CHECK-NEXT:     %10 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %11 = mir.ptr_offset %10[%7] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %12 = mir.load %11 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %13 = mir.sqrt %12 : f32
# CHECK-NEXT:     %14 = mir.add %6, %13 : f32
# CHECK-NEXT:     %15 = mir.constant 0 : ui64
# CHECK-NEXT:     %16 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %17 = mir.lt %15, %16 : ui64
# CHECK-NEXT:     mir.assert bounds %17, "index out of bounds of `y`"
# CHECK-NEXT:     %18 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %19 = mir.ptr_offset %18[%15] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %14, %19 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %20 = mir.constant 1 : ui64
# CHECK-NEXT:     %21 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %22 = mir.lt %20, %21 : ui64
# CHECK-NEXT:     mir.assert bounds %22, "index out of bounds of `d`"
# CHECK-NEXT:     %23 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %24 = mir.ptr_offset %23[%20] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     %25 = mir.load %24 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %26 = mir.exp %25 : f64
# CHECK-NEXT:     %27 = mir.constant 2 : ui64
# CHECK-NEXT:     %28 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %29 = mir.lt %27, %28 : ui64
# CHECK-NEXT:     mir.assert bounds %29, "index out of bounds of `d`"
# CHECK-NEXT:     %30 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %31 = mir.ptr_offset %30[%27] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     %32 = mir.load %31 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %33 = mir.constant 3.000000e-01 : f64
# CHECK-NEXT:     %34 = mir.pow %32, %33 : f64
# CHECK-NEXT:     %35 = mir.mul %26, %34 : f64
# CHECK-NEXT:     %36 = mir.constant 0 : ui64
# CHECK-NEXT:     %37 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %38 = mir.lt %36, %37 : ui64
# CHECK-NEXT:     mir.assert bounds %38, "index out of bounds of `d`"
# CHECK-NEXT:     %39 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %40 = mir.ptr_offset %39[%36] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %35, %40 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %41 = mir.constant 1 : ui64
# CHECK-NEXT:     %42 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %43 = mir.lt %41, %42 : ui64
# CHECK-NEXT:     mir.assert bounds %43, "index out of bounds of `y`"
# CHECK-NEXT:     %44 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %45 = mir.ptr_offset %44[%41] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %46 = mir.load %45 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %47 = mir.mul %46, %46 : f32
# CHECK-NEXT:     %48 = mir.mul %46, %47 : f32
# CHECK-NEXT:     %49 = mir.constant 3 : ui64
# CHECK-NEXT:     %50 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %51 = mir.lt %49, %50 : ui64
# CHECK-NEXT:     mir.assert bounds %51, "index out of bounds of `y`"
# CHECK-NEXT:     %52 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %53 = mir.ptr_offset %52[%49] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %48, %53 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %54 = mir.constant 1 : ui64
# CHECK-NEXT:     %55 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %56 = mir.lt %54, %55 : ui64
# CHECK-NEXT:     mir.assert bounds %56, "index out of bounds of `n`"
# CHECK-NEXT:     %57 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %58 = mir.ptr_offset %57[%54] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %59 = mir.load %58 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %60 = mir.mul %59, %59 : si32
# CHECK-NEXT:     %61 = mir.constant 0 : ui64
# CHECK-NEXT:     %62 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %63 = mir.lt %61, %62 : ui64
# CHECK-NEXT:     mir.assert bounds %63, "index out of bounds of `n`"
# CHECK-NEXT:     %64 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %65 = mir.ptr_offset %64[%61] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %60, %65 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %66 = mir.constant 2 : ui64
# CHECK-NEXT:     %67 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %68 = mir.lt %66, %67 : ui64
# CHECK-NEXT:     mir.assert bounds %68, "index out of bounds of `n`"
# CHECK-NEXT:     %69 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %70 = mir.ptr_offset %69[%66] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %71 = mir.load %70 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %72 = mir.cast int_to_int %71 : si32 to si64
# CHECK-NEXT:     %73 = mir.constant 10 : si64
# CHECK-NEXT:     %74 = mir.floor_div %72, %73 : si64
# CHECK-NEXT:     %75 = mir.cast int_to_int %71 : si32 to si64
# CHECK-NEXT:     %76 = mir.constant 10 : si64
# CHECK-NEXT:     %77 = mir.floor_mod %75, %76 : si64
# CHECK-NEXT:     mir.store %74, %q : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.store %77, %r : !mir.ptr<mut si64>
# CHECK-NEXT:     %78 = mir.load %q : !mir.ptr<mut si64>
# CHECK-NEXT:     %79 = mir.load %r : !mir.ptr<mut si64>
# CHECK-NEXT:     %80 = mir.sub %78, %79 : si64
# CHECK-NEXT:     %81 = mir.cast int_to_int %80 : si64 to si32
# CHECK-NEXT:     %82 = mir.constant 3 : ui64
# CHECK-NEXT:     %83 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %84 = mir.lt %82, %83 : ui64
# CHECK-NEXT:     mir.assert bounds %84, "index out of bounds of `n`"
# CHECK-NEXT:     %85 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %86 = mir.ptr_offset %85[%82] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %81, %86 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %87 = mir.constant 4 : ui64
# CHECK-NEXT:     %88 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %89 = mir.lt %87, %88 : ui64
# CHECK-NEXT:     mir.assert bounds %89, "index out of bounds of `y`"
# CHECK-NEXT:     %90 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %91 = mir.ptr_offset %90[%87] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %92 = mir.load %91 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %93 = mir.round_even %92 : f32
# CHECK-NEXT:     %94 = mir.cast float_to_int %93 : f32 to si64
# CHECK-NEXT:     %95 = mir.cast int_to_int %94 : si64 to si32
# CHECK-NEXT:     %96 = mir.constant 4 : ui64
# CHECK-NEXT:     %97 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %98 = mir.lt %96, %97 : ui64
# CHECK-NEXT:     mir.assert bounds %98, "index out of bounds of `n`"
# CHECK-NEXT:     %99 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %100 = mir.ptr_offset %99[%96] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %95, %100 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %101 = mir.constant 6 : ui64
# CHECK-NEXT:     %102 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %103 = mir.lt %101, %102 : ui64
# CHECK-NEXT:     mir.assert bounds %103, "index out of bounds of `n`"
# CHECK-NEXT:     %104 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %105 = mir.ptr_offset %104[%101] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %106 = mir.load %105 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %107 = mir.constant 7 : ui64
# CHECK-NEXT:     %108 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %109 = mir.lt %107, %108 : ui64
# CHECK-NEXT:     mir.assert bounds %109, "index out of bounds of `n`"
# CHECK-NEXT:     %110 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %111 = mir.ptr_offset %110[%107] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %112 = mir.load %111 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %113 = mir.min %106, %112 : si32
# CHECK-NEXT:     %114 = mir.constant 5 : si32
# CHECK-NEXT:     %115 = mir.min %113, %114 : si32
# CHECK-NEXT:     %116 = mir.constant 5 : ui64
# CHECK-NEXT:     %117 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %118 = mir.lt %116, %117 : ui64
# CHECK-NEXT:     mir.assert bounds %118, "index out of bounds of `n`"
# CHECK-NEXT:     %119 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %120 = mir.ptr_offset %119[%116] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %115, %120 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %121 = mir.constant 4 : ui64
# CHECK-NEXT:     %122 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %123 = mir.lt %121, %122 : ui64
# CHECK-NEXT:     mir.assert bounds %123, "index out of bounds of `d`"
# CHECK-NEXT:     %124 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %125 = mir.ptr_offset %124[%121] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     %126 = mir.load %125 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %127 = mir.abs %126 : f64
# CHECK-NEXT:     %128 = mir.constant 5 : ui64
# CHECK-NEXT:     %129 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %130 = mir.lt %128, %129 : ui64
# CHECK-NEXT:     mir.assert bounds %130, "index out of bounds of `d`"
# CHECK-NEXT:     %131 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %132 = mir.ptr_offset %131[%128] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     %133 = mir.load %132 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %134 = mir.gt %133, %127 : f64
# CHECK-NEXT:     %135 = mir.select %134, %133, %127 : f64
# CHECK-NEXT:     %136 = mir.constant 3 : ui64
# CHECK-NEXT:     %137 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %138 = mir.lt %136, %137 : ui64
# CHECK-NEXT:     mir.assert bounds %138, "index out of bounds of `d`"
# CHECK-NEXT:     %139 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %140 = mir.ptr_offset %139[%136] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %135, %140 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %141 = mir.constant 7 : ui64
# CHECK-NEXT:     %142 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %143 = mir.lt %141, %142 : ui64
# CHECK-NEXT:     mir.assert bounds %143, "index out of bounds of `d`"
# CHECK-NEXT:     %144 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %145 = mir.ptr_offset %144[%141] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     %146 = mir.load %145 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %147 = mir.constant 8 : ui64
# CHECK-NEXT:     %148 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %149 = mir.lt %147, %148 : ui64
# CHECK-NEXT:     mir.assert bounds %149, "index out of bounds of `d`"
# CHECK-NEXT:     %150 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %151 = mir.ptr_offset %150[%147] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     %152 = mir.load %151 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %153 = mir.hypot %146, %152 : f64
# CHECK-NEXT:     %154 = mir.constant 6 : ui64
# CHECK-NEXT:     %155 = mir.extract_field %d[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %156 = mir.lt %154, %155 : ui64
# CHECK-NEXT:     mir.assert bounds %156, "index out of bounds of `d`"
# CHECK-NEXT:     %157 = mir.extract_field %d[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %158 = mir.ptr_offset %157[%154] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %153, %158 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
