// RUN: periclase-opt %s -p 'convert-mir-to-llvm,convert-nvvm-to-llvm' | periclase-translate --to-ptx --target sm_75 | filecheck %s

// A saturating conversion is one instruction, whose NaN is 0 by its definition (PTX ISA, `cvt`).

// CHECK-LABEL: .entry to_int(
// CHECK: cvt.rzi.s32.f32
mir.func @to_int(%p: !mir.ptr<mut si32, global>, %x: f32) attributes {kernel} {
  %0 = mir.cast float_to_int %x : f32 to si32
  mir.store %0, %p : !mir.ptr<mut si32, global>
  mir.return
}

// Inequality is unordered.

// CHECK-LABEL: .entry differs(
// CHECK: setp.neu.f32
mir.func @differs(%p: !mir.ptr<mut i1, global>, %x: f32, %y: f32) attributes {kernel} {
  %0 = mir.ne %x, %y : f32
  mir.store %0, %p : !mir.ptr<mut i1, global>
  mir.return
}

// A shift count is masked.

// CHECK-LABEL: .entry shift(
// CHECK: and.b32 {{.*}}, 31;
// CHECK: shl.b32
mir.func @shift(%p: !mir.ptr<mut ui32, global>, %x: ui32, %n: ui32) attributes {kernel} {
  %0 = mir.shl %x, %n : ui32, ui32
  mir.store %0, %p : !mir.ptr<mut ui32, global>
  mir.return
}

// The remainder has the sign of the divisor, as in Python.

// CHECK-LABEL: .entry modulo(
// CHECK: rem.s32
// CHECK: selp
mir.func @modulo(%p: !mir.ptr<mut si32, global>, %x: si32, %y: si32) attributes {kernel} {
  %0 = mir.floor_mod %x, %y : si32
  mir.store %0, %p : !mir.ptr<mut si32, global>
  mir.return
}
