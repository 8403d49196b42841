# RUN: periclase compile %s --emit mir | filecheck %s
"""`in`, the order of tuples, and unpacking with a starred name."""

from periclase import MutSlice, i32, kernel


@kernel
def comparisons(y: MutSlice[i32], n: i32):
    a, *b = y[0], y[1], n
    if n in (3, 5) or n in range(8, 20, 4):
        y[0] = a
    if (a, n) < b:
        y[1] = 1

# CHECK:        mir.func @comparisons(%y: !mir.slice<mut si32, global>, %n: si32) attributes {kernel, source_name = "comparisons"} {
# CHECK-NEXT:     %a = mir.alloca si32 name "a"
# CHECK-NEXT:     %b = mir.alloca !mir.tuple<si32, si32> name "b"
# CHECK-NEXT:     %0 = mir.alloca i1 name "or"
# CHECK-NEXT:     %1 = mir.alloca i1 name "and"
# CHECK-NEXT:     %2 = mir.alloca i1 name "choice"
# CHECK-NEXT:     %3 = mir.constant 0 : ui64
# CHECK-NEXT:     %4 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %5 = mir.lt %3, %4 : ui64
# CHECK-NEXT:     mir.assert bounds %5, "index out of bounds of `y`"
# CHECK-NEXT:     %6 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %7 = mir.ptr_offset %6[%3] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %8 = mir.load %7 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %9 = mir.constant 1 : ui64
# CHECK-NEXT:     %10 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %11 = mir.lt %9, %10 : ui64
# CHECK-NEXT:     mir.assert bounds %11, "index out of bounds of `y`"
# CHECK-NEXT:     %12 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %13 = mir.ptr_offset %12[%9] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %14 = mir.load %13 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.store %8, %a : !mir.ptr<mut si32>
# CHECK-NEXT:     %15 = mir.construct_tuple %14, %n : !mir.tuple<si32, si32>
# CHECK-NEXT:     mir.store %15, %b : !mir.ptr<mut !mir.tuple<si32, si32>>
# CHECK-NEXT:     %16 = mir.constant 3 : si32
# CHECK-NEXT:     %17 = mir.eq %n, %16 : si32
# CHECK-NEXT:     mir.store %17, %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.cond_br %17, ^bb2, ^bb1
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %18 = mir.constant 5 : si32
# CHECK-NEXT:     %19 = mir.eq %n, %18 : si32
# CHECK-NEXT:     mir.store %19, %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.goto ^bb2
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %20 = mir.load %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.cond_br %20, ^bb7, ^bb3
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %21 = mir.constant 8 : si32
# CHECK-NEXT:     %22 = mir.ge %n, %21 : si32
# CHECK-NEXT:     mir.store %22, %1 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.cond_br %22, ^bb4, ^bb6
# CHECK-NEXT:   ^bb4:
# CHECK-NEXT:     %23 = mir.constant 20 : si32
# CHECK-NEXT:     %24 = mir.lt %n, %23 : si32
# CHECK-NEXT:     mir.store %24, %1 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.cond_br %24, ^bb5, ^bb6
# CHECK-NEXT:   ^bb5:
# CHECK-NEXT:     %25 = mir.constant 8 : si32
# CHECK-NEXT:     %26 = mir.sub %n, %25 : si32
# CHECK-NEXT:     %27 = mir.constant 4 : si32
# CHECK-NEXT:     %28 = mir.floor_mod %26, %27 : si32
# CHECK-NEXT:     %29 = mir.constant 0 : si32
# CHECK-NEXT:     %30 = mir.eq %28, %29 : si32
# CHECK-NEXT:     mir.store %30, %1 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.goto ^bb6
# CHECK-NEXT:   ^bb6:
# CHECK-NEXT:     %31 = mir.load %1 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.cond_br %31, ^bb7, ^bb8
# CHECK-NEXT:   ^bb7:
# CHECK-NEXT:     %32 = mir.load %a : !mir.ptr<mut si32>
# CHECK-NEXT:     %33 = mir.constant 0 : ui64
# CHECK-NEXT:     %34 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %35 = mir.lt %33, %34 : ui64
# CHECK-NEXT:     mir.assert bounds %35, "index out of bounds of `y`"
# CHECK-NEXT:     %36 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %37 = mir.ptr_offset %36[%33] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %32, %37 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb8
# CHECK-NEXT:   ^bb8:
# CHECK-NEXT:     %38 = mir.load %a : !mir.ptr<mut si32>
# CHECK-NEXT:     %39 = mir.construct_tuple %38, %n : !mir.tuple<si32, si32>
# CHECK-NEXT:     %40 = mir.load %b : !mir.ptr<mut !mir.tuple<si32, si32>>
# CHECK-NEXT:     %41 = mir.extract_field %39[0] : !mir.tuple<si32, si32>
# CHECK-NEXT:     %42 = mir.extract_field %40[0] : !mir.tuple<si32, si32>
# CHECK-NEXT:     %43 = mir.ne %41, %42 : si32
# CHECK-NEXT:     mir.cond_br %43, ^bb9, ^bb10
# CHECK-NEXT:   ^bb9:
# CHECK-NEXT:     %44 = mir.lt %41, %42 : si32
# CHECK-NEXT:     mir.store %44, %2 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.goto ^bb11
# CHECK-NEXT:   ^bb10:
# CHECK-NEXT:     %45 = mir.extract_field %39[1] : !mir.tuple<si32, si32>
# CHECK-NEXT:     %46 = mir.extract_field %40[1] : !mir.tuple<si32, si32>
# CHECK-NEXT:     %47 = mir.lt %45, %46 : si32
# CHECK-NEXT:     mir.store %47, %2 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.goto ^bb11
# CHECK-NEXT:   ^bb11:
# CHECK-NEXT:     %48 = mir.load %2 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.cond_br %48, ^bb12, ^bb13
# CHECK-NEXT:   ^bb12:
# CHECK-NEXT:     %49 = mir.constant 1 : si32
# CHECK-NEXT:     %50 = mir.constant 1 : ui64
# CHECK-NEXT:     %51 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %52 = mir.lt %50, %51 : ui64
# CHECK-NEXT:     mir.assert bounds %52, "index out of bounds of `y`"
# CHECK-NEXT:     %53 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %54 = mir.ptr_offset %53[%50] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %49, %54 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb13
# CHECK-NEXT:   ^bb13:
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT: }
