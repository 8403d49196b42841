// RUN: periclase-opt %s -p convert-mir-to-llvm | filecheck %s --check-prefix=PTX
// RUN: periclase-opt %s -p 'convert-mir-to-llvm{target="cpu"}' | filecheck %s --check-prefix=CPU
// RUN: periclase-opt %s -p 'convert-mir-to-llvm{contract=false}' | filecheck %s --check-prefix=STRICT

// PTX-LABEL: llvm.func internal @f(
// PTX: llvm.intr.sqrt(%x)
// PTX: llvm.call @__nv_sinf(
// PTX: llvm.intr.cos({{.*}}) {fastmathFlags = #llvm.fastmath<afn>}
// PTX: llvm.call @__nv_exp(%y)
// PTX: llvm.fpext %h : f16 to f32
// PTX: llvm.call @__nv_logf(
// PTX: llvm.fptrunc
// PTX: llvm.call @__nv_fmodf(

// CPU-LABEL: llvm.func internal @f(
// CPU: llvm.intr.sin(
// CPU: llvm.intr.exp(%y)
// CPU: llvm.intr.log(
// CPU: llvm.frem

// STRICT-LABEL: llvm.func internal @f(
// STRICT-NOT: contract>
mir.func private @f(%x: f32, %y: f64, %h: f16) -> f32 {
  %0 = mir.sqrt %x : f32
  %1 = mir.sin %0 : f32
  %2 = mir.cos %1 fastmath<afn> : f32
  %3 = mir.exp %y : f64
  %4 = mir.log %h : f16
  %5 = mir.rem %2, %x : f32
  mir.return %5 : f32
}

// What libdevice has to more than two units in the last place is ours, unless approximations are allowed, and not on the CPU.
// PTX-LABEL: llvm.func internal @exact(
// PTX: llvm.call @__periclase_exact_tan_f32(%x)
// PTX: llvm.call @__nv_sinhf(
// PTX: llvm.call @__periclase_exact_tgamma_f64(%y)
// PTX: llvm.call @__nv_tan(
// PTX: llvm.func @__nv_sinf(f32) -> f32
// PTX: llvm.func @__periclase_exact_tan_f32(f32) -> f32
// CPU-LABEL: llvm.func internal @exact(
// CPU-NOT: __periclase_exact
mir.func private @exact(%x: f32, %y: f64) -> f64 {
  %0 = mir.tan %x : f32
  %1 = mir.sinh %0 fastmath<afn> : f32
  %2 = mir.gamma %y : f64
  %3 = mir.tan %2 : f64
  mir.return %3 : f64
}
