# RUN: periclase compile %s --emit mir | filecheck %s
"""Functions: marked ones, plain ones specialised to the types of arguments, tuples as results, constants of the module."""

from periclase import MutSlice, device, f32, i32, kernel

FACTOR = 3
OFFSETS = (1, 2.5)


@device(inline="always")
def divided(a: i32, b: i32) -> tuple[i32, i32]:
    return a // b, a % b


def clamped(x, low, high):
    return min(max(x, low), high)


@kernel
def functions(a: i32, n: MutSlice[i32], y: MutSlice[f32]):
    q, r = divided(a, FACTOR)
    n[0] = q + r
    y[0] = clamped(y[1], 0.0, OFFSETS[1])
    n[1] = clamped(a, OFFSETS[0], 7)

# CHECK:        mir.func @functions(%a: si32, %n: !mir.slice<mut si32, global>, %y: !mir.slice<mut f32, global>) attributes {kernel, source_name = "functions"} {
# CHECK-NEXT:     %q = mir.alloca si32 name "q"
# CHECK-NEXT:     %r = mir.alloca si32 name "r"
# CHECK-NEXT:     %0 = mir.constant 3 : si32
# CHECK-NEXT:     %1 = mir.call @_periclase_file_functions__divided(%a, %0) : (si32, si32) -> !mir.tuple<si32, si32>
# CHECK-NEXT:     %2 = mir.extract_field %1[0] : !mir.tuple<si32, si32>
# CHECK-NEXT:     mir.store %2, %q : !mir.ptr<mut si32>
# CHECK-NEXT:     %3 = mir.extract_field %1[1] : !mir.tuple<si32, si32>
# CHECK-NEXT:     mir.store %3, %r : !mir.ptr<mut si32>
# CHECK-NEXT:     %4 = mir.load %q : !mir.ptr<mut si32>
# CHECK-NEXT:     %5 = mir.load %r : !mir.ptr<mut si32>
# CHECK-NEXT:     %6 = mir.add %4, %5 : si32
# CHECK-NEXT:     %7 = mir.constant 0 : ui64
# CHECK-NEXT:     %8 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %9 = mir.lt %7, %8 : ui64
# CHECK-NEXT:     mir.assert bounds %9, "index out of bounds of `n`"
# CHECK-NEXT:     %10 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %11 = mir.ptr_offset %10[%7] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %6, %11 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %12 = mir.constant 1 : ui64
# CHECK-NEXT:     %13 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %14 = mir.lt %12, %13 : ui64
# CHECK-NEXT:     mir.assert bounds %14, "index out of bounds of `y`"
# CHECK-NEXT:     %15 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %16 = mir.ptr_offset %15[%12] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %17 = mir.load %16 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %18 = mir.constant 0.000000e+00 : f32
# CHECK-NEXT:     %19 = mir.constant 2.500000e+00 : f32
# CHECK-NEXT:     %20 = mir.call @_periclase_file_functions__clamped_TID_c373c62ee24d744e2649a5848462b532(%17, %18, %19) : (f32, f32, f32) -> f32
# CHECK-NEXT:     %21 = mir.constant 0 : ui64
# CHECK-NEXT:     %22 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %23 = mir.lt %21, %22 : ui64
# CHECK-NEXT:     mir.assert bounds %23, "index out of bounds of `y`"
# CHECK-NEXT:     %24 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %25 = mir.ptr_offset %24[%21] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %20, %25 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %26 = mir.constant 1 : si32
# CHECK-NEXT:     %27 = mir.constant 7 : si32
# CHECK-NEXT:     %28 = mir.call @_periclase_file_functions__clamped_TID_2e0af35373bedd65d5f620a0323b6f83(%a, %26, %27) : (si32, si32, si32) -> si32
# CHECK-NEXT:     %29 = mir.constant 1 : ui64
# CHECK-NEXT:     %30 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %31 = mir.lt %29, %30 : ui64
# CHECK-NEXT:     mir.assert bounds %31, "index out of bounds of `n`"
# CHECK-NEXT:     %32 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %33 = mir.ptr_offset %32[%29] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %28, %33 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func private @_periclase_file_functions__divided(%a: si32, %b: si32) -> !mir.tuple<si32, si32> attributes {inline_policy = "always", source_name = "divided"} {
# CHECK-NEXT:     %0 = mir.constant 0 : si32
# CHECK-NEXT:     %1 = mir.ne %b, %0 : si32
# CHECK-NEXT:     mir.assert division %1, "integer division by zero"
# CHECK-NEXT:     %2 = mir.floor_div %a, %b : si32
# CHECK-NEXT:     %3 = mir.constant 0 : si32
# CHECK-NEXT:     %4 = mir.ne %b, %3 : si32
# CHECK-NEXT:     mir.assert division %4, "remainder by zero"
# CHECK-NEXT:     %5 = mir.floor_mod %a, %b : si32
# CHECK-NEXT:     %6 = mir.construct_tuple %2, %5 : !mir.tuple<si32, si32>
# CHECK-NEXT:     mir.return %6 : !mir.tuple<si32, si32>
# CHECK-NEXT:   }
# CHECK:        mir.func private @_periclase_file_functions__clamped_TID_c373c62ee24d744e2649a5848462b532(%x: f32, %low: f32, %high: f32) -> f32 attributes {source_name = "clamped"} {
# CHECK-NEXT:     %0 = mir.gt %low, %x : f32
# CHECK-NEXT:     %1 = mir.select %0, %low, %x : f32
# CHECK-NEXT:     %2 = mir.lt %high, %1 : f32
# CHECK-NEXT:     %3 = mir.select %2, %high, %1 : f32
# CHECK-NEXT:     mir.return %3 : f32
# CHECK-NEXT:   }
# CHECK:        mir.func private @_periclase_file_functions__clamped_TID_2e0af35373bedd65d5f620a0323b6f83(%x: si32, %low: si32, %high: si32) -> si32 attributes {source_name = "clamped"} {
# CHECK-NEXT:     %0 = mir.max %x, %low : si32
# CHECK-NEXT:     %1 = mir.min %0, %high : si32
# CHECK-NEXT:     mir.return %1 : si32
# CHECK-NEXT:   }
