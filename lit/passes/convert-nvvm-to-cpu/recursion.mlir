// RUN: periclase-opt %s -p convert-nvvm-to-cpu | filecheck %s

// A recursive function traps before the host's stack is used up.

llvm.func internal @down(%n: i64) -> i64 {
  %slot = llvm.mlir.constant(1 : i64) : i64
  %a = llvm.alloca %slot x i64 : (i64) -> !llvm.ptr
  llvm.store %n, %a : i64, !llvm.ptr
  %r = llvm.call @down(%n) : (i64) -> i64
  llvm.return %r : i64
}
llvm.func @k(%n: i64) attributes {nvvm.kernel} {
  %r = llvm.call @down(%n) : (i64) -> i64
  llvm.return
}

// CHECK:       kind = "stack", message = "`down` calls itself too often: the thread's stack is used up"
// CHECK:       llvm.func internal @down(%n: i64, %[[BLOCK:\w+]]: !llvm.ptr, %[[TX:\w+]]: i32
// CHECK-NEXT:    %slot = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT:    %a = llvm.alloca %slot x i64
// CHECK-NEXT:    %[[U:.*]] = llvm.getelementptr inbounds %[[BLOCK]][0, 2]
// CHECK-NEXT:    %[[UNWIND:.*]] = llvm.load %[[U]] invariant
// CHECK:         %[[HERE:.*]] = llvm.call_intrinsic "llvm.frameaddress.p0"
// CHECK-NEXT:    %[[START:.*]] = llvm.ptrtoint %[[UNWIND]]
// CHECK-NEXT:    %[[NOW:.*]] = llvm.ptrtoint %[[HERE]]
// CHECK-NEXT:    %[[USED:.*]] = llvm.sub %[[START]], %[[NOW]]
// CHECK-NEXT:    %[[LIMIT:.*]] = llvm.mlir.constant(262144 : i64)
// CHECK-NEXT:    %[[DEEP:.*]] = llvm.icmp "sgt" %[[USED]], %[[LIMIT]]
// CHECK-NEXT:    llvm.cond_br %[[DEEP]], ^[[TRAP:\w+]], ^[[BODY:\w+]]
// CHECK:       ^[[BODY]]:
// CHECK-NEXT:    llvm.store %n, %a
// CHECK-NEXT:    llvm.call @down(%n, %[[BLOCK]], %[[TX]]
// CHECK:       ^[[TRAP]]:
// CHECK:         llvm.call @periclase_cpu_trap
