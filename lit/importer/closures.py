# RUN: periclase compile %s --emit mir | filecheck %s
"""Functions as values: a function is the tuple of what it captures, and its calls are calls of one function of the module."""

from periclase import MutSlice, f32, kernel


def twice(function):
    return lambda v: function(function(v))


def apply(function, v):
    return function(v)


def negated(v):
    return -v


@kernel
def closures(y: MutSlice[f32], factor: f32):
    def scaled(v, offset=1.0):
        return v * factor + offset

    y[0] = twice(scaled)(y[0])
    y[1] = apply(negated, y[1])
    literal = 2
    y[2] = (lambda v: v * literal)(y[2])

# CHECK:        mir.func @closures(%y: !mir.slice<mut f32, global>, %factor: f32) attributes {kernel, source_name = "closures"} {
# CHECK-NEXT:     %scaled = mir.alloca !mir.tuple<f32> name "scaled"
# CHECK-NEXT:     %0 = mir.construct_tuple %factor : !mir.tuple<f32>
# CHECK-NEXT:     mir.store %0, %scaled : !mir.ptr<mut !mir.tuple<f32>>
# CHECK-NEXT:     %1 = mir.load %scaled : !mir.ptr<mut !mir.tuple<f32>>
# CHECK-NEXT:     %2 = mir.call @_periclase_file_closures__twice_TID_ea055243095e04120b29500a56821fae(%1) : (!mir.tuple<f32>) -> !mir.tuple<!mir.tuple<f32>>
# CHECK-NEXT:     %3 = mir.extract_field %2[0] : !mir.tuple<!mir.tuple<f32>>
# CHECK-NEXT:     %4 = mir.constant 0 : ui64
# CHECK-NEXT:     %5 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %6 = mir.lt %4, %5 : ui64
# CHECK-NEXT:     mir.assert bounds %6, "index out of bounds of `y`"
# CHECK-NEXT:     %7 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %8 = mir.ptr_offset %7[%4] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %9 = mir.load %8 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %10 = mir.call @_periclase_file_closures__twice___locals____lambda__TID_959abb05bf1889102981ccfb844ea822(%3, %9) : (!mir.tuple<f32>, f32) -> f32
# CHECK-NEXT:     %11 = mir.constant 0 : ui64
# CHECK-NEXT:     %12 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %13 = mir.lt %11, %12 : ui64
# CHECK-NEXT:     mir.assert bounds %13, "index out of bounds of `y`"
# CHECK-NEXT:     %14 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %15 = mir.ptr_offset %14[%11] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %10, %15 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %16 = mir.constant 1 : ui64
# CHECK-NEXT:     %17 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %18 = mir.lt %16, %17 : ui64
# CHECK-NEXT:     mir.assert bounds %18, "index out of bounds of `y`"
# CHECK-NEXT:     %19 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %20 = mir.ptr_offset %19[%16] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %21 = mir.load %20 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %22 = mir.call @_periclase_file_closures__apply_TID_fbc083df640105ce2384157686e7cc84(%21) : (f32) -> f32
# CHECK-NEXT:     %23 = mir.constant 1 : ui64
# CHECK-NEXT:     %24 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %25 = mir.lt %23, %24 : ui64
# CHECK-NEXT:     mir.assert bounds %25, "index out of bounds of `y`"
# CHECK-NEXT:     %26 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %27 = mir.ptr_offset %26[%23] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %22, %27 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %28 = mir.construct_tuple : !mir.tuple<>
# CHECK-NEXT:     %29 = mir.constant 2 : ui64
# CHECK-NEXT:     %30 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %31 = mir.lt %29, %30 : ui64
# CHECK-NEXT:     mir.assert bounds %31, "index out of bounds of `y`"
# CHECK-NEXT:     %32 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %33 = mir.ptr_offset %32[%29] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %34 = mir.load %33 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %35 = mir.call @_periclase_file_closures__closures___locals____lambda__TID_0f1c540ac8a56705fa779464931be26c(%34) : (f32) -> f32
# CHECK-NEXT:     %36 = mir.constant 2 : ui64
# CHECK-NEXT:     %37 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %38 = mir.lt %36, %37 : ui64
# CHECK-NEXT:     mir.assert bounds %38, "index out of bounds of `y`"
# CHECK-NEXT:     %39 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %40 = mir.ptr_offset %39[%36] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %35, %40 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @_periclase_file_closures__twice_TID_ea055243095e04120b29500a56821fae(%function: !mir.tuple<f32>) -> !mir.tuple<!mir.tuple<f32>> attributes {source_name = "twice"} {
# CHECK-NEXT:     %0 = mir.construct_tuple %function : !mir.tuple<!mir.tuple<f32>>
# CHECK-NEXT:     mir.return %0 : !mir.tuple<!mir.tuple<f32>>
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @_periclase_file_closures__twice___locals____lambda__TID_959abb05bf1889102981ccfb844ea822(%function: !mir.tuple<f32>, %v: f32) -> f32 attributes {source_name = "twice.<locals>.<lambda>"} {
# CHECK-NEXT:     %0 = mir.extract_field %function[0] : !mir.tuple<f32>
# CHECK-NEXT:     %1 = mir.extract_field %function[0] : !mir.tuple<f32>
# CHECK-NEXT:     %2 = mir.constant 1.000000e+00 : f32
# CHECK-NEXT:     %3 = mir.call @_periclase_file_closures__closures___locals___scaled_TID_5effcf1e1543fe9c0716935bcec94024(%1, %v, %2) : (f32, f32, f32) -> f32
# CHECK-NEXT:     %4 = mir.constant 1.000000e+00 : f32
# CHECK-NEXT:     %5 = mir.call @_periclase_file_closures__closures___locals___scaled_TID_5effcf1e1543fe9c0716935bcec94024(%0, %3, %4) : (f32, f32, f32) -> f32
# CHECK-NEXT:     mir.return %5 : f32
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @_periclase_file_closures__apply_TID_fbc083df640105ce2384157686e7cc84(%v: f32) -> f32 attributes {source_name = "apply"} {
# CHECK-NEXT:     %0 = mir.call @_periclase_file_closures__negated_TID_52eef0ccc02c75eae89d3efb83b79942(%v) : (f32) -> f32
# CHECK-NEXT:     mir.return %0 : f32
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @_periclase_file_closures__closures___locals____lambda__TID_0f1c540ac8a56705fa779464931be26c(%v: f32) -> f32 attributes {source_name = "closures.<locals>.<lambda>"} {
# CHECK-NEXT:     %0 = mir.constant 2.000000e+00 : f32
# CHECK-NEXT:     %1 = mir.mul %v, %0 : f32
# CHECK-NEXT:     mir.return %1 : f32
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @_periclase_file_closures__closures___locals___scaled_TID_5effcf1e1543fe9c0716935bcec94024(%factor: f32, %v: f32, %offset: f32) -> f32 attributes {source_name = "closures.<locals>.scaled"} {
# CHECK-NEXT:     %0 = mir.mul %v, %factor : f32
# CHECK-NEXT:     %1 = mir.add %0, %offset : f32
# CHECK-NEXT:     mir.return %1 : f32
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @_periclase_file_closures__negated_TID_52eef0ccc02c75eae89d3efb83b79942(%v: f32) -> f32 attributes {source_name = "negated"} {
# CHECK-NEXT:     %0 = mir.neg %v : f32
# CHECK-NEXT:     mir.return %0 : f32
# CHECK-NEXT:   }
