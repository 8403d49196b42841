# RUN: periclase compile %s --emit mir | filecheck %s
"""A field that a test has shown to be there is read and set in place; `any` over two loops leaves both."""

from periclase import MutSlice, i32, kernel, struct


@struct
class Node:
    weight: i32 | None = None


@kernel
def narrowing(y: MutSlice[i32], n: i32):
    node = Node(n)
    if node.weight is not None:
        node.weight += 2
        y[0] = node.weight
    y[1] = 1 if any(i * j > n for i in range(3) for j in range(3)) else 0


# CHECK:        mir.func @narrowing(%y: !mir.slice<mut si32, global>, %n: si32) attributes {kernel, source_name = "narrowing"} {
# CHECK-NEXT:     %node = mir.alloca !mir.struct<"Node", {weight: !mir.tuple<si32, i1>}> name "node"
# CHECK-NEXT:     %any = mir.alloca i1 name "any"
# CHECK-NEXT:     %i = mir.alloca si64 name "i"
# CHECK-NEXT:     %position.18.39 = mir.alloca si64 name "position.18.39"
# CHECK-NEXT:     %j = mir.alloca si64 name "j"
# CHECK-NEXT:     %position.18.57 = mir.alloca si64 name "position.18.57"
# CHECK-NEXT:     %0 = mir.alloca si64 name "position.18.39.counter"
# CHECK-NEXT:     %1 = mir.alloca si64 name "position.18.57.counter"
# CHECK-NEXT:     %2 = mir.constant true
# CHECK-NEXT:     %3 = mir.construct_tuple %n, %2 : !mir.tuple<si32, i1>
# CHECK-NEXT:     %4 = mir.construct_struct %3 : !mir.struct<"Node", {weight: !mir.tuple<si32, i1>}>
# CHECK-NEXT:     mir.store %4, %node : !mir.ptr<mut !mir.struct<"Node", {weight: !mir.tuple<si32, i1>}>>
# CHECK-NEXT:     %5 = mir.field_addr %node[0] : !mir.ptr<mut !mir.struct<"Node", {weight: !mir.tuple<si32, i1>}>>
# CHECK-NEXT:     %6 = mir.load %5 : !mir.ptr<mut !mir.tuple<si32, i1>>
# CHECK-NEXT:     %7 = mir.extract_field %6[1] : !mir.tuple<si32, i1>
# CHECK-NEXT:     mir.cond_br %7, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %8 = mir.field_addr %node[0] : !mir.ptr<mut !mir.struct<"Node", {weight: !mir.tuple<si32, i1>}>>
# CHECK-NEXT:     %9 = mir.load %8 : !mir.ptr<mut !mir.tuple<si32, i1>>
# CHECK-NEXT:     %10 = mir.extract_field %9[0] : !mir.tuple<si32, i1>
# CHECK-NEXT:     %11 = mir.constant 2 : si32
# CHECK-NEXT:     %12 = mir.add %10, %11 : si32
# CHECK-NEXT:     %13 = mir.constant true
# CHECK-NEXT:     %14 = mir.construct_tuple %12, %13 : !mir.tuple<si32, i1>
# CHECK-NEXT:     mir.store %14, %8 : !mir.ptr<mut !mir.tuple<si32, i1>>
# CHECK-NEXT:     %15 = mir.field_addr %node[0] : !mir.ptr<mut !mir.struct<"Node", {weight: !mir.tuple<si32, i1>}>>
# CHECK-NEXT:     %16 = mir.field_addr %15[0] : !mir.ptr<mut !mir.tuple<si32, i1>>
# CHECK-NEXT:     %17 = mir.load %16 : !mir.ptr<mut si32>
# CHECK-NEXT:     %18 = mir.constant 0 : ui64
# CHECK-NEXT:     %19 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %20 = mir.lt %18, %19 : ui64
# CHECK-NEXT:     mir.assert bounds %20, "index out of bounds of `y`"
# CHECK-NEXT:     %21 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %22 = mir.ptr_offset %21[%18] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %17, %22 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.goto ^bb2
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %23 = mir.constant false
# CHECK-NEXT:     mir.store %23, %any : !mir.ptr<mut i1>
# CHECK-NEXT:     %24 = mir.constant 0 : si64
# CHECK-NEXT:     %25 = mir.constant 3 : si64
# CHECK-NEXT:     %26 = mir.constant 1 : si64
# CHECK-NEXT:     mir.store %24, %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb3
# CHECK-NEXT:   ^bb3:
# CHECK-NEXT:     %27 = mir.load %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     %28 = mir.lt %27, %25 : si64
# CHECK-NEXT:     mir.cond_br %28, ^bb4, ^bb14
# CHECK-NEXT:   ^bb4:
# CHECK-NEXT:     mir.store %27, %position.18.39 : !mir.ptr<mut si64>
# CHECK-NEXT:     %29 = mir.load %position.18.39 : !mir.ptr<mut si64>
# CHECK-NEXT:     %30 = mir.cast int_to_int %29 : si64 to ui64
# CHECK-NEXT:     %31 = mir.cast int_to_int %30 : ui64 to si64
# CHECK-NEXT:     mir.store %31, %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %32 = mir.constant 0 : si64
# CHECK-NEXT:     %33 = mir.constant 3 : si64
# CHECK-NEXT:     %34 = mir.constant 1 : si64
# CHECK-NEXT:     mir.store %32, %1 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb5
# CHECK-NEXT:   ^bb5:
# CHECK-NEXT:     %35 = mir.load %1 : !mir.ptr<mut si64>
# CHECK-NEXT:     %36 = mir.lt %35, %33 : si64
# CHECK-NEXT:     mir.cond_br %36, ^bb6, ^bb10
# CHECK-NEXT:   ^bb6:
# CHECK-NEXT:     mir.store %35, %position.18.57 : !mir.ptr<mut si64>
# CHECK-NEXT:     %37 = mir.load %position.18.57 : !mir.ptr<mut si64>
# CHECK-NEXT:     %38 = mir.cast int_to_int %37 : si64 to ui64
# CHECK-NEXT:     %39 = mir.cast int_to_int %38 : ui64 to si64
# CHECK-NEXT:     mir.store %39, %j : !mir.ptr<mut si64>
# CHECK-NEXT:     %40 = mir.load %i : !mir.ptr<mut si64>
# CHECK-NEXT:     %41 = mir.load %j : !mir.ptr<mut si64>
# CHECK-NEXT:     %42 = mir.mul %40, %41 : si64
# CHECK-NEXT:     %43 = mir.cast int_to_int %n : si32 to si64
# CHECK-NEXT:     %44 = mir.gt %42, %43 : si64
# CHECK-NEXT:     mir.cond_br %44, ^bb7, ^bb8
# CHECK-NEXT:   ^bb7:
# CHECK-NEXT:     %45 = mir.constant true
# CHECK-NEXT:     mir.store %45, %any : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.goto ^bb10
# CHECK-NEXT:   ^bb8:
# CHECK-NEXT:     mir.goto ^bb9
# CHECK-NEXT:   ^bb9:
# CHECK-NEXT:     %46 = mir.load %1 : !mir.ptr<mut si64>
# CHECK-NEXT:     %47 = mir.add %46, %34 : si64
# CHECK-NEXT:     mir.store %47, %1 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb5
# CHECK-NEXT:   ^bb10:
# CHECK-NEXT:     %48 = mir.load %any : !mir.ptr<mut i1>
# CHECK-NEXT:     mir.cond_br %48, ^bb11, ^bb12
# CHECK-NEXT:   ^bb11:
# CHECK-NEXT:     mir.goto ^bb14
# CHECK-NEXT:   ^bb12:
# CHECK-NEXT:     mir.goto ^bb13
# CHECK-NEXT:   ^bb13:
# CHECK-NEXT:     %49 = mir.load %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     %50 = mir.add %49, %26 : si64
# CHECK-NEXT:     mir.store %50, %0 : !mir.ptr<mut si64>
# CHECK-NEXT:     mir.goto ^bb3
# CHECK-NEXT:   ^bb14:
# CHECK-NEXT:     %51 = mir.load %any : !mir.ptr<mut i1>
# CHECK-NEXT:     %52 = mir.constant 1 : si32
# CHECK-NEXT:     %53 = mir.constant 0 : si32
# CHECK-NEXT:     %54 = mir.select %51, %52, %53 : si32
# CHECK-NEXT:     %55 = mir.constant 1 : ui64
# CHECK-NEXT:     %56 = mir.extract_field %y[1] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %57 = mir.lt %55, %56 : ui64
# CHECK-NEXT:     mir.assert bounds %57, "index out of bounds of `y`"
# CHECK-NEXT:     %58 = mir.extract_field %y[0] : !mir.slice<mut si32, global>
# CHECK-NEXT:     %59 = mir.ptr_offset %58[%55] : !mir.ptr<mut si32, global>, ui64
# CHECK-NEXT:     mir.store %54, %59 : !mir.ptr<mut si32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
