// RUN: not periclase-translate --to-llvmir %s 2>&1 | filecheck %s

// CHECK:      error[PC0531]: the attribute 'mystery' on 'llvm.add' has no form in LLVM IR
// CHECK-NEXT: refusals.mlir:6:
llvm.func @f(%a: i32) {
  %b = llvm.add %a, %a {mystery} : i32
  llvm.return
}
