// RUN: periclase-translate --to-llvmir %s | filecheck %s

// Block arguments become phis.
// CHECK-LABEL: define i32 @loop(i32 %n) {
// CHECK:       bb0:
// CHECK-NEXT:    br label %bb1
// CHECK:       bb1:
// CHECK-NEXT:    %i = phi i32 [ 0, %bb0 ], [ %next, %bb2 ]
// CHECK-NEXT:    %more = icmp slt i32 %i, %n
// CHECK-NEXT:    br i1 %more, label %bb2, label %bb3
// CHECK:       bb3:
// CHECK-NEXT:    ret i32 %i
llvm.func @loop(%n: i32) -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^head(%zero : i32)
^head(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %one : i32
  llvm.br ^head(%next : i32)
^end:
  llvm.return %i : i32
}

// One block by two edges with different values: the second edge gets a block.
// CHECK-LABEL: define i32 @split(i1 %c, i32 %a, i32 %b) {
// CHECK:         br i1 %c, label %bb1, label %bb0.edge1
// CHECK-NEXT:  bb0.edge1:
// CHECK-NEXT:    br label %bb1
// CHECK-NEXT:  bb1:
// CHECK-NEXT:    %x = phi i32 [ %a, %bb0 ], [ %b, %bb0.edge1 ]
llvm.func @split(%c: i1, %a: i32, %b: i32) -> i32 {
  llvm.cond_br %c, ^end(%a : i32), ^end(%b : i32)
^end(%x: i32):
  llvm.return %x : i32
}

// CHECK-LABEL: define i32 @switch(
// CHECK:         switch i32 %n, label %bb2 [ i32 -1, label %bb0.edge1 i32 7, label %bb1 ]
llvm.func @switch(%n: i32, %a: i32) -> i32 {
  llvm.switch %n : i32, ^end(%n : i32) [
    -1: ^end(%a : i32),
    7: ^seven
  ]
^seven:
  llvm.intr.trap
  llvm.unreachable
^end(%x: i32):
  llvm.return %x : i32
}

// What is asked of a loop stands on the edges that close it, a split one too.
// CHECK-LABEL: define void @annotated(
// CHECK:         br i1 %c, label %bb1, label %bb1.edge1, !llvm.loop ![[LOOP:[0-9]+]]
// CHECK-NEXT:  bb1.edge1:
// CHECK-NEXT:    br label %bb1, !llvm.loop ![[LOOP]]
// CHECK: ![[FOUR:[0-9]+]] = !{!"llvm.loop.unroll.count", i32 4}
// CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[FOUR]]}
llvm.func @annotated(%c: i1, %a: i32, %b: i32) {
  llvm.br ^loop(%a : i32)
^loop(%x: i32):
  llvm.cond_br %c, ^loop(%a : i32), ^loop(%b : i32) {loop_annotation = #llvm.loop_annotation<unroll = <count = 4 : i32>>}
}
