// RUN: %roundtrip
// RUN: %generic-roundtrip

// Types and attributes that have a syntax of their own; a natural layout is left out, any other is kept.

mir.func private @pointers(!mir.ptr<f32>, !mir.ptr<mut f32, shared>, !mir.ptr<!mir.ptr<ui8, constant>, local>, !mir.ptr<mut f32, generic>)
mir.func private @slices(!mir.slice<f32>, !mir.slice<mut f32, global>, !mir.disjoint_slice<f32, [ui64, si32], global>, !mir.disjoint_slice<f32, []>)
mir.func private @arrays(!mir.array<16 x f32>, !mir.array<4x!mir.array<2 x si8>>, !mir.array<0 x f64>)
mir.func private @tuples(!mir.tuple<>, !mir.tuple<si32, i1>, !mir.tuple<i1, si32, offsets = [4, 0], size = 8, align = 4>, !mir.tuple<si32, i1, offsets = [0, 4], size = 8, align = 4>)
mir.func private @structs(!mir.struct<"P", {x: f32, y: f32}>, !mir.struct<"Q", {"0": ui8, b: si32}, offsets = [4, 0], size = 8, align = 4>, !mir.struct<"Empty", {}>)
mir.func private @unions(!mir.union<"Bits", {f: f32, u: ui32}>, !mir.union<"Big", {a: ui8}, offsets = [0], size = 16, align = 16>)
mir.func private @direct(!mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>)
mir.func private @niche(!mir.enum<"Opt<&f32>", si64 : !mir.ptr<f32>, [None = 0, Some = 1 (!mir.ptr<f32> at 0)], niche, tag_offset = 0, niche_start = 0, niche_first = 0, niche_last = 0, variant = 1, size = 8, align = 8>)
mir.func private @single(!mir.enum<"Result<f32, !>", si64 : none, [Ok = 0 (f32 at 0), Err = 1 uninhabited], single, variant = 0, size = 4, align = 4>)
mir.func private @empty(!mir.enum<"Void", si64 : none, [], empty, size = 0, align = 1>)
mir.func private @bounded(%x: f32 {llvm.noundef}) attributes {inline_policy = "always", source_name = "bounded", launch_note = #mir.launch_bounds<128, min_blocks = 2, max_registers = 64>} {
  mir.return
}
mir.func @shaped() attributes {kernel, launch_bounds = #mir.launch_bounds<256, min_blocks = 4>, required_block = #mir.block_dims<16, 16, 1>, cluster_dims = #mir.block_dims<2, 1, 1>, cooperative} {
  mir.return
}

// CHECK: mir.func private @pointers(!mir.ptr<f32>, !mir.ptr<mut f32, shared>, !mir.ptr<!mir.ptr<ui8, constant>, local>, !mir.ptr<mut f32>)

// CHECK-NEXT: mir.func private @slices(!mir.slice<f32>, !mir.slice<mut f32, global>, !mir.disjoint_slice<f32, [ui64, si32], global>, !mir.disjoint_slice<f32, []>)

// CHECK-NEXT: mir.func private @arrays(!mir.array<16 x f32>, !mir.array<4 x !mir.array<2 x si8>>, !mir.array<0 x f64>)

// CHECK-NEXT: mir.func private @tuples(!mir.tuple<>, !mir.tuple<si32, i1>, !mir.tuple<i1, si32, offsets = [4, 0], size = 8, align = 4>, !mir.tuple<si32, i1>)

// CHECK-NEXT: mir.func private @structs(!mir.struct<"P", {x: f32, y: f32}>, !mir.struct<"Q", {"0": ui8, b: si32}, offsets = [4, 0], size = 8, align = 4>, !mir.struct<"Empty", {}>)

// CHECK-NEXT: mir.func private @unions(!mir.union<"Bits", {f: f32, u: ui32}>, !mir.union<"Big", {a: ui8}, offsets = [0], size = 16, align = 16>)

// CHECK-NEXT: mir.func private @direct(!mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>)

// CHECK-NEXT: mir.func private @niche(!mir.enum<"Opt<&f32>", si64 : !mir.ptr<f32>, [None = 0, Some = 1 (!mir.ptr<f32> at 0)], niche, tag_offset = 0, niche_start = 0, niche_first = 0, niche_last = 0, variant = 1, size = 8, align = 8>)

// CHECK-NEXT: mir.func private @single(!mir.enum<"Result<f32, !>", si64 : none, [Ok = 0 (f32 at 0), Err = 1 uninhabited], single, variant = 0, size = 4, align = 4>)

// CHECK-NEXT: mir.func private @empty(!mir.enum<"Void", si64 : none, [], empty, size = 0, align = 1>)

// CHECK-NEXT: mir.func private @bounded(%x: f32 {llvm.noundef}) attributes {inline_policy = "always", source_name = "bounded", launch_note = #mir.launch_bounds<128, min_blocks = 2, max_registers = 64>} {
// CHECK-NEXT:   mir.return
// CHECK-NEXT: }

// CHECK-NEXT: mir.func @shaped() attributes {kernel, launch_bounds = #mir.launch_bounds<256, min_blocks = 4>, required_block = #mir.block_dims<16, 16, 1>, cluster_dims = #mir.block_dims<2, 1, 1>, cooperative} {
// CHECK-NEXT:   mir.return
// CHECK-NEXT: }
