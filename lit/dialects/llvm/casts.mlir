// RUN: %roundtrip
// RUN: %generic-roundtrip

llvm.func @op_addrspacecast(%a: !llvm.ptr<3>) -> !llvm.ptr {
  // CHECK: %r = llvm.addrspacecast %a : !llvm.ptr<3> to !llvm.ptr
  %r = llvm.addrspacecast %a : !llvm.ptr<3> to !llvm.ptr
  llvm.return %r : !llvm.ptr
}

llvm.func @op_bitcast(%a: f32) -> i32 {
  // CHECK: %r = llvm.bitcast %a : f32 to i32
  %r = llvm.bitcast %a : f32 to i32
  llvm.return %r : i32
}

llvm.func @op_fpext(%a: f32) -> f64 {
  // CHECK: %r = llvm.fpext %a : f32 to f64
  %r = llvm.fpext %a : f32 to f64
  llvm.return %r : f64
}

llvm.func @op_fptosi(%a: f32) -> i32 {
  // CHECK: %r = llvm.fptosi %a : f32 to i32
  %r = llvm.fptosi %a : f32 to i32
  llvm.return %r : i32
}

llvm.func @op_fptoui(%a: f32) -> i32 {
  // CHECK: %r = llvm.fptoui %a : f32 to i32
  %r = llvm.fptoui %a : f32 to i32
  llvm.return %r : i32
}

llvm.func @op_fptrunc(%a: f64) -> f32 {
  // CHECK: %r = llvm.fptrunc %a : f64 to f32
  %r = llvm.fptrunc %a : f64 to f32
  llvm.return %r : f32
}

llvm.func @op_inttoptr(%a: i64) -> !llvm.ptr {
  // CHECK: %r = llvm.inttoptr %a : i64 to !llvm.ptr
  %r = llvm.inttoptr %a : i64 to !llvm.ptr
  llvm.return %r : !llvm.ptr
}

llvm.func @op_ptrtoint(%a: !llvm.ptr) -> i64 {
  // CHECK: %r = llvm.ptrtoint %a : !llvm.ptr to i64
  %r = llvm.ptrtoint %a : !llvm.ptr to i64
  llvm.return %r : i64
}

llvm.func @op_sext(%a: i32) -> i64 {
  // CHECK: %r = llvm.sext %a : i32 to i64
  %r = llvm.sext %a : i32 to i64
  llvm.return %r : i64
}

llvm.func @op_sitofp(%a: i32) -> f32 {
  // CHECK: %r = llvm.sitofp %a : i32 to f32
  %r = llvm.sitofp %a : i32 to f32
  llvm.return %r : f32
}

llvm.func @op_trunc(%a: i64) -> i32 {
  // CHECK: %r = llvm.trunc %a : i64 to i32
  %r = llvm.trunc %a : i64 to i32
  llvm.return %r : i32
}

llvm.func @op_uitofp(%a: i32) -> f32 {
  // CHECK: %r = llvm.uitofp nneg %a : i32 to f32
  %r = llvm.uitofp nneg %a : i32 to f32
  llvm.return %r : f32
}

llvm.func @op_zext(%a: i32) -> i64 {
  // CHECK: %r = llvm.zext nneg %a : i32 to i64
  %r = llvm.zext nneg %a : i32 to i64
  llvm.return %r : i64
}
