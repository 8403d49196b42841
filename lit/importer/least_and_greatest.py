# RUN: periclase compile %s --emit mir | filecheck %s
"""`min` and `max` are a comparison and a choice, as in Python; numpy's `fmax` is an operation."""

import numpy as np

from periclase import f64, kernel, MutSlice


@kernel
def extremes(y: MutSlice[f64], a: f64, b: f64):
    y[0] = max(a, b)
    y[1] = np.fmax(a, b)


# CHECK:        mir.func @extremes(%y: !mir.slice<mut f64, global>, %a: f64, %b: f64) attributes {kernel, source_name = "extremes"} {
# CHECK-NEXT:     %0 = mir.alloca f64 name "choice"
# CHECK-NEXT:     %1 = mir.gt %b, %a : f64
# CHECK-NEXT:     mir.cond_br %1, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     mir.store %b, %0 : !mir.ptr<mut f64>
# CHECK-NEXT:     mir.goto ^bb3
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     mir.store %a, %0 : !mir.ptr<mut f64>
# CHECK-NEXT:     mir.goto ^bb3
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %2 = mir.load %0 : !mir.ptr<mut f64>
# CHECK-NEXT:     %3 = mir.constant 0 : ui64
# CHECK-NEXT:     %4 = mir.extract_field %y[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %5 = mir.lt %3, %4 : ui64
# CHECK-NEXT:     mir.assert bounds %5, "index out of bounds of `y`"
# CHECK-NEXT:     %6 = mir.extract_field %y[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %7 = mir.ptr_offset %6[%3] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %2, %7 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %8 = mir.max %a, %b : f64
# CHECK-NEXT:     %9 = mir.constant 1 : ui64
# CHECK-NEXT:     %10 = mir.extract_field %y[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %11 = mir.lt %9, %10 : ui64
# CHECK-NEXT:     mir.assert bounds %11, "index out of bounds of `y`"
# CHECK-NEXT:     %12 = mir.extract_field %y[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %13 = mir.ptr_offset %12[%9] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %8, %13 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     mir.return
