// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | filecheck %s

// Loads and stores, for every order, scope, address space and type.

// CHECK-LABEL: llvm.func @load_store_i32
llvm.func @load_store_i32(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: i32) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "ld.relaxed.cta.b32 $0, [$1];", "=r,l,~{memory}" %q : (!llvm.ptr) -> i32
  %r0 = nvvm.atomic.load relaxed block %q : !llvm.ptr -> i32
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "ld.relaxed.cta.global.b32 $0, [$1];", "=r,l,~{memory}" %g : (!llvm.ptr<1>) -> i32
  %r1 = nvvm.atomic.load relaxed block %g : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %r2 = llvm.inline_asm has_side_effects "ld.relaxed.cta.shared.b32 $0, [$1];", "=r,l,~{memory}" %s : (!llvm.ptr<3>) -> i32
  %r2 = nvvm.atomic.load relaxed block %s : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %r3 = llvm.inline_asm has_side_effects "ld.relaxed.cluster.b32 $0, [$1];", "=r,l,~{memory}" %q : (!llvm.ptr) -> i32
  %r3 = nvvm.atomic.load relaxed cluster %q : !llvm.ptr -> i32
  // CHECK-NEXT: %r4 = llvm.inline_asm has_side_effects "ld.relaxed.cluster.global.b32 $0, [$1];", "=r,l,~{memory}" %g : (!llvm.ptr<1>) -> i32
  %r4 = nvvm.atomic.load relaxed cluster %g : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %r5 = llvm.inline_asm has_side_effects "ld.relaxed.cluster.shared.b32 $0, [$1];", "=r,l,~{memory}" %s : (!llvm.ptr<3>) -> i32
  %r5 = nvvm.atomic.load relaxed cluster %s : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %r6 = llvm.inline_asm has_side_effects "ld.relaxed.gpu.b32 $0, [$1];", "=r,l,~{memory}" %q : (!llvm.ptr) -> i32
  %r6 = nvvm.atomic.load relaxed device %q : !llvm.ptr -> i32
  // CHECK-NEXT: %r7 = llvm.inline_asm has_side_effects "ld.relaxed.gpu.global.b32 $0, [$1];", "=r,l,~{memory}" %g : (!llvm.ptr<1>) -> i32
  %r7 = nvvm.atomic.load relaxed device %g : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %r8 = llvm.inline_asm has_side_effects "ld.relaxed.gpu.shared.b32 $0, [$1];", "=r,l,~{memory}" %s : (!llvm.ptr<3>) -> i32
  %r8 = nvvm.atomic.load relaxed device %s : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %r9 = llvm.inline_asm has_side_effects "ld.relaxed.sys.b32 $0, [$1];", "=r,l,~{memory}" %q : (!llvm.ptr) -> i32
  %r9 = nvvm.atomic.load relaxed system %q : !llvm.ptr -> i32
  // CHECK-NEXT: %r10 = llvm.inline_asm has_side_effects "ld.relaxed.sys.global.b32 $0, [$1];", "=r,l,~{memory}" %g : (!llvm.ptr<1>) -> i32
  %r10 = nvvm.atomic.load relaxed system %g : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %r11 = llvm.inline_asm has_side_effects "ld.relaxed.sys.shared.b32 $0, [$1];", "=r,l,~{memory}" %s : (!llvm.ptr<3>) -> i32
  %r11 = nvvm.atomic.load relaxed system %s : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %r12 = llvm.inline_asm has_side_effects "ld.acquire.cta.b32 $0, [$1];", "=r,l,~{memory}" %q : (!llvm.ptr) -> i32
  %r12 = nvvm.atomic.load acquire block %q : !llvm.ptr -> i32
  // CHECK-NEXT: %r13 = llvm.inline_asm has_side_effects "ld.acquire.cta.global.b32 $0, [$1];", "=r,l,~{memory}" %g : (!llvm.ptr<1>) -> i32
  %r13 = nvvm.atomic.load acquire block %g : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %r14 = llvm.inline_asm has_side_effects "ld.acquire.cta.shared.b32 $0, [$1];", "=r,l,~{memory}" %s : (!llvm.ptr<3>) -> i32
  %r14 = nvvm.atomic.load acquire block %s : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %r15 = llvm.inline_asm has_side_effects "ld.acquire.cluster.b32 $0, [$1];", "=r,l,~{memory}" %q : (!llvm.ptr) -> i32
  %r15 = nvvm.atomic.load acquire cluster %q : !llvm.ptr -> i32
  // CHECK-NEXT: %r16 = llvm.inline_asm has_side_effects "ld.acquire.cluster.global.b32 $0, [$1];", "=r,l,~{memory}" %g : (!llvm.ptr<1>) -> i32
  %r16 = nvvm.atomic.load acquire cluster %g : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %r17 = llvm.inline_asm has_side_effects "ld.acquire.cluster.shared.b32 $0, [$1];", "=r,l,~{memory}" %s : (!llvm.ptr<3>) -> i32
  %r17 = nvvm.atomic.load acquire cluster %s : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %r18 = llvm.inline_asm has_side_effects "ld.acquire.gpu.b32 $0, [$1];", "=r,l,~{memory}" %q : (!llvm.ptr) -> i32
  %r18 = nvvm.atomic.load acquire device %q : !llvm.ptr -> i32
  // CHECK-NEXT: %r19 = llvm.inline_asm has_side_effects "ld.acquire.gpu.global.b32 $0, [$1];", "=r,l,~{memory}" %g : (!llvm.ptr<1>) -> i32
  %r19 = nvvm.atomic.load acquire device %g : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %r20 = llvm.inline_asm has_side_effects "ld.acquire.gpu.shared.b32 $0, [$1];", "=r,l,~{memory}" %s : (!llvm.ptr<3>) -> i32
  %r20 = nvvm.atomic.load acquire device %s : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %r21 = llvm.inline_asm has_side_effects "ld.acquire.sys.b32 $0, [$1];", "=r,l,~{memory}" %q : (!llvm.ptr) -> i32
  %r21 = nvvm.atomic.load acquire system %q : !llvm.ptr -> i32
  // CHECK-NEXT: %r22 = llvm.inline_asm has_side_effects "ld.acquire.sys.global.b32 $0, [$1];", "=r,l,~{memory}" %g : (!llvm.ptr<1>) -> i32
  %r22 = nvvm.atomic.load acquire system %g : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %r23 = llvm.inline_asm has_side_effects "ld.acquire.sys.shared.b32 $0, [$1];", "=r,l,~{memory}" %s : (!llvm.ptr<3>) -> i32
  %r23 = nvvm.atomic.load acquire system %s : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %r24 = llvm.inline_asm has_side_effects "fence.sc.cta; ld.acquire.cta.b32 $0, [$1];", "=r,l,~{memory}" %q : (!llvm.ptr) -> i32
  %r24 = nvvm.atomic.load seq_cst block %q : !llvm.ptr -> i32
  // CHECK-NEXT: %r25 = llvm.inline_asm has_side_effects "fence.sc.cta; ld.acquire.cta.global.b32 $0, [$1];", "=r,l,~{memory}" %g : (!llvm.ptr<1>) -> i32
  %r25 = nvvm.atomic.load seq_cst block %g : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %r26 = llvm.inline_asm has_side_effects "fence.sc.cta; ld.acquire.cta.shared.b32 $0, [$1];", "=r,l,~{memory}" %s : (!llvm.ptr<3>) -> i32
  %r26 = nvvm.atomic.load seq_cst block %s : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %r27 = llvm.inline_asm has_side_effects "fence.sc.cluster; ld.acquire.cluster.b32 $0, [$1];", "=r,l,~{memory}" %q : (!llvm.ptr) -> i32
  %r27 = nvvm.atomic.load seq_cst cluster %q : !llvm.ptr -> i32
  // CHECK-NEXT: %r28 = llvm.inline_asm has_side_effects "fence.sc.cluster; ld.acquire.cluster.global.b32 $0, [$1];", "=r,l,~{memory}" %g : (!llvm.ptr<1>) -> i32
  %r28 = nvvm.atomic.load seq_cst cluster %g : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %r29 = llvm.inline_asm has_side_effects "fence.sc.cluster; ld.acquire.cluster.shared.b32 $0, [$1];", "=r,l,~{memory}" %s : (!llvm.ptr<3>) -> i32
  %r29 = nvvm.atomic.load seq_cst cluster %s : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %r30 = llvm.inline_asm has_side_effects "fence.sc.gpu; ld.acquire.gpu.b32 $0, [$1];", "=r,l,~{memory}" %q : (!llvm.ptr) -> i32
  %r30 = nvvm.atomic.load seq_cst device %q : !llvm.ptr -> i32
  // CHECK-NEXT: %r31 = llvm.inline_asm has_side_effects "fence.sc.gpu; ld.acquire.gpu.global.b32 $0, [$1];", "=r,l,~{memory}" %g : (!llvm.ptr<1>) -> i32
  %r31 = nvvm.atomic.load seq_cst device %g : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %r32 = llvm.inline_asm has_side_effects "fence.sc.gpu; ld.acquire.gpu.shared.b32 $0, [$1];", "=r,l,~{memory}" %s : (!llvm.ptr<3>) -> i32
  %r32 = nvvm.atomic.load seq_cst device %s : !llvm.ptr<3> -> i32
  // CHECK-NEXT: %r33 = llvm.inline_asm has_side_effects "fence.sc.sys; ld.acquire.sys.b32 $0, [$1];", "=r,l,~{memory}" %q : (!llvm.ptr) -> i32
  %r33 = nvvm.atomic.load seq_cst system %q : !llvm.ptr -> i32
  // CHECK-NEXT: %r34 = llvm.inline_asm has_side_effects "fence.sc.sys; ld.acquire.sys.global.b32 $0, [$1];", "=r,l,~{memory}" %g : (!llvm.ptr<1>) -> i32
  %r34 = nvvm.atomic.load seq_cst system %g : !llvm.ptr<1> -> i32
  // CHECK-NEXT: %r35 = llvm.inline_asm has_side_effects "fence.sc.sys; ld.acquire.sys.shared.b32 $0, [$1];", "=r,l,~{memory}" %s : (!llvm.ptr<3>) -> i32
  %r35 = nvvm.atomic.load seq_cst system %s : !llvm.ptr<3> -> i32
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cta.b32 [$0], $1;", "l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> ()
  nvvm.atomic.store relaxed block %v, %q : i32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cta.global.b32 [$0], $1;", "l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> ()
  nvvm.atomic.store relaxed block %v, %g : i32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cta.shared.b32 [$0], $1;", "l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> ()
  nvvm.atomic.store relaxed block %v, %s : i32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cluster.b32 [$0], $1;", "l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> ()
  nvvm.atomic.store relaxed cluster %v, %q : i32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cluster.global.b32 [$0], $1;", "l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> ()
  nvvm.atomic.store relaxed cluster %v, %g : i32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cluster.shared.b32 [$0], $1;", "l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> ()
  nvvm.atomic.store relaxed cluster %v, %s : i32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.gpu.b32 [$0], $1;", "l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> ()
  nvvm.atomic.store relaxed device %v, %q : i32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.gpu.global.b32 [$0], $1;", "l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> ()
  nvvm.atomic.store relaxed device %v, %g : i32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.gpu.shared.b32 [$0], $1;", "l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> ()
  nvvm.atomic.store relaxed device %v, %s : i32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.sys.b32 [$0], $1;", "l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> ()
  nvvm.atomic.store relaxed system %v, %q : i32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.sys.global.b32 [$0], $1;", "l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> ()
  nvvm.atomic.store relaxed system %v, %g : i32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.sys.shared.b32 [$0], $1;", "l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> ()
  nvvm.atomic.store relaxed system %v, %s : i32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cta.b32 [$0], $1;", "l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> ()
  nvvm.atomic.store release block %v, %q : i32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cta.global.b32 [$0], $1;", "l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> ()
  nvvm.atomic.store release block %v, %g : i32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cta.shared.b32 [$0], $1;", "l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> ()
  nvvm.atomic.store release block %v, %s : i32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cluster.b32 [$0], $1;", "l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> ()
  nvvm.atomic.store release cluster %v, %q : i32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cluster.global.b32 [$0], $1;", "l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> ()
  nvvm.atomic.store release cluster %v, %g : i32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cluster.shared.b32 [$0], $1;", "l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> ()
  nvvm.atomic.store release cluster %v, %s : i32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.gpu.b32 [$0], $1;", "l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> ()
  nvvm.atomic.store release device %v, %q : i32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.gpu.global.b32 [$0], $1;", "l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> ()
  nvvm.atomic.store release device %v, %g : i32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.gpu.shared.b32 [$0], $1;", "l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> ()
  nvvm.atomic.store release device %v, %s : i32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.sys.b32 [$0], $1;", "l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> ()
  nvvm.atomic.store release system %v, %q : i32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.sys.global.b32 [$0], $1;", "l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> ()
  nvvm.atomic.store release system %v, %g : i32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.sys.shared.b32 [$0], $1;", "l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> ()
  nvvm.atomic.store release system %v, %s : i32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cta; st.release.cta.b32 [$0], $1;", "l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> ()
  nvvm.atomic.store seq_cst block %v, %q : i32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cta; st.release.cta.global.b32 [$0], $1;", "l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> ()
  nvvm.atomic.store seq_cst block %v, %g : i32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cta; st.release.cta.shared.b32 [$0], $1;", "l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> ()
  nvvm.atomic.store seq_cst block %v, %s : i32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cluster; st.release.cluster.b32 [$0], $1;", "l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> ()
  nvvm.atomic.store seq_cst cluster %v, %q : i32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cluster; st.release.cluster.global.b32 [$0], $1;", "l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> ()
  nvvm.atomic.store seq_cst cluster %v, %g : i32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cluster; st.release.cluster.shared.b32 [$0], $1;", "l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> ()
  nvvm.atomic.store seq_cst cluster %v, %s : i32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.gpu; st.release.gpu.b32 [$0], $1;", "l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> ()
  nvvm.atomic.store seq_cst device %v, %q : i32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.gpu; st.release.gpu.global.b32 [$0], $1;", "l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> ()
  nvvm.atomic.store seq_cst device %v, %g : i32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.gpu; st.release.gpu.shared.b32 [$0], $1;", "l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> ()
  nvvm.atomic.store seq_cst device %v, %s : i32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.sys; st.release.sys.b32 [$0], $1;", "l,r,~{memory}" %q, %v : (!llvm.ptr, i32) -> ()
  nvvm.atomic.store seq_cst system %v, %q : i32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.sys; st.release.sys.global.b32 [$0], $1;", "l,r,~{memory}" %g, %v : (!llvm.ptr<1>, i32) -> ()
  nvvm.atomic.store seq_cst system %v, %g : i32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.sys; st.release.sys.shared.b32 [$0], $1;", "l,r,~{memory}" %s, %v : (!llvm.ptr<3>, i32) -> ()
  nvvm.atomic.store seq_cst system %v, %s : i32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.return
  llvm.return
}

