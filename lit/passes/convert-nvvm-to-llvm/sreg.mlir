// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | filecheck %s

// CHECK-LABEL: llvm.func @sreg
llvm.func @sreg(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %q: !llvm.ptr, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>) {
  // CHECK-NEXT: %a = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
  %a = nvvm.read.ptx.sreg.tid.x : i32
  // CHECK-NEXT: %b = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.y"() : () -> (i32 {llvm.range = #llvm.constant_range<i32, 0, 1024>})
  %b = nvvm.read.ptx.sreg.tid.y range <i32, 0, 1024> : i32
  // CHECK-NEXT: %c = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.clock64"() : () -> i64
  %c = nvvm.read.ptx.sreg.clock64 : i64
  // CHECK-NEXT: llvm.return
  llvm.return
}
