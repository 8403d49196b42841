// RUN: %roundtrip
// RUN: %generic-roundtrip

// PTX text.

// CHECK-LABEL: llvm.func @ptx
llvm.func @ptx(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %q: !llvm.ptr) {
  // CHECK-NEXT: nvvm.inline_ptx "membar.gl;"
  nvvm.inline_ptx "membar.gl;"
  // CHECK-NEXT: %r0 = nvvm.inline_ptx "add.u32 $0, $1, $2;" ro(%n, %n : i32, i32) -> i32
  %r0 = nvvm.inline_ptx "add.u32 $0, $1, $2;" ro(%n, %n : i32, i32) -> i32
  // CHECK-NEXT: nvvm.inline_ptx "st.shared.u32 [{$ro0}], {$ro1};" ro(%s, %n : !llvm.ptr<3>, i32), predicate = %p
  nvvm.inline_ptx "st.shared.u32 [{$ro0}], {$ro1};" ro(%s, %n : !llvm.ptr<3>, i32), predicate = %p
  // CHECK-NEXT: %r1, %r2 = nvvm.inline_ptx "mov.b64 {$0, $1}, $2;" ro(%l : i64) -> i32, i32
  %r1, %r2 = nvvm.inline_ptx "mov.b64 {$0, $1}, $2;" ro(%l : i64) -> i32, i32
  // CHECK-NEXT: llvm.return
  llvm.return
}
