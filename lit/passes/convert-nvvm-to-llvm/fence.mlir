// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | filecheck %s

// CHECK-LABEL: llvm.func @fence
llvm.func @fence(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>) {
  // CHECK-NEXT: llvm.call_intrinsic "llvm.nvvm.membar.gl"() : () -> ()
  nvvm.memory.barrier <gpu>
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.acq_rel.cta;", "~{memory}" : () -> ()
  nvvm.fence acquire block
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.acq_rel.cluster;", "~{memory}" : () -> ()
  nvvm.fence acquire cluster
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.acq_rel.gpu;", "~{memory}" : () -> ()
  nvvm.fence acquire device
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.acq_rel.sys;", "~{memory}" : () -> ()
  nvvm.fence acquire system
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.acq_rel.cta;", "~{memory}" : () -> ()
  nvvm.fence release block
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.acq_rel.cluster;", "~{memory}" : () -> ()
  nvvm.fence release cluster
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.acq_rel.gpu;", "~{memory}" : () -> ()
  nvvm.fence release device
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.acq_rel.sys;", "~{memory}" : () -> ()
  nvvm.fence release system
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.acq_rel.cta;", "~{memory}" : () -> ()
  nvvm.fence acq_rel block
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.acq_rel.cluster;", "~{memory}" : () -> ()
  nvvm.fence acq_rel cluster
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.acq_rel.gpu;", "~{memory}" : () -> ()
  nvvm.fence acq_rel device
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.acq_rel.sys;", "~{memory}" : () -> ()
  nvvm.fence acq_rel system
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cta;", "~{memory}" : () -> ()
  nvvm.fence seq_cst block
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.cluster;", "~{memory}" : () -> ()
  nvvm.fence seq_cst cluster
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.gpu;", "~{memory}" : () -> ()
  nvvm.fence seq_cst device
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.sc.sys;", "~{memory}" : () -> ()
  nvvm.fence seq_cst system
  // CHECK-NEXT: llvm.inline_asm has_side_effects "fence.proxy.async.shared::cta;", "~{memory}" : () -> ()
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  // CHECK-NEXT: llvm.return
  llvm.return
}
