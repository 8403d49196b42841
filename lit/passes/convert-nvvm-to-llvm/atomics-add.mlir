// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | filecheck %s

// The sum, for every order, scope, address space and type: the PTX says all of them.

// CHECK-LABEL: llvm.func @add_i32
llvm.func @add_i32(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: i32) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "atom.relaxed.cta.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r0 = nvvm.atomic.rmw add relaxed block %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "atom.relaxed.cta.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r1 = nvvm.atomic.rmw add relaxed block %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r2 = llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r2 = nvvm.atomic.rmw add relaxed block %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r3 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r3 = nvvm.atomic.rmw add relaxed cluster %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r4 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r4 = nvvm.atomic.rmw add relaxed cluster %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r5 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r5 = nvvm.atomic.rmw add relaxed cluster %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r6 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r6 = nvvm.atomic.rmw add relaxed device %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r7 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r7 = nvvm.atomic.rmw add relaxed device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r8 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r8 = nvvm.atomic.rmw add relaxed device %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r9 = llvm.inline_asm has_side_effects "atom.relaxed.sys.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r9 = nvvm.atomic.rmw add relaxed system %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r10 = llvm.inline_asm has_side_effects "atom.relaxed.sys.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r10 = nvvm.atomic.rmw add relaxed system %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r11 = llvm.inline_asm has_side_effects "atom.relaxed.sys.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r11 = nvvm.atomic.rmw add relaxed system %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r12 = llvm.inline_asm has_side_effects "atom.acquire.cta.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r12 = nvvm.atomic.rmw add acquire block %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r13 = llvm.inline_asm has_side_effects "atom.acquire.cta.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r13 = nvvm.atomic.rmw add acquire block %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r14 = llvm.inline_asm has_side_effects "atom.acquire.cta.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r14 = nvvm.atomic.rmw add acquire block %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r15 = llvm.inline_asm has_side_effects "atom.acquire.cluster.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r15 = nvvm.atomic.rmw add acquire cluster %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r16 = llvm.inline_asm has_side_effects "atom.acquire.cluster.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r16 = nvvm.atomic.rmw add acquire cluster %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r17 = llvm.inline_asm has_side_effects "atom.acquire.cluster.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r17 = nvvm.atomic.rmw add acquire cluster %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r18 = llvm.inline_asm has_side_effects "atom.acquire.gpu.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r18 = nvvm.atomic.rmw add acquire device %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r19 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r19 = nvvm.atomic.rmw add acquire device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r20 = llvm.inline_asm has_side_effects "atom.acquire.gpu.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r20 = nvvm.atomic.rmw add acquire device %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r21 = llvm.inline_asm has_side_effects "atom.acquire.sys.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r21 = nvvm.atomic.rmw add acquire system %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r22 = llvm.inline_asm has_side_effects "atom.acquire.sys.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r22 = nvvm.atomic.rmw add acquire system %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r23 = llvm.inline_asm has_side_effects "atom.acquire.sys.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r23 = nvvm.atomic.rmw add acquire system %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r24 = llvm.inline_asm has_side_effects "atom.release.cta.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r24 = nvvm.atomic.rmw add release block %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r25 = llvm.inline_asm has_side_effects "atom.release.cta.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r25 = nvvm.atomic.rmw add release block %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r26 = llvm.inline_asm has_side_effects "atom.release.cta.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r26 = nvvm.atomic.rmw add release block %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r27 = llvm.inline_asm has_side_effects "atom.release.cluster.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r27 = nvvm.atomic.rmw add release cluster %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r28 = llvm.inline_asm has_side_effects "atom.release.cluster.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r28 = nvvm.atomic.rmw add release cluster %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r29 = llvm.inline_asm has_side_effects "atom.release.cluster.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r29 = nvvm.atomic.rmw add release cluster %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r30 = llvm.inline_asm has_side_effects "atom.release.gpu.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r30 = nvvm.atomic.rmw add release device %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r31 = llvm.inline_asm has_side_effects "atom.release.gpu.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r31 = nvvm.atomic.rmw add release device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r32 = llvm.inline_asm has_side_effects "atom.release.gpu.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r32 = nvvm.atomic.rmw add release device %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r33 = llvm.inline_asm has_side_effects "atom.release.sys.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r33 = nvvm.atomic.rmw add release system %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r34 = llvm.inline_asm has_side_effects "atom.release.sys.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r34 = nvvm.atomic.rmw add release system %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r35 = llvm.inline_asm has_side_effects "atom.release.sys.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r35 = nvvm.atomic.rmw add release system %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r36 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r36 = nvvm.atomic.rmw add acq_rel block %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r37 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r37 = nvvm.atomic.rmw add acq_rel block %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r38 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r38 = nvvm.atomic.rmw add acq_rel block %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r39 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r39 = nvvm.atomic.rmw add acq_rel cluster %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r40 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r40 = nvvm.atomic.rmw add acq_rel cluster %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r41 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r41 = nvvm.atomic.rmw add acq_rel cluster %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r42 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r42 = nvvm.atomic.rmw add acq_rel device %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r43 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r43 = nvvm.atomic.rmw add acq_rel device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r44 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r44 = nvvm.atomic.rmw add acq_rel device %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r45 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r45 = nvvm.atomic.rmw add acq_rel system %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r46 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r46 = nvvm.atomic.rmw add acq_rel system %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r47 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r47 = nvvm.atomic.rmw add acq_rel system %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r48 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r48 = nvvm.atomic.rmw add seq_cst block %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r49 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r49 = nvvm.atomic.rmw add seq_cst block %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r50 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r50 = nvvm.atomic.rmw add seq_cst block %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r51 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r51 = nvvm.atomic.rmw add seq_cst cluster %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r52 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r52 = nvvm.atomic.rmw add seq_cst cluster %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r53 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r53 = nvvm.atomic.rmw add seq_cst cluster %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r54 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r54 = nvvm.atomic.rmw add seq_cst device %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r55 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r55 = nvvm.atomic.rmw add seq_cst device %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r56 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r56 = nvvm.atomic.rmw add seq_cst device %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: %r57 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> i32
  %r57 = nvvm.atomic.rmw add seq_cst system %q, %v : !llvm.ptr, i32 -> i32
  // CHECK-NEXT: %r58 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> i32
  %r58 = nvvm.atomic.rmw add seq_cst system %g, %v : !llvm.ptr<1>, i32 -> i32
  // CHECK-NEXT: %r59 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> i32
  %r59 = nvvm.atomic.rmw add seq_cst system %s, %v : !llvm.ptr<3>, i32 -> i32
  // CHECK-NEXT: llvm.return
  llvm.return
}

