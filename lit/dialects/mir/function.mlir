// Functions: definition, declaration, call, return.
// RUN: periclase-opt %s --split-input-file | periclase-opt --split-input-file | filecheck %s
// RUN: periclase-opt %s --split-input-file --print-op-generic | periclase-opt --split-input-file | filecheck %s

// CHECK: %0 = mir.call @double(%x) : (f32) -> f32
// CHECK: %1 = mir.call @double(%0) : (f32) -> f32
mir.func private @double(f32) -> f32
mir.func private @quadruple(%x: f32) -> f32 {
  %0 = mir.call @double(%x) : (f32) -> f32
  %1 = mir.call @double(%0) : (f32) -> f32
  mir.return %1 : f32
}

// -----

// CHECK: mir.func @scale(%x: !mir.slice<mut f32, global>) attributes {kernel, launch_bounds = #mir.launch_bounds<256>} {
// CHECK: mir.func private @__periclase_intrinsic.thread_idx_x() -> ui32
mir.func @scale(%x: !mir.slice<mut f32, global>) attributes {kernel, launch_bounds = #mir.launch_bounds<256>} {
  mir.return
}
mir.func private @__periclase_intrinsic.thread_idx_x() -> ui32

// -----

// CHECK: mir.return %x : f32
mir.func private @identity(%x: f32) -> f32 {
  mir.return %x : f32
}

// -----

// CHECK: mir.func @tiles(%map: !mir.ptr<!mir.array<16 x ui64>> {mir.grid_constant = #mir.grid_constant<64>}, %n: si32) attributes {kernel} {
mir.func @tiles(%map: !mir.ptr<!mir.array<16 x ui64>> {mir.grid_constant = #mir.grid_constant<64>}, %n: si32) attributes {kernel} {
  mir.return
}
