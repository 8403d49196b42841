// A small loop that counts by a constant and reads memory is unrolled, whatever its bound is.
// RUN: periclase-opt %s -p hint-unrolling | filecheck %s

// CHECK-LABEL: mir.func @sum(
// CHECK: ^bb1(%{{.*}}: si32, %{{.*}}: f32):
// CHECK-NOT: unroll_hint
// CHECK: ^bb2:
// CHECK-NEXT: mir.unroll_hint at_least 4
// CHECK: mir.load
mir.func @sum(%x : !mir.ptr<f32, global>, %n : si32) -> f32 {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  %nothing = mir.constant 0.0 : f32
  mir.goto ^bb1(%zero, %nothing : si32, f32)
^bb1(%i : si32, %total : f32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %p = mir.ptr_offset %x[%i] : !mir.ptr<f32, global>, si32
  %v = mir.load %p : !mir.ptr<f32, global>
  %sum = mir.add %total, %v : f32
  %next = mir.add %i, %one {mir.no_wrap} : si32
  mir.goto ^bb1(%next, %sum : si32, f32)
^bb3:
  mir.return %total : f32
}

// Many rounds of which the number is known are unrolled as well; LLVM writes a few out by itself.
// CHECK-LABEL: mir.func @many(
// CHECK: mir.unroll_hint at_least 4
mir.func @many(%x : !mir.ptr<f32, shared>, %y : !mir.ptr<mut f32, shared>) {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  %n = mir.constant 256 : si32
  mir.goto ^bb1(%zero : si32)
^bb1(%i : si32):
  %in = mir.lt %i, %n : si32
  mir.cond_br %in, ^bb2, ^bb3
^bb2:
  %p = mir.ptr_offset %x[%i] : !mir.ptr<f32, shared>, si32
  %v = mir.load %p : !mir.ptr<f32, shared>
  mir.store %v, %y : !mir.ptr<mut f32, shared>
  %next = mir.add %i, %one {mir.no_wrap} : si32
  mir.goto ^bb1(%next : si32)
^bb3:
  mir.return
}