// CHECK-LABEL: llvm.func @add_i64
llvm.func @add_i64(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: i64) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "atom.relaxed.cta.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r0 = nvvm.atomic.rmw add relaxed block %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "atom.relaxed.cta.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r1 = nvvm.atomic.rmw add relaxed block %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r2 = llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r2 = nvvm.atomic.rmw add relaxed block %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r3 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r3 = nvvm.atomic.rmw add relaxed cluster %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r4 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r4 = nvvm.atomic.rmw add relaxed cluster %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r5 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r5 = nvvm.atomic.rmw add relaxed cluster %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r6 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r6 = nvvm.atomic.rmw add relaxed device %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r7 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r7 = nvvm.atomic.rmw add relaxed device %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r8 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r8 = nvvm.atomic.rmw add relaxed device %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r9 = llvm.inline_asm has_side_effects "atom.relaxed.sys.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r9 = nvvm.atomic.rmw add relaxed system %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r10 = llvm.inline_asm has_side_effects "atom.relaxed.sys.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r10 = nvvm.atomic.rmw add relaxed system %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r11 = llvm.inline_asm has_side_effects "atom.relaxed.sys.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r11 = nvvm.atomic.rmw add relaxed system %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r12 = llvm.inline_asm has_side_effects "atom.acquire.cta.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r12 = nvvm.atomic.rmw add acquire block %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r13 = llvm.inline_asm has_side_effects "atom.acquire.cta.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r13 = nvvm.atomic.rmw add acquire block %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r14 = llvm.inline_asm has_side_effects "atom.acquire.cta.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r14 = nvvm.atomic.rmw add acquire block %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r15 = llvm.inline_asm has_side_effects "atom.acquire.cluster.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r15 = nvvm.atomic.rmw add acquire cluster %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r16 = llvm.inline_asm has_side_effects "atom.acquire.cluster.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r16 = nvvm.atomic.rmw add acquire cluster %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r17 = llvm.inline_asm has_side_effects "atom.acquire.cluster.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r17 = nvvm.atomic.rmw add acquire cluster %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r18 = llvm.inline_asm has_side_effects "atom.acquire.gpu.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r18 = nvvm.atomic.rmw add acquire device %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r19 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r19 = nvvm.atomic.rmw add acquire device %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r20 = llvm.inline_asm has_side_effects "atom.acquire.gpu.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r20 = nvvm.atomic.rmw add acquire device %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r21 = llvm.inline_asm has_side_effects "atom.acquire.sys.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r21 = nvvm.atomic.rmw add acquire system %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r22 = llvm.inline_asm has_side_effects "atom.acquire.sys.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r22 = nvvm.atomic.rmw add acquire system %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r23 = llvm.inline_asm has_side_effects "atom.acquire.sys.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r23 = nvvm.atomic.rmw add acquire system %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r24 = llvm.inline_asm has_side_effects "atom.release.cta.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r24 = nvvm.atomic.rmw add release block %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r25 = llvm.inline_asm has_side_effects "atom.release.cta.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r25 = nvvm.atomic.rmw add release block %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r26 = llvm.inline_asm has_side_effects "atom.release.cta.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r26 = nvvm.atomic.rmw add release block %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r27 = llvm.inline_asm has_side_effects "atom.release.cluster.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r27 = nvvm.atomic.rmw add release cluster %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r28 = llvm.inline_asm has_side_effects "atom.release.cluster.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r28 = nvvm.atomic.rmw add release cluster %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r29 = llvm.inline_asm has_side_effects "atom.release.cluster.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r29 = nvvm.atomic.rmw add release cluster %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r30 = llvm.inline_asm has_side_effects "atom.release.gpu.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r30 = nvvm.atomic.rmw add release device %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r31 = llvm.inline_asm has_side_effects "atom.release.gpu.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r31 = nvvm.atomic.rmw add release device %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r32 = llvm.inline_asm has_side_effects "atom.release.gpu.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r32 = nvvm.atomic.rmw add release device %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r33 = llvm.inline_asm has_side_effects "atom.release.sys.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r33 = nvvm.atomic.rmw add release system %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r34 = llvm.inline_asm has_side_effects "atom.release.sys.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r34 = nvvm.atomic.rmw add release system %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r35 = llvm.inline_asm has_side_effects "atom.release.sys.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r35 = nvvm.atomic.rmw add release system %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r36 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r36 = nvvm.atomic.rmw add acq_rel block %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r37 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r37 = nvvm.atomic.rmw add acq_rel block %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r38 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r38 = nvvm.atomic.rmw add acq_rel block %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r39 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r39 = nvvm.atomic.rmw add acq_rel cluster %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r40 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r40 = nvvm.atomic.rmw add acq_rel cluster %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r41 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r41 = nvvm.atomic.rmw add acq_rel cluster %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r42 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r42 = nvvm.atomic.rmw add acq_rel device %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r43 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r43 = nvvm.atomic.rmw add acq_rel device %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r44 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r44 = nvvm.atomic.rmw add acq_rel device %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r45 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r45 = nvvm.atomic.rmw add acq_rel system %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r46 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r46 = nvvm.atomic.rmw add acq_rel system %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r47 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r47 = nvvm.atomic.rmw add acq_rel system %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r48 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r48 = nvvm.atomic.rmw add seq_cst block %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r49 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r49 = nvvm.atomic.rmw add seq_cst block %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r50 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r50 = nvvm.atomic.rmw add seq_cst block %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r51 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r51 = nvvm.atomic.rmw add seq_cst cluster %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r52 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r52 = nvvm.atomic.rmw add seq_cst cluster %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r53 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r53 = nvvm.atomic.rmw add seq_cst cluster %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r54 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r54 = nvvm.atomic.rmw add seq_cst device %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r55 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r55 = nvvm.atomic.rmw add seq_cst device %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r56 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r56 = nvvm.atomic.rmw add seq_cst device %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: %r57 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> i64
  %r57 = nvvm.atomic.rmw add seq_cst system %q, %v : !llvm.ptr, i64 -> i64
  // CHECK-NEXT: %r58 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.global.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> i64
  %r58 = nvvm.atomic.rmw add seq_cst system %g, %v : !llvm.ptr<1>, i64 -> i64
  // CHECK-NEXT: %r59 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.shared.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> i64
  %r59 = nvvm.atomic.rmw add seq_cst system %s, %v : !llvm.ptr<3>, i64 -> i64
  // CHECK-NEXT: llvm.return
  llvm.return
}

