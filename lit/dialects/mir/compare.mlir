// Comparisons.
// RUN: periclase-opt %s --split-input-file | periclase-opt --split-input-file | filecheck %s
// RUN: periclase-opt %s --split-input-file --print-op-generic | periclase-opt --split-input-file | filecheck %s

// CHECK: %order = mir.cmp %a, %b : si64
%a = builtin.unrealized_conversion_cast to si64
%b = builtin.unrealized_conversion_cast to si64
%order = mir.cmp %a, %b : si64

// -----

// CHECK: %equal = mir.eq %a, %b : si32
%a = builtin.unrealized_conversion_cast to si32
%b = builtin.unrealized_conversion_cast to si32
%equal = mir.eq %a, %b : si32

// -----

// CHECK: %at_least = mir.ge %a, %b : f64
%a = builtin.unrealized_conversion_cast to f64
%b = builtin.unrealized_conversion_cast to f64
%at_least = mir.ge %a, %b : f64

// -----

// CHECK: %greater = mir.gt %a, %b : f32
%a = builtin.unrealized_conversion_cast to f32
%b = builtin.unrealized_conversion_cast to f32
%greater = mir.gt %a, %b : f32

// -----

// CHECK: %at_most = mir.le %a, %b : si32
%a = builtin.unrealized_conversion_cast to si32
%b = builtin.unrealized_conversion_cast to si32
%at_most = mir.le %a, %b : si32

// -----

// CHECK: %less = mir.lt %a, %b : ui64
%a = builtin.unrealized_conversion_cast to ui64
%b = builtin.unrealized_conversion_cast to ui64
%less = mir.lt %a, %b : ui64

// -----

// CHECK: %different = mir.ne %a, %b : f32
%a = builtin.unrealized_conversion_cast to f32
%b = builtin.unrealized_conversion_cast to f32
%different = mir.ne %a, %b : f32
