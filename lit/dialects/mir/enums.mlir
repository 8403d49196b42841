// Enums: making one, its discriminant, its payload.
// RUN: periclase-opt %s --split-input-file | periclase-opt --split-input-file | filecheck %s
// RUN: periclase-opt %s --split-input-file --print-op-generic | periclase-opt --split-input-file | filecheck %s

// CHECK: %some = mir.construct_enum 1(%x) : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
%x = builtin.unrealized_conversion_cast to f32
%some = mir.construct_enum 1(%x) : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>

// -----

// CHECK: %x = mir.enum_payload_addr %pointer[1, 0] : !mir.ptr<!mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>>
%pointer = builtin.unrealized_conversion_cast to !mir.ptr<!mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>>
%x = mir.enum_payload_addr %pointer[1, 0] : !mir.ptr<!mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>>

// -----

// CHECK: %x = mir.enum_payload %option[1, 0] : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
%option = builtin.unrealized_conversion_cast to !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
%x = mir.enum_payload %option[1, 0] : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>

// -----

// CHECK: %which = mir.get_discriminant %option : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
%option = builtin.unrealized_conversion_cast to !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
%which = mir.get_discriminant %option : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>

// -----

// CHECK: mir.set_discriminant %pointer, 1 : !mir.ptr<mut !mir.enum<"E", ui8 : ui8, [A = 0, B = 1], direct, tag_offset = 0, size = 1, align = 1>>
%pointer = builtin.unrealized_conversion_cast to !mir.ptr<mut !mir.enum<"E", ui8 : ui8, [A = 0, B = 1], direct, tag_offset = 0, size = 1, align = 1>>
mir.set_discriminant %pointer, 1 : !mir.ptr<mut !mir.enum<"E", ui8 : ui8, [A = 0, B = 1], direct, tag_offset = 0, size = 1, align = 1>>