// CHECK-LABEL: llvm.func @load_store_i64
llvm.func @load_store_i64(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: i64) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "ld.relaxed.cta.b64 $0, [$1];", "=l,l,~{memory}" %q : (!llvm.ptr) -> i64
  %r0 = nvvm.atomic.load relaxed block %q : !llvm.ptr -> i64
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "ld.relaxed.cta.global.b64 $0, [$1];", "=l,l,~{memory}" %g : (!llvm.ptr<1>) -> i64
  %r1 = nvvm.atomic.load relaxed block %g : !llvm.ptr<1> -> i64
  // CHECK-NEXT: %r2 = llvm.inline_asm has_side_effects "ld.relaxed.cta.shared.b64 $0, [$1];", "=l,l,~{memory}" %s : (!llvm.ptr<3>) -> i64
  %r2 = nvvm.atomic.load relaxed block %s : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %r3 = llvm.inline_asm has_side_effects "ld.relaxed.cluster.b64 $0, [$1];", "=l,l,~{memory}" %q : (!llvm.ptr) -> i64
  %r3 = nvvm.atomic.load relaxed cluster %q : !llvm.ptr -> i64
  // CHECK-NEXT: %r4 = llvm.inline_asm has_side_effects "ld.relaxed.cluster.global.b64 $0, [$1];", "=l,l,~{memory}" %g : (!llvm.ptr<1>) -> i64
  %r4 = nvvm.atomic.load relaxed cluster %g : !llvm.ptr<1> -> i64
  // CHECK-NEXT: %r5 = llvm.inline_asm has_side_effects "ld.relaxed.cluster.shared.b64 $0, [$1];", "=l,l,~{memory}" %s : (!llvm.ptr<3>) -> i64
  %r5 = nvvm.atomic.load relaxed cluster %s : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %r6 = llvm.inline_asm has_side_effects "ld.relaxed.gpu.b64 $0, [$1];", "=l,l,~{memory}" %q : (!llvm.ptr) -> i64
  %r6 = nvvm.atomic.load relaxed device %q : !llvm.ptr -> i64
  // CHECK-NEXT: %r7 = llvm.inline_asm has_side_effects "ld.relaxed.gpu.global.b64 $0, [$1];", "=l,l,~{memory}" %g : (!llvm.ptr<1>) -> i64
  %r7 = nvvm.atomic.load relaxed device %g : !llvm.ptr<1> -> i64
  // CHECK-NEXT: %r8 = llvm.inline_asm has_side_effects "ld.relaxed.gpu.shared.b64 $0, [$1];", "=l,l,~{memory}" %s : (!llvm.ptr<3>) -> i64
  %r8 = nvvm.atomic.load relaxed device %s : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %r9 = llvm.inline_asm has_side_effects "ld.relaxed.sys.b64 $0, [$1];", "=l,l,~{memory}" %q : (!llvm.ptr) -> i64
  %r9 = nvvm.atomic.load relaxed system %q : !llvm.ptr -> i64
  // CHECK-NEXT: %r10 = llvm.inline_asm has_side_effects "ld.relaxed.sys.global.b64 $0, [$1];", "=l,l,~{memory}" %g : (!llvm.ptr<1>) -> i64
  %r10 = nvvm.atomic.load relaxed system %g : !llvm.ptr<1> -> i64
  // CHECK-NEXT: %r11 = llvm.inline_asm has_side_effects "ld.relaxed.sys.shared.b64 $0, [$1];", "=l,l,~{memory}" %s : (!llvm.ptr<3>) -> i64
  %r11 = nvvm.atomic.load relaxed system %s : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %r12 = llvm.inline_asm has_side_effects "ld.acquire.cta.b64 $0, [$1];", "=l,l,~{memory}" %q : (!llvm.ptr) -> i64
  %r12 = nvvm.atomic.load acquire block %q : !llvm.ptr -> i64
  // CHECK-NEXT: %r13 = llvm.inline_asm has_side_effects "ld.acquire.cta.global.b64 $0, [$1];", "=l,l,~{memory}" %g : (!llvm.ptr<1>) -> i64
  %r13 = nvvm.atomic.load acquire block %g : !llvm.ptr<1> -> i64
  // CHECK-NEXT: %r14 = llvm.inline_asm has_side_effects "ld.acquire.cta.shared.b64 $0, [$1];", "=l,l,~{memory}" %s : (!llvm.ptr<3>) -> i64
  %r14 = nvvm.atomic.load acquire block %s : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %r15 = llvm.inline_asm has_side_effects "ld.acquire.cluster.b64 $0, [$1];", "=l,l,~{memory}" %q : (!llvm.ptr) -> i64
  %r15 = nvvm.atomic.load acquire cluster %q : !llvm.ptr -> i64
  // CHECK-NEXT: %r16 = llvm.inline_asm has_side_effects "ld.acquire.cluster.global.b64 $0, [$1];", "=l,l,~{memory}" %g : (!llvm.ptr<1>) -> i64
  %r16 = nvvm.atomic.load acquire cluster %g : !llvm.ptr<1> -> i64
  // CHECK-NEXT: %r17 = llvm.inline_asm has_side_effects "ld.acquire.cluster.shared.b64 $0, [$1];", "=l,l,~{memory}" %s : (!llvm.ptr<3>) -> i64
  %r17 = nvvm.atomic.load acquire cluster %s : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %r18 = llvm.inline_asm has_side_effects "ld.acquire.gpu.b64 $0, [$1];", "=l,l,~{memory}" %q : (!llvm.ptr) -> i64
  %r18 = nvvm.atomic.load acquire device %q : !llvm.ptr -> i64
  // CHECK-NEXT: %r19 = llvm.inline_asm has_side_effects "ld.acquire.gpu.global.b64 $0, [$1];", "=l,l,~{memory}" %g : (!llvm.ptr<1>) -> i64
  %r19 = nvvm.atomic.load acquire device %g : !llvm.ptr<1> -> i64
  // CHECK-NEXT: %r20 = llvm.inline_asm has_side_effects "ld.acquire.gpu.shared.b64 $0, [$1];", "=l,l,~{memory}" %s : (!llvm.ptr<3>) -> i64
  %r20 = nvvm.atomic.load acquire device %s : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %r21 = llvm.inline_asm has_side_effects "ld.acquire.sys.b64 $0, [$1];", "=l,l,~{memory}" %q : (!llvm.ptr) -> i64
  %r21 = nvvm.atomic.load acquire system %q : !llvm.ptr -> i64
  // CHECK-NEXT: %r22 = llvm.inline_asm has_side_effects "ld.acquire.sys.global.b64 $0, [$1];", "=l,l,~{memory}" %g : (!llvm.ptr<1>) -> i64
  %r22 = nvvm.atomic.load acquire system %g : !llvm.ptr<1> -> i64
  // CHECK-NEXT: %r23 = llvm.inline_asm has_side_effects "ld.acquire.sys.shared.b64 $0, [$1];", "=l,l,~{memory}" %s : (!llvm.ptr<3>) -> i64
  %r23 = nvvm.atomic.load acquire system %s : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %r24 = llvm.inline_asm has_side_effects "fence.sc.cta; ld.acquire.cta.b64 $0, [$1];", "=l,l,~{memory}" %q : (!llvm.ptr) -> i64
  %r24 = nvvm.atomic.load seq_cst block %q : !llvm.ptr -> i64
  // CHECK-NEXT: %r25 = llvm.inline_asm has_side_effects "fence.sc.cta; ld.acquire.cta.global.b64 $0, [$1];", "=l,l,~{memory}" %g : (!llvm.ptr<1>) -> i64
  %r25 = nvvm.atomic.load seq_cst block %g : !llvm.ptr<1> -> i64
  // CHECK-NEXT: %r26 = llvm.inline_asm has_side_effects "fence.sc.cta; ld.acquire.cta.shared.b64 $0, [$1];", "=l,l,~{memory}" %s : (!llvm.ptr<3>) -> i64
  %r26 = nvvm.atomic.load seq_cst block %s : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %r27 = llvm.inline_asm has_side_effects "fence.sc.cluster; ld.acquire.cluster.b64 $0, [$1];", "=l,l,~{memory}" %q : (!llvm.ptr) -> i64
  %r27 = nvvm.atomic.load seq_cst cluster %q : !llvm.ptr -> i64
  // CHECK-NEXT: %r28 = llvm.inline_asm has_side_effects "fence.sc.cluster; ld.acquire.cluster.global.b64 $0, [$1];", "=l,l,~{memory}" %g : (!llvm.ptr<1>) -> i64
  %r28 = nvvm.atomic.load seq_cst cluster %g : !llvm.ptr<1> -> i64
  // CHECK-NEXT: %r29 = llvm.inline_asm has_side_effects "fence.sc.cluster; ld.acquire.cluster.shared.b64 $0, [$1];", "=l,l,~{memory}" %s : (!llvm.ptr<3>) -> i64
  %r29 = nvvm.atomic.load seq_cst cluster %s : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %r30 = llvm.inline_asm has_side_effects "fence.sc.gpu; ld.acquire.gpu.b64 $0, [$1];", "=l,l,~{memory}" %q : (!llvm.ptr) -> i64
  %r30 = nvvm.atomic.load seq_cst device %q : !llvm.ptr -> i64
  // CHECK-NEXT: %r31 = llvm.inline_asm has_side_effects "fence.sc.gpu; ld.acquire.gpu.global.b64 $0, [$1];", "=l,l,~{memory}" %g : (!llvm.ptr<1>) -> i64
  %r31 = nvvm.atomic.load seq_cst device %g : !llvm.ptr<1> -> i64
  // CHECK-NEXT: %r32 = llvm.inline_asm has_side_effects "fence.sc.gpu; ld.acquire.gpu.shared.b64 $0, [$1];", "=l,l,~{memory}" %s : (!llvm.ptr<3>) -> i64
  %r32 = nvvm.atomic.load seq_cst device %s : !llvm.ptr<3> -> i64
  // CHECK-NEXT: %r33 = llvm.inline_asm has_side_effects "fence.sc.sys; ld.acquire.sys.b64 $0, [$1];", "=l,l,~{memory}" %q : (!llvm.ptr) -> i64
  %r33 = nvvm.atomic.load seq_cst system %q : !llvm.ptr -> i64
  // CHECK-NEXT: %r34 = llvm.inline_asm has_side_effects "fence.sc.sys; ld.acquire.sys.global.b64 $0, [$1];", "=l,l,~{memory}" %g : (!llvm.ptr<1>) -> i64
  %r34 = nvvm.atomic.load seq_cst system %g : !llvm.ptr<1> -> i64
  // CHECK-NEXT: %r35 = llvm.inline_asm has_side_effects "fence.sc.sys; ld.acquire.sys.shared.b64 $0, [$1];", "=l,l,~{memory}" %s : (!llvm.ptr<3>) -> i64
  %r35 = nvvm.atomic.load seq_cst system %s : !llvm.ptr<3> -> i64
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cta.b64 [$0], $1;", "l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> ()
  nvvm.atomic.store relaxed block %v, %q : i64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cta.global.b64 [$0], $1;", "l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> ()
  nvvm.atomic.store relaxed block %v, %g : i64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cta.shared.b64 [$0], $1;", "l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> ()
  nvvm.atomic.store relaxed block %v, %s : i64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cluster.b64 [$0], $1;", "l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> ()
  nvvm.atomic.store relaxed cluster %v, %q : i64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cluster.global.b64 [$0], $1;", "l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> ()
  nvvm.atomic.store relaxed cluster %v, %g : i64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cluster.shared.b64 [$0], $1;", "l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> ()
  nvvm.atomic.store relaxed cluster %v, %s : i64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.gpu.b64 [$0], $1;", "l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> ()
  nvvm.atomic.store relaxed device %v, %q : i64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.gpu.global.b64 [$0], $1;", "l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> ()
  nvvm.atomic.store relaxed device %v, %g : i64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.gpu.shared.b64 [$0], $1;", "l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> ()
  nvvm.atomic.store relaxed device %v, %s : i64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.sys.b64 [$0], $1;", "l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> ()
  nvvm.atomic.store relaxed system %v, %q : i64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.sys.global.b64 [$0], $1;", "l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> ()
  nvvm.atomic.store relaxed system %v, %g : i64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.sys.shared.b64 [$0], $1;", "l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> ()
  nvvm.atomic.store relaxed system %v, %s : i64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cta.b64 [$0], $1;", "l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> ()
  nvvm.atomic.store release block %v, %q : i64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cta.global.b64 [$0], $1;", "l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> ()
  nvvm.atomic.store release block %v, %g : i64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cta.shared.b64 [$0], $1;", "l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> ()
  nvvm.atomic.store release block %v, %s : i64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cluster.b64 [$0], $1;", "l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> ()
  nvvm.atomic.store release cluster %v, %q : i64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cluster.global.b64 [$0], $1;", "l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> ()
  nvvm.atomic.store release cluster %v, %g : i64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cluster.shared.b64 [$0], $1;", "l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> ()
  nvvm.atomic.store release cluster %v, %s : i64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.gpu.b64 [$0], $1;", "l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> ()
  nvvm.atomic.store release device %v, %q : i64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.gpu.global.b64 [$0], $1;", "l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> ()
  nvvm.atomic.store release device %v, %g : i64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.gpu.shared.b64 [$0], $1;", "l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> ()
  nvvm.atomic.store release device %v, %s : i64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.sys.b64 [$0], $1;", "l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> ()
  nvvm.atomic.store release system %v, %q : i64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.sys.global.b64 [$0], $1;", "l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> ()
  nvvm.atomic.store release system %v, %g : i64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.sys.shared.b64 [$0], $1;", "l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> ()
  nvvm.atomic.store release system %v, %s : i64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cta; st.release.cta.b64 [$0], $1;", "l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> ()
  nvvm.atomic.store seq_cst block %v, %q : i64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cta; st.release.cta.global.b64 [$0], $1;", "l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> ()
  nvvm.atomic.store seq_cst block %v, %g : i64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cta; st.release.cta.shared.b64 [$0], $1;", "l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> ()
  nvvm.atomic.store seq_cst block %v, %s : i64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cluster; st.release.cluster.b64 [$0], $1;", "l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> ()
  nvvm.atomic.store seq_cst cluster %v, %q : i64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cluster; st.release.cluster.global.b64 [$0], $1;", "l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> ()
  nvvm.atomic.store seq_cst cluster %v, %g : i64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cluster; st.release.cluster.shared.b64 [$0], $1;", "l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> ()
  nvvm.atomic.store seq_cst cluster %v, %s : i64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.gpu; st.release.gpu.b64 [$0], $1;", "l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> ()
  nvvm.atomic.store seq_cst device %v, %q : i64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.gpu; st.release.gpu.global.b64 [$0], $1;", "l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> ()
  nvvm.atomic.store seq_cst device %v, %g : i64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.gpu; st.release.gpu.shared.b64 [$0], $1;", "l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> ()
  nvvm.atomic.store seq_cst device %v, %s : i64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.sys; st.release.sys.b64 [$0], $1;", "l,l,~{memory}" %q, %v : (!llvm.ptr, i64) -> ()
  nvvm.atomic.store seq_cst system %v, %q : i64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.sys; st.release.sys.global.b64 [$0], $1;", "l,l,~{memory}" %g, %v : (!llvm.ptr<1>, i64) -> ()
  nvvm.atomic.store seq_cst system %v, %g : i64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.sys; st.release.sys.shared.b64 [$0], $1;", "l,l,~{memory}" %s, %v : (!llvm.ptr<3>, i64) -> ()
  nvvm.atomic.store seq_cst system %v, %s : i64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.return
  llvm.return
}

