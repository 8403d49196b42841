# RUN: periclase compile %s --emit mir | filecheck %s
"""Branches: elif and else, short circuit in conditions, a condition as a value, a choice."""

from periclase import MutSlice, bool_, i32, kernel


@kernel
def branches(a: i32, b: bool_, n: MutSlice[i32]):
    if a > 0 and b:
        n[0] = 1
    elif not b or a == -3:
        n[0] = 2
    else:
        n[0] = 3
    c = b or a < 5
    n[1] = a if c else n[2]

# CHECK:        mir.func @branches(%a: si32, %b: i1, %n: !mir.slice<mut si32, global>) attributes {kernel, source_name = "branches"} {
# CHECK-NEXT:     %c = mir.alloca i1 name "c"
# CHECK-NEXT:     %0 = mir.alloca i1 name "or"
# CHECK-NEXT:     %1 = mir.alloca si32 name "choice"
# CHECK-NEXT:     %2 = mir.constant 0 : si32
# CHECK-NEXT:     %3 = mir.gt %a, %2 : si32
# CHECK-NEXT:     mir.cond_br %3, ^bb1, ^bb3
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     mir.cond_br %b, ^bb2, ^bb3
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %4 = mir.constant 1 : si32
# CHECK-NEXT:     %5 = mir.constant 0 : ui64
# CHECK-NEXT:     %6 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %7 = mir.lt %5, %6 : ui64
# CHECK-NEXT:     mir.assert bounds %7, "index out of bounds of `n`"
# CHECK-NEXT:     %8 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %9 = mir.ptr_offset %8[%5] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %4, %9 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb8
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     mir.cond_br %b, ^bb4, ^bb5
# CHECK-NEXT:   ^bb4:
# CHECK-NEXT:     %10 = mir.constant -3 : si32
# CHECK-NEXT:     %11 = mir.eq %a, %10 : si32
# CHECK-NEXT:     mir.cond_br %11, ^bb5, ^bb6
# CHECK-NEXT:   ^bb5:
# CHECK-NEXT:     %12 = mir.constant 2 : si32
# CHECK-NEXT:     %13 = mir.constant 0 : ui64
# CHECK-NEXT:     %14 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %15 = mir.lt %13, %14 : ui64
# CHECK-NEXT:     mir.assert bounds %15, "index out of bounds of `n`"
# CHECK-NEXT:     %16 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %17 = mir.ptr_offset %16[%13] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %12, %17 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb7
# CHECK-NEXT:   ^bb6:
# CHECK-NEXT:     %18 = mir.constant 3 : si32
# CHECK-NEXT:     %19 = mir.constant 0 : ui64
# CHECK-NEXT:     %20 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %21 = mir.lt %19, %20 : ui64
# CHECK-NEXT:     mir.assert bounds %21, "index out of bounds of `n`"
# CHECK-NEXT:     %22 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %23 = mir.ptr_offset %22[%19] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %18, %23 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb7
# CHECK-NEXT:   ^bb7:
# CHECK-NEXT:     mir.goto ^bb8
# CHECK-NEXT:   ^bb8:
# CHECK-NEXT:     mir.store %b, %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.cond_br %b, ^bb10, ^bb9
# CHECK-NEXT:   ^bb9:
# CHECK-NEXT:     %24 = mir.constant 5 : si32
# CHECK-NEXT:     %25 = mir.lt %a, %24 : si32
# CHECK-NEXT:     mir.store %25, %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.goto ^bb10
# CHECK-NEXT:   ^bb10:
# CHECK-NEXT:     %26 = mir.load %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.store %26, %c : !mir.ptr<mut i1>
# CHECK-NEXT:     %27 = mir.load %c : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.cond_br %27, ^bb11, ^bb12
# CHECK-NEXT:   ^bb11:
# CHECK-NEXT:     mir.store %a, %1 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb13
# CHECK-NEXT:   ^bb12:
# CHECK-NEXT:     %28 = mir.constant 2 : ui64
# CHECK-NEXT:     %29 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %30 = mir.lt %28, %29 : ui64
# CHECK-NEXT:     mir.assert bounds %30, "index out of bounds of `n`"
# CHECK-NEXT:     %31 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %32 = mir.ptr_offset %31[%28] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %33 = mir.load %32 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.store %33, %1 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb13
# CHECK-NEXT:   ^bb13:
# CHECK-NEXT:     %34 = mir.load %1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %35 = mir.constant 1 : ui64
# CHECK-NEXT:     %36 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %37 = mir.lt %35, %36 : ui64
# CHECK-NEXT:     mir.assert bounds %37, "index out of bounds of `n`"
# CHECK-NEXT:     %38 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %39 = mir.ptr_offset %38[%35] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %34, %39 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
