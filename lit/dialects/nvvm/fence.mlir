// RUN: %roundtrip
// RUN: %generic-roundtrip

// Fences of an order and a scope.

// CHECK-LABEL: llvm.func @fence
llvm.func @fence(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %q: !llvm.ptr) {
  // CHECK-NEXT: nvvm.memory.barrier <cta>
  nvvm.memory.barrier <cta>
  // CHECK-NEXT: nvvm.memory.barrier <cluster>
  nvvm.memory.barrier <cluster>
  // CHECK-NEXT: nvvm.memory.barrier <gpu>
  nvvm.memory.barrier <gpu>
  // CHECK-NEXT: nvvm.memory.barrier <sys>
  nvvm.memory.barrier <sys>
  // CHECK-NEXT: nvvm.fence acquire block
  nvvm.fence acquire block
  // CHECK-NEXT: nvvm.fence release cluster
  nvvm.fence release cluster
  // CHECK-NEXT: nvvm.fence acq_rel device
  nvvm.fence acq_rel device
  // CHECK-NEXT: nvvm.fence seq_cst system
  nvvm.fence seq_cst system
  // CHECK-NEXT: nvvm.fence.sc.cluster
  nvvm.fence.sc.cluster
  // CHECK-NEXT: nvvm.fence.proxy {kind = #nvvm.proxy_kind<alias>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<alias>}
  // CHECK-NEXT: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
  // CHECK-NEXT: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  // CHECK-NEXT: llvm.return
  llvm.return
}
