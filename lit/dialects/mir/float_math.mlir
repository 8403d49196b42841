// Functions of floats. On f16 and bf16 they are computed as for f32 and rounded.
// RUN: periclase-opt %s --split-input-file | periclase-opt --split-input-file | filecheck %s
// RUN: periclase-opt %s --split-input-file --print-op-generic | periclase-opt --split-input-file | filecheck %s

// CHECK: %y = mir.acos %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.acos %x : f32

// -----

// CHECK: %y = mir.acosh %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.acosh %x : f32

// -----

// CHECK: %y = mir.asin %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.asin %x : f32

// -----

// CHECK: %y = mir.asinh %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.asinh %x : f32

// -----

// CHECK: %angle = mir.atan2 %y, %x : f32
%y = builtin.unrealized_conversion_cast to f32
%x = builtin.unrealized_conversion_cast to f32
%angle = mir.atan2 %y, %x : f32

// -----

// CHECK: %y = mir.atan %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.atan %x : f32

// -----

// CHECK: %y = mir.atanh %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.atanh %x : f32

// -----

// CHECK: %y = mir.cbrt %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.cbrt %x : f32

// -----

// CHECK: %whole = mir.ceil %x : f32
%x = builtin.unrealized_conversion_cast to f32
%whole = mir.ceil %x : f32

// -----

// CHECK: %signed = mir.copysign %magnitude, %sign : f32
%magnitude = builtin.unrealized_conversion_cast to f32
%sign = builtin.unrealized_conversion_cast to f32
%signed = mir.copysign %magnitude, %sign : f32

// -----

// CHECK: %y = mir.cos %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.cos %x : f32

// -----

// CHECK: %y = mir.cosh %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.cosh %x : f32

// -----

// CHECK: %y = mir.erf %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.erf %x : f32

// -----

// CHECK: %y = mir.erfc %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.erfc %x : f32

// -----

// CHECK: %y = mir.gamma %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.gamma %x : f32

// -----

// CHECK: %y = mir.lgamma %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.lgamma %x : f32

// -----

// CHECK: %y = mir.exp10 %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.exp10 %x : f32

// -----

// CHECK: %y = mir.exp2 %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.exp2 %x : f32

// -----

// CHECK: %y = mir.exp %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.exp %x : f32

// -----

// CHECK: %y = mir.expm1 %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.expm1 %x : f32

// -----

// CHECK: %whole = mir.floor %x : f32
%x = builtin.unrealized_conversion_cast to f32
%whole = mir.floor %x : f32

// -----

// CHECK: %fused = mir.fma %a, %b, %c : f32
%a = builtin.unrealized_conversion_cast to f32
%b = builtin.unrealized_conversion_cast to f32
%c = builtin.unrealized_conversion_cast to f32
%fused = mir.fma %a, %b, %c : f32

// -----

// CHECK: %length = mir.hypot %x, %y : f32
%x = builtin.unrealized_conversion_cast to f32
%y = builtin.unrealized_conversion_cast to f32
%length = mir.hypot %x, %y : f32

// -----

// CHECK: %y = mir.log10 %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.log10 %x : f32

// -----

// CHECK: %y = mir.log1p %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.log1p %x : f32

// -----

// CHECK: %y = mir.log2 %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.log2 %x : f32

// -----

// CHECK: %y = mir.log %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.log %x : f32

// -----

// CHECK: %power = mir.pow %x, %y : f32
%x = builtin.unrealized_conversion_cast to f32
%y = builtin.unrealized_conversion_cast to f32
%power = mir.pow %x, %y : f32

// -----

// CHECK: %nearest = mir.round_even %x : f32
%x = builtin.unrealized_conversion_cast to f32
%nearest = mir.round_even %x : f32

// -----

// CHECK: %nearest = mir.round %x : f32
%x = builtin.unrealized_conversion_cast to f32
%nearest = mir.round %x : f32

// -----

// CHECK: %inverse_root = mir.rsqrt %x : f32
%x = builtin.unrealized_conversion_cast to f32
%inverse_root = mir.rsqrt %x : f32

// -----

// CHECK: %y = mir.sin %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.sin %x : f32

// -----

// CHECK: %y = mir.sinh %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.sinh %x : f32

// -----

// CHECK: %root = mir.sqrt %x : f32
%x = builtin.unrealized_conversion_cast to f32
%root = mir.sqrt %x : f32

// -----

// CHECK: %y = mir.tan %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.tan %x : f32

// -----

// CHECK: %y = mir.tanh %x : f32
%x = builtin.unrealized_conversion_cast to f32
%y = mir.tanh %x : f32

// -----

// CHECK: %whole = mir.trunc %x : f64
%x = builtin.unrealized_conversion_cast to f64
%whole = mir.trunc %x : f64
