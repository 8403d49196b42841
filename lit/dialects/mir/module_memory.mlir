// Memory that is not the thread's own: shared by the block, or of the whole module.
// RUN: periclase-opt %s --split-input-file | periclase-opt --split-input-file | filecheck %s
// RUN: periclase-opt %s --split-input-file --print-op-generic | periclase-opt --split-input-file | filecheck %s

// CHECK: %buffer = mir.dynamic_shared f32 offset 256 align 16
%buffer = mir.dynamic_shared f32 offset 256 align 16

// -----

// CHECK: %counter = mir.global_alloc ui32 key "counter"
// CHECK: %table = mir.global_alloc immutable !mir.array<2 x f32> key "table" align 8 = [1.000000e+00 : f32, 2.000000e+00 : f32]
%counter = mir.global_alloc ui32 key "counter"
%table = mir.global_alloc immutable !mir.array<2 x f32> key "table" align 8 = [1.000000e+00 : f32, 2.000000e+00 : f32]

// -----

// CHECK: %tile = mir.shared_alloc !mir.array<256 x f32> key "matmul.tile" name "tile" align 16
%tile = mir.shared_alloc !mir.array<256 x f32> key "matmul.tile" name "tile" align 16
