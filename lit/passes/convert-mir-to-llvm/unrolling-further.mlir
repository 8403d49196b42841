// RUN: periclase-opt %s -p convert-mir-to-llvm | filecheck %s
// RUN: periclase-opt %s -p convert-mir-to-llvm | periclase-translate --to-llvmir | filecheck %s --check-prefix=IR
// RUN: periclase-opt %s -p convert-mir-to-llvm | periclase-translate --to-ptx --target sm_80 | filecheck %s --check-prefix=PTX

// What is unrolled at least so far may be unrolled further: the assembler is not kept from it.
// CHECK-LABEL: llvm.func @further(
// CHECK: loop_annotation = #llvm.loop_annotation<unroll = <count = 4 : i32, followupUnrolled = <mustProgress = true>>>
// IR-LABEL: @further(
// IR: !llvm.loop ![[FURTHER:[0-9]+]]
// IR-DAG: ![[FURTHER]] = distinct !{![[FURTHER]], ![[COUNT:[0-9]+]], ![[THEN:[0-9]+]]}
// IR-DAG: ![[COUNT]] = !{!"llvm.loop.unroll.count", i32 4}
// IR-DAG: ![[THEN]] = !{!"llvm.loop.unroll.followup_unrolled", !{!"llvm.loop.mustprogress"}}
// PTX-LABEL: .entry further(
// PTX-NOT: .pragma "nounroll";
// PTX-COUNT-4: st.volatile
// PTX: bra
// PTX: .pragma "nounroll";
// PTX: st.volatile
// PTX: ret;
mir.func @further(%p: !mir.ptr<mut si32, global>, %n : si32) attributes {kernel} {
  %zero = mir.constant 0 : si32
  %one = mir.constant 1 : si32
  mir.goto ^head(%zero : si32)
^head(%i: si32):
  %more = mir.lt %i, %n : si32
  mir.cond_br %more, ^body, ^out
^body:
  mir.unroll_hint at_least 4
  mir.store volatile %i, %p : !mir.ptr<mut si32, global>
  %next = mir.add %i, %one {mir.no_wrap} : si32
  mir.goto ^head(%next : si32)
^out:
  mir.return
}
