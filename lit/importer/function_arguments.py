# RUN: periclase compile %s --emit mir | filecheck %s
"""Arguments by place, by name and by default: values are in the order of the parameters, evaluated as they are written."""

from periclase import MutSlice, device, i32, kernel


@device
def mixed(a: i32, /, b: i32 = 2, *, c: i32, d: i32 = 4) -> tuple[i32, i32]:
    return a + b, c - d


@device
def next_of(n: MutSlice[i32]) -> i32:
    n[0] += 1
    return n[0]


@kernel
def arguments(n: MutSlice[i32], first: i32 = 1, *, last: i32 = 9):
    n[1], n[2] = mixed(first, c=last)
    n[3], n[4] = mixed(first, d=next_of(n), c=next_of(n))

# CHECK:        mir.func @arguments(%n: !mir.slice<mut si32, global>, %first: si32, %last: si32) attributes {kernel, source_name = "arguments"} {
# CHECK-NEXT:     %0 = mir.constant 2 : si32
# CHECK-NEXT:     %1 = mir.constant 4 : si32
# CHECK-NEXT:     %2 = mir.call @_periclase_file_function_arguments__mixed(%first, %0, %last, %1) : (si32, si32, si32, si32) -> !mir.tuple<si32, si32>
# CHECK-NEXT:     %3 = mir.extract_field %2[0] : !mir.tuple<si32, si32>
# CHECK-NEXT:     %4 = mir.constant 1 : ui64
# CHECK-NEXT:     %5 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %6 = mir.lt %4, %5 : ui64
# CHECK-NEXT:     mir.assert bounds %6, "index out of bounds of `n`"
# CHECK-NEXT:     %7 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %8 = mir.ptr_offset %7[%4] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %3, %8 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %9 = mir.extract_field %2[1] : !mir.tuple<si32, si32>
# CHECK-NEXT:     %10 = mir.constant 2 : ui64
# CHECK-NEXT:     %11 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %12 = mir.lt %10, %11 : ui64
# CHECK-NEXT:     mir.assert bounds %12, "index out of bounds of `n`"
# CHECK-NEXT:     %13 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %14 = mir.ptr_offset %13[%10] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %9, %14 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %15 = mir.call @_periclase_file_function_arguments__next_of(%n) : (!mir.slice<mut si32, global>) -> si32
# CHECK-NEXT:     %16 = mir.call @_periclase_file_function_arguments__next_of(%n) : (!mir.slice<mut si32, global>) -> si32
# CHECK-NEXT:     %17 = mir.constant 2 : si32
# CHECK-NEXT:     %18 = mir.call @_periclase_file_function_arguments__mixed(%first, %17, %16, %15) : (si32, si32, si32, si32) -> !mir.tuple<si32, si32>
# CHECK-NEXT:     %19 = mir.extract_field %18[0] : !mir.tuple<si32, si32>
# CHECK-NEXT:     %20 = mir.constant 3 : ui64
# CHECK-NEXT:     %21 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %22 = mir.lt %20, %21 : ui64
# CHECK-NEXT:     mir.assert bounds %22, "index out of bounds of `n`"
# CHECK-NEXT:     %23 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %24 = mir.ptr_offset %23[%20] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %19, %24 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %25 = mir.extract_field %18[1] : !mir.tuple<si32, si32>
# CHECK-NEXT:     %26 = mir.constant 4 : ui64
# CHECK-NEXT:     %27 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %28 = mir.lt %26, %27 : ui64
# CHECK-NEXT:     mir.assert bounds %28, "index out of bounds of `n`"
# CHECK-NEXT:     %29 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %30 = mir.ptr_offset %29[%26] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %25, %30 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @_periclase_file_function_arguments__mixed(%a: si32, %b: si32, %c: si32, %d: si32) -> !mir.tuple<si32, si32> attributes {source_name = "mixed"} {
# CHECK-NEXT:     %0 = mir.add %a, %b : si32
# CHECK-NEXT:     %1 = mir.sub %c, %d : si32
# CHECK-NEXT:     %2 = mir.construct_tuple %0, %1 : !mir.tuple<si32, si32>
# CHECK-NEXT:     mir.return %2 : !mir.tuple<si32, si32>
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @_periclase_file_function_arguments__next_of(%n: !mir.slice<mut si32, global>) -> si32 attributes {source_name = "next_of"} {
# CHECK-NEXT:     %0 = mir.constant 0 : ui64
# CHECK-NEXT:     %1 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %2 = mir.lt %0, %1 : ui64
# CHECK-NEXT:     mir.assert bounds %2, "index out of bounds of `n`"
# CHECK-NEXT:     %3 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %4 = mir.ptr_offset %3[%0] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %5 = mir.load %4 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %6 = mir.constant 1 : si32
# CHECK-NEXT:     %7 = mir.add %5, %6 : si32
# CHECK-NEXT:     mir.store %7, %4 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %8 = mir.constant 0 : ui64
# CHECK-NEXT:     %9 = mir.extract_field %n[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %10 = mir.lt %8, %9 : ui64
# CHECK-NEXT:     mir.assert bounds %10, "index out of bounds of `n`"
# CHECK-NEXT:     %11 = mir.extract_field %n[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %12 = mir.ptr_offset %11[%8] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %13 = mir.load %12 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.return %13 : si32
# CHECK-NEXT:   }
