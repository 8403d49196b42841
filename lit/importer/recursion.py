# RUN: periclase compile %s --emit mir 2>&1 | filecheck %s
"""Functions that call themselves and one another, with a warning; a nested function that does."""

from periclase import MutSlice, device, i32, kernel


@device
def even(n: i32) -> bool:
    return True if n == 0 else odd(n - 1)


@device
def odd(n: i32) -> bool:
    return False if n == 0 else even(n - 1)


@kernel
def recursion(y: MutSlice[i32]):
    def factorial(n: i32) -> i32:
        return 1 if n < 2 else n * factorial(n - 1)

    if even(y[0]):
        y[1] = factorial(y[2])


# CHECK:        mir.func @recursion(%y: !mir.slice<mut si32, global>) attributes {kernel, source_name = "recursion"} {
# CHECK-NEXT:     %0 = mir.construct_tuple : !mir.tuple<>
# CHECK-NEXT:     %1 = mir.constant 0 : ui64
# CHECK-NEXT:     %2 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %3 = mir.lt %1, %2 : ui64
# CHECK-NEXT:     mir.assert bounds %3, "index out of bounds of `y`"
# CHECK-NEXT:     %4 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %5 = mir.ptr_offset %4[%1] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %6 = mir.load %5 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %7 = mir.call @_periclase_file_recursion__even(%6) : (si32) -> i1
# CHECK-NEXT:     mir.cond_br %7, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %8 = mir.construct_tuple : !mir.tuple<>
# CHECK-NEXT:     %9 = mir.constant 2 : ui64
# CHECK-NEXT:     %10 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %11 = mir.lt %9, %10 : ui64
# CHECK-NEXT:     mir.assert bounds %11, "index out of bounds of `y`"
# CHECK-NEXT:     %12 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %13 = mir.ptr_offset %12[%9] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %14 = mir.load %13 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %15 = mir.call @_periclase_file_recursion__recursion___locals___factorial(%14) : (si32) -> si32
# CHECK-NEXT:     %16 = mir.constant 1 : ui64
# CHECK-NEXT:     %17 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %18 = mir.lt %16, %17 : ui64
# CHECK-NEXT:     mir.assert bounds %18, "index out of bounds of `y`"
# CHECK-NEXT:     %19 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %20 = mir.ptr_offset %19[%16] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %15, %20 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb2
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func private @_periclase_file_recursion__even(%n: si32) -> i1 attributes {source_name = "even"} {
# CHECK-NEXT:     %0 = mir.alloca i1 name "choice"
# CHECK-NEXT:     %1 = mir.constant 0 : si32
# CHECK-NEXT:     %2 = mir.eq %n, %1 : si32
# CHECK-NEXT:     mir.cond_br %2, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %3 = mir.constant true
# CHECK-NEXT:     mir.store %3, %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.goto ^bb3
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %4 = mir.constant 1 : si32
# CHECK-NEXT:     %5 = mir.sub %n, %4 : si32
# CHECK-NEXT:     %6 = mir.call @_periclase_file_recursion__odd(%5) : (si32) -> i1
# CHECK-NEXT:     mir.store %6, %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.goto ^bb3
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %7 = mir.load %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.return %7 : i1
# CHECK-NEXT:   }
# CHECK:        mir.func private @_periclase_file_recursion__recursion___locals___factorial(%n: si32) -> si32 attributes {source_name = "recursion.<locals>.factorial"} {
# CHECK-NEXT:     %0 = mir.alloca si32 name "choice"
# CHECK-NEXT:     %1 = mir.constant 2 : si32
# CHECK-NEXT:     %2 = mir.lt %n, %1 : si32
# CHECK-NEXT:     mir.cond_br %2, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %3 = mir.constant 1 : si32
# CHECK-NEXT:     mir.store %3, %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb3
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %4 = mir.construct_tuple : !mir.tuple<>
# CHECK-NEXT:     %5 = mir.constant 1 : si32
# CHECK-NEXT:     %6 = mir.sub %n, %5 : si32
# CHECK-NEXT:     %7 = mir.call @_periclase_file_recursion__recursion___locals___factorial(%6) : (si32) -> si32
# CHECK-NEXT:     %8 = mir.mul %n, %7 : si32
# CHECK-NEXT:     mir.store %8, %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb3
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %9 = mir.load %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.return %9 : si32
# CHECK-NEXT:   }
# CHECK:        mir.func private @_periclase_file_recursion__odd(%n: si32) -> i1 attributes {source_name = "odd"} {
# CHECK-NEXT:     %0 = mir.alloca i1 name "choice"
# CHECK-NEXT:     %1 = mir.constant 0 : si32
# CHECK-NEXT:     %2 = mir.eq %n, %1 : si32
# CHECK-NEXT:     mir.cond_br %2, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %3 = mir.constant false
# CHECK-NEXT:     mir.store %3, %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.goto ^bb3
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %4 = mir.constant 1 : si32
# CHECK-NEXT:     %5 = mir.sub %n, %4 : si32
# CHECK-NEXT:     %6 = mir.call @_periclase_file_recursion__even(%5) : (si32) -> i1
# CHECK-NEXT:     mir.store %6, %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.goto ^bb3
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %7 = mir.load %0 : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.return %7 : i1
# CHECK-NEXT:   }