// CHECK-LABEL: llvm.func @add_f32
llvm.func @add_f32(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: f32) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "atom.relaxed.cta.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r0 = nvvm.atomic.rmw fadd relaxed block %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "atom.relaxed.cta.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r1 = nvvm.atomic.rmw fadd relaxed block %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r2 = llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r2 = nvvm.atomic.rmw fadd relaxed block %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r3 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r3 = nvvm.atomic.rmw fadd relaxed cluster %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r4 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r4 = nvvm.atomic.rmw fadd relaxed cluster %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r5 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r5 = nvvm.atomic.rmw fadd relaxed cluster %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r6 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r6 = nvvm.atomic.rmw fadd relaxed device %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r7 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r7 = nvvm.atomic.rmw fadd relaxed device %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r8 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r8 = nvvm.atomic.rmw fadd relaxed device %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r9 = llvm.inline_asm has_side_effects "atom.relaxed.sys.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r9 = nvvm.atomic.rmw fadd relaxed system %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r10 = llvm.inline_asm has_side_effects "atom.relaxed.sys.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r10 = nvvm.atomic.rmw fadd relaxed system %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r11 = llvm.inline_asm has_side_effects "atom.relaxed.sys.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r11 = nvvm.atomic.rmw fadd relaxed system %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r12 = llvm.inline_asm has_side_effects "atom.acquire.cta.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r12 = nvvm.atomic.rmw fadd acquire block %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r13 = llvm.inline_asm has_side_effects "atom.acquire.cta.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r13 = nvvm.atomic.rmw fadd acquire block %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r14 = llvm.inline_asm has_side_effects "atom.acquire.cta.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r14 = nvvm.atomic.rmw fadd acquire block %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r15 = llvm.inline_asm has_side_effects "atom.acquire.cluster.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r15 = nvvm.atomic.rmw fadd acquire cluster %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r16 = llvm.inline_asm has_side_effects "atom.acquire.cluster.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r16 = nvvm.atomic.rmw fadd acquire cluster %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r17 = llvm.inline_asm has_side_effects "atom.acquire.cluster.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r17 = nvvm.atomic.rmw fadd acquire cluster %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r18 = llvm.inline_asm has_side_effects "atom.acquire.gpu.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r18 = nvvm.atomic.rmw fadd acquire device %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r19 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r19 = nvvm.atomic.rmw fadd acquire device %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r20 = llvm.inline_asm has_side_effects "atom.acquire.gpu.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r20 = nvvm.atomic.rmw fadd acquire device %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r21 = llvm.inline_asm has_side_effects "atom.acquire.sys.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r21 = nvvm.atomic.rmw fadd acquire system %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r22 = llvm.inline_asm has_side_effects "atom.acquire.sys.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r22 = nvvm.atomic.rmw fadd acquire system %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r23 = llvm.inline_asm has_side_effects "atom.acquire.sys.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r23 = nvvm.atomic.rmw fadd acquire system %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r24 = llvm.inline_asm has_side_effects "atom.release.cta.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r24 = nvvm.atomic.rmw fadd release block %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r25 = llvm.inline_asm has_side_effects "atom.release.cta.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r25 = nvvm.atomic.rmw fadd release block %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r26 = llvm.inline_asm has_side_effects "atom.release.cta.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r26 = nvvm.atomic.rmw fadd release block %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r27 = llvm.inline_asm has_side_effects "atom.release.cluster.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r27 = nvvm.atomic.rmw fadd release cluster %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r28 = llvm.inline_asm has_side_effects "atom.release.cluster.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r28 = nvvm.atomic.rmw fadd release cluster %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r29 = llvm.inline_asm has_side_effects "atom.release.cluster.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r29 = nvvm.atomic.rmw fadd release cluster %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r30 = llvm.inline_asm has_side_effects "atom.release.gpu.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r30 = nvvm.atomic.rmw fadd release device %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r31 = llvm.inline_asm has_side_effects "atom.release.gpu.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r31 = nvvm.atomic.rmw fadd release device %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r32 = llvm.inline_asm has_side_effects "atom.release.gpu.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r32 = nvvm.atomic.rmw fadd release device %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r33 = llvm.inline_asm has_side_effects "atom.release.sys.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r33 = nvvm.atomic.rmw fadd release system %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r34 = llvm.inline_asm has_side_effects "atom.release.sys.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r34 = nvvm.atomic.rmw fadd release system %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r35 = llvm.inline_asm has_side_effects "atom.release.sys.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r35 = nvvm.atomic.rmw fadd release system %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r36 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r36 = nvvm.atomic.rmw fadd acq_rel block %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r37 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r37 = nvvm.atomic.rmw fadd acq_rel block %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r38 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r38 = nvvm.atomic.rmw fadd acq_rel block %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r39 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r39 = nvvm.atomic.rmw fadd acq_rel cluster %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r40 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r40 = nvvm.atomic.rmw fadd acq_rel cluster %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r41 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r41 = nvvm.atomic.rmw fadd acq_rel cluster %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r42 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r42 = nvvm.atomic.rmw fadd acq_rel device %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r43 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r43 = nvvm.atomic.rmw fadd acq_rel device %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r44 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r44 = nvvm.atomic.rmw fadd acq_rel device %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r45 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r45 = nvvm.atomic.rmw fadd acq_rel system %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r46 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r46 = nvvm.atomic.rmw fadd acq_rel system %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r47 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r47 = nvvm.atomic.rmw fadd acq_rel system %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r48 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r48 = nvvm.atomic.rmw fadd seq_cst block %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r49 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r49 = nvvm.atomic.rmw fadd seq_cst block %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r50 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r50 = nvvm.atomic.rmw fadd seq_cst block %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r51 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r51 = nvvm.atomic.rmw fadd seq_cst cluster %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r52 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r52 = nvvm.atomic.rmw fadd seq_cst cluster %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r53 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r53 = nvvm.atomic.rmw fadd seq_cst cluster %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r54 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r54 = nvvm.atomic.rmw fadd seq_cst device %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r55 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r55 = nvvm.atomic.rmw fadd seq_cst device %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r56 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r56 = nvvm.atomic.rmw fadd seq_cst device %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: %r57 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> f32
  %r57 = nvvm.atomic.rmw fadd seq_cst system %q, %v : !llvm.ptr, f32 -> f32
  // CHECK-NEXT: %r58 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> f32
  %r58 = nvvm.atomic.rmw fadd seq_cst system %g, %v : !llvm.ptr<1>, f32 -> f32
  // CHECK-NEXT: %r59 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.shared.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> f32
  %r59 = nvvm.atomic.rmw fadd seq_cst system %s, %v : !llvm.ptr<3>, f32 -> f32
  // CHECK-NEXT: llvm.return
  llvm.return
}

