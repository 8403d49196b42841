// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | filecheck %s

// Every kind of read-modify-write on every type it has.

// CHECK-LABEL: llvm.func @kinds_i32
llvm.func @kinds_i32(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: i32) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.and.b32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r0 = nvvm.atomic.rmw and acquire device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.or.b32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r1 = nvvm.atomic.rmw or acquire device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r2 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.xor.b32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r2 = nvvm.atomic.rmw xor acquire device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r3 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.min.s32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r3 = nvvm.atomic.rmw min acquire device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r4 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.max.s32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r4 = nvvm.atomic.rmw max acquire device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r5 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.min.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r5 = nvvm.atomic.rmw umin acquire device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r6 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.max.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r6 = nvvm.atomic.rmw umax acquire device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r7 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.exch.b32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r7 = nvvm.atomic.rmw xchg acquire device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r8 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.inc.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r8 = nvvm.atomic.rmw inc acquire device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r9 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.dec.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r9 = nvvm.atomic.rmw dec acquire device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r10 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.add.noftz.f16x2 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r10 = nvvm.atomic.rmw add_f16x2 acquire device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r11 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.add.noftz.bf16x2 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r11 = nvvm.atomic.rmw add_bf16x2 acquire device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %[[ZERO:[a-z0-9_]+]] = llvm.mlir.constant(0 : i32) : i32
  // CHECK-NEXT: %[[NEG:[a-z0-9_]+]] = llvm.sub %[[ZERO]], %v : i32
  // CHECK-NEXT: %r12 = llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %[[NEG]] : (!llvm.ptr<3>, i32) -> i32
  %r12 = nvvm.atomic.rmw sub relaxed block %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: llvm.return
  llvm.return
}

// CHECK-LABEL: llvm.func @kinds_i64
llvm.func @kinds_i64(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: i64) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.and.b64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r0 = nvvm.atomic.rmw and acquire device %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.or.b64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r1 = nvvm.atomic.rmw or acquire device %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r2 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.xor.b64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r2 = nvvm.atomic.rmw xor acquire device %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r3 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.min.s64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r3 = nvvm.atomic.rmw min acquire device %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r4 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.max.s64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r4 = nvvm.atomic.rmw max acquire device %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r5 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.min.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r5 = nvvm.atomic.rmw umin acquire device %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r6 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.max.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r6 = nvvm.atomic.rmw umax acquire device %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r7 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.exch.b64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r7 = nvvm.atomic.rmw xchg acquire device %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %[[ZERO:[a-z0-9_]+]] = llvm.mlir.constant(0 : i64) : i64
  // CHECK-NEXT: %[[NEG:[a-z0-9_]+]] = llvm.sub %[[ZERO]], %v : i64
  // CHECK-NEXT: %r8 = llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %[[NEG]] : (!llvm.ptr<3>, i64) -> i64
  %r8 = nvvm.atomic.rmw sub relaxed block %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: llvm.return
  llvm.return
}

// CHECK-LABEL: llvm.func @kinds_f32
llvm.func @kinds_f32(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: f32) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.exch.b32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r0 = nvvm.atomic.rmw xchg acquire device %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %[[NEG:[a-z0-9_]+]] = llvm.fneg %v : f32
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %[[NEG]] : (!llvm.ptr<3>, f32) -> f32
  %r1 = nvvm.atomic.rmw fsub relaxed block %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: llvm.return
  llvm.return
}

// CHECK-LABEL: llvm.func @kinds_f64
llvm.func @kinds_f64(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: f64) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.exch.b64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r0 = nvvm.atomic.rmw xchg acquire device %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %[[NEG:[a-z0-9_]+]] = llvm.fneg %v : f64
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %[[NEG]] : (!llvm.ptr<3>, f64) -> f64
  %r1 = nvvm.atomic.rmw fsub relaxed block %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: llvm.return
  llvm.return
}

// CHECK-LABEL: llvm.func @kinds_f16
llvm.func @kinds_f16(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: f16) {
  // CHECK-NEXT: %[[NEG:[a-z0-9_]+]] = llvm.fneg %v : f16
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %[[NEG]] : (!llvm.ptr<3>, f16) -> f16
  %r0 = nvvm.atomic.rmw fsub relaxed block %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: llvm.return
  llvm.return
}

// CHECK-LABEL: llvm.func @kinds_bf16
llvm.func @kinds_bf16(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: bf16) {
  // CHECK-NEXT: %[[NEG:[a-z0-9_]+]] = llvm.fneg %v : bf16
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %[[NEG]] : (!llvm.ptr<3>, bf16) -> bf16
  %r0 = nvvm.atomic.rmw fsub relaxed block %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: llvm.return
  llvm.return
}
