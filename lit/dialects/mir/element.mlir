// Arrays: elements by value, and their addresses.
// RUN: periclase-opt %s --split-input-file | periclase-opt --split-input-file | filecheck %s
// RUN: periclase-opt %s --split-input-file --print-op-generic | periclase-opt --split-input-file | filecheck %s

// CHECK: %address = mir.element_addr %tile[%i] : !mir.ptr<mut !mir.array<16 x f32>, shared>, si64
%tile = builtin.unrealized_conversion_cast to !mir.ptr<mut !mir.array<16 x f32>, shared>
%i = builtin.unrealized_conversion_cast to si64
%address = mir.element_addr %tile[%i] : !mir.ptr<mut !mir.array<16 x f32>, shared>, si64

// -----

// CHECK: %element = mir.extract_element %array[%i] : !mir.array<4 x f32>, si64
%array = builtin.unrealized_conversion_cast to !mir.array<4 x f32>
%i = builtin.unrealized_conversion_cast to si64
%element = mir.extract_element %array[%i] : !mir.array<4 x f32>, si64

// -----

// CHECK: %changed = mir.insert_element %value into %array[%i] : !mir.array<4 x f32>, si64
%array = builtin.unrealized_conversion_cast to !mir.array<4 x f32>
%value = builtin.unrealized_conversion_cast to f32
%i = builtin.unrealized_conversion_cast to si64
%changed = mir.insert_element %value into %array[%i] : !mir.array<4 x f32>, si64
