// RUN: %roundtrip
// RUN: %generic-roundtrip

llvm.func @op_intr_fabs(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.fabs(%a) : (f32) -> f32
  %r = llvm.intr.fabs(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_acos(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.acos(%a) : (f32) -> f32
  %r = llvm.intr.acos(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_asin(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.asin(%a) : (f32) -> f32
  %r = llvm.intr.asin(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_atan2(%a: f32, %b: f32) -> f32 {
  // CHECK: %r = llvm.intr.atan2(%a, %b) : (f32, f32) -> f32
  %r = llvm.intr.atan2(%a, %b) : (f32, f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_atan(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.atan(%a) : (f32) -> f32
  %r = llvm.intr.atan(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_ceil(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.ceil(%a) : (f32) -> f32
  %r = llvm.intr.ceil(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_copysign(%a: f32, %b: f32) -> f32 {
  // CHECK: %r = llvm.intr.copysign(%a, %b) : (f32, f32) -> f32
  %r = llvm.intr.copysign(%a, %b) : (f32, f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_cos(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.cos(%a) : (f32) -> f32
  %r = llvm.intr.cos(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_cosh(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.cosh(%a) : (f32) -> f32
  %r = llvm.intr.cosh(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_exp10(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.exp10(%a) : (f32) -> f32
  %r = llvm.intr.exp10(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_exp2(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.exp2(%a) : (f32) -> f32
  %r = llvm.intr.exp2(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_exp(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.exp(%a) : (f32) -> f32
  %r = llvm.intr.exp(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_floor(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.floor(%a) : (f32) -> f32
  %r = llvm.intr.floor(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_log10(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.log10(%a) : (f32) -> f32
  %r = llvm.intr.log10(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_log2(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.log2(%a) : (f32) -> f32
  %r = llvm.intr.log2(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_log(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.log(%a) : (f32) -> f32
  %r = llvm.intr.log(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_fma(%a: f32, %b: f32, %c: f32) -> f32 {
  // CHECK: %r = llvm.intr.fma(%a, %b, %c) {fastmathFlags = #llvm.fastmath<contract>} : (f32, f32, f32) -> f32
  %r = llvm.intr.fma(%a, %b, %c) {fastmathFlags = #llvm.fastmath<contract>} : (f32, f32, f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_fmuladd(%a: f32, %b: f32, %c: f32) -> f32 {
  // CHECK: %r = llvm.intr.fmuladd(%a, %b, %c) : (f32, f32, f32) -> f32
  %r = llvm.intr.fmuladd(%a, %b, %c) : (f32, f32, f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_pow(%a: f32, %b: f32) -> f32 {
  // CHECK: %r = llvm.intr.pow(%a, %b) {fastmathFlags = #llvm.fastmath<contract>} : (f32, f32) -> f32
  %r = llvm.intr.pow(%a, %b) {fastmathFlags = #llvm.fastmath<contract>} : (f32, f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_sin(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.sin(%a) : (f32) -> f32
  %r = llvm.intr.sin(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_sinh(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.sinh(%a) : (f32) -> f32
  %r = llvm.intr.sinh(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_sqrt(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.sqrt(%a) {fastmathFlags = #llvm.fastmath<contract>} : (f32) -> f32
  %r = llvm.intr.sqrt(%a) {fastmathFlags = #llvm.fastmath<contract>} : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_tan(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.tan(%a) : (f32) -> f32
  %r = llvm.intr.tan(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_tanh(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.tanh(%a) : (f32) -> f32
  %r = llvm.intr.tanh(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_trunc(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.trunc(%a) : (f32) -> f32
  %r = llvm.intr.trunc(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_is_fpclass(%a: f32) -> i1 {
  // CHECK: %r = "llvm.intr.is.fpclass"(%a) <{bit = 3 : i32}> : (f32) -> i1
  %r = "llvm.intr.is.fpclass"(%a) <{bit = 3 : i32}> : (f32) -> i1
  llvm.return %r : i1
}

llvm.func @op_intr_maxnum(%a: f32, %b: f32) -> f32 {
  // CHECK: %r = llvm.intr.maxnum(%a, %b) {fastmathFlags = #llvm.fastmath<contract>} : (f32, f32) -> f32
  %r = llvm.intr.maxnum(%a, %b) {fastmathFlags = #llvm.fastmath<contract>} : (f32, f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_maximum(%a: f32, %b: f32) -> f32 {
  // CHECK: %r = llvm.intr.maximum(%a, %b) : (f32, f32) -> f32
  %r = llvm.intr.maximum(%a, %b) : (f32, f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_minnum(%a: f32, %b: f32) -> f32 {
  // CHECK: %r = llvm.intr.minnum(%a, %b) : (f32, f32) -> f32
  %r = llvm.intr.minnum(%a, %b) : (f32, f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_minimum(%a: f32, %b: f32) -> f32 {
  // CHECK: %r = llvm.intr.minimum(%a, %b) : (f32, f32) -> f32
  %r = llvm.intr.minimum(%a, %b) : (f32, f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_nearbyint(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.nearbyint(%a) : (f32) -> f32
  %r = llvm.intr.nearbyint(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_rint(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.rint(%a) : (f32) -> f32
  %r = llvm.intr.rint(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_roundeven(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.roundeven(%a) : (f32) -> f32
  %r = llvm.intr.roundeven(%a) : (f32) -> f32
  llvm.return %r : f32
}

llvm.func @op_intr_round(%a: f32) -> f32 {
  // CHECK: %r = llvm.intr.round(%a) : (f32) -> f32
  %r = llvm.intr.round(%a) : (f32) -> f32
  llvm.return %r : f32
}
