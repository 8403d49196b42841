// On mir: private functions that nothing reaches go, those only dead ones call among them.
// RUN: periclase-opt %s -p symbol-dce | filecheck %s

// CHECK-NOT: @unused
// CHECK-NOT: @called_by_unused
// CHECK: mir.func private @used
// CHECK: mir.func @public
mir.func private @called_by_unused(%a : si32) -> si32 {
  mir.return %a : si32
}
mir.func private @unused(%a : si32) -> si32 {
  %r = mir.call @called_by_unused(%a) : (si32) -> si32
  mir.return %r : si32
}
mir.func private @used(%a : si32) -> si32 {
  mir.return %a : si32
}
mir.func @public(%a : si32) -> si32 {
  %r = mir.call @used(%a) : (si32) -> si32
  mir.return %r : si32
}
