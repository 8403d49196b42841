// RUN: periclase-opt %s -p convert-mir-to-llvm | filecheck %s

// CHECK-LABEL: llvm.func internal @integers(
// CHECK-NEXT: llvm.sext %s : i8 to i32
// CHECK-NEXT: llvm.zext %u : i8 to i32
// CHECK-NEXT: llvm.zext %b : i1 to i32
mir.func private @integers(%s: si8, %u: ui8, %b: i1) {
  %0 = mir.cast int_to_int %s : si8 to ui32
  %1 = mir.cast int_to_int %u : ui8 to si32
  %2 = mir.cast int_to_int %b : i1 to si32
  mir.return
}

// Saturating, 0 for a NaN.

// CHECK-LABEL: llvm.func internal @floats(
// CHECK-NEXT: "llvm.intr.fptosi.sat"(%x) : (f32) -> i32
// CHECK-NEXT: "llvm.intr.fptoui.sat"(%x) : (f32) -> i64
// CHECK-NEXT: llvm.sitofp %i : i32 to f32
// CHECK-NEXT: %[[W:.*]] = llvm.fpext %h : f16 to f32
// CHECK-NEXT: llvm.fptrunc %[[W]] : f32 to bf16
mir.func private @floats(%x: f32, %i: si32, %h: f16) {
  %0 = mir.cast float_to_int %x : f32 to si32
  %1 = mir.cast float_to_int %x : f32 to ui64
  %2 = mir.cast int_to_float %i : si32 to f32
  %3 = mir.cast float_to_float %h : f16 to bf16
  mir.return
}

// An address as an integer is the generic one; between named spaces the way leads through the generic one.

// CHECK-LABEL: llvm.func internal @pointers(
// CHECK-NEXT: %[[G:.*]] = llvm.addrspacecast %p : !llvm.ptr<3> to !llvm.ptr
// CHECK-NEXT: llvm.ptrtoint %[[G]] : !llvm.ptr to i64
// CHECK-NEXT: %[[G2:.*]] = llvm.addrspacecast %p : !llvm.ptr<3> to !llvm.ptr
// CHECK-NEXT: llvm.addrspacecast %[[G2]] : !llvm.ptr to !llvm.ptr<1>
// CHECK-NEXT: llvm.bitcast %f : f32 to i32
mir.func private @pointers(%p: !mir.ptr<f32, shared>, %f: f32) {
  %0 = mir.cast ptr_to_int %p : !mir.ptr<f32, shared> to ui64
  %1 = mir.cast ptr_to_ptr %p : !mir.ptr<f32, shared> to !mir.ptr<f32, global>
  %2 = mir.cast transmute %f : f32 to ui32
  mir.return
}

// A pointer to an array is a slice of it: the pointer and a constant.

// CHECK-LABEL: llvm.func internal @unsize(%p: !llvm.ptr) -> !llvm.struct<(!llvm.ptr, i64)>
// CHECK: %[[N:.*]] = llvm.mlir.constant(8 : i64)
// CHECK: llvm.insertvalue %p, %{{.*}}[0]
// CHECK-NEXT: llvm.insertvalue %[[N]], %{{.*}}[1]
mir.func private @unsize(%p: !mir.ptr<!mir.array<8 x f32>>) -> !mir.slice<f32> {
  %0 = mir.cast unsize %p : !mir.ptr<!mir.array<8 x f32>> to !mir.slice<f32>
  mir.return %0 : !mir.slice<f32>
}
