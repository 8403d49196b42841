// RUN: %roundtrip
// RUN: %generic-roundtrip

// Functions, calls, branches with block arguments, traps.

mir.func private @callee(si32, !mir.slice<f32>) -> f32
mir.func private @nothing()
mir.func @kernel(%x: !mir.slice<mut f32, global> {llvm.align = 16 : i64}, %n: si32) attributes {kernel} {
  mir.call @nothing() : () -> ()
  mir.return
}
mir.func private @branches(%c: i1, %n: ui8, %x: f32) -> f32 {
  mir.cond_br %c, ^left, ^right(%x, %n : f32, ui8)
^left:
  mir.goto ^join(%x : f32)
^right(%y: f32, %m: ui8):
  mir.switch %m : ui8, default ^join(%y : f32), [0: ^join(%x : f32), 255: ^left, 7: ^never]
^join(%z: f32):
  mir.unroll_hint 4
  mir.unroll_hint at_least 4
  mir.assert bounds %c, "index out of bounds"
  mir.assert user %c, "said \"no\"" {note = 1 : i32}
  mir.return %z : f32
^never:
  mir.cond_br %c, ^panic, ^gone
^panic:
  mir.panic "called unwrap on nothing"
^gone:
  mir.unreachable
}
mir.func private @tail(%s: !mir.slice<f32>) -> f32 attributes {inline_policy = "never"} {
  %0 = mir.constant 3 : si32
  %1 = mir.call @callee(%0, %s) : (si32, !mir.slice<f32>) -> f32
  mir.return %1 : f32
}

// CHECK: mir.func private @callee(si32, !mir.slice<f32>) -> f32

// CHECK-NEXT: mir.func private @nothing()

// CHECK-NEXT: mir.func @kernel(%x: !mir.slice<mut f32, global> {llvm.align = 16 : i64}, %n: si32) attributes {kernel} {
// CHECK-NEXT:   mir.call @nothing() : () -> ()
// CHECK-NEXT:   mir.return
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @branches(%c: i1, %n: ui8, %x: f32) -> f32 {
// CHECK-NEXT:   mir.cond_br %c, ^left, ^right(%x, %n : f32, ui8)
// CHECK-NEXT: ^left:
// CHECK-NEXT:   mir.goto ^join(%x : f32)
// CHECK-NEXT: ^right(%y: f32, %m: ui8):
// CHECK-NEXT:   mir.switch %m : ui8, default ^join(%y : f32), [0: ^join(%x : f32), 255: ^left, 7: ^never]
// CHECK-NEXT: ^join(%z: f32):
// CHECK-NEXT:   mir.unroll_hint 4
// CHECK-NEXT:   mir.unroll_hint at_least 4
// CHECK-NEXT:   mir.assert bounds %c, "index out of bounds"
// CHECK-NEXT:   mir.assert user %c, "said \22no\22" {note = 1 : i32}
// CHECK-NEXT:   mir.return %z : f32
// CHECK-NEXT: ^never:
// CHECK-NEXT:   mir.cond_br %c, ^panic, ^gone
// CHECK-NEXT: ^panic:
// CHECK-NEXT:   mir.panic "called unwrap on nothing"
// CHECK-NEXT: ^gone:
// CHECK-NEXT:   mir.unreachable
// CHECK-NEXT: }

// CHECK-NEXT: mir.func private @tail(%s: !mir.slice<f32>) -> f32 attributes {inline_policy = "never"} {
// CHECK-NEXT:   %0 = mir.constant 3 : si32
// CHECK-NEXT:   %1 = mir.call @callee(%0, %s) : (si32, !mir.slice<f32>) -> f32
// CHECK-NEXT:   mir.return %1 : f32
// CHECK-NEXT: }
