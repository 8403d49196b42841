// Names a point of a pipeline and changes nothing.
// RUN: periclase-opt %s -p 'mark-stage{stage="mir"}' | filecheck %s
// RUN: not periclase-opt %s -p 'mark-stage' 2>&1 | filecheck %s --check-prefix=NAMELESS

// CHECK: mir.func @f
// CHECK-NEXT: mir.return
// NAMELESS: error[PC0609]: {{.*}}stage
mir.func @f() {
  mir.return
}
