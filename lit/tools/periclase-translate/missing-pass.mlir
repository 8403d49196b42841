// RUN: not periclase-translate --to-llvmir %s 2>&1 | filecheck %s

// CHECK:      error[PC0530]: 'mir.func' has no form in LLVM IR
// CHECK-NEXT: missing-pass.mlir:6:
// CHECK:      help: run `convert-mir-to-llvm` first
mir.func @f() {
  mir.return
}
