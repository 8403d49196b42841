; Rounding to bfloat16, for processors without an instruction for it.
;
; LLVM computes bfloat16 arithmetic in float and calls these, by the names of compiler-rt, which a JIT-compiled kernel is
; not linked with (libgcc has them from version 13 on). Round to nearest, ties to even; a NaN stays a quiet NaN.

define bfloat @__truncsfbf2(float %x) #0 {
  %bits = bitcast float %x to i32
  %nan = fcmp uno float %x, 0.0
  %upper = lshr i32 %bits, 16
  %odd = and i32 %upper, 1
  %bias = add i32 %odd, 32767
  %rounded.wide = add i32 %bits, %bias
  %rounded = lshr i32 %rounded.wide, 16
  %quiet = or i32 %upper, 64
  %chosen = select i1 %nan, i32 %quiet, i32 %rounded
  %half = trunc i32 %chosen to i16
  %r = bitcast i16 %half to bfloat
  ret bfloat %r
}

; By way of float rounded to odd, so that rounding once more is rounding once: the last bit says that something was cut off.
define bfloat @__truncdfbf2(double %x) #0 {
  %near = fptrunc double %x to float
  %back = fpext float %near to double
  %inexact = fcmp one double %back, %x
  %bits = bitcast float %near to i32
  %near.size = call double @llvm.fabs.f64(double %back)
  %size = call double @llvm.fabs.f64(double %x)
  %too.large = fcmp ogt double %near.size, %size
  %step = zext i1 %too.large to i32
  %cut = sub i32 %bits, %step
  %odd = or i32 %cut, 1
  %chosen = select i1 %inexact, i32 %odd, i32 %bits
  %single = bitcast i32 %chosen to float
  %r = call bfloat @__truncsfbf2(float %single)
  ret bfloat %r
}

declare double @llvm.fabs.f64(double)

attributes #0 = { nounwind willreturn memory(none) }
