// Faults of SSA form are told, all of them; the tool checks the same when it reads a module, which is switched off here.
// RUN: not periclase-opt %s --disable-verify -p verify-ssa 2>&1 | filecheck %s

// CHECK: error[PC0601]: 'arith.addi' uses %late
func.func @use_before_definition(%a : i32) -> i32 {
  %c = arith.addi %late, %a : i32
  %late = arith.addi %a, %a : i32
  func.return %c : i32
}
