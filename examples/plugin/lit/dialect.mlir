// RUN: periclase-opt %s | periclase-opt | filecheck %s
// RUN: periclase-opt %s --print-op-generic | periclase-opt | filecheck %s

// CHECK-LABEL: func.func @unit
// CHECK: saturate.unit %{{.*}} : f32
func.func @unit(%x : f32) -> f32 {
  %y = saturate.unit %x : f32
  func.return %y : f32
}
