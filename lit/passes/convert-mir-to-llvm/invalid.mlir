// RUN: not periclase-opt %s --split-input-file -p convert-mir-to-llvm 2>&1 | filecheck %s

// CHECK: PC0620
// CHECK-SAME: another type
mir.func private @two_types() {
  %0 = mir.shared_alloc f32 key "x"
  %1 = mir.shared_alloc f64 key "x"
  mir.return
}
