# RUN: periclase compile %s --emit mir | filecheck %s
"""`match`: numbers are a switch, other patterns conditions one after another."""

from periclase import MutSlice, i32, kernel


@kernel
def matching(y: MutSlice[i32], n: i32):
    match n:
        case 0:
            y[0] = 5
        case 1 | 2:
            y[0] = 6
        case 7:
            y[0] = 7
        case _:
            y[0] = 8
    match (n, y[1]):
        case (0, k) if k > 3:
            y[1] = k
        case (k, 2):
            y[1] = k

# CHECK:        mir.func @matching(%y: !mir.slice<mut si32, global>, %n: si32) attributes {kernel, source_name = "matching"} {
# CHECK-NEXT:     %k = mir.alloca si32 name "k"
# CHECK-NEXT:     mir.switch %n : si32, default ^bb4, [0: ^bb1, 1: ^bb2, 2: ^bb2, 7: ^bb3]
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %0 = mir.constant 5 : si32
# CHECK-NEXT:     %1 = mir.constant 0 : ui64
# CHECK-NEXT:     %2 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %3 = mir.lt %1, %2 : ui64
# CHECK-NEXT:     mir.assert bounds %3, "index out of bounds of `y`"
# CHECK-NEXT:     %4 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %5 = mir.ptr_offset %4[%1] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %0, %5 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb5
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %6 = mir.constant 6 : si32
# CHECK-NEXT:     %7 = mir.constant 0 : ui64
# CHECK-NEXT:     %8 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %9 = mir.lt %7, %8 : ui64
# CHECK-NEXT:     mir.assert bounds %9, "index out of bounds of `y`"
# CHECK-NEXT:     %10 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %11 = mir.ptr_offset %10[%7] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %6, %11 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb5
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %12 = mir.constant 7 : si32
# CHECK-NEXT:     %13 = mir.constant 0 : ui64
# CHECK-NEXT:     %14 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %15 = mir.lt %13, %14 : ui64
# CHECK-NEXT:     mir.assert bounds %15, "index out of bounds of `y`"
# CHECK-NEXT:     %16 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %17 = mir.ptr_offset %16[%13] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %12, %17 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb5
# CHECK-NEXT:   ^bb4:
# CHECK-NEXT:     %18 = mir.constant 8 : si32
# CHECK-NEXT:     %19 = mir.constant 0 : ui64
# CHECK-NEXT:     %20 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %21 = mir.lt %19, %20 : ui64
# CHECK-NEXT:     mir.assert bounds %21, "index out of bounds of `y`"
# CHECK-NEXT:     %22 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %23 = mir.ptr_offset %22[%19] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %18, %23 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb5
# CHECK-NEXT:   ^bb5:
# CHECK-NEXT:     %24 = mir.constant 1 : ui64
# CHECK-NEXT:     %25 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %26 = mir.lt %24, %25 : ui64
# CHECK-NEXT:     mir.assert bounds %26, "index out of bounds of `y`"
# CHECK-NEXT:     %27 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %28 = mir.ptr_offset %27[%24] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %29 = mir.load %28 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %30 = mir.construct_tuple %n, %29 : !mir.tuple<si32, si32>
# CHECK-NEXT:     %31 = mir.extract_field %30[0] : !mir.tuple<si32, si32>
# CHECK-NEXT:     %32 = mir.constant 0 : si32
# CHECK-NEXT:     %33 = mir.eq %31, %32 : si32
# CHECK-NEXT:     mir.cond_br %33, ^bb6, ^bb8
# CHECK-NEXT:   ^bb6:
# CHECK-NEXT:     %34 = mir.extract_field %30[1] : !mir.tuple<si32, si32>
# CHECK-NEXT:     mir.store %34, %k : !mir.ptr<mut si32>
# CHECK-NEXT:     %35 = mir.load %k : !mir.ptr<mut si32>
# CHECK-NEXT:     %36 = mir.constant 3 : si32
# CHECK-NEXT:     %37 = mir.gt %35, %36 : si32
# CHECK-NEXT:     mir.cond_br %37, ^bb7, ^bb8
# CHECK-NEXT:   ^bb7:
# CHECK-NEXT:     %38 = mir.load %k : !mir.ptr<mut si32>
# CHECK-NEXT:     %39 = mir.constant 1 : ui64
# CHECK-NEXT:     %40 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %41 = mir.lt %39, %40 : ui64
# CHECK-NEXT:     mir.assert bounds %41, "index out of bounds of `y`"
# CHECK-NEXT:     %42 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %43 = mir.ptr_offset %42[%39] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %38, %43 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb11
# CHECK-NEXT:   ^bb8:
# CHECK-NEXT:     %44 = mir.extract_field %30[1] : !mir.tuple<si32, si32>
# CHECK-NEXT:     %45 = mir.constant 2 : si32
# CHECK-NEXT:     %46 = mir.eq %44, %45 : si32
# CHECK-NEXT:     mir.cond_br %46, ^bb9, ^bb10
# CHECK-NEXT:   ^bb9:
# CHECK-NEXT:     %47 = mir.extract_field %30[0] : !mir.tuple<si32, si32>
# CHECK-NEXT:     mir.store %47, %k : !mir.ptr<mut si32>
# CHECK-NEXT:     %48 = mir.load %k : !mir.ptr<mut si32>
# CHECK-NEXT:     %49 = mir.constant 1 : ui64
# CHECK-NEXT:     %50 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %51 = mir.lt %49, %50 : ui64
# CHECK-NEXT:     mir.assert bounds %51, "index out of bounds of `y`"
# CHECK-NEXT:     %52 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %53 = mir.ptr_offset %52[%49] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %48, %53 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb10
# CHECK-NEXT:   ^bb10:
# CHECK-NEXT:     mir.goto ^bb11
# CHECK-NEXT:   ^bb11:
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT: }