// CHECK-LABEL: llvm.func @load_store_f32
llvm.func @load_store_f32(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: f32) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "ld.relaxed.cta.b32 $0, [$1];", "=f,l,~{memory}" %q : (!llvm.ptr) -> f32
  %r0 = nvvm.atomic.load relaxed block %q : !llvm.ptr -> f32
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "ld.relaxed.cta.global.b32 $0, [$1];", "=f,l,~{memory}" %g : (!llvm.ptr<1>) -> f32
  %r1 = nvvm.atomic.load relaxed block %g : !llvm.ptr<1> -> f32
  // CHECK-NEXT: %r2 = llvm.inline_asm has_side_effects "ld.relaxed.cta.shared.b32 $0, [$1];", "=f,l,~{memory}" %s : (!llvm.ptr<3>) -> f32
  %r2 = nvvm.atomic.load relaxed block %s : !llvm.ptr<3> -> f32
  // CHECK-NEXT: %r3 = llvm.inline_asm has_side_effects "ld.relaxed.cluster.b32 $0, [$1];", "=f,l,~{memory}" %q : (!llvm.ptr) -> f32
  %r3 = nvvm.atomic.load relaxed cluster %q : !llvm.ptr -> f32
  // CHECK-NEXT: %r4 = llvm.inline_asm has_side_effects "ld.relaxed.cluster.global.b32 $0, [$1];", "=f,l,~{memory}" %g : (!llvm.ptr<1>) -> f32
  %r4 = nvvm.atomic.load relaxed cluster %g : !llvm.ptr<1> -> f32
  // CHECK-NEXT: %r5 = llvm.inline_asm has_side_effects "ld.relaxed.cluster.shared.b32 $0, [$1];", "=f,l,~{memory}" %s : (!llvm.ptr<3>) -> f32
  %r5 = nvvm.atomic.load relaxed cluster %s : !llvm.ptr<3> -> f32
  // CHECK-NEXT: %r6 = llvm.inline_asm has_side_effects "ld.relaxed.gpu.b32 $0, [$1];", "=f,l,~{memory}" %q : (!llvm.ptr) -> f32
  %r6 = nvvm.atomic.load relaxed device %q : !llvm.ptr -> f32
  // CHECK-NEXT: %r7 = llvm.inline_asm has_side_effects "ld.relaxed.gpu.global.b32 $0, [$1];", "=f,l,~{memory}" %g : (!llvm.ptr<1>) -> f32
  %r7 = nvvm.atomic.load relaxed device %g : !llvm.ptr<1> -> f32
  // CHECK-NEXT: %r8 = llvm.inline_asm has_side_effects "ld.relaxed.gpu.shared.b32 $0, [$1];", "=f,l,~{memory}" %s : (!llvm.ptr<3>) -> f32
  %r8 = nvvm.atomic.load relaxed device %s : !llvm.ptr<3> -> f32
  // CHECK-NEXT: %r9 = llvm.inline_asm has_side_effects "ld.relaxed.sys.b32 $0, [$1];", "=f,l,~{memory}" %q : (!llvm.ptr) -> f32
  %r9 = nvvm.atomic.load relaxed system %q : !llvm.ptr -> f32
  // CHECK-NEXT: %r10 = llvm.inline_asm has_side_effects "ld.relaxed.sys.global.b32 $0, [$1];", "=f,l,~{memory}" %g : (!llvm.ptr<1>) -> f32
  %r10 = nvvm.atomic.load relaxed system %g : !llvm.ptr<1> -> f32
  // CHECK-NEXT: %r11 = llvm.inline_asm has_side_effects "ld.relaxed.sys.shared.b32 $0, [$1];", "=f,l,~{memory}" %s : (!llvm.ptr<3>) -> f32
  %r11 = nvvm.atomic.load relaxed system %s : !llvm.ptr<3> -> f32
  // CHECK-NEXT: %r12 = llvm.inline_asm has_side_effects "ld.acquire.cta.b32 $0, [$1];", "=f,l,~{memory}" %q : (!llvm.ptr) -> f32
  %r12 = nvvm.atomic.load acquire block %q : !llvm.ptr -> f32
  // CHECK-NEXT: %r13 = llvm.inline_asm has_side_effects "ld.acquire.cta.global.b32 $0, [$1];", "=f,l,~{memory}" %g : (!llvm.ptr<1>) -> f32
  %r13 = nvvm.atomic.load acquire block %g : !llvm.ptr<1> -> f32
  // CHECK-NEXT: %r14 = llvm.inline_asm has_side_effects "ld.acquire.cta.shared.b32 $0, [$1];", "=f,l,~{memory}" %s : (!llvm.ptr<3>) -> f32
  %r14 = nvvm.atomic.load acquire block %s : !llvm.ptr<3> -> f32
  // CHECK-NEXT: %r15 = llvm.inline_asm has_side_effects "ld.acquire.cluster.b32 $0, [$1];", "=f,l,~{memory}" %q : (!llvm.ptr) -> f32
  %r15 = nvvm.atomic.load acquire cluster %q : !llvm.ptr -> f32
  // CHECK-NEXT: %r16 = llvm.inline_asm has_side_effects "ld.acquire.cluster.global.b32 $0, [$1];", "=f,l,~{memory}" %g : (!llvm.ptr<1>) -> f32
  %r16 = nvvm.atomic.load acquire cluster %g : !llvm.ptr<1> -> f32
  // CHECK-NEXT: %r17 = llvm.inline_asm has_side_effects "ld.acquire.cluster.shared.b32 $0, [$1];", "=f,l,~{memory}" %s : (!llvm.ptr<3>) -> f32
  %r17 = nvvm.atomic.load acquire cluster %s : !llvm.ptr<3> -> f32
  // CHECK-NEXT: %r18 = llvm.inline_asm has_side_effects "ld.acquire.gpu.b32 $0, [$1];", "=f,l,~{memory}" %q : (!llvm.ptr) -> f32
  %r18 = nvvm.atomic.load acquire device %q : !llvm.ptr -> f32
  // CHECK-NEXT: %r19 = llvm.inline_asm has_side_effects "ld.acquire.gpu.global.b32 $0, [$1];", "=f,l,~{memory}" %g : (!llvm.ptr<1>) -> f32
  %r19 = nvvm.atomic.load acquire device %g : !llvm.ptr<1> -> f32
  // CHECK-NEXT: %r20 = llvm.inline_asm has_side_effects "ld.acquire.gpu.shared.b32 $0, [$1];", "=f,l,~{memory}" %s : (!llvm.ptr<3>) -> f32
  %r20 = nvvm.atomic.load acquire device %s : !llvm.ptr<3> -> f32
  // CHECK-NEXT: %r21 = llvm.inline_asm has_side_effects "ld.acquire.sys.b32 $0, [$1];", "=f,l,~{memory}" %q : (!llvm.ptr) -> f32
  %r21 = nvvm.atomic.load acquire system %q : !llvm.ptr -> f32
  // CHECK-NEXT: %r22 = llvm.inline_asm has_side_effects "ld.acquire.sys.global.b32 $0, [$1];", "=f,l,~{memory}" %g : (!llvm.ptr<1>) -> f32
  %r22 = nvvm.atomic.load acquire system %g : !llvm.ptr<1> -> f32
  // CHECK-NEXT: %r23 = llvm.inline_asm has_side_effects "ld.acquire.sys.shared.b32 $0, [$1];", "=f,l,~{memory}" %s : (!llvm.ptr<3>) -> f32
  %r23 = nvvm.atomic.load acquire system %s : !llvm.ptr<3> -> f32
  // CHECK-NEXT: %r24 = llvm.inline_asm has_side_effects "fence.sc.cta; ld.acquire.cta.b32 $0, [$1];", "=f,l,~{memory}" %q : (!llvm.ptr) -> f32
  %r24 = nvvm.atomic.load seq_cst block %q : !llvm.ptr -> f32
  // CHECK-NEXT: %r25 = llvm.inline_asm has_side_effects "fence.sc.cta; ld.acquire.cta.global.b32 $0, [$1];", "=f,l,~{memory}" %g : (!llvm.ptr<1>) -> f32
  %r25 = nvvm.atomic.load seq_cst block %g : !llvm.ptr<1> -> f32
  // CHECK-NEXT: %r26 = llvm.inline_asm has_side_effects "fence.sc.cta; ld.acquire.cta.shared.b32 $0, [$1];", "=f,l,~{memory}" %s : (!llvm.ptr<3>) -> f32
  %r26 = nvvm.atomic.load seq_cst block %s : !llvm.ptr<3> -> f32
  // CHECK-NEXT: %r27 = llvm.inline_asm has_side_effects "fence.sc.cluster; ld.acquire.cluster.b32 $0, [$1];", "=f,l,~{memory}" %q : (!llvm.ptr) -> f32
  %r27 = nvvm.atomic.load seq_cst cluster %q : !llvm.ptr -> f32
  // CHECK-NEXT: %r28 = llvm.inline_asm has_side_effects "fence.sc.cluster; ld.acquire.cluster.global.b32 $0, [$1];", "=f,l,~{memory}" %g : (!llvm.ptr<1>) -> f32
  %r28 = nvvm.atomic.load seq_cst cluster %g : !llvm.ptr<1> -> f32
  // CHECK-NEXT: %r29 = llvm.inline_asm has_side_effects "fence.sc.cluster; ld.acquire.cluster.shared.b32 $0, [$1];", "=f,l,~{memory}" %s : (!llvm.ptr<3>) -> f32
  %r29 = nvvm.atomic.load seq_cst cluster %s : !llvm.ptr<3> -> f32
  // CHECK-NEXT: %r30 = llvm.inline_asm has_side_effects "fence.sc.gpu; ld.acquire.gpu.b32 $0, [$1];", "=f,l,~{memory}" %q : (!llvm.ptr) -> f32
  %r30 = nvvm.atomic.load seq_cst device %q : !llvm.ptr -> f32
  // CHECK-NEXT: %r31 = llvm.inline_asm has_side_effects "fence.sc.gpu; ld.acquire.gpu.global.b32 $0, [$1];", "=f,l,~{memory}" %g : (!llvm.ptr<1>) -> f32
  %r31 = nvvm.atomic.load seq_cst device %g : !llvm.ptr<1> -> f32
  // CHECK-NEXT: %r32 = llvm.inline_asm has_side_effects "fence.sc.gpu; ld.acquire.gpu.shared.b32 $0, [$1];", "=f,l,~{memory}" %s : (!llvm.ptr<3>) -> f32
  %r32 = nvvm.atomic.load seq_cst device %s : !llvm.ptr<3> -> f32
  // CHECK-NEXT: %r33 = llvm.inline_asm has_side_effects "fence.sc.sys; ld.acquire.sys.b32 $0, [$1];", "=f,l,~{memory}" %q : (!llvm.ptr) -> f32
  %r33 = nvvm.atomic.load seq_cst system %q : !llvm.ptr -> f32
  // CHECK-NEXT: %r34 = llvm.inline_asm has_side_effects "fence.sc.sys; ld.acquire.sys.global.b32 $0, [$1];", "=f,l,~{memory}" %g : (!llvm.ptr<1>) -> f32
  %r34 = nvvm.atomic.load seq_cst system %g : !llvm.ptr<1> -> f32
  // CHECK-NEXT: %r35 = llvm.inline_asm has_side_effects "fence.sc.sys; ld.acquire.sys.shared.b32 $0, [$1];", "=f,l,~{memory}" %s : (!llvm.ptr<3>) -> f32
  %r35 = nvvm.atomic.load seq_cst system %s : !llvm.ptr<3> -> f32
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cta.b32 [$0], $1;", "l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> ()
  nvvm.atomic.store relaxed block %v, %q : f32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cta.global.b32 [$0], $1;", "l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> ()
  nvvm.atomic.store relaxed block %v, %g : f32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cta.shared.b32 [$0], $1;", "l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> ()
  nvvm.atomic.store relaxed block %v, %s : f32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cluster.b32 [$0], $1;", "l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> ()
  nvvm.atomic.store relaxed cluster %v, %q : f32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cluster.global.b32 [$0], $1;", "l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> ()
  nvvm.atomic.store relaxed cluster %v, %g : f32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cluster.shared.b32 [$0], $1;", "l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> ()
  nvvm.atomic.store relaxed cluster %v, %s : f32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.gpu.b32 [$0], $1;", "l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> ()
  nvvm.atomic.store relaxed device %v, %q : f32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.gpu.global.b32 [$0], $1;", "l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> ()
  nvvm.atomic.store relaxed device %v, %g : f32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.gpu.shared.b32 [$0], $1;", "l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> ()
  nvvm.atomic.store relaxed device %v, %s : f32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.sys.b32 [$0], $1;", "l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> ()
  nvvm.atomic.store relaxed system %v, %q : f32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.sys.global.b32 [$0], $1;", "l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> ()
  nvvm.atomic.store relaxed system %v, %g : f32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.sys.shared.b32 [$0], $1;", "l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> ()
  nvvm.atomic.store relaxed system %v, %s : f32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cta.b32 [$0], $1;", "l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> ()
  nvvm.atomic.store release block %v, %q : f32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cta.global.b32 [$0], $1;", "l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> ()
  nvvm.atomic.store release block %v, %g : f32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cta.shared.b32 [$0], $1;", "l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> ()
  nvvm.atomic.store release block %v, %s : f32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cluster.b32 [$0], $1;", "l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> ()
  nvvm.atomic.store release cluster %v, %q : f32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cluster.global.b32 [$0], $1;", "l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> ()
  nvvm.atomic.store release cluster %v, %g : f32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cluster.shared.b32 [$0], $1;", "l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> ()
  nvvm.atomic.store release cluster %v, %s : f32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.gpu.b32 [$0], $1;", "l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> ()
  nvvm.atomic.store release device %v, %q : f32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.gpu.global.b32 [$0], $1;", "l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> ()
  nvvm.atomic.store release device %v, %g : f32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.gpu.shared.b32 [$0], $1;", "l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> ()
  nvvm.atomic.store release device %v, %s : f32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.sys.b32 [$0], $1;", "l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> ()
  nvvm.atomic.store release system %v, %q : f32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.sys.global.b32 [$0], $1;", "l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> ()
  nvvm.atomic.store release system %v, %g : f32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.sys.shared.b32 [$0], $1;", "l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> ()
  nvvm.atomic.store release system %v, %s : f32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cta; st.release.cta.b32 [$0], $1;", "l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> ()
  nvvm.atomic.store seq_cst block %v, %q : f32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cta; st.release.cta.global.b32 [$0], $1;", "l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> ()
  nvvm.atomic.store seq_cst block %v, %g : f32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cta; st.release.cta.shared.b32 [$0], $1;", "l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> ()
  nvvm.atomic.store seq_cst block %v, %s : f32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cluster; st.release.cluster.b32 [$0], $1;", "l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> ()
  nvvm.atomic.store seq_cst cluster %v, %q : f32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cluster; st.release.cluster.global.b32 [$0], $1;", "l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> ()
  nvvm.atomic.store seq_cst cluster %v, %g : f32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cluster; st.release.cluster.shared.b32 [$0], $1;", "l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> ()
  nvvm.atomic.store seq_cst cluster %v, %s : f32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.gpu; st.release.gpu.b32 [$0], $1;", "l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> ()
  nvvm.atomic.store seq_cst device %v, %q : f32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.gpu; st.release.gpu.global.b32 [$0], $1;", "l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> ()
  nvvm.atomic.store seq_cst device %v, %g : f32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.gpu; st.release.gpu.shared.b32 [$0], $1;", "l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> ()
  nvvm.atomic.store seq_cst device %v, %s : f32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.sys; st.release.sys.b32 [$0], $1;", "l,f,~{memory}" %q, %v : (!llvm.ptr, f32) -> ()
  nvvm.atomic.store seq_cst system %v, %q : f32, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.sys; st.release.sys.global.b32 [$0], $1;", "l,f,~{memory}" %g, %v : (!llvm.ptr<1>, f32) -> ()
  nvvm.atomic.store seq_cst system %v, %g : f32, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.sys; st.release.sys.shared.b32 [$0], $1;", "l,f,~{memory}" %s, %v : (!llvm.ptr<3>, f32) -> ()
  nvvm.atomic.store seq_cst system %v, %s : f32, !llvm.ptr<3>
  // CHECK-NEXT: llvm.return
  llvm.return
}

