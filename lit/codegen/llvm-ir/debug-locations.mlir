// RUN: periclase-translate --to-llvmir %s | filecheck %s

// CHECK: define void @f(i32 %n) !dbg ![[F:[0-9]+]] {
// CHECK: add i32 %n, %n, !dbg ![[ADD:[0-9]+]]
// CHECK: mul i32 %n, %n, !dbg ![[MUL:[0-9]+]]
// CHECK: !llvm.dbg.cu = !{
// CHECK: !"Debug Info Version", i32 3
llvm.func @f(%n: i32) {
  %a = llvm.add %n, %n : i32 loc("k.py":3:5)
  %b = llvm.mul %n, %n : i32 loc(callsite("helper"("lib.py":9:1) at "k.py":4:5))
  llvm.return
} loc("k.py":2:1)
