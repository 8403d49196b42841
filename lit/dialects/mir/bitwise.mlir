// Bitwise logic, of integers and of booleans, and shifts.
// RUN: periclase-opt %s --split-input-file | periclase-opt --split-input-file | filecheck %s
// RUN: periclase-opt %s --split-input-file --print-op-generic | periclase-opt --split-input-file | filecheck %s

// CHECK: %both = mir.bitand %a, %b : i1
%a = builtin.unrealized_conversion_cast to i1
%b = builtin.unrealized_conversion_cast to i1
%both = mir.bitand %a, %b : i1

// -----

// CHECK: %any = mir.bitor %a, %b : ui32
%a = builtin.unrealized_conversion_cast to ui32
%b = builtin.unrealized_conversion_cast to ui32
%any = mir.bitor %a, %b : ui32

// -----

// CHECK: %differing = mir.bitxor %a, %b : ui32
%a = builtin.unrealized_conversion_cast to ui32
%b = builtin.unrealized_conversion_cast to ui32
%differing = mir.bitxor %a, %b : ui32

// -----

// CHECK: %complement = mir.not %a : i1
%a = builtin.unrealized_conversion_cast to i1
%complement = mir.not %a : i1

// -----

// CHECK: %shifted = mir.shl %a, %n : si32, ui32
%a = builtin.unrealized_conversion_cast to si32
%n = builtin.unrealized_conversion_cast to ui32
%shifted = mir.shl %a, %n : si32, ui32

// -----

// CHECK: %shifted = mir.shr %a, %n : ui64, ui32
%a = builtin.unrealized_conversion_cast to ui64
%n = builtin.unrealized_conversion_cast to ui32
%shifted = mir.shr %a, %n : ui64, ui32
