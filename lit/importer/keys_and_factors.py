# RUN: periclase compile %s --emit mir | filecheck %s
"""A factor of `unroll` is a hint in the body of the loop; a key is called once for each item, and compared with the best so far."""

from periclase import MutSlice, Slice, i32, kernel, unroll


@kernel
def both(x: Slice[i32], y: MutSlice[i32]):
    for i in unroll(range(len(x)), 4):
        y[i] = x[i]
    y[0] = max(x, key=lambda v: -v)


# CHECK:        mir.func @both(%x: !mir.slice<si32, global>, %y: !mir.slice<mut si32, global>) attributes {kernel, source_name = "both"} {
# CHECK-NEXT:     %i = mir.alloca si64 name "i"
# CHECK-NEXT:     %max = mir.alloca si32 name "max"
# CHECK-NEXT:     %0 = mir.alloca si32 name "max key"
# CHECK-NEXT:     %1 = mir.alloca si32 name "max item"
# CHECK-NEXT:     %2 = mir.alloca i1 name "max seen"
# CHECK-NEXT:     %position.11.15 = mir.alloca si64 name "position.11.15"
# CHECK-NEXT:     %3 = mir.alloca si64 name "i.counter"
# CHECK-NEXT:     %4 = mir.alloca si64 name "position.11.15.counter"
# CHECK-NEXT:     %5 = mir.constant 0 : si64
# CHECK-NEXT:     %6 = mir.extract_field %x[1] : !mir.slice<si32, global>
# CHECK-NEXT:     %7 = mir.cast int_to_int %6 : ui64 to si64
# CHECK-NEXT:     %8 = mir.constant 1 : si64
# CHECK-NEXT:     mir.store %5, %3 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %9 = mir.load %3 : !mir.ptr<mut si64>
# CHECK-NEXT:     %10 = mir.lt %9, %7 : si64
# CHECK-NEXT:     mir.cond_br %10, ^bb2, ^bb4
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     mir.unroll_hint 4
# CHECK-NEXT:     mir.store %9, %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %11 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %12 = mir.cast int_to_int %11 : si64 to ui64
# CHECK-NEXT:     %13 = mir.extract_field %x[1] : !mir.slice<si32, global>
# CHECK-NEXT:     %14 = mir.lt %12, %13 : ui64
# CHECK-NEXT:     mir.assert bounds %14, "index out of bounds of `x`"
# CHECK-NEXT:     %15 = mir.extract_field %x[0] : !mir.slice<si32, global>
# CHECK-NEXT:     %16 = mir.ptr_offset %15[%12] : !mir.ptr<si32, global>, ui64
# CHECK-NEXT:     %17 = mir.load %16 : !mir.ptr<si32, global>
# CHECK-NEXT:     %18 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %19 = mir.cast int_to_int %18 : si64 to ui64
# CHECK-NEXT:     %20 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %21 = mir.lt %19, %20 : ui64
# CHECK-NEXT:     mir.assert bounds %21, "index out of bounds of `y`"
# CHECK-NEXT:     %22 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %23 = mir.ptr_offset %22[%19] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %17, %23 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb3
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %24 = mir.load %3 : !mir.ptr<mut si64>
# CHECK-NEXT:     %25 = mir.add %24, %8 : si64
# CHECK-NEXT:     mir.store %25, %3 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb4:
# CHECK-NEXT:     %26 = mir.constant false
# CHECK-NEXT:     mir.store %26, %2 : !mir.ptr<mut i1>
# CHECK-NEXT:     %27 = mir.constant 0 : si64
# CHECK-NEXT:     %28 = mir.extract_field %x[1] : !mir.slice<si32, global>
# CHECK-NEXT:     %29 = mir.cast int_to_int %28 : ui64 to si64
# CHECK-NEXT:     %30 = mir.constant 1 : si64
# CHECK-NEXT:     mir.store %27, %4 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb5
# CHECK-NEXT:   ^bb5:
# CHECK-NEXT:     %31 = mir.load %4 : !mir.ptr<mut si64>
# CHECK-NEXT:     %32 = mir.lt %31, %29 : si64
# CHECK-NEXT:     mir.cond_br %32, ^bb6, ^bb13
# CHECK-NEXT:   ^bb6:
# CHECK-NEXT:     mir.store %31, %position.11.15 : !mir.ptr<mut si64>
# CHECK-NEXT:     %33 = mir.load %position.11.15 : !mir.ptr<mut si64>
# CHECK-NEXT:     %34 = mir.cast int_to_int %33 : si64 to ui64
# CHECK-NEXT:     %35 = mir.extract_field %x[0] : !mir.slice<si32, global>
# CHECK-NEXT:     %36 = mir.ptr_offset %35[%34] : !mir.ptr<si32, global>, ui64
# CHECK-NEXT:     %37 = mir.load %36 : !mir.ptr<si32, global>
# CHECK-NEXT:     mir.store %37, %1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %38 = mir.construct_tuple : !mir.tuple<>
# CHECK-NEXT:     %39 = mir.load %1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %40 = mir.call @_periclase_file_keys_and_factors__both___locals____lambda__TID_bdbdfdbcb41049ef888392c8c57d1fc7(%39) : (si32) -> si32
# CHECK-NEXT:     %41 = mir.load %2 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.cond_br %41, ^bb7, ^bb10
# CHECK-NEXT:   ^bb7:
# CHECK-NEXT:     %42 = mir.load %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     %43 = mir.gt %40, %42 : si32
# CHECK-NEXT:     mir.cond_br %43, ^bb8, ^bb9
# CHECK-NEXT:   ^bb8:
# CHECK-NEXT:     %44 = mir.load %1 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.store %44, %max : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.store %40, %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb9
# CHECK-NEXT:   ^bb9:
# CHECK-NEXT:     mir.goto ^bb11
# CHECK-NEXT:   ^bb10:
# CHECK-NEXT:     %45 = mir.load %1 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.store %45, %max : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.store %40, %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     %46 = mir.constant true
# CHECK-NEXT:     mir.store %46, %2 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.goto ^bb11
# CHECK-NEXT:   ^bb11:
# CHECK-NEXT:     mir.goto ^bb12
# CHECK-NEXT:   ^bb12:
# CHECK-NEXT:     %47 = mir.load %4 : !mir.ptr<mut si64>
# CHECK-NEXT:     %48 = mir.add %47, %30 : si64
# CHECK-NEXT:     mir.store %48, %4 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb5
# CHECK-NEXT:   ^bb13:
# CHECK-NEXT:     %49 = mir.load %2 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.assert user %49, "max() of nothing"
# CHECK-NEXT:     %50 = mir.load %max : !mir.ptr<mut si32>
# CHECK-NEXT:     %51 = mir.constant 0 : ui64
# CHECK-NEXT:     %52 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %53 = mir.lt %51, %52 : ui64
# CHECK-NEXT:     mir.assert bounds %53, "index out of bounds of `y`"
# CHECK-NEXT:     %54 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %55 = mir.ptr_offset %54[%51] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %50, %55 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func private @_periclase_file_keys_and_factors__both___locals____lambda__TID_bdbdfdbcb41049ef888392c8c57d1fc7(%v: si32) -> si32 attributes {source_name = "both.<locals>.<lambda>"} {
# CHECK-NEXT:     %0 = mir.neg %v : si32
# CHECK-NEXT:     mir.return %0 : si32
# CHECK-NEXT:   }
