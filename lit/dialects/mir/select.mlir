// Choosing between two values.
// RUN: periclase-opt %s --split-input-file | periclase-opt --split-input-file | filecheck %s
// RUN: periclase-opt %s --split-input-file --print-op-generic | periclase-opt --split-input-file | filecheck %s

// CHECK: %value = mir.select %condition, %a, %b : f32
%condition = builtin.unrealized_conversion_cast to i1
%a = builtin.unrealized_conversion_cast to f32
%b = builtin.unrealized_conversion_cast to f32
%value = mir.select %condition, %a, %b : f32
