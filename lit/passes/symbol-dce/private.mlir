// RUN: periclase-opt %s -p symbol-dce | filecheck %s

// CHECK-NOT: @circle_a
// CHECK-NOT: @circle_b
// CHECK: mir.func private @used
// CHECK: mir.func @kernel
mir.func private @circle_a() {
  mir.call @circle_b() : () -> ()
  mir.return
}
mir.func private @circle_b() {
  mir.call @circle_a() : () -> ()
  mir.return
}
mir.func private @used() {
  mir.return
}
mir.func @kernel() attributes {kernel} {
  mir.call @used() : () -> ()
  mir.return
}
