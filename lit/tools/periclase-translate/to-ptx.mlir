// RUN: periclase-translate --to-ptx --target sm_80 %s | filecheck %s
// RUN: periclase-translate --to-ptx --target sm_80 %s -o %t && filecheck %s --input-file %t
// RUN: cat %s | periclase-translate --to-ptx --target sm_80 | filecheck %s

// The nvvm operation is converted on the way.
// CHECK: .target sm_80
// CHECK: .visible .entry k(
// CHECK: .maxntid 256, 1, 1
// CHECK: mov.u32 %r{{[0-9]+}}, %tid.x;
// CHECK: st.global.b32
llvm.func @k(%p: !llvm.ptr<1> {llvm.align = 16 : i64}, %n: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %g = llvm.getelementptr %p[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %n, %g {alignment = 4 : i64} : i32, !llvm.ptr<1>
  llvm.return
}
