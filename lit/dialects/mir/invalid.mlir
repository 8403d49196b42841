// RUN: periclase-opt %s --verify-diagnostics --parsing-diagnostics --split-input-file | filecheck %s

// Each op's verifier has its unit tests; here is what a user sees of some.

// CHECK: the operands must be an integer or a float, not i1
mir.func private @bool_sum(%a: i1) {
  %0 = mir.add %a, %a : i1
  mir.return
}

// -----

// CHECK: fast-math flags need floats, not si32
mir.func private @flags(%a: si32) {
  %0 = mir.add %a, %a fastmath<contract> : si32
  mir.return
}

// -----

// CHECK: a constant must be a signed or unsigned integer, i1 or a float, not i32
mir.func private @signless() {
  %0 = mir.constant 1 : i32
  mir.return
}

// -----

// CHECK: !mir.tuple<si32, i1> has 2 fields, there is no field 2
mir.func private @field(%t: !mir.tuple<si32, i1>) {
  %0 = mir.extract_field %t[2] : !mir.tuple<si32, i1>
  mir.return
}

// -----

// CHECK: !mir.array<4 x f32> has 4 elements, there is no element 4
mir.func private @element(%a: !mir.array<4 x f32>) {
  %4 = mir.constant 4 : ui64
  %0 = mir.extract_element %a[%4] : !mir.array<4 x f32>, ui64
  mir.return
}

// -----

// CHECK: the pointer must be mutable to be written through, not !mir.ptr<f32>
mir.func private @constant_store(%v: f32, %p: !mir.ptr<f32>) {
  mir.store %v, %p : !mir.ptr<f32>
  mir.return
}

// -----

// CHECK: an integer has no cast to i1: compare it with 0 by mir.ne
mir.func private @to_bool(%v: si32) {
  %0 = mir.cast int_to_int %v : si32 to i1
  mir.return
}

// -----

// CHECK: transmute: the cast goes between types of one size, not 4 and 8 bytes
mir.func private @transmute(%v: f32) {
  %0 = mir.cast transmute %v : f32 to ui64
  mir.return
}

// -----

// CHECK: successor 0 takes (f32), not ()
mir.func private @arguments() {
  mir.goto ^a
^a(%x: f32):
  mir.return
}

// -----

// CHECK: @returns returns (f32), not (si32)
mir.func private @returns(%x: si32) -> f32 {
  mir.return %x : si32
}

// -----

// CHECK: the entry block must not be branched to
mir.func private @entry() {
^entry:
  mir.goto ^entry
}

// -----

// CHECK: a kernel returns nothing
mir.func @kernel(%x: f32) -> f32 attributes {kernel} {
  mir.return %x : f32
}

// -----

// CHECK: @k is a kernel: it can be launched, not called
mir.func @k() attributes {kernel} {
  mir.return
}
mir.func private @calls() {
  mir.call @k() : () -> ()
  mir.return
}

// -----

// CHECK: @absent is not declared in the module
mir.func private @calls() {
  mir.call @absent() : () -> ()
  mir.return
}

// -----

// CHECK: @f takes (f32), not (si32)
mir.func private @f(f32)
mir.func private @calls(%x: si32) {
  mir.call @f(%x) : (si32) -> ()
  mir.return
}

// -----

// CHECK: the alignment must be a power of two, not 12
mir.func private @alignment() {
  %0 = mir.alloca f32 align 12
  mir.return
}

// -----

// CHECK: struct "Node" contains a type of its own name: recursive types have no layout; point to ui8 and cast instead
mir.func private @recursive(!mir.struct<"Node", {next: !mir.ptr<!mir.struct<"Node", {}>>}>)

// -----

// CHECK: fields 0 and 1 of the tuple overlap
mir.func private @overlap(!mir.tuple<si32, si32, offsets = [0, 2], size = 8, align = 4>)

// -----

// CHECK: two cases are of one value
mir.func private @cases(%n: si32) {
  mir.switch %n : si32, default ^a, [1: ^a, 1: ^a]
^a:
  mir.return
}

// -----

// CHECK: only a kernel's parameter is a 'mir.grid_constant'
mir.func @helper(%p: !mir.ptr<f32> {mir.grid_constant = #mir.grid_constant<4>}) {
  mir.return
}

// -----

// CHECK: a 'mir.grid_constant' is a generic pointer by which nothing is written, not !mir.ptr<mut f32>
mir.func @k(%p: !mir.ptr<mut f32> {mir.grid_constant = #mir.grid_constant<4>}) attributes {kernel} {
  mir.return
}

// -----

// CHECK: a 'mir.grid_constant' is a generic pointer by which nothing is written, not !mir.ptr<f32, global>
mir.func @k(%p: !mir.ptr<f32, global> {mir.grid_constant = #mir.grid_constant<4>}) attributes {kernel} {
  mir.return
}

// -----

// CHECK: what a 'mir.grid_constant' points to is aligned to 8 bytes, not to 4
mir.func @k(%p: !mir.ptr<f64> {mir.grid_constant = #mir.grid_constant<4>}) attributes {kernel} {
  mir.return
}

// -----

// CHECK: an alignment is a power of two up to 128, not 48
mir.func @k(%p: !mir.ptr<f64> {mir.grid_constant = #mir.grid_constant<48>}) attributes {kernel} {
  mir.return
}

// -----

// CHECK: a 'mir.grid_constant' points to a type with a size, not to !mir.array<0 x f64>
mir.func @k(%p: !mir.ptr<!mir.array<0 x f64>> {mir.grid_constant = #mir.grid_constant<8>}) attributes {kernel} {
  mir.return
}

// -----

// CHECK: 'mir.grid_constant' is a #mir.grid_constant<alignment>, not
mir.func @k(%p: !mir.ptr<f64> {mir.grid_constant}) attributes {kernel} {
  mir.return
}
