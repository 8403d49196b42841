# RUN: periclase compile %s --emit mir | filecheck %s
"""Loops: range with a negative step and an else, break and continue, while."""

from periclase import MutSlice, i32, kernel


@kernel
def loops(a: i32, n: MutSlice[i32]):
    for i in range(a, 0, -2):
        if i == 5:
            break
        if i == 7:
            continue
        n[i] = i
    else:
        n[0] = 1
    while True:
        n[1] += 1
        if n[1] > a:
            break

# CHECK:        mir.func @loops(%a: si32, %n: !mir.slice<mut si32, global>) attributes {kernel, source_name = "loops"} {
# CHECK-NEXT:     %i = mir.alloca si32 name "i"
# CHECK-NEXT:     %0 = mir.alloca si32 name "i.counter"
# CHECK-NEXT:     %1 = mir.constant 0 : si32
# CHECK-NEXT:     %2 = mir.constant -2 : si32
# CHECK-NEXT:     mir.store %a, %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %3 = mir.load %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     %4 = mir.gt %3, %1 : si32
# CHECK-NEXT:     mir.cond_br %4, ^bb2, ^bb8
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     mir.store %3, %i : !mir.ptr<mut si32>
# CHECK-NEXT:     %5 = mir.load %i : !mir.ptr<mut si32>
# CHECK-NEXT:     %6 = mir.constant 5 : si32
# CHECK-NEXT:     %7 = mir.eq %5, %6 : si32
# CHECK-NEXT:     mir.cond_br %7, ^bb3, ^bb4
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     mir.goto ^bb9
# CHECK-NEXT:   ^bb4:
# CHECK-NEXT:     %8 = mir.load %i : !mir.ptr<mut si32>
# CHECK-NEXT:     %9 = mir.constant 7 : si32
# CHECK-NEXT:     %10 = mir.eq %8, %9 : si32
# CHECK-NEXT:     mir.cond_br %10, ^bb5, ^bb6
# CHECK-NEXT:   ^bb5:
# CHECK-NEXT:     mir.goto ^bb7
# CHECK-NEXT:   ^bb6:
# CHECK-NEXT:     %11 = mir.load %i : !mir.ptr<mut si32>
# CHECK-NEXT:     %12 = mir.load %i : !mir.ptr<mut si32>
# CHECK-NEXT:     %13 = mir.cast int_to_int %12 : si32 to ui64
# CHECK-NEXT:     %14 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %15 = mir.lt %13, %14 : ui64
# CHECK-NEXT:     mir.assert bounds %15, "index out of bounds of `n`"
# CHECK-NEXT:     %16 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %17 = mir.ptr_offset %16[%13] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %11, %17 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb7
# CHECK-NEXT:   ^bb7:
# CHECK-NEXT:     %18 = mir.load %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     %19 = mir.add %18, %2 : si32
# CHECK-NEXT:     mir.store %19, %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb8:
# CHECK-NEXT:     %20 = mir.constant 1 : si32
# CHECK-NEXT:     %21 = mir.constant 0 : ui64
# CHECK-NEXT:     %22 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %23 = mir.lt %21, %22 : ui64
# CHECK-NEXT:     mir.assert bounds %23, "index out of bounds of `n`"
# CHECK-NEXT:     %24 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %25 = mir.ptr_offset %24[%21] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %20, %25 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb9
# CHECK-NEXT:   ^bb9:
# CHECK-NEXT:     mir.goto ^bb10
# CHECK-NEXT:   ^bb10:
# CHECK-NEXT:     %26 = mir.constant 1 : ui64
# CHECK-NEXT:     %27 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %28 = mir.lt %26, %27 : ui64
# CHECK-NEXT:     mir.assert bounds %28, "index out of bounds of `n`"
# CHECK-NEXT:     %29 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %30 = mir.ptr_offset %29[%26] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %31 = mir.load %30 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %32 = mir.constant 1 : si32
# CHECK-NEXT:     %33 = mir.add %31, %32 : si32
# CHECK-NEXT:     mir.store %33, %30 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %34 = mir.constant 1 : ui64
# CHECK-NEXT:     %35 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %36 = mir.lt %34, %35 : ui64
# CHECK-NEXT:     mir.assert bounds %36, "index out of bounds of `n`"
# CHECK-NEXT:     %37 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %38 = mir.ptr_offset %37[%34] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %39 = mir.load %38 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %40 = mir.gt %39, %a : si32
# CHECK-NEXT:     mir.cond_br %40, ^bb11, ^bb12
# CHECK-NEXT:   ^bb11:
# CHECK-NEXT:     mir.goto ^bb13
# CHECK-NEXT:   ^bb12:
# CHECK-NEXT:     mir.goto ^bb10
# CHECK-NEXT:   ^bb13:
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
