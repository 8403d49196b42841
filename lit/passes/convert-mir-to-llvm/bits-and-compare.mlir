// RUN: periclase-opt %s -p convert-mir-to-llvm | filecheck %s

// A count of zeros of 0 is the width, not poison.

// CHECK-LABEL: llvm.func internal @bits(%a: i64)
// CHECK: %[[COUNT:.*]] = "llvm.intr.ctlz"(%a) <{is_zero_poison = false}> : (i64) -> i64
// CHECK-NEXT: llvm.trunc %[[COUNT]] : i64 to i32
// CHECK: llvm.intr.bswap(%a)
// CHECK: llvm.intr.fshl
mir.func private @bits(%a: ui64) -> ui64 {
  %0 = mir.count_leading_zeros %a : ui64
  %1 = mir.byte_swap %a : ui64
  %2 = mir.rotate_left %1, %0 : ui64, ui32
  mir.return %2 : ui64
}

// Every comparison of floats is ordered but inequality.

// CHECK-LABEL: llvm.func internal @compare(
// CHECK-NEXT: llvm.fcmp "une" %x, %y
// CHECK-NEXT: llvm.fcmp "oeq" %x, %y
// CHECK-NEXT: llvm.fcmp "olt" %x, %y
// CHECK-NEXT: llvm.icmp "slt" %i, %i
// CHECK-NEXT: llvm.icmp "ult" %u, %u
mir.func private @compare(%x: f32, %y: f32, %i: si8, %u: ui8) {
  %0 = mir.ne %x, %y : f32
  %1 = mir.eq %x, %y : f32
  %2 = mir.lt %x, %y : f32
  %3 = mir.lt %i, %i : si8
  %4 = mir.lt %u, %u : ui8
  mir.return
}

// CHECK-LABEL: llvm.func internal @three_way(%a: i16, %b: i16) -> i8
// CHECK-NEXT: %[[GT:.*]] = llvm.icmp "sgt" %a, %b
// CHECK-NEXT: %[[LT:.*]] = llvm.icmp "slt" %a, %b
// CHECK-NEXT: %[[G:.*]] = llvm.zext %[[GT]] : i1 to i8
// CHECK-NEXT: %[[L:.*]] = llvm.zext %[[LT]] : i1 to i8
// CHECK-NEXT: llvm.sub %[[G]], %[[L]] : i8
mir.func private @three_way(%a: si16, %b: si16) -> si8 {
  %0 = mir.cmp %a, %b : si16
  mir.return %0 : si8
}

// An aggregate is selected leaf by leaf.

// CHECK-LABEL: llvm.func internal @select(
// CHECK-NEXT: llvm.select %c, %a, %b
// CHECK-NEXT: llvm.select %c, %a_1, %b_1
mir.func private @select(%c: i1, %a: !mir.tuple<si32, f32>, %b: !mir.tuple<si32, f32>) -> !mir.tuple<si32, f32> {
  %0 = mir.select %c, %a, %b : !mir.tuple<si32, f32>
  mir.return %0 : !mir.tuple<si32, f32>
}