// CHECK-LABEL: llvm.func @add_f64
llvm.func @add_f64(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: f64) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "atom.relaxed.cta.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r0 = nvvm.atomic.rmw fadd relaxed block %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "atom.relaxed.cta.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r1 = nvvm.atomic.rmw fadd relaxed block %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r2 = llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r2 = nvvm.atomic.rmw fadd relaxed block %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r3 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r3 = nvvm.atomic.rmw fadd relaxed cluster %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r4 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r4 = nvvm.atomic.rmw fadd relaxed cluster %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r5 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r5 = nvvm.atomic.rmw fadd relaxed cluster %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r6 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r6 = nvvm.atomic.rmw fadd relaxed device %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r7 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r7 = nvvm.atomic.rmw fadd relaxed device %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r8 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r8 = nvvm.atomic.rmw fadd relaxed device %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r9 = llvm.inline_asm has_side_effects "atom.relaxed.sys.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r9 = nvvm.atomic.rmw fadd relaxed system %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r10 = llvm.inline_asm has_side_effects "atom.relaxed.sys.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r10 = nvvm.atomic.rmw fadd relaxed system %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r11 = llvm.inline_asm has_side_effects "atom.relaxed.sys.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r11 = nvvm.atomic.rmw fadd relaxed system %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r12 = llvm.inline_asm has_side_effects "atom.acquire.cta.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r12 = nvvm.atomic.rmw fadd acquire block %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r13 = llvm.inline_asm has_side_effects "atom.acquire.cta.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r13 = nvvm.atomic.rmw fadd acquire block %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r14 = llvm.inline_asm has_side_effects "atom.acquire.cta.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r14 = nvvm.atomic.rmw fadd acquire block %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r15 = llvm.inline_asm has_side_effects "atom.acquire.cluster.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r15 = nvvm.atomic.rmw fadd acquire cluster %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r16 = llvm.inline_asm has_side_effects "atom.acquire.cluster.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r16 = nvvm.atomic.rmw fadd acquire cluster %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r17 = llvm.inline_asm has_side_effects "atom.acquire.cluster.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r17 = nvvm.atomic.rmw fadd acquire cluster %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r18 = llvm.inline_asm has_side_effects "atom.acquire.gpu.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r18 = nvvm.atomic.rmw fadd acquire device %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r19 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r19 = nvvm.atomic.rmw fadd acquire device %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r20 = llvm.inline_asm has_side_effects "atom.acquire.gpu.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r20 = nvvm.atomic.rmw fadd acquire device %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r21 = llvm.inline_asm has_side_effects "atom.acquire.sys.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r21 = nvvm.atomic.rmw fadd acquire system %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r22 = llvm.inline_asm has_side_effects "atom.acquire.sys.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r22 = nvvm.atomic.rmw fadd acquire system %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r23 = llvm.inline_asm has_side_effects "atom.acquire.sys.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r23 = nvvm.atomic.rmw fadd acquire system %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r24 = llvm.inline_asm has_side_effects "atom.release.cta.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r24 = nvvm.atomic.rmw fadd release block %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r25 = llvm.inline_asm has_side_effects "atom.release.cta.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r25 = nvvm.atomic.rmw fadd release block %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r26 = llvm.inline_asm has_side_effects "atom.release.cta.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r26 = nvvm.atomic.rmw fadd release block %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r27 = llvm.inline_asm has_side_effects "atom.release.cluster.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r27 = nvvm.atomic.rmw fadd release cluster %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r28 = llvm.inline_asm has_side_effects "atom.release.cluster.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r28 = nvvm.atomic.rmw fadd release cluster %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r29 = llvm.inline_asm has_side_effects "atom.release.cluster.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r29 = nvvm.atomic.rmw fadd release cluster %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r30 = llvm.inline_asm has_side_effects "atom.release.gpu.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r30 = nvvm.atomic.rmw fadd release device %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r31 = llvm.inline_asm has_side_effects "atom.release.gpu.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r31 = nvvm.atomic.rmw fadd release device %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r32 = llvm.inline_asm has_side_effects "atom.release.gpu.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r32 = nvvm.atomic.rmw fadd release device %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r33 = llvm.inline_asm has_side_effects "atom.release.sys.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r33 = nvvm.atomic.rmw fadd release system %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r34 = llvm.inline_asm has_side_effects "atom.release.sys.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r34 = nvvm.atomic.rmw fadd release system %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r35 = llvm.inline_asm has_side_effects "atom.release.sys.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r35 = nvvm.atomic.rmw fadd release system %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r36 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r36 = nvvm.atomic.rmw fadd acq_rel block %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r37 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r37 = nvvm.atomic.rmw fadd acq_rel block %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r38 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r38 = nvvm.atomic.rmw fadd acq_rel block %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r39 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r39 = nvvm.atomic.rmw fadd acq_rel cluster %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r40 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r40 = nvvm.atomic.rmw fadd acq_rel cluster %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r41 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r41 = nvvm.atomic.rmw fadd acq_rel cluster %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r42 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r42 = nvvm.atomic.rmw fadd acq_rel device %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r43 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r43 = nvvm.atomic.rmw fadd acq_rel device %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r44 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r44 = nvvm.atomic.rmw fadd acq_rel device %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r45 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r45 = nvvm.atomic.rmw fadd acq_rel system %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r46 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r46 = nvvm.atomic.rmw fadd acq_rel system %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r47 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r47 = nvvm.atomic.rmw fadd acq_rel system %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r48 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r48 = nvvm.atomic.rmw fadd seq_cst block %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r49 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r49 = nvvm.atomic.rmw fadd seq_cst block %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r50 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r50 = nvvm.atomic.rmw fadd seq_cst block %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r51 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r51 = nvvm.atomic.rmw fadd seq_cst cluster %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r52 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r52 = nvvm.atomic.rmw fadd seq_cst cluster %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r53 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r53 = nvvm.atomic.rmw fadd seq_cst cluster %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r54 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r54 = nvvm.atomic.rmw fadd seq_cst device %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r55 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r55 = nvvm.atomic.rmw fadd seq_cst device %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r56 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r56 = nvvm.atomic.rmw fadd seq_cst device %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: %r57 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> f64
  %r57 = nvvm.atomic.rmw fadd seq_cst system %q, %v : !llvm.ptr, f64 -> f64
  // CHECK-NEXT: %r58 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> f64
  %r58 = nvvm.atomic.rmw fadd seq_cst system %g, %v : !llvm.ptr<1>, f64 -> f64
  // CHECK-NEXT: %r59 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.shared.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> f64
  %r59 = nvvm.atomic.rmw fadd seq_cst system %s, %v : !llvm.ptr<3>, f64 -> f64
  // CHECK-NEXT: llvm.return
  llvm.return
}

