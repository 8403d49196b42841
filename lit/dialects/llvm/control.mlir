// RUN: %roundtrip
// RUN: %generic-roundtrip

llvm.func @op_br(%a: i32) -> i32 {
  // CHECK: llvm.br ^end(%a : i32)
  llvm.br ^end(%a : i32)
^end(%x: i32):
  llvm.return %x : i32
}

llvm.func @op_cond_br(%c: i1, %a: i32) -> i32 {
  // CHECK: llvm.cond_br %c, ^end(%a : i32), ^other
  llvm.cond_br %c, ^end(%a : i32), ^other
^other:
  %zero = llvm.mlir.constant(0 : i32) : i32
  llvm.br ^end(%zero : i32)
^end(%x: i32):
  llvm.return %x : i32
}

llvm.func @op_return(%a: i32) -> i32 {
  // CHECK: llvm.return %a : i32
  llvm.return %a : i32
}

llvm.func @op_switch(%n: i32) {
  // CHECK: llvm.switch %n : i32, ^other [
  llvm.switch %n : i32, ^other [
    1: ^one,
    2: ^two(%n : i32)
  ]
^one:
  llvm.return
^two(%x: i32):
  llvm.return
^other:
  llvm.return
}

llvm.func @op_unreachable() {
  llvm.intr.trap
  // CHECK: llvm.unreachable
  llvm.unreachable
}

llvm.func @loop_annotations() {
  // CHECK: llvm.br ^loop {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
  llvm.br ^loop {loop_annotation = #llvm.loop_annotation<unroll = #llvm.loop_unroll<disable = true>>}
^loop:
  %c = llvm.mlir.constant(true) : i1
  // CHECK: llvm.cond_br %c, ^loop, ^further {loop_annotation = #llvm.loop_annotation<disableNonforced = false, unroll = <count = 4 : i32, runtimeDisable = true, full = false>, mustProgress = true>}
  llvm.cond_br %c, ^loop, ^further {loop_annotation = #llvm.loop_annotation<mustProgress = true, disableNonforced = false, unroll = <full = false, runtimeDisable = true, count = 4 : i32>>}
^further:
  // CHECK: llvm.cond_br %c, ^further, ^end {loop_annotation = #llvm.loop_annotation<unroll = <count = 4 : i32, followupUnrolled = <mustProgress = true>>>}
  llvm.cond_br %c, ^further, ^end {loop_annotation = #llvm.loop_annotation<unroll = <count = 4 : i32, followupUnrolled = <mustProgress = true>>>}
^end:
  llvm.return
}
