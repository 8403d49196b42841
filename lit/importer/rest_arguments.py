# RUN: periclase compile %s --emit mir | filecheck %s
"""`*rest` is the tuple of the arguments that are left; the function is compiled for each combination of their types."""

from periclase import MutSlice, device, f32, kernel


@device
def last(first: f32, *rest):
    return rest[len(rest) - 1]


@kernel
def k(x: MutSlice[f32], value: f32):
    x[0] = last(value, 1, value)


# CHECK:        mir.func @k(%x: !mir.slice<mut f32, global>, %value: f32) attributes {kernel, source_name = "k"} {
# CHECK-NEXT:     %0 = mir.constant 1 : si64
# CHECK-NEXT:     %1 = mir.construct_tuple %0, %value : !mir.tuple<si64, f32>
# CHECK-NEXT:     %2 = mir.call @{{.*}}last_TID_{{[0-9a-f]+}}(%value, %1) : (f32, !mir.tuple<si64, f32>) -> f32
# CHECK:        mir.func private @{{.*}}last_TID_{{[0-9a-f]+}}(%first: f32, %rest: !mir.tuple<si64, f32>) -> f32 attributes {source_name = "last"} {
# CHECK-NEXT:     %0 = mir.extract_field %rest[1] : !mir.tuple<si64, f32>
# CHECK-NEXT:     mir.return %0 : f32
