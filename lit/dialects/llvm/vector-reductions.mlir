// RUN: %roundtrip
// RUN: %generic-roundtrip

llvm.func @op_intr_vector_reduce_add(%v: vector<4xi32>) -> i32 {
  // CHECK: %r = "llvm.intr.vector.reduce.add"(%v) : (vector<4xi32>) -> i32
  %r = "llvm.intr.vector.reduce.add"(%v) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_vector_reduce_and(%v: vector<4xi32>) -> i32 {
  // CHECK: %r = "llvm.intr.vector.reduce.and"(%v) : (vector<4xi32>) -> i32
  %r = "llvm.intr.vector.reduce.and"(%v) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_vector_reduce_fadd(%s: f32, %v: vector<4xf32>) -> f32 {
  // CHECK: %r = "llvm.intr.vector.reduce.fadd"(%s, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  %r = "llvm.intr.vector.reduce.fadd"(%s, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_vector_reduce_fmax(%v: vector<4xf32>) -> f32 {
  // CHECK: %r = llvm.intr.vector.reduce.fmax(%v) : (vector<4xf32>) -> f32
  %r = llvm.intr.vector.reduce.fmax(%v) : (vector<4xf32>) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_vector_reduce_fmaximum(%v: vector<4xf32>) -> f32 {
  // CHECK: %r = llvm.intr.vector.reduce.fmaximum(%v) : (vector<4xf32>) -> f32
  %r = llvm.intr.vector.reduce.fmaximum(%v) : (vector<4xf32>) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_vector_reduce_fmin(%v: vector<4xf32>) -> f32 {
  // CHECK: %r = llvm.intr.vector.reduce.fmin(%v) : (vector<4xf32>) -> f32
  %r = llvm.intr.vector.reduce.fmin(%v) : (vector<4xf32>) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_vector_reduce_fminimum(%v: vector<4xf32>) -> f32 {
  // CHECK: %r = llvm.intr.vector.reduce.fminimum(%v) : (vector<4xf32>) -> f32
  %r = llvm.intr.vector.reduce.fminimum(%v) : (vector<4xf32>) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_vector_reduce_fmul(%s: f32, %v: vector<4xf32>) -> f32 {
  // CHECK: %r = "llvm.intr.vector.reduce.fmul"(%s, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  %r = "llvm.intr.vector.reduce.fmul"(%s, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_vector_reduce_mul(%v: vector<4xi32>) -> i32 {
  // CHECK: %r = "llvm.intr.vector.reduce.mul"(%v) : (vector<4xi32>) -> i32
  %r = "llvm.intr.vector.reduce.mul"(%v) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_vector_reduce_or(%v: vector<4xi32>) -> i32 {
  // CHECK: %r = "llvm.intr.vector.reduce.or"(%v) : (vector<4xi32>) -> i32
  %r = "llvm.intr.vector.reduce.or"(%v) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_vector_reduce_smax(%v: vector<4xi32>) -> i32 {
  // CHECK: %r = "llvm.intr.vector.reduce.smax"(%v) : (vector<4xi32>) -> i32
  %r = "llvm.intr.vector.reduce.smax"(%v) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_vector_reduce_smin(%v: vector<4xi32>) -> i32 {
  // CHECK: %r = "llvm.intr.vector.reduce.smin"(%v) : (vector<4xi32>) -> i32
  %r = "llvm.intr.vector.reduce.smin"(%v) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_vector_reduce_umax(%v: vector<4xi32>) -> i32 {
  // CHECK: %r = "llvm.intr.vector.reduce.umax"(%v) : (vector<4xi32>) -> i32
  %r = "llvm.intr.vector.reduce.umax"(%v) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_vector_reduce_umin(%v: vector<4xi32>) -> i32 {
  // CHECK: %r = "llvm.intr.vector.reduce.umin"(%v) : (vector<4xi32>) -> i32
  %r = "llvm.intr.vector.reduce.umin"(%v) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_vector_reduce_xor(%v: vector<4xi32>) -> i32 {
  // CHECK: %r = "llvm.intr.vector.reduce.xor"(%v) : (vector<4xi32>) -> i32
  %r = "llvm.intr.vector.reduce.xor"(%v) : (vector<4xi32>) -> i32
  llvm.return %r : i32
}
