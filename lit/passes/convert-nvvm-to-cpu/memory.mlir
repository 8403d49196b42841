// RUN: periclase-opt %s -p convert-nvvm-to-cpu | filecheck %s

// Orders stay; scopes go, since every scope of a CPU is the whole system.

llvm.func internal @atomics(%p: !llvm.ptr<1>, %x: f32, %i: i32, %h: i32) -> i32 {
  %0 = nvvm.atomic.rmw add relaxed device %p, %i : !llvm.ptr<1>, i32 -> i32
  %1 = nvvm.atomic.rmw fadd acq_rel block %p, %x : !llvm.ptr<1>, f32 -> f32
  %2 = nvvm.atomic.rmw umin release system %p, %i : !llvm.ptr<1>, i32 -> i32
  %3 = nvvm.atomic.rmw inc seq_cst device %p, %i : !llvm.ptr<1>, i32 -> i32
  %4 = nvvm.atomic.rmw add_f16x2 relaxed device %p, %h : !llvm.ptr<1>, i32 -> i32
  %5 = nvvm.atomic.cmpxchg acq_rel device %p, %i, %h : !llvm.ptr<1>, i32, i32 -> i32
  %6 = nvvm.atomic.load acquire device %p : !llvm.ptr<1> -> i32
  nvvm.atomic.store release device %6, %p : i32, !llvm.ptr<1>
  nvvm.fence acq_rel block
  nvvm.memory.barrier <gpu>
  nvvm.nanosleep %i
  llvm.return %5 : i32
}

// CHECK-LABEL: llvm.func internal @atomics(%p: !llvm.ptr, %x: f32, %i: i32, %h: i32) -> i32 {
// CHECK-NEXT:    llvm.atomicrmw add %p, %i monotonic : !llvm.ptr, i32
// CHECK-NEXT:    llvm.atomicrmw fadd %p, %x acq_rel : !llvm.ptr, f32
// CHECK-NEXT:    llvm.atomicrmw umin %p, %i release : !llvm.ptr, i32
// CHECK-NEXT:    llvm.atomicrmw uinc_wrap %p, %i seq_cst : !llvm.ptr, i32
// CHECK-NEXT:    %[[H:.*]] = llvm.bitcast %h : i32 to vector<2xf16>
// CHECK-NEXT:    %[[OLD:.*]] = llvm.atomicrmw fadd %p, %[[H]] monotonic : !llvm.ptr, vector<2xf16>
// CHECK-NEXT:    llvm.bitcast %[[OLD]] : vector<2xf16> to i32
// CHECK-NEXT:    %[[PAIR:.*]] = llvm.cmpxchg %p, %i, %h acq_rel acquire : !llvm.ptr, i32
// CHECK-NEXT:    %[[SEEN:.*]] = llvm.extractvalue %[[PAIR]][0] : !llvm.struct<(i32, i1)>
// CHECK-NEXT:    %[[L:.*]] = llvm.load %p atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK-NEXT:    llvm.store %[[L]], %p atomic release {alignment = 4 : i64} : i32, !llvm.ptr
// CHECK-NEXT:    llvm.fence acq_rel
// CHECK-NEXT:    llvm.fence seq_cst
// CHECK-NEXT:    llvm.return %[[SEEN]] : i32
