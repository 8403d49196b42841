# RUN: periclase compile %s --emit mir | filecheck %s
"""Reductions are loops before the expression has its value; `any` leaves its loop; a function of the library is compiled along."""

import math

from periclase import MutSlice, Slice, i32, kernel


@kernel
def reductions(x: Slice[i32], y: MutSlice[i32]):
    y[0] = sum(e * e for e in x if e > 0)
    y[1] = 1 if any(x) else math.gcd(x[0], 6)

# CHECK:        mir.func @reductions(%x: !mir.slice<si32, global>, %y: !mir.slice<mut si32, global>) attributes {kernel, source_name = "reductions"} {
# CHECK-NEXT:     %sum = mir.alloca si32 name "sum"
# CHECK-NEXT:     %e = mir.alloca si32 name "e"
# CHECK-NEXT:     %position.11.30 = mir.alloca si64 name "position.11.30"
# CHECK-NEXT:     %any = mir.alloca i1 name "any"
# CHECK-NEXT:     %position.12.20 = mir.alloca si64 name "position.12.20"
# CHECK-NEXT:     %0 = mir.alloca si64 name "position.11.30.counter"
# CHECK-NEXT:     %1 = mir.alloca si32 name "choice"
# CHECK-NEXT:     %2 = mir.alloca si64 name "position.12.20.counter"
# CHECK-NEXT:     %3 = mir.constant 0 : si32
# CHECK-NEXT:     mir.store %3, %sum : !mir.ptr<mut si32>
# CHECK-NEXT:     %4 = mir.constant 0 : si64
# CHECK-NEXT:     %5 = mir.extract_field %x[1] : !mir.slice<si32, global>
# CHECK-NEXT:     %6 = mir.cast int_to_int %5 : ui64 to si64
# CHECK-NEXT:     %7 = mir.constant 1 : si64
# CHECK-NEXT:     mir.store %4, %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %8 = mir.load %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     %9 = mir.lt %8, %6 : si64
# CHECK-NEXT:     mir.cond_br %9, ^bb2, ^bb6
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     mir.store %8, %position.11.30 : !mir.ptr<mut si64>
# CHECK-NEXT:     %10 = mir.load %position.11.30 : !mir.ptr<mut si64>
# CHECK-NEXT:     %11 = mir.cast int_to_int %10 : si64 to ui64
# CHECK-NEXT:     %12 = mir.extract_field %x[0] : !mir.slice<si32, global>
# CHECK-NEXT:     %13 = mir.ptr_offset %12[%11] : !mir.ptr<si32, global>, ui64
# CHECK-NEXT:     %14 = mir.load %13 : !mir.ptr<si32, global>
# CHECK-NEXT:     mir.store %14, %e : !mir.ptr<mut si32>
# CHECK-NEXT:     %15 = mir.load %e : !mir.ptr<mut si32>
# CHECK-NEXT:     %16 = mir.constant 0 : si32
# CHECK-NEXT:     %17 = mir.gt %15, %16 : si32
# CHECK-NEXT:     mir.cond_br %17, ^bb3, ^bb4
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %18 = mir.load %sum : !mir.ptr<mut si32>
# CHECK-NEXT:     %19 = mir.load %e : !mir.ptr<mut si32>
# CHECK-NEXT:     %20 = mir.load %e : !mir.ptr<mut si32>
# CHECK-NEXT:     %21 = mir.mul %19, %20 : si32
# CHECK-NEXT:     %22 = mir.add %18, %21 : si32
# CHECK-NEXT:     mir.store %22, %sum : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb4
# CHECK-NEXT:   ^bb4:
# CHECK-NEXT:     mir.goto ^bb5
# CHECK-NEXT:   ^bb5:
# CHECK-NEXT:     %23 = mir.load %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     %24 = mir.add %23, %7 : si64
# CHECK-NEXT:     mir.store %24, %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb6:
# CHECK-NEXT:     %25 = mir.load %sum : !mir.ptr<mut si32>
# CHECK-NEXT:     %26 = mir.constant 0 : ui64
# CHECK-NEXT:     %27 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %28 = mir.lt %26, %27 : ui64
# CHECK-NEXT:     mir.assert bounds %28, "index out of bounds of `y`"
# CHECK-NEXT:     %29 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %30 = mir.ptr_offset %29[%26] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %25, %30 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %31 = mir.constant false
# CHECK-NEXT:     mir.store %31, %any : !mir.ptr<mut i1>
# CHECK-NEXT:     %32 = mir.constant 0 : si64
# CHECK-NEXT:     %33 = mir.extract_field %x[1] : !mir.slice<si32, global>
# CHECK-NEXT:     %34 = mir.cast int_to_int %33 : ui64 to si64
# CHECK-NEXT:     %35 = mir.constant 1 : si64
# CHECK-NEXT:     mir.store %32, %2 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb7
# CHECK-NEXT:   ^bb7:
# CHECK-NEXT:     %36 = mir.load %2 : !mir.ptr<mut si64>
# CHECK-NEXT:     %37 = mir.lt %36, %34 : si64
# CHECK-NEXT:     mir.cond_br %37, ^bb8, ^bb12
# CHECK-NEXT:   ^bb8:
# CHECK-NEXT:     mir.store %36, %position.12.20 : !mir.ptr<mut si64>
# CHECK-NEXT:     %38 = mir.load %position.12.20 : !mir.ptr<mut si64>
# CHECK-NEXT:     %39 = mir.cast int_to_int %38 : si64 to ui64
# CHECK-NEXT:     %40 = mir.extract_field %x[0] : !mir.slice<si32, global>
# CHECK-NEXT:     %41 = mir.ptr_offset %40[%39] : !mir.ptr<si32, global>, ui64
# CHECK-NEXT:     %42 = mir.load %41 : !mir.ptr<si32, global>
# CHECK-NEXT:     %43 = mir.constant 0 : si32
# CHECK-NEXT:     %44 = mir.ne %42, %43 : si32
# CHECK-NEXT:     mir.cond_br %44, ^bb9, ^bb10
# CHECK-NEXT:   ^bb9:
# CHECK-NEXT:     %45 = mir.constant true
# CHECK-NEXT:     mir.store %45, %any : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.goto ^bb12
# CHECK-NEXT:   ^bb10:
# CHECK-NEXT:     mir.goto ^bb11
# CHECK-NEXT:   ^bb11:
# CHECK-NEXT:     %46 = mir.load %2 : !mir.ptr<mut si64>
# CHECK-NEXT:     %47 = mir.add %46, %35 : si64
# CHECK-NEXT:     mir.store %47, %2 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb7
# CHECK-NEXT:   ^bb12:
# CHECK-NEXT:     %48 = mir.load %any : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.cond_br %48, ^bb13, ^bb14
# CHECK-NEXT:   ^bb13:
# CHECK-NEXT:     %49 = mir.constant 1 : si32
# CHECK-NEXT:     mir.store %49, %1 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb15
# CHECK-NEXT:   ^bb14:
# CHECK-NEXT:     %50 = mir.constant 0 : ui64
# CHECK-NEXT:     %51 = mir.extract_field %x[1] : !mir.slice<si32, global>
# CHECK-NEXT:     %52 = mir.lt %50, %51 : ui64
# CHECK-NEXT:     mir.assert bounds %52, "index out of bounds of `x`"
# CHECK-NEXT:     %53 = mir.extract_field %x[0] : !mir.slice<si32, global>
# CHECK-NEXT:     %54 = mir.ptr_offset %53[%50] : !mir.ptr<si32, global>, ui64
# CHECK-NEXT:     %55 = mir.load %54 : !mir.ptr<si32, global>
# CHECK-NEXT:     %56 = mir.constant 6 : si32
# CHECK-NEXT:     %57 = mir.call @periclase__library__integers__gcd_TID_014f1a9f05306e1d019328ac1e1b1056(%55, %56) : (si32, si32) -> si32
# CHECK-NEXT:     mir.store %57, %1 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb15
# CHECK-NEXT:   ^bb15:
# CHECK-NEXT:     %58 = mir.load %1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %59 = mir.constant 1 : ui64
# CHECK-NEXT:     %60 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %61 = mir.lt %59, %60 : ui64
# CHECK-NEXT:     mir.assert bounds %61, "index out of bounds of `y`"
# CHECK-NEXT:     %62 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %63 = mir.ptr_offset %62[%59] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %58, %63 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func private @periclase__library__integers__gcd_TID_014f1a9f05306e1d019328ac1e1b1056(%a: si32, %b: si32) -> si32 attributes {inline_policy = "always", source_name = "gcd"} {
# CHECK-NEXT:     %a_1 = mir.alloca si32 name "a"
# CHECK-NEXT:     %b_1 = mir.alloca si32 name "b"
# CHECK-NEXT:     %found = mir.alloca si32 name "found"
# CHECK-NEXT:     mir.store %a, %a_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.store %b, %b_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %0 = mir.load %b_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %1 = mir.constant 0 : si32
# CHECK-NEXT:     %2 = mir.ne %0, %1 : si32
# CHECK-NEXT:     mir.cond_br %2, ^bb2, ^bb3
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %3 = mir.load %b_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %4 = mir.load %a_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %5 = mir.load %b_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %6 = mir.constant 0 : si32
# CHECK-NEXT:     %7 = mir.ne %5, %6 : si32
# CHECK-NEXT:     mir.assert division %7, "remainder by zero"
# CHECK-NEXT:     %8 = mir.floor_mod %4, %5 : si32
# CHECK-NEXT:     mir.store %3, %a_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.store %8, %b_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb1
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %9 = mir.load %a_1 : !mir.ptr<mut si32>
# CHECK-NEXT:     %10 = mir.abs %9 : si32
# CHECK-NEXT:     mir.store %10, %found : !mir.ptr<mut si32>
# CHECK-NEXT:     %11 = mir.load %found : !mir.ptr<mut si32>
# CHECK-NEXT:     %12 = mir.constant 0 : si32
# CHECK-NEXT:     %13 = mir.ge %11, %12 : si32
# CHECK-NEXT:     mir.assert user %13, "gcd(): the result has no room in its type"
# CHECK-NEXT:     %14 = mir.load %found : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.return %14 : si32
# CHECK-NEXT:   }
