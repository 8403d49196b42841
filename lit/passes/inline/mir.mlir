// On mir: small private functions go into their callers, those that say never do not; inlined places keep both locations.
// RUN: periclase-opt %s -p inline | filecheck %s
// RUN: periclase-opt %s -p inline --print-debuginfo | filecheck %s --check-prefix=LOC

mir.func private @double(%a : si32) -> si32 {
  %s = mir.add %a, %a : si32 loc("k.py":2:9)
  mir.return %s : si32
}

// CHECK: mir.func private @apart
mir.func private @apart(%a : si32) -> si32 attributes {inline_policy = "never"} {
  mir.return %a : si32
}

// CHECK-LABEL: mir.func @caller(
// CHECK-SAME: %[[A:.*]]: si32
// CHECK-NEXT: %[[S:.*]] = mir.add %[[A]], %[[A]] : si32
// CHECK-NEXT: %[[R:.*]] = mir.call @apart(%[[S]])
// CHECK-NEXT: mir.return %[[R]] : si32
// LOC: mir.add {{.*}} loc(callsite("k.py":2:9 at "k.py":9:3))
mir.func @caller(%a : si32) -> si32 {
  %d = mir.call @double(%a) : (si32) -> si32 loc("k.py":9:3)
  %r = mir.call @apart(%d) : (si32) -> si32
  mir.return %r : si32
}
