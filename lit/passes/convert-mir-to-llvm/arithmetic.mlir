// RUN: periclase-opt %s -p convert-mir-to-llvm | filecheck %s

// Integers wrap: no nsw, no nuw. Signedness goes from the type to the operation.

// CHECK-LABEL: llvm.func internal @signed(%a: i32, %b: i32)
// CHECK-NEXT: llvm.add %a, %b : i32
// CHECK-NEXT: llvm.sub %{{.*}}, %b : i32
// CHECK-NEXT: llvm.mul %{{.*}}, %b : i32
// CHECK-NEXT: llvm.sdiv %{{.*}}, %b : i32
// CHECK-NEXT: llvm.srem %{{.*}}, %b : i32
// CHECK-NEXT: llvm.return
mir.func private @signed(%a: si32, %b: si32) -> si32 {
  %0 = mir.add %a, %b : si32
  %1 = mir.sub %0, %b : si32
  %2 = mir.mul %1, %b : si32
  %3 = mir.div %2, %b : si32
  %4 = mir.rem %3, %b : si32
  mir.return %4 : si32
}

// CHECK-LABEL: llvm.func internal @unsigned(%a: i64, %b: i64)
// CHECK-NEXT: llvm.udiv %a, %b : i64
// CHECK-NEXT: llvm.urem %{{.*}}, %b : i64
// CHECK-NEXT: llvm.intr.umax(%{{.*}}, %b)
// CHECK-NEXT: llvm.intr.usub.sat(%{{.*}}, %b)
mir.func private @unsigned(%a: ui64, %b: ui64) -> ui64 {
  %0 = mir.div %a, %b : ui64
  %1 = mir.rem %0, %b : ui64
  %2 = mir.max %1, %b : ui64
  %3 = mir.saturating_sub %2, %b : ui64
  mir.return %3 : ui64
}

// The count is masked with the width less one: a shift is never poison.

// CHECK-LABEL: llvm.func internal @shifts(%a: i32, %n: i8)
// CHECK: %[[MASK:.*]] = llvm.mlir.constant(31 : i32)
// CHECK-NEXT: %[[WIDE:.*]] = llvm.zext %n : i8 to i32
// CHECK-NEXT: %[[COUNT:.*]] = llvm.and %[[WIDE]], %[[MASK]]
// CHECK-NEXT: llvm.ashr %a, %[[COUNT]]
mir.func private @shifts(%a: si32, %n: si8) -> si32 {
  %0 = mir.shr %a, %n : si32, si8
  mir.return %0 : si32
}

// MIN // -1 wraps: the divider never sees -1.

// CHECK-LABEL: llvm.func internal @floor(%a: i32, %b: i32)
// CHECK: %[[IS:.*]] = llvm.icmp "eq" %b, %{{.*}} : i32
// CHECK-NEXT: %[[SAFE:.*]] = llvm.select %[[IS]], %{{.*}}, %b
// CHECK-NEXT: llvm.sdiv %a, %[[SAFE]] : i32
// CHECK: llvm.select %[[IS]]
mir.func private @floor(%a: si32, %b: si32) -> si32 {
  %0 = mir.floor_div %a, %b : si32
  mir.return %0 : si32
}

// A divisor that is known needs no such care, and neither does an unsigned one.

// CHECK-LABEL: llvm.func internal @floor_by_constant(%a: i32, %u: i32)
// CHECK: llvm.sdiv %a, %{{.*}} : i32
// CHECK-NOT: llvm.select
// CHECK: llvm.urem %u
mir.func private @floor_by_constant(%a: si32, %u: ui32) -> ui32 {
  %k = mir.constant 7 : si32
  %l = mir.constant 7 : ui32
  %0 = mir.floor_div %a, %k : si32
  %1 = mir.floor_mod %u, %l : ui32
  mir.return %1 : ui32
}

// CHECK-LABEL: llvm.func internal @checked(%a: i16, %b: i16) -> !llvm.struct<(i16, i1)>
// CHECK-NEXT: %[[BOTH:.*]] = "llvm.intr.smul.with.overflow"(%a, %b)
// CHECK-NEXT: llvm.extractvalue %[[BOTH]][0]
// CHECK-NEXT: llvm.extractvalue %[[BOTH]][1]
mir.func private @checked(%a: si16, %b: si16) -> !mir.tuple<si16, i1> {
  %0 = mir.checked_mul %a, %b : si16
  mir.return %0 : !mir.tuple<si16, i1>
}

// Floats may be contracted, unless the op says otherwise.

// CHECK-LABEL: llvm.func internal @floats(%a: f32, %b: f32)
// CHECK-NEXT: llvm.fmul %a, %b {fastmathFlags = #llvm.fastmath<contract>}
// CHECK-NEXT: llvm.fadd %{{.*}}, %b {fastmathFlags = #llvm.fastmath<nnan,afn>}
// CHECK-NEXT: llvm.call_intrinsic "llvm.maximumnum.f32"
mir.func private @floats(%a: f32, %b: f32) -> f32 {
  %0 = mir.mul %a, %b : f32
  %1 = mir.add %0, %b fastmath<nnan, afn> : f32
  %2 = mir.max %1, %b : f32
  mir.return %2 : f32
}

// CHECK-LABEL: llvm.func internal @two_roundings(%a: f32, %b: f32)
// CHECK-NEXT: llvm.fmul %a, %b : f32
// CHECK-NEXT: llvm.fadd %{{.*}}, %b : f32
mir.func private @two_roundings(%a: f32, %b: f32) -> f32 {
  %0 = mir.mul %a, %b fastmath<> : f32
  %1 = mir.add %0, %b fastmath<> : f32
  mir.return %1 : f32
}
