// Counting and moving bits of integers.
// RUN: periclase-opt %s --split-input-file | periclase-opt --split-input-file | filecheck %s
// RUN: periclase-opt %s --split-input-file --print-op-generic | periclase-opt --split-input-file | filecheck %s

// CHECK: %reversed = mir.bit_reverse %a : ui32
%a = builtin.unrealized_conversion_cast to ui32
%reversed = mir.bit_reverse %a : ui32

// -----

// CHECK: %swapped = mir.byte_swap %a : ui32
%a = builtin.unrealized_conversion_cast to ui32
%swapped = mir.byte_swap %a : ui32

// -----

// CHECK: %count = mir.count_leading_zeros %a : si32
%a = builtin.unrealized_conversion_cast to si32
%count = mir.count_leading_zeros %a : si32

// -----

// CHECK: %count = mir.count_trailing_zeros %a : ui8
%a = builtin.unrealized_conversion_cast to ui8
%count = mir.count_trailing_zeros %a : ui8

// -----

// CHECK: %count = mir.popcount %a : ui64
%a = builtin.unrealized_conversion_cast to ui64
%count = mir.popcount %a : ui64

// -----

// CHECK: %rotated = mir.rotate_left %a, %n : ui32, ui32
%a = builtin.unrealized_conversion_cast to ui32
%n = builtin.unrealized_conversion_cast to ui32
%rotated = mir.rotate_left %a, %n : ui32, ui32

// -----

// CHECK: %rotated = mir.rotate_right %a, %n : ui32, ui32
%a = builtin.unrealized_conversion_cast to ui32
%n = builtin.unrealized_conversion_cast to ui32
%rotated = mir.rotate_right %a, %n : ui32, ui32
