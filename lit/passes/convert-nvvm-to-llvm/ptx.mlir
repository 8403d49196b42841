// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | filecheck %s

// CHECK-LABEL: llvm.func @ptx
llvm.func @ptx(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>) {
  // CHECK-NEXT: %a = llvm.inline_asm has_side_effects {convergent} "add.u32 $0, $1, $2;", "=r,r,r,~{memory}" %n, %n : (i32, i32) -> i32
  %a = nvvm.inline_ptx "add.u32 {$r0}, {$ro0}, {$ro1};" ro(%n, %n : i32, i32) -> i32
  // CHECK-NEXT: llvm.inline_asm has_side_effects {convergent} "{ @!$2 bra skip; st.global.f32 [$0], $1; skip: }", "l,f,b,~{memory}" %g, %f, %p : (!llvm.ptr<1>, f32, i1) -> ()
  nvvm.inline_ptx "st.global.f32 [$0], $1;" ro(%g, %f : !llvm.ptr<1>, f32), predicate = %p
  // CHECK-NEXT: llvm.return
  llvm.return
}
