# RUN: periclase compile %s --emit mir | filecheck %s
"""Functions of `cmath` are functions of the device library, which take and give parts."""

import cmath

from periclase import MutSlice, complex64, kernel


@kernel
def k(z: MutSlice[complex64]):
    z[0] = cmath.sin(z[0]) ** z[1]


# CHECK:      mir.func @k(%z: !mir.slice<mut !mir.tuple<f32, f32>, global>)
# CHECK:        mir.call @periclase__library__complex_functions__sin{{.*}} : (f32, f32) -> !mir.tuple<f32, f32>
# CHECK:        mir.call @periclase__library__complex_functions__power{{.*}} : (f32, f32, f32, f32) -> !mir.tuple<f32, f32>
# CHECK:        mir.store
