// RUN: periclase-opt %s -p find-saturation,dce | filecheck %s

// CHECK-LABEL: mir.func @clamp
// CHECK-NEXT: %[[Y:.*]] = saturate.unit %{{.*}} : f32
// CHECK-NEXT: mir.return %[[Y]]
mir.func @clamp(%x : f32) -> f32 {
  %zero = mir.constant 0.0 : f32
  %one = mir.constant 1.0 : f32
  %low = mir.max %x, %zero : f32
  %y = mir.min %low, %one : f32
  mir.return %y : f32
}

// A NaN would become 1 here, so this is another function.
// CHECK-LABEL: mir.func @other_order
// CHECK-NOT: saturate.unit
mir.func @other_order(%x : f32) -> f32 {
  %zero = mir.constant 0.0 : f32
  %one = mir.constant 1.0 : f32
  %high = mir.min %x, %one : f32
  %y = mir.max %high, %zero : f32
  mir.return %y : f32
}
