# RUN: periclase compile %s --emit mir | filecheck %s
"""Values that may be None: a tuple of the value and whether it is there; a test says that it is used."""

from periclase import MutSlice, device, i32, kernel


@device
def half(k: i32) -> i32 | None:
    if k % 2 == 0:
        return k // 2
    return None


@kernel
def optionals(y: MutSlice[i32], limit: i32 | None):
    if (h := half(y[0])) is not None:
        y[1] = h
    y[2] = limit or 7


# CHECK:        mir.func @optionals(%y: !mir.slice<mut si32, global>, %limit_value: si32, %limit_present: i1) attributes {kernel, source_name = "optionals"} {
# CHECK-NEXT:     %h = mir.alloca !mir.tuple<si32, i1> name "h"
# CHECK-NEXT:     %0 = mir.alloca si32 name "choice"
# CHECK-NEXT:     %1 = mir.construct_tuple %limit_value, %limit_present : !mir.tuple<si32, i1>
# CHECK-NEXT:     %2 = mir.constant 0 : ui64
# CHECK-NEXT:     %3 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %4 = mir.lt %2, %3 : ui64
# CHECK-NEXT:     mir.assert bounds %4, "index out of bounds of `y`"
# CHECK-NEXT:     %5 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %6 = mir.ptr_offset %5[%2] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     %7 = mir.load %6 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     %8 = mir.call @_periclase_file_optionals__half(%7) : (si32) -> !mir.tuple<si32, i1>
# CHECK-NEXT:     mir.store %8, %h : !mir.ptr<mut !mir.tuple<si32, i1>>
# CHECK-NEXT:     %9 = mir.load %h : !mir.ptr<mut !mir.tuple<si32, i1>>
# CHECK-NEXT:     %10 = mir.extract_field %9[1] : !mir.tuple<si32, i1>
# CHECK-NEXT:     mir.cond_br %10, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %11 = mir.field_addr %h[0] : !mir.ptr<mut !mir.tuple<si32, i1>>
# CHECK-NEXT:     %12 = mir.load %11 : !mir.ptr<mut si32>
# CHECK-NEXT:     %13 = mir.constant 1 : ui64
# CHECK-NEXT:     %14 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %15 = mir.lt %13, %14 : ui64
# CHECK-NEXT:     mir.assert bounds %15, "index out of bounds of `y`"
# CHECK-NEXT:     %16 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %17 = mir.ptr_offset %16[%13] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %12, %17 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb2
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %18 = mir.extract_field %1[1] : !mir.tuple<si32, i1>
# CHECK-NEXT:     mir.cond_br %18, ^bb3, ^bb5
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %19 = mir.extract_field %1[0] : !mir.tuple<si32, i1>
# CHECK-NEXT:     %20 = mir.constant 0 : si32
# CHECK-NEXT:     %21 = mir.ne %19, %20 : si32
# CHECK-NEXT:     mir.cond_br %21, ^bb4, ^bb5
# CHECK-NEXT:   ^bb4:
# CHECK-NEXT:     %22 = mir.extract_field %1[0] : !mir.tuple<si32, i1>
# CHECK-NEXT:     mir.store %22, %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb6
# CHECK-NEXT:   ^bb5:
# CHECK-NEXT:     %23 = mir.constant 7 : si32
# CHECK-NEXT:     mir.store %23, %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     mir.goto ^bb6
# CHECK-NEXT:   ^bb6:
# CHECK-NEXT:     %24 = mir.load %0 : !mir.ptr<mut si32>
# CHECK-NEXT:     %25 = mir.constant 2 : ui64
# CHECK-NEXT:     %26 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %27 = mir.lt %25, %26 : ui64
# CHECK-NEXT:     mir.assert bounds %27, "index out of bounds of `y`"
# CHECK-NEXT:     %28 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %29 = mir.ptr_offset %28[%25] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %24, %29 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func private @_periclase_file_optionals__half(%k: si32) -> !mir.tuple<si32, i1> attributes {source_name = "half"} {
# CHECK-NEXT:     %0 = mir.constant 2 : si32
# CHECK-NEXT:     %1 = mir.floor_mod %k, %0 : si32
# CHECK-NEXT:     %2 = mir.constant 0 : si32
# CHECK-NEXT:     %3 = mir.eq %1, %2 : si32
# CHECK-NEXT:     mir.cond_br %3, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %4 = mir.constant 2 : si32
# CHECK-NEXT:     %5 = mir.floor_div %k, %4 : si32
# CHECK-NEXT:     %6 = mir.constant true
# CHECK-NEXT:     %7 = mir.construct_tuple %5, %6 : !mir.tuple<si32, i1>
# CHECK-NEXT:     mir.return %7 : !mir.tuple<si32, i1>
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %8 = mir.constant 0 : si32
# CHECK-NEXT:     %9 = mir.constant false
# CHECK-NEXT:     %10 = mir.construct_tuple %8, %9 : !mir.tuple<si32, i1>
# CHECK-NEXT:     mir.return %10 : !mir.tuple<si32, i1>
# CHECK-NEXT:   }
