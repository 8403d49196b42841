// RUN: %roundtrip
// RUN: %generic-roundtrip

llvm.func @op_intr_abs(%a: i32) -> i32 {
  // CHECK: %r = "llvm.intr.abs"(%a) <{is_int_min_poison = false}> : (i32) -> i32
  %r = "llvm.intr.abs"(%a) <{is_int_min_poison = false}> : (i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_bitreverse(%a: i32) -> i32 {
  // CHECK: %r = llvm.intr.bitreverse(%a) : (i32) -> i32
  %r = llvm.intr.bitreverse(%a) : (i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_bswap(%a: i32) -> i32 {
  // CHECK: %r = llvm.intr.bswap(%a) : (i32) -> i32
  %r = llvm.intr.bswap(%a) : (i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_ctlz(%a: i32) -> i32 {
  // CHECK: %r = "llvm.intr.ctlz"(%a) <{is_zero_poison = false}> : (i32) -> i32
  %r = "llvm.intr.ctlz"(%a) <{is_zero_poison = false}> : (i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_cttz(%a: i32) -> i32 {
  // CHECK: %r = "llvm.intr.cttz"(%a) <{is_zero_poison = false}> : (i32) -> i32
  %r = "llvm.intr.cttz"(%a) <{is_zero_poison = false}> : (i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_ctpop(%a: i32) -> i32 {
  // CHECK: %r = llvm.intr.ctpop(%a) : (i32) -> i32
  %r = llvm.intr.ctpop(%a) : (i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_fptosi_sat(%a: f32) -> i32 {
  // CHECK: %r = "llvm.intr.fptosi.sat"(%a) : (f32) -> i32
  %r = "llvm.intr.fptosi.sat"(%a) : (f32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_fptoui_sat(%a: f32) -> i32 {
  // CHECK: %r = "llvm.intr.fptoui.sat"(%a) : (f32) -> i32
  %r = "llvm.intr.fptoui.sat"(%a) : (f32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_fshl(%a: i32, %b: i32, %c: i32) -> i32 {
  // CHECK: %r = llvm.intr.fshl(%a, %b, %c) : (i32, i32, i32) -> i32
  %r = llvm.intr.fshl(%a, %b, %c) : (i32, i32, i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_fshr(%a: i32, %b: i32, %c: i32) -> i32 {
  // CHECK: %r = llvm.intr.fshr(%a, %b, %c) : (i32, i32, i32) -> i32
  %r = llvm.intr.fshr(%a, %b, %c) : (i32, i32, i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_sadd_sat(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.intr.sadd.sat(%a, %b) : (i32, i32) -> i32
  %r = llvm.intr.sadd.sat(%a, %b) : (i32, i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_sadd_with_overflow(%a: i32, %b: i32) -> !llvm.struct<(i32, i1)> {
  // CHECK: %r = "llvm.intr.sadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %r = "llvm.intr.sadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return %r : !llvm.struct<(i32, i1)>
}

llvm.func @op_intr_smax(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.intr.smax(%a, %b) : (i32, i32) -> i32
  %r = llvm.intr.smax(%a, %b) : (i32, i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_smin(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.intr.smin(%a, %b) : (i32, i32) -> i32
  %r = llvm.intr.smin(%a, %b) : (i32, i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_smul_with_overflow(%a: i32, %b: i32) -> !llvm.struct<(i32, i1)> {
  // CHECK: %r = "llvm.intr.smul.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %r = "llvm.intr.smul.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return %r : !llvm.struct<(i32, i1)>
}

llvm.func @op_intr_ssub_sat(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.intr.ssub.sat(%a, %b) : (i32, i32) -> i32
  %r = llvm.intr.ssub.sat(%a, %b) : (i32, i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_ssub_with_overflow(%a: i32, %b: i32) -> !llvm.struct<(i32, i1)> {
  // CHECK: %r = "llvm.intr.ssub.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %r = "llvm.intr.ssub.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return %r : !llvm.struct<(i32, i1)>
}

llvm.func @op_intr_uadd_sat(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.intr.uadd.sat(%a, %b) : (i32, i32) -> i32
  %r = llvm.intr.uadd.sat(%a, %b) : (i32, i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_uadd_with_overflow(%a: i32, %b: i32) -> !llvm.struct<(i32, i1)> {
  // CHECK: %r = "llvm.intr.uadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %r = "llvm.intr.uadd.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return %r : !llvm.struct<(i32, i1)>
}

llvm.func @op_intr_umax(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.intr.umax(%a, %b) : (i32, i32) -> i32
  %r = llvm.intr.umax(%a, %b) : (i32, i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_umin(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.intr.umin(%a, %b) : (i32, i32) -> i32
  %r = llvm.intr.umin(%a, %b) : (i32, i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_umul_with_overflow(%a: i32, %b: i32) -> !llvm.struct<(i32, i1)> {
  // CHECK: %r = "llvm.intr.umul.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %r = "llvm.intr.umul.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return %r : !llvm.struct<(i32, i1)>
}

llvm.func @op_intr_usub_sat(%a: i32, %b: i32) -> i32 {
  // CHECK: %r = llvm.intr.usub.sat(%a, %b) : (i32, i32) -> i32
  %r = llvm.intr.usub.sat(%a, %b) : (i32, i32) -> i32
  llvm.return %r : i32
}

llvm.func @op_intr_usub_with_overflow(%a: i32, %b: i32) -> !llvm.struct<(i32, i1)> {
  // CHECK: %r = "llvm.intr.usub.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %r = "llvm.intr.usub.with.overflow"(%a, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return %r : !llvm.struct<(i32, i1)>
}
