# RUN: periclase compile %s --emit mir | filecheck %s
"""Structs: construction, fields of values and of variables, methods by value and by reference, elements of slices."""

from periclase import MutSlice, f32, i32, kernel, struct


@struct
class Vec:
    x: f32
    y: f32

    def dot(self, other: "Vec") -> f32:
        return self.x * other.x + self.y * other.y

    def shift(self, by: f32):
        self.x += by


@struct
class Body:
    at: Vec
    id: i32 = 7


@kernel
def structs(bodies: MutSlice[Body], y: MutSlice[f32], a: f32):
    v = Vec(a, y=1.0)
    v.y = a
    bodies[0] = Body(Vec(a, a))
    bodies[1].at.x += v.y
    bodies[2].at.shift(a)
    y[0] = v.dot(bodies[1].at)

# CHECK:        mir.func @structs(%bodies: !mir.slice<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>, %y: !mir.slice<mut f32, global>, %a: f32) attributes {kernel, source_name = "structs"} {
# CHECK-NEXT:     %v = mir.alloca !mir.struct<"Vec", {x: f32, y: f32}> name "v"
# CHECK-NEXT:     %0 = mir.constant 1.000000e+00 : f32
# CHECK-NEXT:     %1 = mir.construct_struct %a, %0 : !mir.struct<"Vec", {x: f32, y: f32}>
# CHECK-NEXT:     mir.store %1, %v : !mir.ptr<mut !mir.struct<"Vec", {x: f32, y: f32}>>
# CHECK-NEXT:     %2 = mir.field_addr %v[1] : !mir.ptr<mut !mir.struct<"Vec", {x: f32, y: f32}>>
# CHECK-NEXT:     mir.store %a, %2 : !mir.ptr<mut f32>
# CHECK-NEXT:     %3 = mir.construct_struct %a, %a : !mir.struct<"Vec", {x: f32, y: f32}>
# CHECK-NEXT:     %4 = mir.constant 7 : si32
# CHECK-NEXT:     %5 = mir.construct_struct %3, %4 : !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>
# CHECK-NEXT:     %6 = mir.constant 0 : ui64
# CHECK-NEXT:     %7 = mir.extract_field %bodies[1] : !mir.slice<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>
# CHECK-NEXT:     %8 = mir.lt %6, %7 : ui64
# CHECK-NEXT:     mir.assert bounds %8, "index out of bounds of `bodies`"
# CHECK-NEXT:     %9 = mir.extract_field %bodies[0] : !mir.slice<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>
# CHECK-NEXT:     %10 = mir.ptr_offset %9[%6] : !mir.ptr<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>, ui64
# CHECK-NEXT:     mir.store %5, %10 : !mir.ptr<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>
# CHECK-NEXT:     %11 = mir.constant 1 : ui64
# CHECK-NEXT:     %12 = mir.extract_field %bodies[1] : !mir.slice<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>
# CHECK-NEXT:     %13 = mir.lt %11, %12 : ui64
# CHECK-NEXT:     mir.assert bounds %13, "index out of bounds of `bodies`"
# CHECK-NEXT:     %14 = mir.extract_field %bodies[0] : !mir.slice<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>
# CHECK-NEXT:     %15 = mir.ptr_offset %14[%11] : !mir.ptr<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>, ui64
# CHECK-NEXT:     %16 = mir.field_addr %15[0] : !mir.ptr<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>
# CHECK-NEXT:     %17 = mir.field_addr %16[0] : !mir.ptr<mut !mir.struct<"Vec", {x: f32, y: f32}>, global>
# CHECK-NEXT:     %18 = mir.load %17 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %19 = mir.field_addr %v[1] : !mir.ptr<mut !mir.struct<"Vec", {x: f32, y: f32}>>
# CHECK-NEXT:     %20 = mir.load %19 : !mir.ptr<mut f32>
# CHECK-NEXT:     %21 = mir.add %18, %20 : f32
# CHECK-NEXT:     mir.store %21, %17 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %22 = mir.constant 2 : ui64
# CHECK-NEXT:     %23 = mir.extract_field %bodies[1] : !mir.slice<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>
# CHECK-NEXT:     %24 = mir.lt %22, %23 : ui64
# CHECK-NEXT:     mir.assert bounds %24, "index out of bounds of `bodies`"
# CHECK-NEXT:     %25 = mir.extract_field %bodies[0] : !mir.slice<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>
# CHECK-NEXT:     %26 = mir.ptr_offset %25[%22] : !mir.ptr<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>, ui64
# CHECK-NEXT:     %27 = mir.field_addr %26[0] : !mir.ptr<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>
# CHECK-NEXT:     mir.call @_periclase_file_structs__Vec__shift_TID_6a820d63c99732ab2460b0adf46d6851(%27, %a) : (!mir.ptr<mut !mir.struct<"Vec", {x: f32, y: f32}>, global>, f32) -> ()
# CHECK-NEXT:     %28 = mir.load %v : !mir.ptr<mut !mir.struct<"Vec", {x: f32, y: f32}>>
# CHECK-NEXT:     %29 = mir.constant 1 : ui64
# CHECK-NEXT:     %30 = mir.extract_field %bodies[1] : !mir.slice<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>
# CHECK-NEXT:     %31 = mir.lt %29, %30 : ui64
# CHECK-NEXT:     mir.assert bounds %31, "index out of bounds of `bodies`"
# CHECK-NEXT:     %32 = mir.extract_field %bodies[0] : !mir.slice<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>
# CHECK-NEXT:     %33 = mir.ptr_offset %32[%29] : !mir.ptr<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>, ui64
# CHECK-NEXT:     %34 = mir.field_addr %33[0] : !mir.ptr<mut !mir.struct<"Body", {at: !mir.struct<"Vec", {x: f32, y: f32}>, id: si32}>, global>
# CHECK-NEXT:     %35 = mir.load %34 : !mir.ptr<mut !mir.struct<"Vec", {x: f32, y: f32}>, global>
# CHECK-NEXT:     %36 = mir.call @_periclase_file_structs__Vec__dot_TID_a4b670d43b42827de49956161179cb0d(%28, %35) : (!mir.struct<"Vec", {x: f32, y: f32}>, !mir.struct<"Vec", {x: f32, y: f32}>) -> f32
# CHECK-NEXT:     %37 = mir.constant 0 : ui64
# CHECK-NEXT:     %38 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %39 = mir.lt %37, %38 : ui64
# CHECK-NEXT:     mir.assert bounds %39, "index out of bounds of `y`"
# CHECK-NEXT:     %40 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %41 = mir.ptr_offset %40[%37] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %36, %41 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @_periclase_file_structs__Vec__shift_TID_6a820d63c99732ab2460b0adf46d6851(%self: !mir.ptr<mut !mir.struct<"Vec", {x: f32, y: f32}>, global>, %by: f32) attributes {source_name = "Vec.shift"} {
# CHECK-NEXT:     %0 = mir.field_addr %self[0] : !mir.ptr<mut !mir.struct<"Vec", {x: f32, y: f32}>, global>
# CHECK-NEXT:     %1 = mir.load %0 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %2 = mir.add %1, %by : f32
# CHECK-NEXT:     mir.store %2, %0 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK-NEXT:   mir.func private @_periclase_file_structs__Vec__dot_TID_a4b670d43b42827de49956161179cb0d(%self: !mir.struct<"Vec", {x: f32, y: f32}>, %other: !mir.struct<"Vec", {x: f32, y: f32}>) -> f32 attributes {source_name = "Vec.dot"} {
# CHECK-NEXT:     %0 = mir.extract_field %self[0] : !mir.struct<"Vec", {x: f32, y: f32}>
# CHECK-NEXT:     %1 = mir.extract_field %other[0] : !mir.struct<"Vec", {x: f32, y: f32}>
# CHECK-NEXT:     %2 = mir.mul %0, %1 : f32
# CHECK-NEXT:     %3 = mir.extract_field %self[1] : !mir.struct<"Vec", {x: f32, y: f32}>
# CHECK-NEXT:     %4 = mir.extract_field %other[1] : !mir.struct<"Vec", {x: f32, y: f32}>
# CHECK-NEXT:     %5 = mir.mul %3, %4 : f32
# CHECK-NEXT:     %6 = mir.add %2, %5 : f32
# CHECK-NEXT:     mir.return %6 : f32
# CHECK-NEXT:   }
