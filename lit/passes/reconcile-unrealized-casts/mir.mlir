// Casts there and back cancel out; one that changes a type for good stays.
// RUN: periclase-opt %s -p reconcile-unrealized-casts | filecheck %s

// CHECK-LABEL: func.func @there_and_back(
// CHECK-SAME: %[[A:.*]]: i32
// CHECK-NEXT: func.return %[[A]] : i32
func.func @there_and_back(%a : i32) -> i32 {
  %b = builtin.unrealized_conversion_cast %a : i32 to si32
  %c = builtin.unrealized_conversion_cast %b : si32 to i32
  func.return %c : i32
}

// CHECK-LABEL: func.func @for_good(
// CHECK: builtin.unrealized_conversion_cast
func.func @for_good(%a : i32) -> si32 {
  %b = builtin.unrealized_conversion_cast %a : i32 to si32
  func.return %b : si32
}