// CHECK-LABEL: llvm.func @add_f16
llvm.func @add_f16(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: f16) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "atom.relaxed.cta.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r0 = nvvm.atomic.rmw fadd relaxed block %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "atom.relaxed.cta.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r1 = nvvm.atomic.rmw fadd relaxed block %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r2 = llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r2 = nvvm.atomic.rmw fadd relaxed block %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r3 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r3 = nvvm.atomic.rmw fadd relaxed cluster %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r4 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r4 = nvvm.atomic.rmw fadd relaxed cluster %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r5 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r5 = nvvm.atomic.rmw fadd relaxed cluster %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r6 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r6 = nvvm.atomic.rmw fadd relaxed device %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r7 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r7 = nvvm.atomic.rmw fadd relaxed device %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r8 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r8 = nvvm.atomic.rmw fadd relaxed device %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r9 = llvm.inline_asm has_side_effects "atom.relaxed.sys.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r9 = nvvm.atomic.rmw fadd relaxed system %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r10 = llvm.inline_asm has_side_effects "atom.relaxed.sys.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r10 = nvvm.atomic.rmw fadd relaxed system %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r11 = llvm.inline_asm has_side_effects "atom.relaxed.sys.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r11 = nvvm.atomic.rmw fadd relaxed system %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r12 = llvm.inline_asm has_side_effects "atom.acquire.cta.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r12 = nvvm.atomic.rmw fadd acquire block %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r13 = llvm.inline_asm has_side_effects "atom.acquire.cta.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r13 = nvvm.atomic.rmw fadd acquire block %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r14 = llvm.inline_asm has_side_effects "atom.acquire.cta.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r14 = nvvm.atomic.rmw fadd acquire block %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r15 = llvm.inline_asm has_side_effects "atom.acquire.cluster.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r15 = nvvm.atomic.rmw fadd acquire cluster %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r16 = llvm.inline_asm has_side_effects "atom.acquire.cluster.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r16 = nvvm.atomic.rmw fadd acquire cluster %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r17 = llvm.inline_asm has_side_effects "atom.acquire.cluster.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r17 = nvvm.atomic.rmw fadd acquire cluster %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r18 = llvm.inline_asm has_side_effects "atom.acquire.gpu.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r18 = nvvm.atomic.rmw fadd acquire device %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r19 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r19 = nvvm.atomic.rmw fadd acquire device %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r20 = llvm.inline_asm has_side_effects "atom.acquire.gpu.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r20 = nvvm.atomic.rmw fadd acquire device %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r21 = llvm.inline_asm has_side_effects "atom.acquire.sys.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r21 = nvvm.atomic.rmw fadd acquire system %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r22 = llvm.inline_asm has_side_effects "atom.acquire.sys.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r22 = nvvm.atomic.rmw fadd acquire system %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r23 = llvm.inline_asm has_side_effects "atom.acquire.sys.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r23 = nvvm.atomic.rmw fadd acquire system %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r24 = llvm.inline_asm has_side_effects "atom.release.cta.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r24 = nvvm.atomic.rmw fadd release block %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r25 = llvm.inline_asm has_side_effects "atom.release.cta.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r25 = nvvm.atomic.rmw fadd release block %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r26 = llvm.inline_asm has_side_effects "atom.release.cta.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r26 = nvvm.atomic.rmw fadd release block %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r27 = llvm.inline_asm has_side_effects "atom.release.cluster.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r27 = nvvm.atomic.rmw fadd release cluster %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r28 = llvm.inline_asm has_side_effects "atom.release.cluster.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r28 = nvvm.atomic.rmw fadd release cluster %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r29 = llvm.inline_asm has_side_effects "atom.release.cluster.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r29 = nvvm.atomic.rmw fadd release cluster %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r30 = llvm.inline_asm has_side_effects "atom.release.gpu.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r30 = nvvm.atomic.rmw fadd release device %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r31 = llvm.inline_asm has_side_effects "atom.release.gpu.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r31 = nvvm.atomic.rmw fadd release device %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r32 = llvm.inline_asm has_side_effects "atom.release.gpu.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r32 = nvvm.atomic.rmw fadd release device %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r33 = llvm.inline_asm has_side_effects "atom.release.sys.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r33 = nvvm.atomic.rmw fadd release system %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r34 = llvm.inline_asm has_side_effects "atom.release.sys.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r34 = nvvm.atomic.rmw fadd release system %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r35 = llvm.inline_asm has_side_effects "atom.release.sys.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r35 = nvvm.atomic.rmw fadd release system %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r36 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r36 = nvvm.atomic.rmw fadd acq_rel block %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r37 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r37 = nvvm.atomic.rmw fadd acq_rel block %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r38 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r38 = nvvm.atomic.rmw fadd acq_rel block %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r39 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r39 = nvvm.atomic.rmw fadd acq_rel cluster %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r40 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r40 = nvvm.atomic.rmw fadd acq_rel cluster %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r41 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r41 = nvvm.atomic.rmw fadd acq_rel cluster %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r42 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r42 = nvvm.atomic.rmw fadd acq_rel device %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r43 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r43 = nvvm.atomic.rmw fadd acq_rel device %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r44 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r44 = nvvm.atomic.rmw fadd acq_rel device %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r45 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r45 = nvvm.atomic.rmw fadd acq_rel system %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r46 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r46 = nvvm.atomic.rmw fadd acq_rel system %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r47 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r47 = nvvm.atomic.rmw fadd acq_rel system %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r48 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r48 = nvvm.atomic.rmw fadd seq_cst block %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r49 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r49 = nvvm.atomic.rmw fadd seq_cst block %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r50 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r50 = nvvm.atomic.rmw fadd seq_cst block %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r51 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r51 = nvvm.atomic.rmw fadd seq_cst cluster %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r52 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r52 = nvvm.atomic.rmw fadd seq_cst cluster %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r53 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r53 = nvvm.atomic.rmw fadd seq_cst cluster %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r54 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r54 = nvvm.atomic.rmw fadd seq_cst device %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r55 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r55 = nvvm.atomic.rmw fadd seq_cst device %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r56 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r56 = nvvm.atomic.rmw fadd seq_cst device %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: %r57 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, f16) -> f16
  %r57 = nvvm.atomic.rmw fadd seq_cst system %q, %v : !llvm.ptr, f16 -> f16
  // CHECK-NEXT: %r58 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.global.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, f16) -> f16
  %r58 = nvvm.atomic.rmw fadd seq_cst system %g, %v : !llvm.ptr<1>, f16 -> f16
  // CHECK-NEXT: %r59 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, f16) -> f16
  %r59 = nvvm.atomic.rmw fadd seq_cst system %s, %v : !llvm.ptr<3>, f16 -> f16
  // CHECK-NEXT: llvm.return
  llvm.return
}

