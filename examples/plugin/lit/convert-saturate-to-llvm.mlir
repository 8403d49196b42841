// RUN: periclase-opt %s -p convert-saturate-to-llvm | filecheck %s

// CHECK-LABEL: func.func @unit
// CHECK: llvm.call_intrinsic "llvm.nvvm.saturate.f"(%{{.*}}) : (f32) -> f32
func.func @unit(%x : f32) -> f32 {
  %y = saturate.unit %x : f32
  func.return %y : f32
}
