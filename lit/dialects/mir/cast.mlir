// Conversions between types.
// RUN: periclase-opt %s --split-input-file | periclase-opt --split-input-file | filecheck %s
// RUN: periclase-opt %s --split-input-file --print-op-generic | periclase-opt --split-input-file | filecheck %s

// CHECK: %wide = mir.cast int_to_int %x : si32 to si64
// CHECK: %index = mir.cast float_to_int %y : f32 to ui32
%x = builtin.unrealized_conversion_cast to si32
%y = builtin.unrealized_conversion_cast to f32
%wide = mir.cast int_to_int %x : si32 to si64
%index = mir.cast float_to_int %y : f32 to ui32
