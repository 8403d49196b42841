// RUN: periclase-opt %s -p convert-mir-to-llvm | filecheck %s
// RUN: periclase-opt %s -p convert-mir-to-llvm | periclase-translate --to-llvmir | filecheck %s --check-prefix=IR
// RUN: periclase-opt %s -p convert-mir-to-llvm | periclase-translate --to-ptx --target sm_80 | filecheck %s --check-prefix=PTX

// A hint goes to the branch that closes the innermost loop around it.

// CHECK-LABEL: llvm.func @rolled(
// CHECK: llvm.br ^{{.*}}({{.*}}) {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
// IR-LABEL: @rolled(
// IR: !llvm.loop ![[ROLLED:[0-9]+]]
// PTX-LABEL: .entry rolled(
// PTX: .pragma "nounroll";
// PTX: st.volatile
// PTX-NOT: st.volatile
// PTX: ret;
mir.func @rolled(%p: !mir.ptr<mut si32, global>) attributes {kernel} {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  %end = mir.constant 6 : si32
  mir.goto ^head(%zero : si32)
^head(%i: si32):
  %more = mir.lt %i, %end : si32
  mir.cond_br %more, ^body, ^out
^body:
  mir.unroll_hint 1
  mir.store volatile %i, %p : !mir.ptr<mut si32, global>
  %next = mir.add %i, %one : si32
  mir.goto ^head(%next : si32)
^out:
  mir.return
}

// CHECK-LABEL: llvm.func @whole(
// CHECK: loop_annotation = #llvm.loop_annotation<unroll = <full = true>>
// IR-LABEL: @whole(
// IR: !llvm.loop ![[WHOLE:[0-9]+]]
// PTX-LABEL: .entry whole(
// PTX-NOT: bra
// PTX-COUNT-100: st.volatile
// PTX-NOT: bra
// PTX: ret;
mir.func @whole(%p: !mir.ptr<mut si32, global>) attributes {kernel} {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  %end = mir.constant 100 : si32
  mir.goto ^head(%zero : si32)
^head(%i: si32):
  mir.unroll_hint 0
  %more = mir.lt %i, %end : si32
  mir.cond_br %more, ^body, ^out
^body:
  mir.store volatile %i, %p : !mir.ptr<mut si32, global>
  %next = mir.add %i, %one : si32
  mir.goto ^head(%next : si32)
^out:
  mir.return
}

// Only the inner loop is meant; an assertion in the loop does not hide it.

// CHECK-LABEL: llvm.func @inner(
// CHECK: llvm.br ^[[OUTER:[^(]*]]({{[^)]*}})
// CHECK: llvm.cond_br {{.*}} {loop_annotation = #llvm.loop_annotation<unroll = <count = 4 : i32>>}
// CHECK: llvm.br ^[[OUTER]]({{[^)]*}})
// CHECK-NOT: loop_annotation
// CHECK: llvm.return
// IR-LABEL: @inner(
// IR: !llvm.loop ![[COUNT:[0-9]+]]
// IR-NOT: !llvm.loop !
// IR-LABEL: @nowhere(
mir.func @inner(%p: !mir.ptr<mut si32, global>, %n: si32) attributes {kernel} {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^outer(%zero : si32)
^outer(%i: si32):
  mir.goto ^inner(%zero : si32)
^inner(%j: si32):
  mir.unroll_hint 4
  %fine = mir.ge %j, %zero : si32
  mir.assert user %fine, "negative"
  mir.store volatile %j, %p : !mir.ptr<mut si32, global>
  %jj = mir.add %j, %one : si32
  %again = mir.lt %jj, %n : si32
  mir.cond_br %again, ^inner(%jj : si32), ^behind
^behind:
  %ii = mir.add %i, %one : si32
  %once_more = mir.lt %ii, %n : si32
  mir.cond_br %once_more, ^continue, ^out
^continue:
  mir.goto ^outer(%ii : si32)
^out:
  mir.return
}

// Without a loop a hint says nothing.

// CHECK-LABEL: llvm.func @nowhere(
// CHECK-NOT: loop_annotation
// CHECK: llvm.return
mir.func @nowhere() attributes {kernel} {
  mir.unroll_hint 2
  mir.return
}

// A switch carries no annotation in MLIR: the edge that closes the loop gets a branch of its own.

// CHECK-LABEL: llvm.func @by_switch(
// CHECK: llvm.switch
// CHECK-NEXT: 1: ^[[CLOSE:[^(]*]](
// CHECK-NEXT: 2: ^[[CLOSE]](
// CHECK: ^[[CLOSE]](%[[I:.*]]: i32):
// CHECK-NEXT: llvm.br ^{{.*}}(%[[I]] : i32) {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
// IR-LABEL: @by_switch(
// IR: !llvm.loop ![[ROLLED]]
// IR-DAG: ![[ROLLED]] = distinct !{![[ROLLED]], ![[DISABLE:[0-9]+]]}
// IR-DAG: ![[DISABLE]] = !{!"llvm.loop.unroll.disable"}
// IR-DAG: ![[WHOLE]] = distinct !{![[WHOLE]], ![[FULL:[0-9]+]]}
// IR-DAG: ![[FULL]] = !{!"llvm.loop.unroll.full"}
// IR-DAG: ![[COUNT]] = distinct !{![[COUNT]], ![[FOUR:[0-9]+]]}
// IR-DAG: ![[FOUR]] = !{!"llvm.loop.unroll.count", i32 4}
mir.func @by_switch(%p: !mir.ptr<mut si32, global>) attributes {kernel} {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^head(%zero : si32)
^head(%i: si32):
  mir.unroll_hint 1
  %v = mir.load volatile %p : !mir.ptr<mut si32, global>
  %next = mir.add %i, %one : si32
  mir.switch %v : si32, default ^out, [1: ^head(%next : si32), 2: ^head(%zero : si32)]
^out:
  mir.return
}