// CHECK-LABEL: llvm.func @add_bf16
llvm.func @add_bf16(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: bf16) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "atom.relaxed.cta.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r0 = nvvm.atomic.rmw fadd relaxed block %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "atom.relaxed.cta.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r1 = nvvm.atomic.rmw fadd relaxed block %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r2 = llvm.inline_asm has_side_effects "atom.relaxed.cta.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r2 = nvvm.atomic.rmw fadd relaxed block %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r3 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r3 = nvvm.atomic.rmw fadd relaxed cluster %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r4 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r4 = nvvm.atomic.rmw fadd relaxed cluster %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r5 = llvm.inline_asm has_side_effects "atom.relaxed.cluster.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r5 = nvvm.atomic.rmw fadd relaxed cluster %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r6 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r6 = nvvm.atomic.rmw fadd relaxed device %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r7 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r7 = nvvm.atomic.rmw fadd relaxed device %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r8 = llvm.inline_asm has_side_effects "atom.relaxed.gpu.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r8 = nvvm.atomic.rmw fadd relaxed device %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r9 = llvm.inline_asm has_side_effects "atom.relaxed.sys.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r9 = nvvm.atomic.rmw fadd relaxed system %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r10 = llvm.inline_asm has_side_effects "atom.relaxed.sys.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r10 = nvvm.atomic.rmw fadd relaxed system %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r11 = llvm.inline_asm has_side_effects "atom.relaxed.sys.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r11 = nvvm.atomic.rmw fadd relaxed system %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r12 = llvm.inline_asm has_side_effects "atom.acquire.cta.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r12 = nvvm.atomic.rmw fadd acquire block %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r13 = llvm.inline_asm has_side_effects "atom.acquire.cta.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r13 = nvvm.atomic.rmw fadd acquire block %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r14 = llvm.inline_asm has_side_effects "atom.acquire.cta.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r14 = nvvm.atomic.rmw fadd acquire block %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r15 = llvm.inline_asm has_side_effects "atom.acquire.cluster.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r15 = nvvm.atomic.rmw fadd acquire cluster %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r16 = llvm.inline_asm has_side_effects "atom.acquire.cluster.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r16 = nvvm.atomic.rmw fadd acquire cluster %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r17 = llvm.inline_asm has_side_effects "atom.acquire.cluster.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r17 = nvvm.atomic.rmw fadd acquire cluster %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r18 = llvm.inline_asm has_side_effects "atom.acquire.gpu.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r18 = nvvm.atomic.rmw fadd acquire device %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r19 = llvm.inline_asm has_side_effects "atom.acquire.gpu.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r19 = nvvm.atomic.rmw fadd acquire device %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r20 = llvm.inline_asm has_side_effects "atom.acquire.gpu.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r20 = nvvm.atomic.rmw fadd acquire device %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r21 = llvm.inline_asm has_side_effects "atom.acquire.sys.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r21 = nvvm.atomic.rmw fadd acquire system %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r22 = llvm.inline_asm has_side_effects "atom.acquire.sys.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r22 = nvvm.atomic.rmw fadd acquire system %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r23 = llvm.inline_asm has_side_effects "atom.acquire.sys.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r23 = nvvm.atomic.rmw fadd acquire system %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r24 = llvm.inline_asm has_side_effects "atom.release.cta.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r24 = nvvm.atomic.rmw fadd release block %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r25 = llvm.inline_asm has_side_effects "atom.release.cta.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r25 = nvvm.atomic.rmw fadd release block %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r26 = llvm.inline_asm has_side_effects "atom.release.cta.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r26 = nvvm.atomic.rmw fadd release block %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r27 = llvm.inline_asm has_side_effects "atom.release.cluster.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r27 = nvvm.atomic.rmw fadd release cluster %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r28 = llvm.inline_asm has_side_effects "atom.release.cluster.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r28 = nvvm.atomic.rmw fadd release cluster %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r29 = llvm.inline_asm has_side_effects "atom.release.cluster.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r29 = nvvm.atomic.rmw fadd release cluster %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r30 = llvm.inline_asm has_side_effects "atom.release.gpu.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r30 = nvvm.atomic.rmw fadd release device %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r31 = llvm.inline_asm has_side_effects "atom.release.gpu.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r31 = nvvm.atomic.rmw fadd release device %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r32 = llvm.inline_asm has_side_effects "atom.release.gpu.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r32 = nvvm.atomic.rmw fadd release device %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r33 = llvm.inline_asm has_side_effects "atom.release.sys.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r33 = nvvm.atomic.rmw fadd release system %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r34 = llvm.inline_asm has_side_effects "atom.release.sys.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r34 = nvvm.atomic.rmw fadd release system %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r35 = llvm.inline_asm has_side_effects "atom.release.sys.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r35 = nvvm.atomic.rmw fadd release system %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r36 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r36 = nvvm.atomic.rmw fadd acq_rel block %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r37 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r37 = nvvm.atomic.rmw fadd acq_rel block %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r38 = llvm.inline_asm has_side_effects "atom.acq_rel.cta.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r38 = nvvm.atomic.rmw fadd acq_rel block %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r39 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r39 = nvvm.atomic.rmw fadd acq_rel cluster %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r40 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r40 = nvvm.atomic.rmw fadd acq_rel cluster %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r41 = llvm.inline_asm has_side_effects "atom.acq_rel.cluster.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r41 = nvvm.atomic.rmw fadd acq_rel cluster %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r42 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r42 = nvvm.atomic.rmw fadd acq_rel device %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r43 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r43 = nvvm.atomic.rmw fadd acq_rel device %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r44 = llvm.inline_asm has_side_effects "atom.acq_rel.gpu.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r44 = nvvm.atomic.rmw fadd acq_rel device %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r45 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r45 = nvvm.atomic.rmw fadd acq_rel system %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r46 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r46 = nvvm.atomic.rmw fadd acq_rel system %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r47 = llvm.inline_asm has_side_effects "atom.acq_rel.sys.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r47 = nvvm.atomic.rmw fadd acq_rel system %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r48 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r48 = nvvm.atomic.rmw fadd seq_cst block %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r49 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r49 = nvvm.atomic.rmw fadd seq_cst block %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r50 = llvm.inline_asm has_side_effects "fence.sc.cta; atom.acq_rel.cta.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r50 = nvvm.atomic.rmw fadd seq_cst block %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r51 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r51 = nvvm.atomic.rmw fadd seq_cst cluster %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r52 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r52 = nvvm.atomic.rmw fadd seq_cst cluster %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r53 = llvm.inline_asm has_side_effects "fence.sc.cluster; atom.acq_rel.cluster.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r53 = nvvm.atomic.rmw fadd seq_cst cluster %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r54 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r54 = nvvm.atomic.rmw fadd seq_cst device %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r55 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r55 = nvvm.atomic.rmw fadd seq_cst device %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r56 = llvm.inline_asm has_side_effects "fence.sc.gpu; atom.acq_rel.gpu.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r56 = nvvm.atomic.rmw fadd seq_cst device %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: %r57 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %q, %v : (!llvm.ptr, bf16) -> bf16
  %r57 = nvvm.atomic.rmw fadd seq_cst system %q, %v : !llvm.ptr, bf16 -> bf16
  // CHECK-NEXT: %r58 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.global.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %g, %v : (!llvm.ptr<1>, bf16) -> bf16
  %r58 = nvvm.atomic.rmw fadd seq_cst system %g, %v : !llvm.ptr<1>, bf16 -> bf16
  // CHECK-NEXT: %r59 = llvm.inline_asm has_side_effects "fence.sc.sys; atom.acq_rel.sys.shared.add.noftz.bf16 $0, [$1], $2;", "=h,l,h,~{memory}" %s, %v : (!llvm.ptr<3>, bf16) -> bf16
  %r59 = nvvm.atomic.rmw fadd seq_cst system %s, %v : !llvm.ptr<3>, bf16 -> bf16
  // CHECK-NEXT: llvm.return
  llvm.return
}
