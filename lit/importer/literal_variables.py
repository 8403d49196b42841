# RUN: periclase compile %s --emit mir | filecheck %s
"""A variable that gets whole numbers of the source only is an i64, which is read in the type that its context needs."""

from periclase import MutSlice, i32, kernel


@kernel
def k(x: MutSlice[i32], value: i32):
    step = 1
    if value < 0:
        step = -1
    x[0] = value + step


# CHECK:        mir.func @k(%x: !mir.slice<mut si32, global>, %value: si32) attributes {kernel, source_name = "k"} {
# CHECK:          mir.alloca si64 name "step"
# CHECK:          %[[READ:.*]] = mir.load %{{.*}} : !mir.ptr<mut si64>
# CHECK-NEXT:     %[[STEP:.*]] = mir.cast int_to_int %[[READ]] : si64 to si32
# CHECK-NEXT:     mir.add %value, %[[STEP]] : si32
