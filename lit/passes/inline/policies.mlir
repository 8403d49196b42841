// RUN: periclase-opt %s -p inline | filecheck %s
// RUN: periclase-opt %s -p inline --print-debuginfo | filecheck %s --check-prefix=PLACE

// CHECK-LABEL: mir.func @kernel
// CHECK: %[[S:.*]] = mir.mul %x, %x : f32
// PLACE: mir.mul %x, %x : f32 loc(callsite("f.py":3:5 at "k.py":9:1))
// CHECK: mir.call @never
// CHECK-NOT: mir.call @square
mir.func private @square(%v: f32) -> f32 {
  %r = mir.mul %v, %v : f32 loc("f.py":3:5)
  mir.return %r : f32
}
mir.func private @never(%v: f32) -> f32 attributes {inline_policy = "never"} {
  mir.return %v : f32
}
mir.func @kernel(%x: f32, %p: !mir.ptr<mut f32>) attributes {kernel} {
  %y = mir.call @square(%x) : (f32) -> f32 loc("k.py":9:1)
  %z = mir.call @never(%y) : (f32) -> f32
  mir.store %z, %p : !mir.ptr<mut f32>
  mir.return
}
