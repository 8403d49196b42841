// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | filecheck %s

// Compare and exchange, for every order, scope, address space and type.

// CHECK-LABEL: llvm.func @cmpxchg_i32
llvm.func @cmpxchg_i32(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %e: i32, %v: i32) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "atom.relaxed.cta.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r0 = nvvm.atomic.cmpxchg relaxed block %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "atom.relaxed.cta.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r1 = nvvm.atomic.cmpxchg relaxed block %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r2 = llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r2 = nvvm.atomic.cmpxchg relaxed block %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r3 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r3 = nvvm.atomic.cmpxchg relaxed cluster %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r4 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r4 = nvvm.atomic.cmpxchg relaxed cluster %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r5 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r5 = nvvm.atomic.cmpxchg relaxed cluster %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r6 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r6 = nvvm.atomic.cmpxchg relaxed device %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r7 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r7 = nvvm.atomic.cmpxchg relaxed device %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r8 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r8 = nvvm.atomic.cmpxchg relaxed device %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r9 = llvm.inline_asm has_side_effects "atom.relaxed.sys.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r9 = nvvm.atomic.cmpxchg relaxed system %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r10 = llvm.inline_asm has_side_effects "atom.relaxed.sys.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r10 = nvvm.atomic.cmpxchg relaxed system %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r11 = llvm.inline_asm has_side_effects "atom.relaxed.sys.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r11 = nvvm.atomic.cmpxchg relaxed system %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r12 = llvm.inline_asm has_side_effects "atom.acquire.cta.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r12 = nvvm.atomic.cmpxchg acquire block %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r13 = llvm.inline_asm has_side_effects "atom.acquire.cta.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r13 = nvvm.atomic.cmpxchg acquire block %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r14 = llvm.inline_asm has_side_effects "atom.acquire.cta.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r14 = nvvm.atomic.cmpxchg acquire block %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r15 = llvm.inline_asm has_side_effects "atom.acquire.cluster.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r15 = nvvm.atomic.cmpxchg acquire cluster %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r16 = llvm.inline_asm has_side_effects "atom.acquire.cluster.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r16 = nvvm.atomic.cmpxchg acquire cluster %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r17 = llvm.inline_asm has_side_effects "atom.acquire.cluster.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r17 = nvvm.atomic.cmpxchg acquire cluster %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r18 = llvm.inline_asm has_side_effects "atom.acquire.gpu.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r18 = nvvm.atomic.cmpxchg acquire device %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r19 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r19 = nvvm.atomic.cmpxchg acquire device %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r20 = llvm.inline_asm has_side_effects "atom.acquire.gpu.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r20 = nvvm.atomic.cmpxchg acquire device %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r21 = llvm.inline_asm has_side_effects "atom.acquire.sys.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r21 = nvvm.atomic.cmpxchg acquire system %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r22 = llvm.inline_asm has_side_effects "atom.acquire.sys.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r22 = nvvm.atomic.cmpxchg acquire system %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r23 = llvm.inline_asm has_side_effects "atom.acquire.sys.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r23 = nvvm.atomic.cmpxchg acquire system %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r24 = llvm.inline_asm has_side_effects "atom.release.cta.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r24 = nvvm.atomic.cmpxchg release block %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r25 = llvm.inline_asm has_side_effects "atom.release.cta.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r25 = nvvm.atomic.cmpxchg release block %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r26 = llvm.inline_asm has_side_effects "atom.release.cta.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r26 = nvvm.atomic.cmpxchg release block %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r27 = llvm.inline_asm has_side_effects "atom.release.cluster.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r27 = nvvm.atomic.cmpxchg release cluster %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r28 = llvm.inline_asm has_side_effects "atom.release.cluster.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r28 = nvvm.atomic.cmpxchg release cluster %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r29 = llvm.inline_asm has_side_effects "atom.release.cluster.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r29 = nvvm.atomic.cmpxchg release cluster %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r30 = llvm.inline_asm has_side_effects "atom.release.gpu.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r30 = nvvm.atomic.cmpxchg release device %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r31 = llvm.inline_asm has_side_effects "atom.release.gpu.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r31 = nvvm.atomic.cmpxchg release device %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r32 = llvm.inline_asm has_side_effects "atom.release.gpu.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r32 = nvvm.atomic.cmpxchg release device %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r33 = llvm.inline_asm has_side_effects "atom.release.sys.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r33 = nvvm.atomic.cmpxchg release system %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r34 = llvm.inline_asm has_side_effects "atom.release.sys.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r34 = nvvm.atomic.cmpxchg release system %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r35 = llvm.inline_asm has_side_effects "atom.release.sys.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r35 = nvvm.atomic.cmpxchg release system %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r36 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r36 = nvvm.atomic.cmpxchg acq_rel block %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r37 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r37 = nvvm.atomic.cmpxchg acq_rel block %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r38 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r38 = nvvm.atomic.cmpxchg acq_rel block %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r39 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r39 = nvvm.atomic.cmpxchg acq_rel cluster %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r40 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r40 = nvvm.atomic.cmpxchg acq_rel cluster %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r41 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r41 = nvvm.atomic.cmpxchg acq_rel cluster %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r42 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r42 = nvvm.atomic.cmpxchg acq_rel device %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r43 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r43 = nvvm.atomic.cmpxchg acq_rel device %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r44 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r44 = nvvm.atomic.cmpxchg acq_rel device %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r45 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r45 = nvvm.atomic.cmpxchg acq_rel system %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r46 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r46 = nvvm.atomic.cmpxchg acq_rel system %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r47 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r47 = nvvm.atomic.cmpxchg acq_rel system %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r48 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r48 = nvvm.atomic.cmpxchg seq_cst block %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r49 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r49 = nvvm.atomic.cmpxchg seq_cst block %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r50 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r50 = nvvm.atomic.cmpxchg seq_cst block %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r51 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r51 = nvvm.atomic.cmpxchg seq_cst cluster %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r52 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r52 = nvvm.atomic.cmpxchg seq_cst cluster %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r53 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r53 = nvvm.atomic.cmpxchg seq_cst cluster %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r54 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r54 = nvvm.atomic.cmpxchg seq_cst device %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r55 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r55 = nvvm.atomic.cmpxchg seq_cst device %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r56 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r56 = nvvm.atomic.cmpxchg seq_cst device %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: %r57 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %q, %e, %v : (!llvm.ptr, i32, i32) -> i32
  %r57 = nvvm.atomic.cmpxchg seq_cst system %q, %e, %v : !llvm.ptr, i32, i32 -> i32
  // CHECK-NEXT: %r58 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.global.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i32, i32) -> i32
  %r58 = nvvm.atomic.cmpxchg seq_cst system %g, %e, %v : !llvm.ptr<1>, i32, i32 -> i32
  // CHECK-NEXT: %r59 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.shared.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i32, i32) -> i32
  %r59 = nvvm.atomic.cmpxchg seq_cst system %s, %e, %v : !llvm.ptr<3>, i32, i32 -> i32
  // CHECK-NEXT: llvm.return
  llvm.return
}

