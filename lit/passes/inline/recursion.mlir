// RUN: not periclase-opt %s -p inline 2>&1 | filecheck %s
// CHECK: PC0606
// CHECK-SAME: function 'f' is to be inlined always, but calls itself: f → f
mir.func private @f(%v: f32) -> f32 attributes {inline_policy = "always"} {
  %r = mir.call @f(%v) : (f32) -> f32
  mir.return %r : f32
}
