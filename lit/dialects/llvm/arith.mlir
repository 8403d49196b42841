// RUN: %roundtrip
// RUN: %generic-roundtrip

llvm.func @op_ashr(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.ashr %a, %b : i32
  %r = llvm.ashr %a, %b : i32
  llvm.return %r : i32
}

llvm.func @op_add(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.add %a, %b overflow<nsw> : i32
  %r = llvm.add %a, %b overflow<nsw> : i32
  llvm.return %r : i32
}

llvm.func @op_and(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.and %a, %b : i32
  %r = llvm.and %a, %b : i32
  llvm.return %r : i32
}

llvm.func @op_fadd(%a: f32, %b: f32) -> f32 {
  // CHECK: %r = llvm.fadd %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
  %r = llvm.fadd %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
  llvm.return %r : f32
}

llvm.func @op_fcmp(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xi1> {
  // CHECK: %r = llvm.fcmp "olt" %a, %b {fastmathFlags = #llvm.fastmath<nnan>} : vector<4xf32>
  %r = llvm.fcmp "olt" %a, %b {fastmathFlags = #llvm.fastmath<nnan>} : vector<4xf32>
  llvm.return %r : vector<4xi1>
}

llvm.func @op_fdiv(%a: f32, %b: f32) -> f32 {
  // CHECK: %r = llvm.fdiv %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
  %r = llvm.fdiv %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
  llvm.return %r : f32
}

llvm.func @op_fmul(%a: f32, %b: f32) -> f32 {
  // CHECK: %r = llvm.fmul %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
  %r = llvm.fmul %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
  llvm.return %r : f32
}

llvm.func @op_fneg(%a: f32) -> f32 {
  // CHECK: %r = llvm.fneg %a : f32
  %r = llvm.fneg %a : f32
  llvm.return %r : f32
}

llvm.func @op_frem(%a: f32, %b: f32) -> f32 {
  // CHECK: %r = llvm.frem %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
  %r = llvm.frem %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
  llvm.return %r : f32
}

llvm.func @op_fsub(%a: f32, %b: f32) -> f32 {
  // CHECK: %r = llvm.fsub %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
  %r = llvm.fsub %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
  llvm.return %r : f32
}

llvm.func @op_icmp(%a: i32, %b: i32) -> i1 {
  // CHECK: %r = llvm.icmp "slt" %a, %b : i32
  %r = llvm.icmp "slt" %a, %b : i32
  llvm.return %r : i1
}

llvm.func @op_lshr(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.lshr exact %a, %b : i32
  %r = llvm.lshr exact %a, %b : i32
  llvm.return %r : i32
}

llvm.func @op_mul(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.mul %a, %b : i32
  %r = llvm.mul %a, %b : i32
  llvm.return %r : i32
}

llvm.func @op_or(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.or disjoint %a, %b : i32
  %r = llvm.or disjoint %a, %b : i32
  llvm.return %r : i32
}

llvm.func @op_sdiv(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.sdiv %a, %b : i32
  %r = llvm.sdiv %a, %b : i32
  llvm.return %r : i32
}

llvm.func @op_srem(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.srem %a, %b : i32
  %r = llvm.srem %a, %b : i32
  llvm.return %r : i32
}

llvm.func @op_select(%c: i1, %a: f32, %b: f32) -> f32 {
  // CHECK: %r = llvm.select %c, %a, %b : i1, f32
  %r = llvm.select %c, %a, %b : i1, f32
  llvm.return %r : f32
}

llvm.func @op_shl(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.shl %a, %b : i32
  %r = llvm.shl %a, %b : i32
  llvm.return %r : i32
}

llvm.func @op_sub(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.sub %a, %b : i32
  %r = llvm.sub %a, %b : i32
  llvm.return %r : i32
}

llvm.func @op_udiv(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.udiv %a, %b : i32
  %r = llvm.udiv %a, %b : i32
  llvm.return %r : i32
}

llvm.func @op_urem(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.urem %a, %b : i32
  %r = llvm.urem %a, %b : i32
  llvm.return %r : i32
}

llvm.func @op_xor(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.xor %a, %b : i32
  %r = llvm.xor %a, %b : i32
  llvm.return %r : i32
}
