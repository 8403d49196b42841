// RUN: not periclase-translate --to-ptx --target sm_80 %s 2>&1 | filecheck %s
// RUN: periclase-translate --to-llvmir %s | filecheck %s --check-prefix=TEXT

// LLVM would end the process on each of these; all are reported at once.
// CHECK: error[PC0533]: 'llvm.exp.f32' has no lowering for NVPTX
// CHECK: k.py:3:5
// CHECK: help: call the function of libdevice
// CHECK: error[PC0536]: the atomic scope 'cluster' needs sm_90, the target is sm_80
// CHECK: error[PC0536]: LLVM drops the memory order and scope of this 'atomicrmw' on NVPTX
// CHECK: error[PC0535]: 'x' is no constraint of PTX
// TEXT: call float @llvm.exp.f32(float %f)
llvm.func @k(%p: !llvm.ptr<1>, %f: f32, %n: i32) attributes {nvvm.kernel} {
  %e = llvm.intr.exp(%f) : (f32) -> f32 loc("k.py":3:5)
  llvm.fence syncscope("cluster") acq_rel
  %o = llvm.atomicrmw add %p, %n acq_rel : !llvm.ptr<1>, i32
  llvm.inline_asm has_side_effects "nop;", "x" %n : (i32) -> ()
  llvm.return
}