// CHECK-LABEL: llvm.func @cmpxchg_i64
llvm.func @cmpxchg_i64(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %e: i64, %v: i64) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "atom.relaxed.cta.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r0 = nvvm.atomic.cmpxchg relaxed block %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "atom.relaxed.cta.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r1 = nvvm.atomic.cmpxchg relaxed block %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r2 = llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r2 = nvvm.atomic.cmpxchg relaxed block %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r3 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r3 = nvvm.atomic.cmpxchg relaxed cluster %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r4 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r4 = nvvm.atomic.cmpxchg relaxed cluster %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r5 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r5 = nvvm.atomic.cmpxchg relaxed cluster %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r6 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r6 = nvvm.atomic.cmpxchg relaxed device %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r7 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r7 = nvvm.atomic.cmpxchg relaxed device %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r8 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r8 = nvvm.atomic.cmpxchg relaxed device %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r9 = llvm.inline_asm has_side_effects "atom.relaxed.sys.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r9 = nvvm.atomic.cmpxchg relaxed system %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r10 = llvm.inline_asm has_side_effects "atom.relaxed.sys.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r10 = nvvm.atomic.cmpxchg relaxed system %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r11 = llvm.inline_asm has_side_effects "atom.relaxed.sys.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r11 = nvvm.atomic.cmpxchg relaxed system %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r12 = llvm.inline_asm has_side_effects "atom.acquire.cta.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r12 = nvvm.atomic.cmpxchg acquire block %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r13 = llvm.inline_asm has_side_effects "atom.acquire.cta.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r13 = nvvm.atomic.cmpxchg acquire block %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r14 = llvm.inline_asm has_side_effects "atom.acquire.cta.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r14 = nvvm.atomic.cmpxchg acquire block %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r15 = llvm.inline_asm has_side_effects "atom.acquire.cluster.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r15 = nvvm.atomic.cmpxchg acquire cluster %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r16 = llvm.inline_asm has_side_effects "atom.acquire.cluster.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r16 = nvvm.atomic.cmpxchg acquire cluster %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r17 = llvm.inline_asm has_side_effects "atom.acquire.cluster.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r17 = nvvm.atomic.cmpxchg acquire cluster %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r18 = llvm.inline_asm has_side_effects "atom.acquire.gpu.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r18 = nvvm.atomic.cmpxchg acquire device %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r19 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r19 = nvvm.atomic.cmpxchg acquire device %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r20 = llvm.inline_asm has_side_effects "atom.acquire.gpu.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r20 = nvvm.atomic.cmpxchg acquire device %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r21 = llvm.inline_asm has_side_effects "atom.acquire.sys.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r21 = nvvm.atomic.cmpxchg acquire system %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r22 = llvm.inline_asm has_side_effects "atom.acquire.sys.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r22 = nvvm.atomic.cmpxchg acquire system %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r23 = llvm.inline_asm has_side_effects "atom.acquire.sys.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r23 = nvvm.atomic.cmpxchg acquire system %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r24 = llvm.inline_asm has_side_effects "atom.release.cta.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r24 = nvvm.atomic.cmpxchg release block %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r25 = llvm.inline_asm has_side_effects "atom.release.cta.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r25 = nvvm.atomic.cmpxchg release block %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r26 = llvm.inline_asm has_side_effects "atom.release.cta.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r26 = nvvm.atomic.cmpxchg release block %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r27 = llvm.inline_asm has_side_effects "atom.release.cluster.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r27 = nvvm.atomic.cmpxchg release cluster %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r28 = llvm.inline_asm has_side_effects "atom.release.cluster.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r28 = nvvm.atomic.cmpxchg release cluster %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r29 = llvm.inline_asm has_side_effects "atom.release.cluster.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r29 = nvvm.atomic.cmpxchg release cluster %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r30 = llvm.inline_asm has_side_effects "atom.release.gpu.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r30 = nvvm.atomic.cmpxchg release device %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r31 = llvm.inline_asm has_side_effects "atom.release.gpu.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r31 = nvvm.atomic.cmpxchg release device %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r32 = llvm.inline_asm has_side_effects "atom.release.gpu.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r32 = nvvm.atomic.cmpxchg release device %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r33 = llvm.inline_asm has_side_effects "atom.release.sys.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r33 = nvvm.atomic.cmpxchg release system %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r34 = llvm.inline_asm has_side_effects "atom.release.sys.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r34 = nvvm.atomic.cmpxchg release system %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r35 = llvm.inline_asm has_side_effects "atom.release.sys.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r35 = nvvm.atomic.cmpxchg release system %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r36 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r36 = nvvm.atomic.cmpxchg acq_rel block %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r37 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r37 = nvvm.atomic.cmpxchg acq_rel block %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r38 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r38 = nvvm.atomic.cmpxchg acq_rel block %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r39 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r39 = nvvm.atomic.cmpxchg acq_rel cluster %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r40 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r40 = nvvm.atomic.cmpxchg acq_rel cluster %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r41 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r41 = nvvm.atomic.cmpxchg acq_rel cluster %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r42 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r42 = nvvm.atomic.cmpxchg acq_rel device %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r43 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r43 = nvvm.atomic.cmpxchg acq_rel device %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r44 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r44 = nvvm.atomic.cmpxchg acq_rel device %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r45 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r45 = nvvm.atomic.cmpxchg acq_rel system %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r46 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r46 = nvvm.atomic.cmpxchg acq_rel system %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r47 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r47 = nvvm.atomic.cmpxchg acq_rel system %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r48 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r48 = nvvm.atomic.cmpxchg seq_cst block %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r49 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r49 = nvvm.atomic.cmpxchg seq_cst block %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r50 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r50 = nvvm.atomic.cmpxchg seq_cst block %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r51 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r51 = nvvm.atomic.cmpxchg seq_cst cluster %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r52 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r52 = nvvm.atomic.cmpxchg seq_cst cluster %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r53 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r53 = nvvm.atomic.cmpxchg seq_cst cluster %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r54 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r54 = nvvm.atomic.cmpxchg seq_cst device %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r55 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r55 = nvvm.atomic.cmpxchg seq_cst device %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r56 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r56 = nvvm.atomic.cmpxchg seq_cst device %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: %r57 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %q, %e, %v : (!llvm.ptr, i64, i64) -> i64
  %r57 = nvvm.atomic.cmpxchg seq_cst system %q, %e, %v : !llvm.ptr, i64, i64 -> i64
  // CHECK-NEXT: %r58 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.global.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %g, %e, %v : (!llvm.ptr<1>, i64, i64) -> i64
  %r58 = nvvm.atomic.cmpxchg seq_cst system %g, %e, %v : !llvm.ptr<1>, i64, i64 -> i64
  // CHECK-NEXT: %r59 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.shared.cas.b64 $0, [$1], $2, $3;", "=l,l,l,l,~{memory}" %s, %e, %v : (!llvm.ptr<3>, i64, i64) -> i64
  %r59 = nvvm.atomic.cmpxchg seq_cst system %s, %e, %v : !llvm.ptr<3>, i64, i64 -> i64
  // CHECK-NEXT: llvm.return
  llvm.return
}
