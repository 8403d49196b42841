# RUN: periclase compile %s --emit mir | filecheck %s
"""Loops over slices and what is made of them are counted by a position; those over tuples, and `unroll`, are written out."""

from periclase import MutSlice, Slice, i32, kernel, unroll


@kernel
def iteration(x: Slice[i32], y: MutSlice[i32]):
    for i, (a, b) in enumerate(zip(x, reversed(y)), 1):  # noqa: B905 - one of both may be longer
        y[i] = a if a > 0 else b
    for k in unroll(range(2)):
        if y[k] == 7:
            break
        y[k] = (5, 6)[k]
    else:
        y[2] = 1


@kernel
def walrus(x: Slice[i32], y: MutSlice[i32], n: i32):
    while (n := n // 2) > 0 and (m := x[n]) != 0:
        y[n] = m
    y[0] = n or 5

# CHECK:        mir.func @iteration(%x: !mir.slice<si32, global>, %y: !mir.slice<mut si32, global>) attributes {kernel, source_name = "iteration"} {
# CHECK-NEXT:     %i = mir.alloca si64 name "i"
# CHECK-NEXT:     %a = mir.alloca si32 name "a"
# CHECK-NEXT:     %b = mir.alloca si32 name "b"
# CHECK-NEXT:     %k = mir.alloca si64 name "k"
# CHECK-NEXT:     %position.9.4 = mir.alloca si64 name "position.9.4"
# CHECK-NEXT:     %0 = mir.alloca si64 name "position.9.4.counter"
# CHECK-NEXT:     %1 = mir.constant 0 : si64
# CHECK-NEXT:     %2 = mir.extract_field %x[1] : !mir.slice<si32, global>
# CHECK-NEXT:     %3 = mir.cast int_to_int %2 : ui64 to si64
# CHECK-NEXT:     %4 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %5 = mir.cast int_to_int %4 : ui64 to si64
# CHECK-NEXT:     %6 = mir.min %3, %5 : si64
# CHECK-NEXT:     %7 = mir.constant 1 : si64
# CHECK-NEXT:     mir.store %1, %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %8 = mir.load %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     %9 = mir.lt %8, %6 : si64
# CHECK-NEXT:     mir.cond_br %9, ^bb2, ^bb4
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     mir.store %8, %position.9.4 : !mir.ptr<mut si64>
# CHECK-NEXT:     %10 = mir.load %position.9.4 : !mir.ptr<mut si64>
# CHECK-NEXT:     %11 = mir.constant 1 : si64
# CHECK-NEXT:     %12 = mir.add %10, %11 : si64
# CHECK-NEXT:     %13 = mir.load %position.9.4 : !mir.ptr<mut si64>
# CHECK-NEXT:     %14 = mir.cast int_to_int %13 : si64 to ui64
# CHECK-NEXT:     %15 = mir.extract_field %x[0] : !mir.slice<si32, global>
# CHECK-NEXT:     %16 = mir.ptr_offset %15[%14] : !mir.ptr<si32, global>, ui64
# CHECK-NEXT:     %17 = mir.load %16 : !mir.ptr<si32, global>
# CHECK-NEXT:     %18 = mir.constant 1 : si64
# CHECK-NEXT:     %19 = mir.sub %5, %18 : si64
# CHECK-NEXT:     %20 = mir.load %position.9.4 : !mir.ptr<mut si64>
# CHECK-NEXT:     %21 = mir.sub %19, %20 : si64
# CHECK-NEXT:     %22 = mir.cast int_to_int %21 : si64 to ui64
# CHECK-NEXT:     %23 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %24 = mir.ptr_offset %23[%22] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %25 = mir.load %24 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %26 = mir.construct_tuple %17, %25 : !mir.tuple<si32, si32>
# CHECK-NEXT:     mir.store %12, %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %27 = mir.extract_field %26[0] : !mir.tuple<si32, si32>
# CHECK-NEXT:     mir.store %27, %a : !mir.ptr<mut si32>
# CHECK-NEXT:     %28 = mir.extract_field %26[1] : !mir.tuple<si32, si32>
# CHECK-NEXT:     mir.store %28, %b : !mir.ptr<mut si32>
# CHECK-NEXT:     %29 = mir.load %a : !mir.ptr<mut si32>
# CHECK-NEXT:     %30 = mir.constant 0 : si32
# CHECK-NEXT:     %31 = mir.gt %29, %30 : si32
# CHECK-NEXT:     %32 = mir.load %a : !mir.ptr<mut si32>
# CHECK-NEXT:     %33 = mir.load %b : !mir.ptr<mut si32>
# CHECK-NEXT:     %34 = mir.select %31, %32, %33 : si32
# CHECK-NEXT:     %35 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %36 = mir.cast int_to_int %35 : si64 to ui64
# CHECK-NEXT:     %37 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %38 = mir.lt %36, %37 : ui64
# CHECK-NEXT:     mir.assert bounds %38, "index out of bounds of `y`"
# CHECK-NEXT:     %39 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %40 = mir.ptr_offset %39[%36] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %34, %40 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb3
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %41 = mir.load %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     %42 = mir.add %41, %7 : si64
# CHECK-NEXT:     mir.store %42, %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb4:
# CHECK-NEXT:     %43 = mir.constant 0 : si64
# CHECK-NEXT:     mir.store %43, %k : !mir.ptr<mut si64>
# CHECK-NEXT:     %44 = mir.constant 0 : ui64
# CHECK-NEXT:     %45 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %46 = mir.lt %44, %45 : ui64
# CHECK-NEXT:     mir.assert bounds %46, "index out of bounds of `y`"
# CHECK-NEXT:     %47 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %48 = mir.ptr_offset %47[%44] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %49 = mir.load %48 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %50 = mir.constant 7 : si32
# CHECK-NEXT:     %51 = mir.eq %49, %50 : si32
# CHECK-NEXT:     mir.cond_br %51, ^bb5, ^bb6
# CHECK-NEXT:   ^bb5:
# CHECK-NEXT:     mir.goto ^bb12
# CHECK-NEXT:   ^bb6:
# CHECK-NEXT:     %52 = mir.constant 5 : si32
# CHECK-NEXT:     %53 = mir.constant 0 : ui64
# CHECK-NEXT:     %54 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %55 = mir.lt %53, %54 : ui64
# CHECK-NEXT:     mir.assert bounds %55, "index out of bounds of `y`"
# CHECK-NEXT:     %56 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %57 = mir.ptr_offset %56[%53] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %52, %57 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb7
# CHECK-NEXT:   ^bb7:
# CHECK-NEXT:     %58 = mir.constant 1 : si64
# CHECK-NEXT:     mir.store %58, %k : !mir.ptr<mut si64>
# CHECK-NEXT:     %59 = mir.constant 1 : ui64
# CHECK-NEXT:     %60 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %61 = mir.lt %59, %60 : ui64
# CHECK-NEXT:     mir.assert bounds %61, "index out of bounds of `y`"
# CHECK-NEXT:     %62 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %63 = mir.ptr_offset %62[%59] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %64 = mir.load %63 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %65 = mir.constant 7 : si32
# CHECK-NEXT:     %66 = mir.eq %64, %65 : si32
# CHECK-NEXT:     mir.cond_br %66, ^bb8, ^bb9
# CHECK-NEXT:   ^bb8:
# CHECK-NEXT:     mir.goto ^bb12
# CHECK-NEXT:   ^bb9:
# CHECK-NEXT:     %67 = mir.constant 6 : si32
# CHECK-NEXT:     %68 = mir.constant 1 : ui64
# CHECK-NEXT:     %69 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %70 = mir.lt %68, %69 : ui64
# CHECK-NEXT:     mir.assert bounds %70, "index out of bounds of `y`"
# CHECK-NEXT:     %71 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %72 = mir.ptr_offset %71[%68] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %67, %72 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb10
# CHECK-NEXT:   ^bb10:
# CHECK-NEXT:     mir.goto ^bb11
# CHECK-NEXT:   ^bb11:
# CHECK-NEXT:     %73 = mir.constant 1 : si32
# CHECK-NEXT:     %74 = mir.constant 2 : ui64
# CHECK-NEXT:     %75 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %76 = mir.lt %74, %75 : ui64
# CHECK-NEXT:     mir.assert bounds %76, "index out of bounds of `y`"
# CHECK-NEXT:     %77 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %78 = mir.ptr_offset %77[%74] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %73, %78 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb12
# CHECK-NEXT:   ^bb12:
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT: }
# CHECK:        mir.func @walrus(%x: !mir.slice<si32, global>, %y: !mir.slice<mut si32, global>, %n: si32) attributes {kernel, source_name = "walrus"} {
# CHECK-NEXT:     %n_1 = mir.alloca si32 name "n"
# CHECK-NEXT:     %m = mir.alloca si32 name "m"
# CHECK-NEXT:     %0 = mir.alloca si32 name "choice"
# CHECK-NEXT:     mir.store %n, %n_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %1 = mir.load %n_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %2 = mir.constant 2 : si32
# CHECK-NEXT:     %3 = mir.floor_div %1, %2 : si32
# CHECK-NEXT:     mir.store %3, %n_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %4 = mir.load %n_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %5 = mir.constant 0 : si32
# CHECK-NEXT:     %6 = mir.gt %4, %5 : si32
# CHECK-NEXT:     mir.cond_br %6, ^bb2, ^bb4
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %7 = mir.load %n_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %8 = mir.cast int_to_int %7 : si32 to ui64
# CHECK-NEXT:     %9 = mir.extract_field %x[1] : !mir.slice<si32, global>
# CHECK-NEXT:     %10 = mir.lt %8, %9 : ui64
# CHECK-NEXT:     mir.assert bounds %10, "index out of bounds of `x`"
# CHECK-NEXT:     %11 = mir.extract_field %x[0] : !mir.slice<si32, global>
# CHECK-NEXT:     %12 = mir.ptr_offset %11[%8] : !mir.ptr<si32, global>, ui64
# CHECK-NEXT:     %13 = mir.load %12 : !mir.ptr<si32, global>
# CHECK-NEXT:     mir.store %13, %m : !mir.ptr<mut si32>
# CHECK-NEXT:     %14 = mir.load %m : !mir.ptr<mut si32>
# CHECK-NEXT:     %15 = mir.constant 0 : si32
# CHECK-NEXT:     %16 = mir.ne %14, %15 : si32
# CHECK-NEXT:     mir.cond_br %16, ^bb3, ^bb4
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %17 = mir.load %m : !mir.ptr<mut si32>
# CHECK-NEXT:     %18 = mir.load %n_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %19 = mir.cast int_to_int %18 : si32 to ui64
# CHECK-NEXT:     %20 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %21 = mir.lt %19, %20 : ui64
# CHECK-NEXT:     mir.assert bounds %21, "index out of bounds of `y`"
# CHECK-NEXT:     %22 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %23 = mir.ptr_offset %22[%19] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %17, %23 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb4:
# CHECK-NEXT:     %24 = mir.load %n_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %25 = mir.constant 0 : si32
# CHECK-NEXT:     %26 = mir.ne %24, %25 : si32
# CHECK-NEXT:     mir.cond_br %26, ^bb5, ^bb6
# CHECK-NEXT:   ^bb5:
# CHECK-NEXT:     mir.store %24, %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb7
# CHECK-NEXT:   ^bb6:
# CHECK-NEXT:     %27 = mir.constant 5 : si32
# CHECK-NEXT:     mir.store %27, %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb7
# CHECK-NEXT:   ^bb7:
# CHECK-NEXT:     %28 = mir.load %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     %29 = mir.constant 0 : ui64
# CHECK-NEXT:     %30 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %31 = mir.lt %29, %30 : ui64
# CHECK-NEXT:     mir.assert bounds %31, "index out of bounds of `y`"
# CHECK-NEXT:     %32 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %33 = mir.ptr_offset %32[%29] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %28, %33 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT: }
