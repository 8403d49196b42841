// Errors of the parser, of verifiers and of SSA form are diagnostics at a line; one piece's error does not stop the others.
// RUN: periclase-opt %s --split-input-file --verify-diagnostics | filecheck %s
// RUN: not periclase-opt %s --split-input-file 2>&1 | filecheck %s

// CHECK: func.func @sound
func.func @sound(%a : i32) -> i32 {
  func.return %a : i32
}

// -----

// CHECK: error[PC0806]: 'func.return' does not verify: Expected arguments to have the same types as the function output types
// CHECK-NEXT: diagnostics.mlir:17:3
// CHECK-NEXT: |
// CHECK-NEXT: 17 |   func.return
func.func @no_value(%a : i32) -> i32 {
  func.return
}

// -----

// CHECK: error[PC0802]: expected ':'
// CHECK-NEXT: diagnostics.mlir:25:18
func.func @no_colon(%a : i32) -> i32 {
  func.return %a i32
}

// -----

// CHECK: error[PC0601]: 'arith.addi' uses %b ('arith.addi') as operand 0 where it is not defined
// CHECK-NEXT: diagnostics.mlir:34:3
// CHECK: note: defined here
func.func @use_before_definition(%a : i32) -> i32 {
  %c = arith.addi %b, %a : i32
  %b = arith.addi %a, %a : i32
  func.return %c : i32
}
