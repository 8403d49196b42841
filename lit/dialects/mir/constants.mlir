// Constants, and the value that is not defined.
// RUN: periclase-opt %s --split-input-file | periclase-opt --split-input-file | filecheck %s
// RUN: periclase-opt %s --split-input-file --print-op-generic | periclase-opt --split-input-file | filecheck %s

// CHECK: %pair = mir.constant_aggregate [4 : si32, true] : !mir.tuple<si32, i1>
%pair = mir.constant_aggregate [4 : si32, true] : !mir.tuple<si32, i1>

// -----

// CHECK: %four = mir.constant 4 : si32
// CHECK: %half = mir.constant 5.000000e-01 : f32
// CHECK: %yes = mir.constant true
%four = mir.constant 4 : si32
%half = mir.constant 5.000000e-01 : f32
%yes = mir.constant true

// -----

// CHECK: %anything = mir.undef : !mir.tuple<si32, i1>
%anything = mir.undef : !mir.tuple<si32, i1>
