# RUN: periclase compile %s --emit mir | filecheck %s
"""A number in the source that is an item of a tuple in a variable is that number where it is used; items of several types have a
variable each in a loop over them."""

from periclase import MutSlice, f32, f64, i64, kernel


@kernel
def k(x: MutSlice[f32], value: f32):
    pair = (value, 0.5)
    x[0] = pair[1] * pair[0]
    for item in (value, i64(3)):
        x[1] = f32(f64(item))


# CHECK:        mir.func @k(%x: !mir.slice<mut f32, global>, %value: f32) attributes {kernel, source_name = "k"} {
# CHECK-NEXT:     %pair = mir.alloca !mir.tuple<f32, f64> name "pair"
# CHECK-NEXT:     %item = mir.alloca f32 name "item"
# CHECK:          %2 = mir.constant 5.000000e-01 : f32
# CHECK:          mir.mul %2, %4 : f32
# CHECK:          mir.store %value, %item : !mir.ptr<mut f32>
# CHECK:          mir.cast float_to_float %{{.*}} : f32 to f64
# CHECK:          mir.constant 3.000000e+00 : f32
