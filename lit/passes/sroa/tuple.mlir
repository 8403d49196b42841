// RUN: periclase-opt %s -p sroa | filecheck %s
// RUN: periclase-opt %s -p sroa,mem2reg | filecheck %s --check-prefix=SSA

// CHECK-LABEL: mir.func @pair
// CHECK-NEXT: %[[A:.*]] = mir.alloca si32
// CHECK-NEXT: %[[B:.*]] = mir.alloca f32
// CHECK-NEXT: mir.store %x, %[[A]] : !mir.ptr<mut si32>
// CHECK-NEXT: mir.store %y, %[[B]] : !mir.ptr<mut f32>
// CHECK-NEXT: mir.load %[[B]]
// SSA-LABEL: mir.func @pair
// SSA-NEXT: mir.return %y : f32
mir.func @pair(%x: si32, %y: f32) -> f32 {
  %t = mir.alloca !mir.tuple<si32, f32>
  %a = mir.field_addr %t[0] : !mir.ptr<mut !mir.tuple<si32, f32>>
  mir.store %x, %a : !mir.ptr<mut si32>
  %b = mir.field_addr %t[1] : !mir.ptr<mut !mir.tuple<si32, f32>>
  mir.store %y, %b : !mir.ptr<mut f32>
  %v = mir.load %b : !mir.ptr<mut f32>
  mir.return %v : f32
}

// An index that is not constant leaves the array whole.
// CHECK-LABEL: mir.func @indexed
// CHECK: mir.alloca !mir.array<4 x f32>
// CHECK: mir.element_addr
mir.func @indexed(%i: ui64) -> f32 {
  %t = mir.alloca !mir.array<4 x f32>
  %a = mir.element_addr %t[%i] : !mir.ptr<mut !mir.array<4 x f32>>, ui64
  %v = mir.load %a : !mir.ptr<mut f32>
  mir.return %v : f32
}
