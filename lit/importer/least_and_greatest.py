# RUN: periclase compile %s --emit mir | filecheck %s
"""`min` and `max` are a comparison and a choice, as in Python; numpy's `fmax` is an operation."""

import numpy as np

from periclase import MutSlice, f64, kernel


@kernel
def extremes(y: MutSlice[f64], a: f64, b: f64):
    y[0] = max(a, b)
    y[1] = np.fmax(a, b)


# CHECK:        mir.func @extremes(%y: !mir.slice<mut f64, global>, %a: f64, %b: f64) attributes {kernel, source_name = "extremes"} {
# CHECK-NEXT:     %0 = mir.gt %b, %a : f64
# CHECK-NEXT:     %1 = mir.select %0, %b, %a : f64
# CHECK-NEXT:     %2 = mir.constant 0 : ui64
# CHECK-NEXT:     %3 = mir.extract_field %y[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %4 = mir.lt %2, %3 : ui64
# CHECK-NEXT:     mir.assert bounds %4, "index out of bounds of `y`"
# CHECK-NEXT:     %5 = mir.extract_field %y[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %6 = mir.ptr_offset %5[%2] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %1, %6 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     %7 = mir.max %a, %b : f64
# CHECK-NEXT:     %8 = mir.constant 1 : ui64
# CHECK-NEXT:     %9 = mir.extract_field %y[1] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %10 = mir.lt %8, %9 : ui64
# CHECK-NEXT:     mir.assert bounds %10, "index out of bounds of `y`"
# CHECK-NEXT:     %11 = mir.extract_field %y[0] : !mir.slice<mut f64, global>
# CHECK-NEXT:     %12 = mir.ptr_offset %11[%8] : !mir.ptr<mut f64, global>, ui64
# CHECK-NEXT:     mir.store %7, %12 : !mir.ptr<mut f64, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
