# RUN: periclase compile %s --emit mir | filecheck %s
"""`**named` lies as the tuple of the values does; its names are known when the function is compiled, and so is what is asked of them."""

from periclase import MutSlice, device, f32, kernel


@device
def moved(x: f32, **named):
    if "by" in named:
        return x + named["by"]
    return x


@kernel
def k(x: MutSlice[f32], value: f32):
    x[0] = moved(value, more=1, by=value)


# CHECK:        mir.func @k(%x: !mir.slice<mut f32, global>, %value: f32) attributes {kernel, source_name = "k"} {
# CHECK-NEXT:     %0 = mir.constant 1 : si64
# CHECK-NEXT:     %1 = mir.construct_tuple %0, %value : !mir.tuple<si64, f32>
# CHECK-NEXT:     %2 = mir.call @{{.*}}moved_TID_{{[0-9a-f]+}}(%value, %1) : (f32, !mir.tuple<si64, f32>) -> f32
# CHECK:        mir.func private @{{.*}}moved_TID_{{[0-9a-f]+}}(%x: f32, %named: !mir.tuple<si64, f32>) -> f32 attributes {source_name = "moved"} {
# CHECK-NEXT:     %0 = mir.extract_field %named[1] : !mir.tuple<si64, f32>
# CHECK-NEXT:     %1 = mir.add %x, %0 : f32
# CHECK-NEXT:     mir.return %1 : f32
