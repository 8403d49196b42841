// Markers for later stages: lifetimes of slots, values of variables.
// RUN: periclase-opt %s --split-input-file | periclase-opt --split-input-file | filecheck %s
// RUN: periclase-opt %s --split-input-file --print-op-generic | periclase-opt --split-input-file | filecheck %s

// CHECK: mir.dbg_value %i, "i" : si64
%i = builtin.unrealized_conversion_cast to si64
mir.dbg_value %i, "i" : si64

// -----

// CHECK: mir.storage_dead %slot : !mir.ptr<mut f32>
%slot = builtin.unrealized_conversion_cast to !mir.ptr<mut f32>
mir.storage_dead %slot : !mir.ptr<mut f32>

// -----

// CHECK: mir.storage_live %slot : !mir.ptr<mut f32>
%slot = builtin.unrealized_conversion_cast to !mir.ptr<mut f32>
mir.storage_live %slot : !mir.ptr<mut f32>