// CHECK-LABEL: llvm.func @load_store_f64
llvm.func @load_store_f64(%q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %v: f64) {
  // CHECK-NEXT: %r0 = llvm.inline_asm has_side_effects "ld.relaxed.cta.b64 $0, [$1];", "=d,l,~{memory}" %q : (!llvm.ptr) -> f64
  %r0 = nvvm.atomic.load relaxed block %q : !llvm.ptr -> f64
  // CHECK-NEXT: %r1 = llvm.inline_asm has_side_effects "ld.relaxed.cta.global.b64 $0, [$1];", "=d,l,~{memory}" %g : (!llvm.ptr<1>) -> f64
  %r1 = nvvm.atomic.load relaxed block %g : !llvm.ptr<1> -> f64
  // CHECK-NEXT: %r2 = llvm.inline_asm has_side_effects "ld.relaxed.cta.shared.b64 $0, [$1];", "=d,l,~{memory}" %s : (!llvm.ptr<3>) -> f64
  %r2 = nvvm.atomic.load relaxed block %s : !llvm.ptr<3> -> f64
  // CHECK-NEXT: %r3 = llvm.inline_asm has_side_effects "ld.relaxed.cluster.b64 $0, [$1];", "=d,l,~{memory}" %q : (!llvm.ptr) -> f64
  %r3 = nvvm.atomic.load relaxed cluster %q : !llvm.ptr -> f64
  // CHECK-NEXT: %r4 = llvm.inline_asm has_side_effects "ld.relaxed.cluster.global.b64 $0, [$1];", "=d,l,~{memory}" %g : (!llvm.ptr<1>) -> f64
  %r4 = nvvm.atomic.load relaxed cluster %g : !llvm.ptr<1> -> f64
  // CHECK-NEXT: %r5 = llvm.inline_asm has_side_effects "ld.relaxed.cluster.shared.b64 $0, [$1];", "=d,l,~{memory}" %s : (!llvm.ptr<3>) -> f64
  %r5 = nvvm.atomic.load relaxed cluster %s : !llvm.ptr<3> -> f64
  // CHECK-NEXT: %r6 = llvm.inline_asm has_side_effects "ld.relaxed.gpu.b64 $0, [$1];", "=d,l,~{memory}" %q : (!llvm.ptr) -> f64
  %r6 = nvvm.atomic.load relaxed device %q : !llvm.ptr -> f64
  // CHECK-NEXT: %r7 = llvm.inline_asm has_side_effects "ld.relaxed.gpu.global.b64 $0, [$1];", "=d,l,~{memory}" %g : (!llvm.ptr<1>) -> f64
  %r7 = nvvm.atomic.load relaxed device %g : !llvm.ptr<1> -> f64
  // CHECK-NEXT: %r8 = llvm.inline_asm has_side_effects "ld.relaxed.gpu.shared.b64 $0, [$1];", "=d,l,~{memory}" %s : (!llvm.ptr<3>) -> f64
  %r8 = nvvm.atomic.load relaxed device %s : !llvm.ptr<3> -> f64
  // CHECK-NEXT: %r9 = llvm.inline_asm has_side_effects "ld.relaxed.sys.b64 $0, [$1];", "=d,l,~{memory}" %q : (!llvm.ptr) -> f64
  %r9 = nvvm.atomic.load relaxed system %q : !llvm.ptr -> f64
  // CHECK-NEXT: %r10 = llvm.inline_asm has_side_effects "ld.relaxed.sys.global.b64 $0, [$1];", "=d,l,~{memory}" %g : (!llvm.ptr<1>) -> f64
  %r10 = nvvm.atomic.load relaxed system %g : !llvm.ptr<1> -> f64
  // CHECK-NEXT: %r11 = llvm.inline_asm has_side_effects "ld.relaxed.sys.shared.b64 $0, [$1];", "=d,l,~{memory}" %s : (!llvm.ptr<3>) -> f64
  %r11 = nvvm.atomic.load relaxed system %s : !llvm.ptr<3> -> f64
  // CHECK-NEXT: %r12 = llvm.inline_asm has_side_effects "ld.acquire.cta.b64 $0, [$1];", "=d,l,~{memory}" %q : (!llvm.ptr) -> f64
  %r12 = nvvm.atomic.load acquire block %q : !llvm.ptr -> f64
  // CHECK-NEXT: %r13 = llvm.inline_asm has_side_effects "ld.acquire.cta.global.b64 $0, [$1];", "=d,l,~{memory}" %g : (!llvm.ptr<1>) -> f64
  %r13 = nvvm.atomic.load acquire block %g : !llvm.ptr<1> -> f64
  // CHECK-NEXT: %r14 = llvm.inline_asm has_side_effects "ld.acquire.cta.shared.b64 $0, [$1];", "=d,l,~{memory}" %s : (!llvm.ptr<3>) -> f64
  %r14 = nvvm.atomic.load acquire block %s : !llvm.ptr<3> -> f64
  // CHECK-NEXT: %r15 = llvm.inline_asm has_side_effects "ld.acquire.cluster.b64 $0, [$1];", "=d,l,~{memory}" %q : (!llvm.ptr) -> f64
  %r15 = nvvm.atomic.load acquire cluster %q : !llvm.ptr -> f64
  // CHECK-NEXT: %r16 = llvm.inline_asm has_side_effects "ld.acquire.cluster.global.b64 $0, [$1];", "=d,l,~{memory}" %g : (!llvm.ptr<1>) -> f64
  %r16 = nvvm.atomic.load acquire cluster %g : !llvm.ptr<1> -> f64
  // CHECK-NEXT: %r17 = llvm.inline_asm has_side_effects "ld.acquire.cluster.shared.b64 $0, [$1];", "=d,l,~{memory}" %s : (!llvm.ptr<3>) -> f64
  %r17 = nvvm.atomic.load acquire cluster %s : !llvm.ptr<3> -> f64
  // CHECK-NEXT: %r18 = llvm.inline_asm has_side_effects "ld.acquire.gpu.b64 $0, [$1];", "=d,l,~{memory}" %q : (!llvm.ptr) -> f64
  %r18 = nvvm.atomic.load acquire device %q : !llvm.ptr -> f64
  // CHECK-NEXT: %r19 = llvm.inline_asm has_side_effects "ld.acquire.gpu.global.b64 $0, [$1];", "=d,l,~{memory}" %g : (!llvm.ptr<1>) -> f64
  %r19 = nvvm.atomic.load acquire device %g : !llvm.ptr<1> -> f64
  // CHECK-NEXT: %r20 = llvm.inline_asm has_side_effects "ld.acquire.gpu.shared.b64 $0, [$1];", "=d,l,~{memory}" %s : (!llvm.ptr<3>) -> f64
  %r20 = nvvm.atomic.load acquire device %s : !llvm.ptr<3> -> f64
  // CHECK-NEXT: %r21 = llvm.inline_asm has_side_effects "ld.acquire.sys.b64 $0, [$1];", "=d,l,~{memory}" %q : (!llvm.ptr) -> f64
  %r21 = nvvm.atomic.load acquire system %q : !llvm.ptr -> f64
  // CHECK-NEXT: %r22 = llvm.inline_asm has_side_effects "ld.acquire.sys.global.b64 $0, [$1];", "=d,l,~{memory}" %g : (!llvm.ptr<1>) -> f64
  %r22 = nvvm.atomic.load acquire system %g : !llvm.ptr<1> -> f64
  // CHECK-NEXT: %r23 = llvm.inline_asm has_side_effects "ld.acquire.sys.shared.b64 $0, [$1];", "=d,l,~{memory}" %s : (!llvm.ptr<3>) -> f64
  %r23 = nvvm.atomic.load acquire system %s : !llvm.ptr<3> -> f64
  // CHECK-NEXT: %r24 = llvm.inline_asm has_side_effects "fence.sc.cta; ld.acquire.cta.b64 $0, [$1];", "=d,l,~{memory}" %q : (!llvm.ptr) -> f64
  %r24 = nvvm.atomic.load seq_cst block %q : !llvm.ptr -> f64
  // CHECK-NEXT: %r25 = llvm.inline_asm has_side_effects "fence.sc.cta; ld.acquire.cta.global.b64 $0, [$1];", "=d,l,~{memory}" %g : (!llvm.ptr<1>) -> f64
  %r25 = nvvm.atomic.load seq_cst block %g : !llvm.ptr<1> -> f64
  // CHECK-NEXT: %r26 = llvm.inline_asm has_side_effects "fence.sc.cta; ld.acquire.cta.shared.b64 $0, [$1];", "=d,l,~{memory}" %s : (!llvm.ptr<3>) -> f64
  %r26 = nvvm.atomic.load seq_cst block %s : !llvm.ptr<3> -> f64
  // CHECK-NEXT: %r27 = llvm.inline_asm has_side_effects "fence.sc.cluster; ld.acquire.cluster.b64 $0, [$1];", "=d,l,~{memory}" %q : (!llvm.ptr) -> f64
  %r27 = nvvm.atomic.load seq_cst cluster %q : !llvm.ptr -> f64
  // CHECK-NEXT: %r28 = llvm.inline_asm has_side_effects "fence.sc.cluster; ld.acquire.cluster.global.b64 $0, [$1];", "=d,l,~{memory}" %g : (!llvm.ptr<1>) -> f64
  %r28 = nvvm.atomic.load seq_cst cluster %g : !llvm.ptr<1> -> f64
  // CHECK-NEXT: %r29 = llvm.inline_asm has_side_effects "fence.sc.cluster; ld.acquire.cluster.shared.b64 $0, [$1];", "=d,l,~{memory}" %s : (!llvm.ptr<3>) -> f64
  %r29 = nvvm.atomic.load seq_cst cluster %s : !llvm.ptr<3> -> f64
  // CHECK-NEXT: %r30 = llvm.inline_asm has_side_effects "fence.sc.gpu; ld.acquire.gpu.b64 $0, [$1];", "=d,l,~{memory}" %q : (!llvm.ptr) -> f64
  %r30 = nvvm.atomic.load seq_cst device %q : !llvm.ptr -> f64
  // CHECK-NEXT: %r31 = llvm.inline_asm has_side_effects "fence.sc.gpu; ld.acquire.gpu.global.b64 $0, [$1];", "=d,l,~{memory}" %g : (!llvm.ptr<1>) -> f64
  %r31 = nvvm.atomic.load seq_cst device %g : !llvm.ptr<1> -> f64
  // CHECK-NEXT: %r32 = llvm.inline_asm has_side_effects "fence.sc.gpu; ld.acquire.gpu.shared.b64 $0, [$1];", "=d,l,~{memory}" %s : (!llvm.ptr<3>) -> f64
  %r32 = nvvm.atomic.load seq_cst device %s : !llvm.ptr<3> -> f64
  // CHECK-NEXT: %r33 = llvm.inline_asm has_side_effects "fence.sc.sys; ld.acquire.sys.b64 $0, [$1];", "=d,l,~{memory}" %q : (!llvm.ptr) -> f64
  %r33 = nvvm.atomic.load seq_cst system %q : !llvm.ptr -> f64
  // CHECK-NEXT: %r34 = llvm.inline_asm has_side_effects "fence.sc.sys; ld.acquire.sys.global.b64 $0, [$1];", "=d,l,~{memory}" %g : (!llvm.ptr<1>) -> f64
  %r34 = nvvm.atomic.load seq_cst system %g : !llvm.ptr<1> -> f64
  // CHECK-NEXT: %r35 = llvm.inline_asm has_side_effects "fence.sc.sys; ld.acquire.sys.shared.b64 $0, [$1];", "=d,l,~{memory}" %s : (!llvm.ptr<3>) -> f64
  %r35 = nvvm.atomic.load seq_cst system %s : !llvm.ptr<3> -> f64
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cta.b64 [$0], $1;", "l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> ()
  nvvm.atomic.store relaxed block %v, %q : f64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cta.global.b64 [$0], $1;", "l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> ()
  nvvm.atomic.store relaxed block %v, %g : f64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cta.shared.b64 [$0], $1;", "l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> ()
  nvvm.atomic.store relaxed block %v, %s : f64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cluster.b64 [$0], $1;", "l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> ()
  nvvm.atomic.store relaxed cluster %v, %q : f64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cluster.global.b64 [$0], $1;", "l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> ()
  nvvm.atomic.store relaxed cluster %v, %g : f64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.cluster.shared.b64 [$0], $1;", "l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> ()
  nvvm.atomic.store relaxed cluster %v, %s : f64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.gpu.b64 [$0], $1;", "l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> ()
  nvvm.atomic.store relaxed device %v, %q : f64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.gpu.global.b64 [$0], $1;", "l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> ()
  nvvm.atomic.store relaxed device %v, %g : f64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.gpu.shared.b64 [$0], $1;", "l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> ()
  nvvm.atomic.store relaxed device %v, %s : f64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.sys.b64 [$0], $1;", "l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> ()
  nvvm.atomic.store relaxed system %v, %q : f64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.sys.global.b64 [$0], $1;", "l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> ()
  nvvm.atomic.store relaxed system %v, %g : f64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.relaxed.sys.shared.b64 [$0], $1;", "l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> ()
  nvvm.atomic.store relaxed system %v, %s : f64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cta.b64 [$0], $1;", "l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> ()
  nvvm.atomic.store release block %v, %q : f64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cta.global.b64 [$0], $1;", "l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> ()
  nvvm.atomic.store release block %v, %g : f64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cta.shared.b64 [$0], $1;", "l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> ()
  nvvm.atomic.store release block %v, %s : f64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cluster.b64 [$0], $1;", "l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> ()
  nvvm.atomic.store release cluster %v, %q : f64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cluster.global.b64 [$0], $1;", "l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> ()
  nvvm.atomic.store release cluster %v, %g : f64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.cluster.shared.b64 [$0], $1;", "l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> ()
  nvvm.atomic.store release cluster %v, %s : f64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.gpu.b64 [$0], $1;", "l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> ()
  nvvm.atomic.store release device %v, %q : f64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.gpu.global.b64 [$0], $1;", "l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> ()
  nvvm.atomic.store release device %v, %g : f64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.gpu.shared.b64 [$0], $1;", "l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> ()
  nvvm.atomic.store release device %v, %s : f64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.sys.b64 [$0], $1;", "l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> ()
  nvvm.atomic.store release system %v, %q : f64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.sys.global.b64 [$0], $1;", "l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> ()
  nvvm.atomic.store release system %v, %g : f64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "st.release.sys.shared.b64 [$0], $1;", "l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> ()
  nvvm.atomic.store release system %v, %s : f64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cta; st.release.cta.b64 [$0], $1;", "l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> ()
  nvvm.atomic.store seq_cst block %v, %q : f64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cta; st.release.cta.global.b64 [$0], $1;", "l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> ()
  nvvm.atomic.store seq_cst block %v, %g : f64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cta; st.release.cta.shared.b64 [$0], $1;", "l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> ()
  nvvm.atomic.store seq_cst block %v, %s : f64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cluster; st.release.cluster.b64 [$0], $1;", "l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> ()
  nvvm.atomic.store seq_cst cluster %v, %q : f64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cluster; st.release.cluster.global.b64 [$0], $1;", "l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> ()
  nvvm.atomic.store seq_cst cluster %v, %g : f64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cluster; st.release.cluster.shared.b64 [$0], $1;", "l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> ()
  nvvm.atomic.store seq_cst cluster %v, %s : f64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.gpu; st.release.gpu.b64 [$0], $1;", "l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> ()
  nvvm.atomic.store seq_cst device %v, %q : f64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.gpu; st.release.gpu.global.b64 [$0], $1;", "l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> ()
  nvvm.atomic.store seq_cst device %v, %g : f64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.gpu; st.release.gpu.shared.b64 [$0], $1;", "l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> ()
  nvvm.atomic.store seq_cst device %v, %s : f64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.sys; st.release.sys.b64 [$0], $1;", "l,d,~{memory}" %q, %v : (!llvm.ptr, f64) -> ()
  nvvm.atomic.store seq_cst system %v, %q : f64, !llvm.ptr
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.sys; st.release.sys.global.b64 [$0], $1;", "l,d,~{memory}" %g, %v : (!llvm.ptr<1>, f64) -> ()
  nvvm.atomic.store seq_cst system %v, %g : f64, !llvm.ptr<1>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.sys; st.release.sys.shared.b64 [$0], $1;", "l,d,~{memory}" %s, %v : (!llvm.ptr<3>, f64) -> ()
  nvvm.atomic.store seq_cst system %v, %s : f64, !llvm.ptr<3>
  // CHECK-NEXT: llvm.return
  llvm.return
}
