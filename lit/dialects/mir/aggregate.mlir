// RUN: %roundtrip
// RUN: %generic-roundtrip

// Tuples, structs, slices, arrays, enums: values and addresses of parts.

mir.func private @products(%a: si32, %b: i1, %p: !mir.ptr<mut f32, global>, %n: ui64, %i: si64, %v: f32) {
  %0 = mir.construct_tuple %a, %b : !mir.tuple<si32, i1>
  %1 = mir.construct_tuple : !mir.tuple<>
  %2 = mir.extract_field %0[1] : !mir.tuple<si32, i1>
  %3 = mir.insert_field %a into %0[0] : !mir.tuple<si32, i1>
  %4 = mir.construct_struct %v, %v : !mir.struct<"P", {x: f32, y: f32}>
  %5 = mir.construct_array %v, %v : !mir.array<2 x f32>
  %6 = mir.construct_slice %p, %n : !mir.slice<mut f32, global>
  %7 = mir.extract_field %6[0] : !mir.slice<mut f32, global>
  %8 = mir.construct_disjoint_slice %p, %n, %i : !mir.disjoint_slice<f32, [si64], global>
  %9 = mir.extract_field %8[2] : !mir.disjoint_slice<f32, [si64], global>
  %10 = mir.extract_element %5[%i] : !mir.array<2 x f32>, si64
  %11 = mir.insert_element %v into %5[%i] : !mir.array<2 x f32>, si64
  mir.return
}
mir.func private @addresses(%p: !mir.ptr<!mir.struct<"P", {x: f32, t: !mir.array<4 x f32>}>, constant>, %i: ui32) {
  %0 = mir.field_addr %p[1] : !mir.ptr<!mir.struct<"P", {x: f32, t: !mir.array<4 x f32>}>, constant>
  %1 = mir.element_addr %0[%i] : !mir.ptr<!mir.array<4 x f32>, constant>, ui32
  %2 = mir.load %1 : !mir.ptr<f32, constant>
  mir.return
}
mir.func private @enums(%x: f32, %p: !mir.ptr<mut !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>>) {
  %0 = mir.construct_enum 1(%x) : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
  %1 = mir.construct_enum 0() : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
  %2 = mir.get_discriminant %0 : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
  %3 = mir.enum_payload %0[1, 0] : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
  mir.set_discriminant %p, 1 : !mir.ptr<mut !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>>
  %4 = mir.enum_payload_addr %p[1, 0] : !mir.ptr<mut !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>>
  mir.return
}

// CHECK: mir.func private @products(%a: si32, %b: i1, %p: !mir.ptr<mut f32, global>, %n: ui64, %i: si64, %v: f32) {
// CHECK-NEXT:   %0 = mir.construct_tuple %a, %b : !mir.tuple<si32, i1>
// CHECK-NEXT:   %1 = mir.construct_tuple : !mir.tuple<>
// CHECK-NEXT:   %2 = mir.extract_field %0[1] : !mir.tuple<si32, i1>
// CHECK-NEXT:   %3 = mir.insert_field %a into %0[0] : !mir.tuple<si32, i1>
// CHECK-NEXT:   %4 = mir.construct_struct %v, %v : !mir.struct<"P", {x: f32, y: f32}>
// CHECK-NEXT:   %5 = mir.construct_array %v, %v : !mir.array<2 x f32>
// CHECK-NEXT:   %6 = mir.construct_slice %p, %n : !mir.slice<mut f32, global>
// CHECK-NEXT:   %7 = mir.extract_field %6[0] : !mir.slice<mut f32, global>
// CHECK-NEXT:   %8 = mir.construct_disjoint_slice %p, %n, %i : !mir.disjoint_slice<f32, [si64], global>
// CHECK-NEXT:   %9 = mir.extract_field %8[2] : !mir.disjoint_slice<f32, [si64], global>
// CHECK-NEXT:   %10 = mir.extract_element %5[%i] : !mir.array<2 x f32>, si64
// CHECK-NEXT:   %11 = mir.insert_element %v into %5[%i] : !mir.array<2 x f32>, si64
// CHECK-NEXT:   mir.return
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @addresses(%p: !mir.ptr<!mir.struct<"P", {x: f32, t: !mir.array<4 x f32>}>, constant>, %i: ui32) {
// CHECK-NEXT:   %0 = mir.field_addr %p[1] : !mir.ptr<!mir.struct<"P", {x: f32, t: !mir.array<4 x f32>}>, constant>
// CHECK-NEXT:   %1 = mir.element_addr %0[%i] : !mir.ptr<!mir.array<4 x f32>, constant>, ui32
// CHECK-NEXT:   %2 = mir.load %1 : !mir.ptr<f32, constant>
// CHECK-NEXT:   mir.return
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @enums(%x: f32, %p: !mir.ptr<mut !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>>) {
// CHECK-NEXT:   %0 = mir.construct_enum 1(%x) : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
// CHECK-NEXT:   %1 = mir.construct_enum 0() : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
// CHECK-NEXT:   %2 = mir.get_discriminant %0 : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
// CHECK-NEXT:   %3 = mir.enum_payload %0[1, 0] : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
// CHECK-NEXT:   mir.set_discriminant %p, 1 : !mir.ptr<mut !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>>
// CHECK-NEXT:   %4 = mir.enum_payload_addr %p[1, 0] : !mir.ptr<mut !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>>
// CHECK-NEXT:   mir.return
// CHECK-NEXT: }
