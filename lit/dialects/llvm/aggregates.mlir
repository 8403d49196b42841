// RUN: %roundtrip
// RUN: %generic-roundtrip

llvm.func @op_extractelement(%v: vector<4xf32>, %i: i32) -> f32 {
  // CHECK: %r = llvm.extractelement %v[%i : i32] : vector<4xf32>
  %r = llvm.extractelement %v[%i : i32] : vector<4xf32>
  llvm.return %r : f32
}

llvm.func @op_extractvalue(%s: !llvm.struct<(i32, f32)>) -> f32 {
  // CHECK: %r = llvm.extractvalue %s[1] : !llvm.struct<(i32, f32)>
  %r = llvm.extractvalue %s[1] : !llvm.struct<(i32, f32)>
  llvm.return %r : f32
}

llvm.func @op_insertelement(%v: vector<4xf32>, %x: f32, %i: i32) -> vector<4xf32> {
  // CHECK: %r = llvm.insertelement %x, %v[%i : i32] : vector<4xf32>
  %r = llvm.insertelement %x, %v[%i : i32] : vector<4xf32>
  llvm.return %r : vector<4xf32>
}

llvm.func @op_insertvalue(%s: !llvm.struct<(i32, f32)>, %v: f32) -> !llvm.struct<(i32, f32)> {
  // CHECK: %r = llvm.insertvalue %v, %s[1] : !llvm.struct<(i32, f32)>
  %r = llvm.insertvalue %v, %s[1] : !llvm.struct<(i32, f32)>
  llvm.return %r : !llvm.struct<(i32, f32)>
}

llvm.func @op_shufflevector(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<2xf32> {
  // CHECK: %r = llvm.shufflevector %a, %b [0, 5] : vector<4xf32>
  %r = llvm.shufflevector %a, %b [0, 5] : vector<4xf32>
  llvm.return %r : vector<2xf32>
}
