# RUN: periclase compile %s --emit mir | filecheck %s
"""Enumerations: members are their numbers; that of a number is checked, by runs of numbers."""

import enum

from periclase import MutSlice, i32, kernel


class Color(enum.IntEnum):
    RED = 1
    GREEN = 2
    BLUE = 4


@kernel
def enums(colors: MutSlice[Color], c: Color, n: i32):
    if c is not Color.BLUE:
        colors[Color.RED] = Color(n)

# CHECK:        mir.func @enums(%colors: !mir.slice<mut si32, global>, %c: si32, %n: si32) attributes {kernel, source_name = "enums"} {
# CHECK-NEXT:     %0 = mir.alloca i1 name "or"
# CHECK-NEXT:     %1 = mir.alloca i1 name "and"
# CHECK-NEXT:     %2 = mir.constant 4 : si32
# CHECK-NEXT:     %3 = mir.eq %c, %2 : si32
# CHECK-NEXT:     mir.cond_br %3, ^bb6, ^bb1
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %4 = mir.constant 1 : si32
# CHECK-NEXT:     %5 = mir.ge %n, %4 : si32
# CHECK-NEXT:     mir.store %5, %1 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.cond_br %5, ^bb2, ^bb3
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %6 = mir.constant 2 : si32
# CHECK-NEXT:     %7 = mir.le %n, %6 : si32
# CHECK-NEXT:     mir.store %7, %1 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.goto ^bb3
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %8 = mir.load %1 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.store %8, %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.cond_br %8, ^bb5, ^bb4
# CHECK-NEXT:   ^bb4:
# CHECK-NEXT:     %9 = mir.constant 4 : si32
# CHECK-NEXT:     %10 = mir.eq %n, %9 : si32
# CHECK-NEXT:     mir.store %10, %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.goto ^bb5
# CHECK-NEXT:   ^bb5:
# CHECK-NEXT:     %11 = mir.load %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.assert user %11, "not the number of a Color"
# CHECK-NEXT:     %12 = mir.constant 1 : ui64
# CHECK-NEXT:     %13 = mir.extract_field %colors[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %14 = mir.lt %12, %13 : ui64
# CHECK-NEXT:     mir.assert bounds %14, "index out of bounds of `colors`"
# CHECK-NEXT:     %15 = mir.extract_field %colors[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %16 = mir.ptr_offset %15[%12] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %n, %16 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb6
# CHECK-NEXT:   ^bb6:
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT: }
