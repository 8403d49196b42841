; Mathematics of GPUs that libdevice has to more than two units in the last place.
;
; Written from periclase/library/exact_functions.py by periclase.tools.mathematics_file; do not edit.
; source 644b7f8092937bc898ea708541bb3b57

source_filename = "periclase"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@periclase_constant_6a36a3e2c1dfc4cb56f95088909228a5 = internal addrspace(4) constant [8 x i32] [i32 0, i32 -1560706194, i32 1313084713, i32 -64530479, i32 -181084736, i32 -614296167, i32 1011060801, i32 -28220501], align 4

define double @__periclase_exact_asinh_f64(double %x) convergent {
bb0:
  %y = call double @llvm.fabs.f64(double %x)
  %v1 = fcmp ogt double %y, 0x3E30000000000000
  br i1 %v1, label %bb2, label %bb1
bb1:
  ret double %x
bb2:
  %v2 = fcmp ogt double %y, 0x41B0000000000000
  br i1 %v2, label %bb3, label %bb4
bb3:
  %v3 = call double @__nv_log(double %y)
  %large = fadd double %v3, 0x3FE62E42FEFA39EF
  %v4 = call double @llvm.copysign.f64(double %large, double %x)
  ret double %v4
bb4:
  %p = fmul double %y, %y
  %v5 = fneg double %p
  %square_low = call double @llvm.fma.f64(double %y, double %y, double %v5)
  %s = fadd double %p, 0x3FF0000000000000
  %t = fsub double %s, %p
  %v6 = fsub double %s, %t
  %v7 = fsub double %p, %v6
  %v8 = fsub double 0x3FF0000000000000, %t
  %above_low = fadd double %v7, %v8
  %root = call double @llvm.sqrt.f64(double %s)
  %v9 = fneg double %root
  %v10 = call double @llvm.fma.f64(double %v9, double %root, double %s)
  %v11 = fadd double %above_low, %square_low
  %v12 = fadd double %v10, %v11
  %v13 = fmul double %root, 0x4000000000000000
  %root_low = fdiv double %v12, %v13
  %s.14 = fadd double %root, %y
  %t.15 = fsub double %s.14, %root
  %v16 = fsub double %s.14, %t.15
  %v17 = fsub double %root, %v16
  %v18 = fsub double %y, %t.15
  %total_low = fadd double %v17, %v18
  %x_low = fadd double %total_low, %root_low
  %v19 = call double @__nv_log(double %s.14)
  %v20 = fdiv double %x_low, %s.14
  %v21 = fadd double %v19, %v20
  %v22 = call double @llvm.copysign.f64(double %v21, double %x)
  ret double %v22
}

define double @__periclase_exact_acosh_f64(double %x) convergent {
bb0:
  %v1 = fcmp ogt double %x, 0x3FF0000000000000
  br i1 %v1, label %bb2, label %bb1
bb1:
  %v2 = fcmp oeq double %x, 0x3FF0000000000000
  %v3 = select i1 %v2, double 0x0000000000000000, double 0x7FF8000000000000
  ret double %v3
bb2:
  %v4 = fcmp ogt double %x, 0x41B0000000000000
  br i1 %v4, label %bb3, label %bb4
bb3:
  %v5 = call double @__nv_log(double %x)
  %v6 = fadd double %v5, 0x3FE62E42FEFA39EF
  ret double %v6
bb4:
  %s = fadd double %x, 0x3FF0000000000000
  %v7 = fsub double %s, %x
  %above_low = fsub double 0x3FF0000000000000, %v7
  %b = fsub double %x, 0x3FF0000000000000
  %p = fmul double %s, %b
  %v8 = fneg double %p
  %rest = call double @llvm.fma.f64(double %s, double %b, double %v8)
  %v9 = fmul double %s, 0x0000000000000000
  %v10 = fmul double %above_low, %b
  %v11 = fadd double %v9, %v10
  %b.12 = fadd double %rest, %v11
  %s.13 = fadd double %p, %b.12
  %v14 = fsub double %s.13, %p
  %square_low = fsub double %b.12, %v14
  %root = call double @llvm.sqrt.f64(double %s.13)
  %v15 = fneg double %root
  %v16 = call double @llvm.fma.f64(double %v15, double %root, double %s.13)
  %v17 = fadd double %v16, %square_low
  %v18 = fmul double %root, 0x4000000000000000
  %root_low = fdiv double %v17, %v18
  %s.19 = fadd double %x, %root
  %v20 = fsub double %s.19, %x
  %total_low = fsub double %root, %v20
  %x_low = fadd double %total_low, %root_low
  %v21 = call double @__nv_log(double %s.19)
  %v22 = fdiv double %x_low, %s.19
  %v23 = fadd double %v21, %v22
  ret double %v23
}

define double @__periclase_exact_atanh_f64(double %x) convergent {
bb0:
  %y = call double @llvm.fabs.f64(double %x)
  %v1 = fcmp ogt double %y, 0x3E30000000000000
  br i1 %v1, label %bb2, label %bb1
bb1:
  ret double %x
bb2:
  %v2 = fcmp olt double %y, 0x3FF0000000000000
  br i1 %v2, label %bb7, label %bb3
bb3:
  %v3 = fcmp oeq double %y, 0x3FF0000000000000
  br i1 %v3, label %bb4, label %bb5
bb4:
  %v4 = fdiv double %x, 0x0000000000000000
  br label %bb6
bb5:
  %v5 = fsub double %x, %x
  %v6 = fdiv double %v5, %v5
  br label %bb6
bb6:
  %v7 = phi double [ %v4, %bb4 ], [ %v6, %bb5 ]
  ret double %v7
bb7:
  %s = fadd double %y, 0x3FF0000000000000
  %v8 = fsub double %s, 0x3FF0000000000000
  %above_low = fsub double %y, %v8
  %b = fneg double %y
  %s.9 = fadd double %b, 0x3FF0000000000000
  %v10 = fsub double %s.9, 0x3FF0000000000000
  %below_low = fsub double %b, %v10
  %inverse = fdiv double 0x3FF0000000000000, %s.9
  %q = fmul double %s, %inverse
  %v11 = fneg double %q
  %v12 = call double @llvm.fma.f64(double %v11, double %s.9, double %s)
  %v13 = fadd double %v12, %above_low
  %v14 = fmul double %q, %below_low
  %v15 = fsub double %v13, %v14
  %ratio_low = fmul double %v15, %inverse
  %v16 = call double @__nv_log(double %q)
  %v17 = fdiv double %ratio_low, %q
  %v18 = fadd double %v16, %v17
  %v19 = fmul double %v18, 0x3FE0000000000000
  %v20 = call double @llvm.copysign.f64(double %v19, double %x)
  ret double %v20
}

define double @__periclase_exact_erfc_f64(double %x) convergent {
bb0:
  %y = call double @llvm.fabs.f64(double %x)
  %v1 = fcmp ogt double %y, 0x3FDE000000000000
  br i1 %v1, label %bb2, label %bb1
bb1:
  %z = fmul double %x, %x
  %e = call double @llvm.fma.f64(double 0xBE83E492E70123D0, double %z, double 0x3EBB7FFC3CBEC87A)
  %e.2 = call double @llvm.fma.f64(double %e, double %z, double 0xBEEF4C2C1E893D7F)
  %e.3 = call double @llvm.fma.f64(double %e.2, double %z, double 0x3F1F9A2D95E310C4)
  %e.4 = call double @llvm.fma.f64(double %e.3, double %z, double 0xBF4C02DB310E9C3A)
  %e.5 = call double @llvm.fma.f64(double %e.4, double %z, double 0x3F7565BCD0CA8818)
  %e.6 = call double @llvm.fma.f64(double %e.5, double %z, double 0xBF9B82CE31284E94)
  %e.7 = call double @llvm.fma.f64(double %e.6, double %z, double 0x3FBCE2F21A042B9F)
  %e.8 = call double @llvm.fma.f64(double %e.7, double %z, double 0xBFD812746B0379E7)
  %e.9 = call double @llvm.fma.f64(double %e.8, double %z, double 0x3FF20DD750429B6D)
  %v10 = fneg double %x
  %v11 = call double @llvm.fma.f64(double %v10, double %e.9, double 0x3FF0000000000000)
  ret double %v11
bb2:
  %v12 = fcmp ogt double %y, 0x403C000000000000
  br i1 %v12, label %bb3, label %bb4
bb3:
  %v13 = fcmp olt double %x, 0x0000000000000000
  %v14 = select i1 %v13, double 0x4000000000000000, double 0x0000000000000000
  ret double %v14
bb4:
  %b = fmul double %y, 0x4000000000000000
  %s = fadd double %b, 0x3FF0000000000000
  %t = fsub double %s, 0x3FF0000000000000
  %v15 = fsub double %s, %t
  %v16 = fsub double 0x3FF0000000000000, %v15
  %v17 = fsub double %b, %t
  %below_low = fadd double %v16, %v17
  %v18 = fadd double %y, 0x4010000000000000
  %v19 = fmul double %s, %v18
  %inverse = fdiv double 0x3FF0000000000000, %v19
  %v20 = fsub double %y, 0x4010000000000000
  %v21 = fmul double %s, %inverse
  %t.22 = fmul double %v20, %v21
  %v23 = fneg double %t.22
  %v24 = call double @llvm.fma.f64(double %v23, double %v18, double %v20)
  %t.25 = call double @llvm.fma.f64(double %v24, double %v21, double %t.22)
  %p = call double @llvm.fma.f64(double 0x3E1DE38D96D7503B, double %t.25, double 0xBE44B6B332533DC9)
  %p.26 = call double @llvm.fma.f64(double %p, double %t.25, double 0xBE52FA01A0A59D4B)
  %p.27 = call double @llvm.fma.f64(double %p.26, double %t.25, double 0x3E7BB5D5DD643624)
  %p.28 = call double @llvm.fma.f64(double %p.27, double %t.25, double 0x3E73F912E75D2BA3)
  %p.29 = call double @llvm.fma.f64(double %p.28, double %t.25, double 0xBEAB7F220C4CBEC9)
  %p.30 = call double @llvm.fma.f64(double %p.29, double %t.25, double 0x3E93B92CE6E3B347)
  %p.31 = call double @llvm.fma.f64(double %p.30, double %t.25, double 0x3ED7EF4268357381)
  %p.32 = call double @llvm.fma.f64(double %p.31, double %t.25, double 0xBEE788C8CCF61AC3)
  %p.33 = call double @llvm.fma.f64(double %p.32, double %t.25, double 0xBEF9954C5385284F)
  %p.34 = call double @llvm.fma.f64(double %p.33, double %t.25, double 0x3F23BE064663E6C7)
  %p.35 = call double @llvm.fma.f64(double %p.34, double %t.25, double 0xBF2A1DF45B533C38)
  %p.36 = call double @llvm.fma.f64(double %p.35, double %t.25, double 0xBF48D4A9BD421A2E)
  %p.37 = call double @llvm.fma.f64(double %p.36, double %t.25, double 0x3F749C672AB6B8C5)
  %p.38 = call double @llvm.fma.f64(double %p.37, double %t.25, double 0xBF90962388335176)
  %p.39 = call double @llvm.fma.f64(double %p.38, double %t.25, double 0x3FA3079EDF6195EF)
  %p.40 = call double @llvm.fma.f64(double %p.39, double %t.25, double 0xBFB0FB06DFE519F3)
  %p.41 = call double @llvm.fma.f64(double %p.40, double %t.25, double 0x3FB7FEE004E14EC1)
  %p.42 = call double @llvm.fma.f64(double %p.41, double %t.25, double 0xBFB9DDB23C3E8C17)
  %p.43 = call double @llvm.fma.f64(double %p.42, double %t.25, double 0x3FB16ECEFCFA52A3)
  %p.44 = call double @llvm.fma.f64(double %p.43, double %t.25, double 0x3F8F7F5DF66FD736)
  %p.45 = call double @llvm.fma.f64(double %p.44, double %t.25, double 0xBFC1DF1AD154A28D)
  %b.46 = fmul double %t.25, %p.45
  %s.47 = fadd double %b.46, 0x3FF3BA5916E9FD7F
  %v48 = fsub double %s.47, 0x3FF3BA5916E9FD7F
  %low = fsub double %b.46, %v48
  %p.49 = fmul double %y, %y
  %v50 = fneg double %p.49
  %square_low = call double @llvm.fma.f64(double %y, double %y, double %v50)
  %v51 = fneg double %square_low
  %v52 = call { double, double, i64 } @periclase__library__exact_functions___exp(double %v50, double %v51) convergent
  %m = extractvalue { double, double, i64 } %v52, 0
  %m_low = extractvalue { double, double, i64 } %v52, 1
  %n = extractvalue { double, double, i64 } %v52, 2
  %p.53 = fmul double %m, %s.47
  %v54 = fneg double %p.53
  %rest = call double @llvm.fma.f64(double %m, double %s.47, double %v54)
  %v55 = fmul double %m, %low
  %v56 = fmul double %m_low, %s.47
  %v57 = fadd double %v55, %v56
  %b.58 = fadd double %rest, %v57
  %s.59 = fadd double %p.53, %b.58
  %v60 = fsub double %s.59, %p.53
  %m_low.61 = fsub double %b.58, %v60
  %v62 = fmul double %v18, %inverse
  %q = fmul double %s.59, %v62
  %v63 = fneg double %q
  %v64 = call double @llvm.fma.f64(double %v63, double %s, double %s.59)
  %v65 = fadd double %v64, %m_low.61
  %v66 = fmul double %q, %below_low
  %v67 = fsub double %v65, %v66
  %q_low = fmul double %v67, %v62
  %x.68 = fadd double %q, %q_low
  %v69 = call i64 @llvm.smin.i64(i64 %n, i64 2100)
  %n.70 = call i64 @llvm.smax.i64(i64 %v69, i64 -2100)
  %v71 = sdiv i64 %n.70, 3
  %v72 = mul i64 %v71, 3
  %v73 = sub i64 %n.70, %v72
  %v74 = icmp ne i64 %v73, 0
  %v75 = xor i64 %v73, 3
  %v76 = icmp slt i64 %v75, 0
  %v77 = and i1 %v74, %v76
  %v78 = zext i1 %v77 to i64
  %step = sub i64 %v71, %v78
  %v79 = add i64 %step, 1023
  %v80 = and i64 52, 63
  %v81 = shl i64 %v79, %v80
  %v82 = bitcast i64 %v81 to double
  %v83 = fmul double %x.68, %v82
  %v84 = fmul double %v83, %v82
  %v85 = mul i64 %step, 2
  %n.86 = sub i64 %n.70, %v85
  %v87 = add i64 %n.86, 1023
  %v88 = and i64 52, 63
  %v89 = shl i64 %v87, %v88
  %v90 = bitcast i64 %v89 to double
  %value = fmul double %v84, %v90
  %v91 = fcmp olt double %x, 0x0000000000000000
  br i1 %v91, label %bb5, label %bb6
bb5:
  %v92 = fsub double 0x4000000000000000, %value
  br label %bb6
bb6:
  %v93 = phi double [ %value, %bb4 ], [ %v92, %bb5 ]
  ret double %v93
}

define double @__periclase_exact_tgamma_f64(double %x) convergent {
bb0:
  %y = call double @llvm.fabs.f64(double %x)
  %v1 = fcmp ogt double %y, 0x3C30000000000000
  br i1 %v1, label %bb2, label %bb1
bb1:
  %v2 = fdiv double 0x3FF0000000000000, %x
  ret double %v2
bb2:
  %v3 = fcmp ogt double %x, 0x4065800000000000
  br i1 %v3, label %bb3, label %bb4
bb3:
  %v4 = fmul double %x, 0x7FF0000000000000
  ret double %v4
bb4:
  %v5 = fcmp olt double %x, 0x0000000000000000
  br i1 %v5, label %bb5, label %bb11
bb5:
  %v6 = fcmp olt double %y, 0x4330000000000000
  %v7 = xor i1 %v6, true
  br i1 %v6, label %bb6, label %bb7
bb6:
  %v8 = call double @llvm.floor.f64(double %x)
  %v9 = fadd double %v8, 0x0000000000000000
  %v10 = fcmp oeq double %v9, %x
  br label %bb7
bb7:
  %v11 = phi i1 [ %v7, %bb5 ], [ %v10, %bb6 ]
  br i1 %v11, label %bb8, label %bb9
bb8:
  ret double 0x7FF8000000000000
bb9:
  %v12 = fcmp ogt double %y, 0x4067C00000000000
  br i1 %v12, label %bb10, label %bb11
bb10:
  %v13 = call double @llvm.floor.f64(double %x)
  %v14 = call i64 @llvm.fptosi.sat.i64.f64(double %v13)
  %v15 = and i64 %v14, 1
  %v16 = icmp eq i64 %v15, 1
  %v17 = select i1 %v16, double 0x8000000000000000, double 0x0000000000000000
  ret double %v17
bb11:
  %v18 = fcmp une double %x, %x
  br i1 %v18, label %bb12, label %bb13
bb12:
  ret double %x
bb13:
  %v19 = call { double, double, double, double } @periclase__library__exact_functions___log_gamma(double %y) convergent
  %a = extractvalue { double, double, double, double } %v19, 0
  %a_low = extractvalue { double, double, double, double } %v19, 1
  %p = extractvalue { double, double, double, double } %v19, 2
  %p_low = extractvalue { double, double, double, double } %v19, 3
  %v20 = call { double, double, i64 } @periclase__library__exact_functions___exp(double %a, double %a_low) convergent
  %m = extractvalue { double, double, i64 } %v20, 0
  %m_low = extractvalue { double, double, i64 } %v20, 1
  %n = extractvalue { double, double, i64 } %v20, 2
  %v21 = fcmp ogt double %x, 0x0000000000000000
  br i1 %v21, label %bb14, label %bb15
bb14:
  %inverse = fdiv double 0x3FF0000000000000, %p
  %q = fmul double %m, %inverse
  %v22 = fneg double %q
  %v23 = call double @llvm.fma.f64(double %v22, double %p, double %m)
  %v24 = fadd double %v23, %m_low
  %v25 = fmul double %q, %p_low
  %v26 = fsub double %v24, %v25
  %q_low = fmul double %v26, %inverse
  %x.27 = fadd double %q, %q_low
  %v28 = call i64 @llvm.smin.i64(i64 %n, i64 2100)
  %n.29 = call i64 @llvm.smax.i64(i64 %v28, i64 -2100)
  %v30 = sdiv i64 %n.29, 3
  %v31 = mul i64 %v30, 3
  %v32 = sub i64 %n.29, %v31
  %v33 = icmp ne i64 %v32, 0
  %v34 = xor i64 %v32, 3
  %v35 = icmp slt i64 %v34, 0
  %v36 = and i1 %v33, %v35
  %v37 = zext i1 %v36 to i64
  %step = sub i64 %v30, %v37
  %v38 = add i64 %step, 1023
  %v39 = and i64 52, 63
  %v40 = shl i64 %v38, %v39
  %v41 = bitcast i64 %v40 to double
  %v42 = fmul double %x.27, %v41
  %v43 = fmul double %v42, %v41
  %v44 = mul i64 %step, 2
  %n.45 = sub i64 %n.29, %v44
  %v46 = add i64 %n.45, 1023
  %v47 = and i64 52, 63
  %v48 = shl i64 %v46, %v47
  %v49 = bitcast i64 %v48 to double
  %v50 = fmul double %v43, %v49
  ret double %v50
bb15:
  %v51 = call { double, double } @periclase__library__exact_functions___sin_pi(double %y) convergent
  %sine = extractvalue { double, double } %v51, 0
  %sine_low = extractvalue { double, double } %v51, 1
  %p.52 = fmul double %sine, %m
  %v53 = fneg double %p.52
  %rest = call double @llvm.fma.f64(double %sine, double %m, double %v53)
  %v54 = fmul double %sine, %m_low
  %v55 = fmul double %sine_low, %m
  %v56 = fadd double %v54, %v55
  %b = fadd double %rest, %v56
  %s = fadd double %p.52, %b
  %v57 = fsub double %s, %p.52
  %below_low = fsub double %b, %v57
  %p.58 = fmul double %s, %y
  %v59 = fneg double %p.58
  %rest.60 = call double @llvm.fma.f64(double %s, double %y, double %v59)
  %v61 = fmul double %s, 0x0000000000000000
  %v62 = fmul double %below_low, %y
  %v63 = fadd double %v61, %v62
  %b.64 = fadd double %rest.60, %v63
  %s.65 = fadd double %p.58, %b.64
  %v66 = fsub double %s.65, %p.58
  %below_low.67 = fsub double %b.64, %v66
  %p.68 = fmul double %p, 0x400921FB54442D18
  %v69 = fneg double %p.68
  %rest.70 = call double @llvm.fma.f64(double %p, double 0x400921FB54442D18, double %v69)
  %v71 = fmul double %p, 0x3CA1A62633145C07
  %v72 = fmul double %p_low, 0x400921FB54442D18
  %v73 = fadd double %v71, %v72
  %b.74 = fadd double %rest.70, %v73
  %s.75 = fadd double %p.68, %b.74
  %v76 = fsub double %s.75, %p.68
  %above_low = fsub double %b.74, %v76
  %inverse.77 = fdiv double 0x3FF0000000000000, %s.65
  %q.78 = fmul double %s.75, %inverse.77
  %v79 = fneg double %q.78
  %v80 = call double @llvm.fma.f64(double %v79, double %s.65, double %s.75)
  %v81 = fadd double %v80, %above_low
  %v82 = fmul double %q.78, %below_low.67
  %v83 = fsub double %v81, %v82
  %q_low.84 = fmul double %v83, %inverse.77
  %x.85 = fadd double %q.78, %q_low.84
  %n.86 = sub i64 0, %n
  %v87 = call i64 @llvm.smin.i64(i64 %n.86, i64 2100)
  %n.88 = call i64 @llvm.smax.i64(i64 %v87, i64 -2100)
  %v89 = sdiv i64 %n.88, 3
  %v90 = mul i64 %v89, 3
  %v91 = sub i64 %n.88, %v90
  %v92 = icmp ne i64 %v91, 0
  %v93 = xor i64 %v91, 3
  %v94 = icmp slt i64 %v93, 0
  %v95 = and i1 %v92, %v94
  %v96 = zext i1 %v95 to i64
  %step.97 = sub i64 %v89, %v96
  %v98 = add i64 %step.97, 1023
  %v99 = and i64 52, 63
  %v100 = shl i64 %v98, %v99
  %v101 = bitcast i64 %v100 to double
  %v102 = fmul double %x.85, %v101
  %v103 = fmul double %v102, %v101
  %v104 = mul i64 %step.97, 2
  %n.105 = sub i64 %n.88, %v104
  %v106 = add i64 %n.105, 1023
  %v107 = and i64 52, 63
  %v108 = shl i64 %v106, %v107
  %v109 = bitcast i64 %v108 to double
  %value = fmul double %v103, %v109
  %v110 = call double @llvm.floor.f64(double %x)
  %v111 = call i64 @llvm.fptosi.sat.i64.f64(double %v110)
  %v112 = and i64 %v111, 1
  %v113 = icmp eq i64 %v112, 1
  br i1 %v113, label %bb16, label %bb17
bb16:
  %v114 = fneg double %value
  br label %bb17
bb17:
  %v115 = phi double [ %value, %bb15 ], [ %v114, %bb16 ]
  ret double %v115
}

define double @__periclase_exact_lgamma_f64(double %x) convergent {
bb0:
  %y = call double @llvm.fabs.f64(double %x)
  %v1 = fcmp ogt double %y, 0x3C30000000000000
  br i1 %v1, label %bb5, label %bb1
bb1:
  %v2 = fcmp oeq double %y, 0x0000000000000000
  br i1 %v2, label %bb2, label %bb3
bb2:
  br label %bb4
bb3:
  %v3 = call double @__nv_log(double %y)
  %v4 = fneg double %v3
  br label %bb4
bb4:
  %v5 = phi double [ 0x7FF0000000000000, %bb2 ], [ %v4, %bb3 ]
  ret double %v5
bb5:
  %v6 = fcmp olt double %y, 0x7FF0000000000000
  br i1 %v6, label %bb7, label %bb6
bb6:
  ret double %y
bb7:
  %v7 = fcmp olt double %x, 0x0000000000000000
  br i1 %v7, label %bb8, label %bb12
bb8:
  %v8 = fcmp olt double %y, 0x4330000000000000
  %v9 = xor i1 %v8, true
  br i1 %v8, label %bb9, label %bb10
bb9:
  %v10 = call double @llvm.floor.f64(double %x)
  %v11 = fadd double %v10, 0x0000000000000000
  %v12 = fcmp oeq double %v11, %x
  br label %bb10
bb10:
  %v13 = phi i1 [ %v9, %bb8 ], [ %v12, %bb9 ]
  br i1 %v13, label %bb11, label %bb12
bb11:
  ret double 0x7FF0000000000000
bb12:
  %v14 = call { double, double, double, double } @periclase__library__exact_functions___log_gamma(double %y) convergent
  %a = extractvalue { double, double, double, double } %v14, 0
  %a_low = extractvalue { double, double, double, double } %v14, 1
  %p = extractvalue { double, double, double, double } %v14, 2
  %p_low = extractvalue { double, double, double, double } %v14, 3
  %v15 = fcmp ogt double %x, 0x0000000000000000
  br i1 %v15, label %bb13, label %bb17
bb13:
  %v16 = fcmp oeq double %p, 0x3FF0000000000000
  br i1 %v16, label %bb14, label %bb16
bb14:
  %v17 = fcmp oeq double %p_low, 0x0000000000000000
  br i1 %v17, label %bb15, label %bb16
bb15:
  %v18 = fadd double %a, %a_low
  ret double %v18
bb16:
  %v19 = call { double, double } @periclase__library__exact_functions___log(double %p, double %p_low) convergent
  %log = extractvalue { double, double } %v19, 0
  %log_low = extractvalue { double, double } %v19, 1
  %b = fneg double %log
  %s = fadd double %a, %b
  %t = fsub double %s, %a
  %v20 = fsub double %s, %t
  %v21 = fsub double %a, %v20
  %v22 = fsub double %b, %t
  %low = fadd double %v21, %v22
  %v23 = fsub double %a_low, %log_low
  %v24 = fadd double %low, %v23
  %v25 = fadd double %s, %v24
  ret double %v25
bb17:
  %v26 = call { double, double } @periclase__library__exact_functions___sin_pi(double %y) convergent
  %sine = extractvalue { double, double } %v26, 0
  %sine_low = extractvalue { double, double } %v26, 1
  %p.27 = fmul double %sine, %y
  %v28 = fneg double %p.27
  %rest = call double @llvm.fma.f64(double %sine, double %y, double %v28)
  %v29 = fmul double %sine, 0x0000000000000000
  %v30 = fmul double %sine_low, %y
  %v31 = fadd double %v29, %v30
  %b.32 = fadd double %rest, %v31
  %s.33 = fadd double %p.27, %b.32
  %v34 = fsub double %s.33, %p.27
  %below_low = fsub double %b.32, %v34
  %p.35 = fmul double %p, 0x400921FB54442D18
  %v36 = fneg double %p.35
  %rest.37 = call double @llvm.fma.f64(double %p, double 0x400921FB54442D18, double %v36)
  %v38 = fmul double %p, 0x3CA1A62633145C07
  %v39 = fmul double %p_low, 0x400921FB54442D18
  %v40 = fadd double %v38, %v39
  %b.41 = fadd double %rest.37, %v40
  %s.42 = fadd double %p.35, %b.41
  %v43 = fsub double %s.42, %p.35
  %above_low = fsub double %b.41, %v43
  %inverse = fdiv double 0x3FF0000000000000, %s.33
  %q = fmul double %s.42, %inverse
  %v44 = fneg double %q
  %v45 = call double @llvm.fma.f64(double %v44, double %s.33, double %s.42)
  %v46 = fadd double %v45, %above_low
  %v47 = fmul double %q, %below_low
  %v48 = fsub double %v46, %v47
  %q_low = fmul double %v48, %inverse
  %v49 = call { double, double } @periclase__library__exact_functions___log(double %q, double %q_low) convergent
  %log.50 = extractvalue { double, double } %v49, 0
  %log_low.51 = extractvalue { double, double } %v49, 1
  %b.52 = fneg double %a
  %s.53 = fadd double %log.50, %b.52
  %t.54 = fsub double %s.53, %log.50
  %v55 = fsub double %s.53, %t.54
  %v56 = fsub double %log.50, %v55
  %v57 = fsub double %b.52, %t.54
  %low.58 = fadd double %v56, %v57
  %v59 = fsub double %log_low.51, %a_low
  %v60 = fadd double %low.58, %v59
  %v61 = fadd double %s.53, %v60
  ret double %v61
}

define float @__periclase_exact_log10_f32(float %x) convergent {
bb0:
  %tiny = fcmp olt float %x, 0x3810000000000000
  br i1 %tiny, label %bb1, label %bb2
bb1:
  %v1 = fmul float %x, 0x4160000000000000
  br label %bb2
bb2:
  %scaled = phi float [ %x, %bb0 ], [ %v1, %bb1 ]
  %bits = bitcast float %scaled to i32
  %v2 = sub i32 %bits, 1059760811
  %power = and i32 %v2, -8388608
  %v3 = sub i32 %bits, %power
  %v4 = bitcast i32 %v3 to float
  %f = fsub float %v4, 0x3FF0000000000000
  %v5 = sitofp i32 %power to float
  %v6 = select i1 %tiny, float 0xC037000000000000, float 0x0000000000000000
  %e = call float @llvm.fma.f32(float %v5, float 0x3E80000000000000, float %v6)
  %r = call float @llvm.fma.f32(float 0xBFAB9F31C0000000, float %f, float 0x3FAE921100000000)
  %r.7 = call float @llvm.fma.f32(float %r, float %f, float 0xBFAB533680000000)
  %r.8 = call float @llvm.fma.f32(float %r.7, float %f, float 0x3FAF411C00000000)
  %r.9 = call float @llvm.fma.f32(float %r.8, float %f, float 0xBFB2898BE0000000)
  %r.10 = call float @llvm.fma.f32(float %r.9, float %f, float 0x3FB63E7180000000)
  %r.11 = call float @llvm.fma.f32(float %r.10, float %f, float 0xBFBBCB7700000000)
  %r.12 = call float @llvm.fma.f32(float %r.11, float %f, float 0x3FC287A520000000)
  %r.13 = call float @llvm.fma.f32(float %r.12, float %f, float 0xBFCBCB7B20000000)
  %main = fmul float %f, 0x3FDBCB7B20000000
  %v14 = fneg float %main
  %v15 = call float @llvm.fma.f32(float %f, float 0x3FDBCB7B20000000, float %v14)
  %rest = call float @llvm.fma.f32(float %f, float 0xBE45B235E0000000, float %v15)
  %v16 = fmul float %f, %f
  %v17 = call float @llvm.fma.f32(float %e, float 0xBE4EC10C00000000, float %rest)
  %rest.18 = call float @llvm.fma.f32(float %v16, float %r.13, float %v17)
  %v19 = call float @llvm.fma.f32(float %e, float 0x3FD3441360000000, float %main)
  %value = fadd float %v19, %rest.18
  %v20 = bitcast float %scaled to i32
  %v21 = icmp uge i32 %v20, 2139095040
  br i1 %v21, label %bb3, label %bb4
bb3:
  %value.22 = call float @llvm.fma.f32(float %scaled, float 0x7FF0000000000000, float 0x7FF0000000000000)
  br label %bb4
bb4:
  %value.23 = phi float [ %value, %bb2 ], [ %value.22, %bb3 ]
  %v24 = fcmp oeq float %scaled, 0x0000000000000000
  %v25 = select i1 %v24, float 0xFFF0000000000000, float %value.23
  ret float %v25
}

define float @__periclase_exact_acosh_f32(float %x) convergent {
bb0:
  %v1 = fcmp ogt float %x, 0x3FF0000000000000
  br i1 %v1, label %bb2, label %bb1
bb1:
  %v2 = fcmp oeq float %x, 0x3FF0000000000000
  %v3 = select i1 %v2, float 0x0000000000000000, float 0x7FF8000000000000
  ret float %v3
bb2:
  %v4 = fcmp ogt float %x, 0x41D0000000000000
  br i1 %v4, label %bb3, label %bb4
bb3:
  %v5 = call float @__nv_logf(float %x)
  %v6 = fadd float %v5, 0x3FE62E4300000000
  ret float %v6
bb4:
  %t = fsub float %x, 0x3FF0000000000000
  %v7 = fmul float %t, 0x4000000000000000
  %square = call float @llvm.fma.f32(float %t, float %t, float %v7)
  %inverse = call float @llvm.nvvm.rsqrt.approx.f(float %square)
  %root = fmul float %square, %inverse
  %y = fadd float %root, %t
  %v8 = fsub float %y, %root
  %v9 = fsub float %t, %v8
  %v10 = fneg float %root
  %v11 = call float @llvm.fma.f32(float %v10, float %root, float %square)
  %v12 = fmul float %inverse, 0x3FE0000000000000
  %v13 = fmul float %v11, %v12
  %y_low = fadd float %v9, %v13
  %v14 = fadd afn float %y, 0x3FF0000000000000
  %low = fdiv afn float %y_low, %v14
  %v15 = call float @__nv_log1pf(float %y)
  %v16 = fadd float %v15, %low
  ret float %v16
}

define float @__periclase_exact_cosh_f32(float %x) convergent {
bb0:
  %v1 = fcmp une float %x, %x
  br i1 %v1, label %bb1, label %bb2
bb1:
  ret float %x
bb2:
  %v2 = call float @llvm.fabs.f32(float %x)
  %v3 = call { float, float, float } @periclase__library__exact_functions___half_exp_f32(float %v2) convergent
  %high = extractvalue { float, float, float } %v3, 0
  %low = extractvalue { float, float, float } %v3, 1
  %inverse = extractvalue { float, float, float } %v3, 2
  %v4 = fadd float %inverse, %low
  %v5 = fadd float %high, %v4
  ret float %v5
}

define float @__periclase_exact_sinh_f32(float %x) convergent {
bb0:
  %y = call float @llvm.fabs.f32(float %x)
  %v1 = fcmp oge float %y, 0x3FF0000000000000
  br i1 %v1, label %bb2, label %bb1
bb1:
  %z = fmul float %x, %x
  %s = call float @llvm.fma.f32(float 0x3EC78A70E0000000, float %z, float 0x3F2A009000000000)
  %s.2 = call float @llvm.fma.f32(float %s, float %z, float 0x3F811111E0000000)
  %s.3 = call float @llvm.fma.f32(float %s.2, float %z, float 0x3FC5555560000000)
  %v4 = fmul float %x, %z
  %v5 = call float @llvm.fma.f32(float %v4, float %s.3, float %x)
  ret float %v5
bb2:
  %v6 = call { float, float, float } @periclase__library__exact_functions___half_exp_f32(float %y) convergent
  %high = extractvalue { float, float, float } %v6, 0
  %low = extractvalue { float, float, float } %v6, 1
  %inverse = extractvalue { float, float, float } %v6, 2
  %v7 = fsub float %inverse, %low
  %v8 = fsub float %high, %v7
  %v9 = call float @llvm.copysign.f32(float %v8, float %x)
  ret float %v9
}

define float @__periclase_exact_tan_f32(float %x) alwaysinline convergent {
bb0:
  %v1 = call float @llvm.fabs.f32(float %x)
  %v2 = fcmp olt float %v1, 0x7FF0000000000000
  br i1 %v2, label %bb2, label %bb1
bb1:
  %v3 = fsub float %x, %x
  ret float %v3
bb2:
  %v4 = fcmp ogt float %v1, 0x40F0000000000000
  br i1 %v4, label %bb4, label %bb3
bb3:
  %shifted = call float @llvm.fma.f32(float %x, float 0x3FE45F3060000000, float 0x4168000000000000)
  %n = fsub float %shifted, 0x4168000000000000
  %v5 = fneg float %n
  %first = call float @llvm.fma.f32(float %v5, float 0x3FF921FB60000000, float %x)
  %p = fmul float %n, 0x3E6777A5C0000000
  %v6 = fneg float %p
  %p_low = call float @llvm.fma.f32(float %n, float 0x3E6777A5C0000000, float %v6)
  %r = fadd float %first, %p
  %t = fsub float %r, %first
  %v7 = fsub float %r, %t
  %v8 = fsub float %first, %v7
  %v9 = fsub float %p, %t
  %r_low = fadd float %v8, %v9
  %v10 = call float @llvm.fma.f32(float %n, float 0x3CDEE59DA0000000, float %p_low)
  %v11 = fadd float %r_low, %v10
  %v12 = bitcast float %shifted to i32
  %v13 = and i32 %v12, 1
  %v14 = icmp eq i32 %v13, 1
  br label %bb11
bb4:
  %bits = bitcast float %x to i32
  %v15 = and i32 %bits, 8388607
  %v16 = or i32 %v15, 8388608
  %mantissa = zext i32 %v16 to i64
  %v17 = and i32 23, 31
  %v18 = lshr i32 %bits, %v17
  %v19 = and i32 %v18, 255
  %first.20 = sub i32 %v19, 120
  %v21 = and i32 5, 31
  %word = ashr i32 %first.20, %v21
  %shift = and i32 %first.20, 31
  %v22 = sext i32 %word to i64
  %v23 = icmp ult i64 %v22, 8
  br i1 %v23, label %bb5, label %bb14
bb5:
  %v24 = getelementptr inbounds i32, ptr addrspace(4) @periclase_constant_6a36a3e2c1dfc4cb56f95088909228a5, i64 %v22
  %v25 = load i32, ptr addrspace(4) %v24
  %v26 = zext i32 %v25 to i64
  %v27 = and i64 32, 63
  %v28 = shl i64 %v26, %v27
  %v29 = add i32 %word, 1
  %v30 = sext i32 %v29 to i64
  %v31 = icmp ult i64 %v30, 8
  br i1 %v31, label %bb6, label %bb15
bb6:
  %v32 = getelementptr inbounds i32, ptr addrspace(4) @periclase_constant_6a36a3e2c1dfc4cb56f95088909228a5, i64 %v30
  %v33 = load i32, ptr addrspace(4) %v32
  %v34 = zext i32 %v33 to i64
  %a = or i64 %v28, %v34
  %v35 = add i32 %word, 2
  %v36 = sext i32 %v35 to i64
  %v37 = icmp ult i64 %v36, 8
  br i1 %v37, label %bb7, label %bb16
bb7:
  %v38 = getelementptr inbounds i32, ptr addrspace(4) @periclase_constant_6a36a3e2c1dfc4cb56f95088909228a5, i64 %v36
  %v39 = load i32, ptr addrspace(4) %v38
  %v40 = zext i32 %v39 to i64
  %v41 = and i64 32, 63
  %v42 = shl i64 %v40, %v41
  %v43 = add i32 %word, 3
  %v44 = sext i32 %v43 to i64
  %v45 = icmp ult i64 %v44, 8
  br i1 %v45, label %bb8, label %bb17
bb8:
  %v46 = getelementptr inbounds i32, ptr addrspace(4) @periclase_constant_6a36a3e2c1dfc4cb56f95088909228a5, i64 %v44
  %v47 = load i32, ptr addrspace(4) %v46
  %v48 = zext i32 %v47 to i64
  %b = or i64 %v42, %v48
  %v49 = zext i32 %shift to i64
  %v50 = and i64 %v49, 63
  %v51 = shl i64 %a, %v50
  %v52 = and i64 32, 63
  %high = lshr i64 %v51, %v52
  %v53 = and i64 32, 63
  %v54 = shl i64 %a, %v53
  %v55 = and i64 32, 63
  %v56 = lshr i64 %b, %v55
  %v57 = or i64 %v54, %v56
  %v58 = and i64 %v49, 63
  %v59 = shl i64 %v57, %v58
  %v60 = and i64 32, 63
  %middle = lshr i64 %v59, %v60
  %v61 = and i64 %v49, 63
  %v62 = shl i64 %b, %v61
  %v63 = and i64 32, 63
  %low = lshr i64 %v62, %v63
  %v64 = mul i64 %mantissa, %middle
  %v65 = mul i64 %mantissa, %low
  %v66 = and i64 32, 63
  %v67 = lshr i64 %v65, %v66
  %carried = add i64 %v64, %v67
  %v68 = mul i64 %mantissa, %high
  %v69 = and i64 32, 63
  %v70 = shl i64 %v68, %v69
  %product = add i64 %v70, %carried
  %v71 = and i64 2, 63
  %turn = shl i64 %product, %v71
  %v72 = and i64 62, 63
  %v73 = lshr i64 %product, %v72
  %v74 = and i64 61, 63
  %v75 = lshr i64 %product, %v74
  %v76 = and i64 %v75, 1
  %v77 = add i64 %v73, %v76
  %v78 = and i64 %v77, 1
  %odd = icmp eq i64 %v78, 1
  %v79 = and i64 2, 63
  %turn.80 = ashr i64 %turn, %v79
  %r.81 = sitofp i64 %turn.80 to float
  %v82 = call i64 @llvm.fptosi.sat.i64.f32(float %r.81)
  %v83 = sub i64 %turn.80, %v82
  %r_low.84 = sitofp i64 %v83 to float
  %t.85 = fmul float %r.81, 0x3C1921FB60000000
  %v86 = fneg float %t.85
  %t_low = call float @llvm.fma.f32(float %r.81, float 0x3C1921FB60000000, float %v86)
  %v87 = fmul float %r_low.84, 0x3C1921FB60000000
  %v88 = call float @llvm.fma.f32(float %r.81, float 0xBA8777A5C0000000, float %v87)
  %t_low.89 = fadd float %t_low, %v88
  %v90 = fcmp olt float %x, 0x0000000000000000
  br i1 %v90, label %bb10, label %bb9
bb9:
  br label %bb11
bb10:
  %v91 = fneg float %t_low.89
  br label %bb11
bb11:
  %r.92 = phi float [ %r, %bb3 ], [ %t.85, %bb9 ], [ %v86, %bb10 ]
  %r_low.93 = phi float [ %v11, %bb3 ], [ %t_low.89, %bb9 ], [ %v91, %bb10 ]
  %odd.94 = phi i1 [ %v14, %bb3 ], [ %odd, %bb9 ], [ %odd, %bb10 ]
  %z = fmul float %r.92, %r.92
  %p.95 = call float @llvm.fma.f32(float 0x3F6F7D64E0000000, float %z, float 0x3F5365B6E0000000)
  %p.96 = call float @llvm.fma.f32(float %p.95, float %z, float 0x3F84677EA0000000)
  %p.97 = call float @llvm.fma.f32(float %p.96, float %z, float 0x3F9623C880000000)
  %p.98 = call float @llvm.fma.f32(float %p.97, float %z, float 0x3FABA52AA0000000)
  %p.99 = call float @llvm.fma.f32(float %p.98, float %z, float 0x3FC1110880000000)
  %p.100 = call float @llvm.fma.f32(float %p.99, float %z, float 0x3FD5555560000000)
  %v101 = fmul float %r.92, %z
  %v102 = call float @llvm.fma.f32(float %r_low.93, float %z, float %r_low.93)
  %tail = call float @llvm.fma.f32(float %v101, float %p.100, float %v102)
  %t.103 = fadd float %r.92, %tail
  br i1 %odd.94, label %bb13, label %bb12
bb12:
  ret float %t.103
bb13:
  %v104 = fsub float %t.103, %r.92
  %t_low.105 = fsub float %tail, %v104
  %q = fdiv afn float 0xBFF0000000000000, %t.103
  %v106 = call float @llvm.fma.f32(float %q, float %t.103, float 0x3FF0000000000000)
  %v107 = call float @llvm.fma.f32(float %q, float %t_low.105, float %v106)
  %v108 = call float @llvm.fma.f32(float %q, float %v107, float %q)
  ret float %v108
bb14:
  call void @llvm.trap()
  unreachable
bb15:
  call void @llvm.trap()
  unreachable
bb16:
  call void @llvm.trap()
  unreachable
bb17:
  call void @llvm.trap()
  unreachable
}

define internal { double, double, i64 } @periclase__library__exact_functions___exp(double %x, double %x_low) convergent {
bb0:
  %v1 = fmul double %x, 0x3FF71547652B82FE
  %v2 = fadd double %v1, 0x4338000000000000
  %n = fsub double %v2, 0x4338000000000000
  %v3 = fneg double %n
  %a = call double @llvm.fma.f64(double %v3, double 0x3FE62E42FEFA3800, double %x)
  %b = call double @llvm.fma.f64(double %v3, double 0x3D2EF35793C76730, double %x_low)
  %s = fadd double %a, %b
  %t = fsub double %s, %a
  %v4 = fsub double %s, %t
  %v5 = fsub double %a, %v4
  %v6 = fsub double %b, %t
  %r_low = fadd double %v5, %v6
  %b.7 = fmul double %s, 0x3FE0000000000000
  %p = fmul double %s, %b.7
  %v8 = fneg double %p
  %half_low = call double @llvm.fma.f64(double %s, double %b.7, double %v8)
  %rest = call double @llvm.fma.f64(double 0x3D6AE7F3E733B81F, double %s, double 0x3DA93974A8C07C9D)
  %rest.9 = call double @llvm.fma.f64(double %rest, double %s, double 0x3DE6124613A86D09)
  %rest.10 = call double @llvm.fma.f64(double %rest.9, double %s, double 0x3E21EED8EFF8D898)
  %rest.11 = call double @llvm.fma.f64(double %rest.10, double %s, double 0x3E5AE64567F544E4)
  %rest.12 = call double @llvm.fma.f64(double %rest.11, double %s, double 0x3E927E4FB7789F5C)
  %rest.13 = call double @llvm.fma.f64(double %rest.12, double %s, double 0x3EC71DE3A556C734)
  %rest.14 = call double @llvm.fma.f64(double %rest.13, double %s, double 0x3EFA01A01A01A01A)
  %rest.15 = call double @llvm.fma.f64(double %rest.14, double %s, double 0x3F2A01A01A01A01A)
  %rest.16 = call double @llvm.fma.f64(double %rest.15, double %s, double 0x3F56C16C16C16C17)
  %rest.17 = call double @llvm.fma.f64(double %rest.16, double %s, double 0x3F81111111111111)
  %rest.18 = call double @llvm.fma.f64(double %rest.17, double %s, double 0x3FA5555555555555)
  %rest.19 = call double @llvm.fma.f64(double %rest.18, double %s, double 0x3FC5555555555555)
  %s.20 = fadd double %s, 0x3FF0000000000000
  %v21 = fsub double %s.20, 0x3FF0000000000000
  %low = fsub double %s, %v21
  %s.22 = fadd double %s.20, %p
  %v23 = fsub double %s.22, %s.20
  %low_too = fsub double %p, %v23
  %v24 = fmul double %s, %r_low
  %v25 = fmul double %s, %p
  %v26 = fmul double %v25, 0x4000000000000000
  %v27 = fmul double %v26, %rest.19
  %v28 = fadd double %v24, %v27
  %v29 = fadd double %half_low, %v28
  %v30 = fadd double %r_low, %v29
  %v31 = fadd double %low_too, %v30
  %low.32 = fadd double %low, %v31
  %s.33 = fadd double %s.22, %low.32
  %v34 = fsub double %s.33, %s.22
  %low.35 = fsub double %low.32, %v34
  %v36 = call i64 @llvm.fptosi.sat.i64.f64(double %n)
  %v37 = insertvalue { double, double, i64 } poison, double %s.33, 0
  %v38 = insertvalue { double, double, i64 } %v37, double %low.35, 1
  %v39 = insertvalue { double, double, i64 } %v38, i64 %v36, 2
  ret { double, double, i64 } %v39
}

define internal { double, double, double, double } @periclase__library__exact_functions___log_gamma(double %x) convergent {
bb0:
  %v1 = fcmp ogt double %x, 0x4004000000000000
  %lowest = select i1 %v1, double 0x4028000000000000, double 0x3FF8000000000000
  br label %bb1
bb1:
  %p = phi double [ 0x3FF0000000000000, %bb0 ], [ %s, %bb2 ]
  %p_low.2 = phi double [ 0x0000000000000000, %bb0 ], [ %p_low, %bb2 ]
  %steps.3 = phi double [ 0x0000000000000000, %bb0 ], [ %steps, %bb2 ]
  %s.4 = fadd double %x, %steps.3
  %v5 = fcmp olt double %s.4, %lowest
  br i1 %v5, label %bb2, label %bb3
bb2:
  %t = fsub double %s.4, %x
  %v6 = fsub double %s.4, %t
  %v7 = fsub double %x, %v6
  %v8 = fsub double %steps.3, %t
  %factor_low = fadd double %v7, %v8
  %p.9 = fmul double %p, %s.4
  %v10 = fneg double %p.9
  %rest = call double @llvm.fma.f64(double %p, double %s.4, double %v10)
  %v11 = fmul double %p, %factor_low
  %v12 = fmul double %p_low.2, %s.4
  %v13 = fadd double %v11, %v12
  %b = fadd double %rest, %v13
  %s = fadd double %p.9, %b
  %v14 = fsub double %s, %p.9
  %p_low = fsub double %b, %v14
  %steps = fadd double %steps.3, 0x3FF0000000000000
  br label %bb1
bb3:
  %t.15 = fsub double %s.4, %x
  %v16 = fsub double %s.4, %t.15
  %v17 = fsub double %x, %v16
  %v18 = fsub double %steps.3, %t.15
  %u_low = fadd double %v17, %v18
  %v19 = fcmp oeq double %lowest, 0x3FF8000000000000
  br i1 %v19, label %bb4, label %bb5
bb4:
  %a = fsub double %s.4, 0x4000000000000000
  %s.20 = fadd double %a, %u_low
  %t.21 = fsub double %s.20, %a
  %v22 = fsub double %s.20, %t.21
  %v23 = fsub double %a, %v22
  %v24 = fsub double %u_low, %t.21
  %t_low = fadd double %v23, %v24
  %q = call double @llvm.fma.f64(double 0xBE6091589D02D1A3, double %s.20, double 0x3E715FEA8732CD9F)
  %q.25 = call double @llvm.fma.f64(double %q, double %s.20, double 0xBE79A854795E5FE9)
  %q.26 = call double @llvm.fma.f64(double %q.25, double %s.20, double 0x3E8B1A8C8BF04F15)
  %q.27 = call double @llvm.fma.f64(double %q.26, double %s.20, double 0xBE9E40F95A8192DE)
  %q.28 = call double @llvm.fma.f64(double %q.27, double %s.20, double 0x3EB01462B5944F7D)
  %q.29 = call double @llvm.fma.f64(double %q.28, double %s.20, double 0xBEC11A85684E8499)
  %q.30 = call double @llvm.fma.f64(double %q.29, double %s.20, double 0x3ED258C9651DBEDC)
  %q.31 = call double @llvm.fma.f64(double %q.30, double %s.20, double 0xBEE3CBCE9A3C4AD1)
  %q.32 = call double @llvm.fma.f64(double %q.31, double %s.20, double 0x3EF580E260121A51)
  %q.33 = call double @llvm.fma.f64(double %q.32, double %s.20, double 0xBF078DE5A3D2D4D3)
  %q.34 = call double @llvm.fma.f64(double %q.33, double %s.20, double 0x3F1A127AF44AAF71)
  %q.35 = call double @llvm.fma.f64(double %q.34, double %s.20, double 0xBF2D3FD4C7B8F6A9)
  %q.36 = call double @llvm.fma.f64(double %q.35, double %s.20, double 0x3F40B36AF88B2884)
  %q.37 = call double @llvm.fma.f64(double %q.36, double %s.20, double 0xBF538AC5C2BF50A2)
  %q.38 = call double @llvm.fma.f64(double %q.37, double %s.20, double 0x3F67ADD6EADB2C11)
  %q.39 = call double @llvm.fma.f64(double %q.38, double %s.20, double 0xBF7E404FC218F61F)
  %q.40 = call double @llvm.fma.f64(double %q.39, double %s.20, double 0x3F951322AC7D849B)
  %q.41 = call double @llvm.fma.f64(double %q.40, double %s.20, double 0xBFB13E001A557606)
  %p.42 = fmul double %s.20, 0x3FD4A34CC4A60FA6
  %v43 = fneg double %p.42
  %rest.44 = call double @llvm.fma.f64(double %s.20, double 0x3FD4A34CC4A60FA6, double %v43)
  %v45 = fmul double %s.20, 0x3C71341E0C7213C1
  %v46 = fmul double %t_low, 0x3FD4A34CC4A60FA6
  %v47 = fadd double %v45, %v46
  %b.48 = fadd double %rest.44, %v47
  %s.49 = fadd double %p.42, %b.48
  %v50 = fsub double %s.49, %p.42
  %line_low = fsub double %b.48, %v50
  %s.51 = fadd double %s.49, 0x3FDB0EE6072093CE
  %v52 = fsub double %s.51, 0x3FDB0EE6072093CE
  %low = fsub double %s.49, %v52
  %v53 = fmul double %s.20, %s.20
  %v54 = fmul double %v53, %q.41
  %v55 = fadd double %line_low, %v54
  %v56 = fadd double %v55, 0x3C56CB90701FBFAB
  %b.57 = fadd double %low, %v56
  %s.58 = fadd double %s.51, %b.57
  %v59 = fsub double %s.58, %s.51
  %low.60 = fsub double %b.57, %v59
  %p.61 = fmul double %s.20, %s.58
  %v62 = fneg double %p.61
  %rest.63 = call double @llvm.fma.f64(double %s.20, double %s.58, double %v62)
  %v64 = fmul double %s.20, %low.60
  %v65 = fmul double %t_low, %s.58
  %v66 = fadd double %v64, %v65
  %b.67 = fadd double %rest.63, %v66
  %s.68 = fadd double %p.61, %b.67
  %v69 = fsub double %s.68, %p.61
  %a_low = fsub double %b.67, %v69
  %v70 = insertvalue { double, double, double, double } poison, double %s.68, 0
  %v71 = insertvalue { double, double, double, double } %v70, double %a_low, 1
  %v72 = insertvalue { double, double, double, double } %v71, double %p, 2
  %v73 = insertvalue { double, double, double, double } %v72, double %p_low.2, 3
  ret { double, double, double, double } %v73
bb5:
  %v74 = call { double, double } @periclase__library__exact_functions___log(double %s.4, double %u_low) convergent
  %log = extractvalue { double, double } %v74, 0
  %log_low = extractvalue { double, double } %v74, 1
  %v75 = fcmp ogt double %s.4, 0x43B0000000000000
  br i1 %v75, label %bb6, label %bb10
bb6:
  %v76 = fsub double %log, 0x3FF0000000000000
  %a.77 = fmul double %s.4, %v76
  %v78 = fcmp olt double %a.77, 0x7FF0000000000000
  br i1 %v78, label %bb7, label %bb8
bb7:
  %v79 = fmul double %s.4, %log_low
  %v80 = fneg double %a.77
  %v81 = call double @llvm.fma.f64(double %s.4, double %v76, double %v80)
  %v82 = fadd double %v79, %v81
  br label %bb9
bb8:
  br label %bb9
bb9:
  %v83 = phi double [ %v82, %bb7 ], [ 0x0000000000000000, %bb8 ]
  %v84 = insertvalue { double, double, double, double } poison, double %a.77, 0
  %v85 = insertvalue { double, double, double, double } %v84, double %v83, 1
  %v86 = insertvalue { double, double, double, double } %v85, double %p, 2
  %v87 = insertvalue { double, double, double, double } %v86, double %p_low.2, 3
  ret { double, double, double, double } %v87
bb10:
  %w = fdiv double 0x3FF0000000000000, %s.4
  %w2 = fmul double %w, %w
  %series = call double @llvm.fma.f64(double 0xBF9E4286CB0F5398, double %w2, double 0x3F7A41A41A41A41A)
  %series.88 = call double @llvm.fma.f64(double %series, double %w2, double 0xBF5F6AB0D9993C7D)
  %series.89 = call double @llvm.fma.f64(double %series.88, double %w2, double 0x3F4B951E2B18FF23)
  %series.90 = call double @llvm.fma.f64(double %series.89, double %w2, double 0xBF43813813813814)
  %series.91 = call double @llvm.fma.f64(double %series.90, double %w2, double 0x3F4A01A01A01A01A)
  %series.92 = call double @llvm.fma.f64(double %series.91, double %w2, double 0xBF66C16C16C16C17)
  %series.93 = call double @llvm.fma.f64(double %series.92, double %w2, double 0x3FB5555555555555)
  %s.94 = fadd double %s.4, 0xBFE0000000000000
  %t.95 = fsub double %s.94, %s.4
  %v96 = fsub double %s.94, %t.95
  %v97 = fsub double %s.4, %v96
  %v98 = fsub double 0xBFE0000000000000, %t.95
  %less_low = fadd double %v97, %v98
  %a_low.99 = fadd double %less_low, %u_low
  %p.100 = fmul double %s.94, %log
  %v101 = fneg double %p.100
  %rest.102 = call double @llvm.fma.f64(double %s.94, double %log, double %v101)
  %v103 = fmul double %s.94, %log_low
  %v104 = fmul double %a_low.99, %log
  %v105 = fadd double %v103, %v104
  %b.106 = fadd double %rest.102, %v105
  %s.107 = fadd double %p.100, %b.106
  %v108 = fsub double %s.107, %p.100
  %a_low.109 = fsub double %b.106, %v108
  %b.110 = fneg double %s.4
  %s.111 = fadd double %s.107, %b.110
  %t.112 = fsub double %s.111, %s.107
  %v113 = fsub double %s.111, %t.112
  %v114 = fsub double %s.107, %v113
  %v115 = fsub double %b.110, %t.112
  %rest.116 = fadd double %v114, %v115
  %v117 = fsub double %rest.116, %u_low
  %a_low.118 = fadd double %a_low.109, %v117
  %s.119 = fadd double %s.111, 0x3FED67F1C864BEB5
  %t.120 = fsub double %s.119, %s.111
  %v121 = fsub double %s.119, %t.120
  %v122 = fsub double %s.111, %v121
  %v123 = fsub double 0x3FED67F1C864BEB5, %t.120
  %rest.124 = fadd double %v122, %v123
  %v125 = fsub double %rest.124, 0x3C865B5A1B7FF5DF
  %v126 = fmul double %w, %series.93
  %v127 = fadd double %v125, %v126
  %a_low.128 = fadd double %a_low.118, %v127
  %s.129 = fadd double %s.119, %a_low.128
  %v130 = fsub double %s.129, %s.119
  %a_low.131 = fsub double %a_low.128, %v130
  %v132 = insertvalue { double, double, double, double } poison, double %s.129, 0
  %v133 = insertvalue { double, double, double, double } %v132, double %a_low.131, 1
  %v134 = insertvalue { double, double, double, double } %v133, double %p, 2
  %v135 = insertvalue { double, double, double, double } %v134, double %p_low.2, 3
  ret { double, double, double, double } %v135
}

define internal { double, double } @periclase__library__exact_functions___sin_pi(double %x) convergent {
bb0:
  %v1 = fadd double %x, 0x4338000000000000
  %v2 = fsub double %v1, 0x4338000000000000
  %v3 = fsub double %x, %v2
  %r = call double @llvm.fabs.f64(double %v3)
  %cosine = fcmp ogt double %r, 0x3FD0000000000000
  br i1 %cosine, label %bb1, label %bb2
bb1:
  %v4 = fsub double 0x3FE0000000000000, %r
  br label %bb2
bb2:
  %a = phi double [ %r, %bb0 ], [ %v4, %bb1 ]
  %p = fmul double %a, 0x400921FB54442D18
  %v5 = fneg double %p
  %rest = call double @llvm.fma.f64(double %a, double 0x400921FB54442D18, double %v5)
  %v6 = fmul double %a, 0x3CA1A62633145C07
  %v7 = fadd double %v6, 0x0000000000000000
  %b = fadd double %rest, %v7
  %s = fadd double %p, %b
  %v8 = fsub double %s, %p
  %z_low = fsub double %b, %v8
  %p.9 = fmul double %s, %s
  %v10 = fneg double %p.9
  %rest.11 = call double @llvm.fma.f64(double %s, double %s, double %v10)
  %v12 = fmul double %s, %z_low
  %v13 = fadd double %v12, %v12
  %b.14 = fadd double %rest.11, %v13
  %s.15 = fadd double %p.9, %b.14
  %v16 = fsub double %s.15, %p.9
  %square_low = fsub double %b.14, %v16
  br i1 %cosine, label %bb3, label %bb4
bb3:
  %rest.17 = call double @llvm.fma.f64(double 0xBD2AE7F3E733B81F, double %s.15, double 0x3DA93974A8C07C9D)
  %v18 = fneg double %rest.17
  %rest.19 = call double @llvm.fma.f64(double %v18, double %s.15, double 0x3E21EED8EFF8D898)
  %v20 = fneg double %rest.19
  %rest.21 = call double @llvm.fma.f64(double %v20, double %s.15, double 0x3E927E4FB7789F5C)
  %v22 = fneg double %rest.21
  %rest.23 = call double @llvm.fma.f64(double %v22, double %s.15, double 0x3EFA01A01A01A01A)
  %v24 = fneg double %rest.23
  %rest.25 = call double @llvm.fma.f64(double %v24, double %s.15, double 0x3F56C16C16C16C17)
  %v26 = fneg double %rest.25
  %rest.27 = call double @llvm.fma.f64(double %v26, double %s.15, double 0x3FA5555555555555)
  %b.28 = fmul double %s.15, 0xBFE0000000000000
  %s.29 = fadd double %b.28, 0x3FF0000000000000
  %v30 = fsub double %s.29, 0x3FF0000000000000
  %low = fsub double %b.28, %v30
  %v31 = fmul double %square_low, 0x3FE0000000000000
  %v32 = fsub double %low, %v31
  %v33 = fmul double %s.15, %s.15
  %v34 = fmul double %v33, %rest.27
  %b.35 = fadd double %v32, %v34
  %s.36 = fadd double %s.29, %b.35
  %v37 = fsub double %s.36, %s.29
  %v38 = fsub double %b.35, %v37
  %v39 = insertvalue { double, double } poison, double %s.36, 0
  %v40 = insertvalue { double, double } %v39, double %v38, 1
  ret { double, double } %v40
bb4:
  %rest.41 = call double @llvm.fma.f64(double 0xBCE952C77030AD4A, double %s.15, double 0x3D6AE7F3E733B81F)
  %v42 = fneg double %rest.41
  %rest.43 = call double @llvm.fma.f64(double %v42, double %s.15, double 0x3DE6124613A86D09)
  %v44 = fneg double %rest.43
  %rest.45 = call double @llvm.fma.f64(double %v44, double %s.15, double 0x3E5AE64567F544E4)
  %v46 = fneg double %rest.45
  %rest.47 = call double @llvm.fma.f64(double %v46, double %s.15, double 0x3EC71DE3A556C734)
  %v48 = fneg double %rest.47
  %rest.49 = call double @llvm.fma.f64(double %v48, double %s.15, double 0x3F2A01A01A01A01A)
  %v50 = fneg double %rest.49
  %rest.51 = call double @llvm.fma.f64(double %v50, double %s.15, double 0x3F81111111111111)
  %p.52 = fmul double %s.15, %s
  %v53 = fneg double %p.52
  %rest.54 = call double @llvm.fma.f64(double %s.15, double %s, double %v53)
  %v55 = fmul double %s.15, %z_low
  %v56 = fmul double %square_low, %s
  %v57 = fadd double %v55, %v56
  %b.58 = fadd double %rest.54, %v57
  %s.59 = fadd double %p.52, %b.58
  %v60 = fsub double %s.59, %p.52
  %cube_low = fsub double %b.58, %v60
  %p.61 = fmul double %s.59, 0xBFC5555555555555
  %v62 = fneg double %p.61
  %rest.63 = call double @llvm.fma.f64(double %s.59, double 0xBFC5555555555555, double %v62)
  %v64 = fmul double %s.59, 0xBC65555555555555
  %v65 = fmul double %cube_low, 0xBFC5555555555555
  %v66 = fadd double %v64, %v65
  %b.67 = fadd double %rest.63, %v66
  %s.68 = fadd double %p.61, %b.67
  %v69 = fsub double %s.68, %p.61
  %sixth_low = fsub double %b.67, %v69
  %s.70 = fadd double %s, %s.68
  %v71 = fsub double %s.70, %s
  %low.72 = fsub double %s.68, %v71
  %v73 = fmul double %s.59, %s.15
  %v74 = fmul double %v73, %rest.51
  %v75 = fadd double %sixth_low, %v74
  %v76 = fadd double %z_low, %v75
  %b.77 = fadd double %low.72, %v76
  %s.78 = fadd double %s.70, %b.77
  %v79 = fsub double %s.78, %s.70
  %v80 = fsub double %b.77, %v79
  %v81 = insertvalue { double, double } poison, double %s.78, 0
  %v82 = insertvalue { double, double } %v81, double %v80, 1
  ret { double, double } %v82
}

define internal { double, double } @periclase__library__exact_functions___log(double %x, double %x_low) convergent {
bb0:
  %bits = bitcast double %x to i64
  %v1 = and i64 52, 63
  %v2 = ashr i64 %bits, %v1
  %e = sub i64 %v2, 1023
  %v3 = and i64 %bits, 4503599627370495
  %v4 = or i64 %v3, 4607182418800017408
  %m = bitcast i64 %v4 to double
  %v5 = fcmp ogt double %m, 0x3FF6A09E667F3BCD
  br i1 %v5, label %bb1, label %bb2
bb1:
  %m.6 = fmul double %m, 0x3FE0000000000000
  %e.7 = add i64 %e, 1
  br label %bb2
bb2:
  %e.8 = phi i64 [ %e, %bb0 ], [ %e.7, %bb1 ]
  %m.9 = phi double [ %m, %bb0 ], [ %m.6, %bb1 ]
  %v10 = fcmp une double %x_low, 0x0000000000000000
  br i1 %v10, label %bb3, label %bb4
bb3:
  %v11 = sub i64 0, %e.8
  %n = call i64 @llvm.smin.i64(i64 %v11, i64 1023)
  %v12 = add i64 %n, 1023
  %v13 = and i64 52, 63
  %v14 = shl i64 %v12, %v13
  %v15 = bitcast i64 %v14 to double
  %v16 = fmul double %x_low, %v15
  br label %bb5
bb4:
  br label %bb5
bb5:
  %m_low = phi double [ %v16, %bb3 ], [ 0x0000000000000000, %bb4 ]
  %s = fadd double %m.9, 0x3FF0000000000000
  %v17 = fsub double %s, 0x3FF0000000000000
  %above_low = fsub double %m.9, %v17
  %a = fsub double %m.9, 0x3FF0000000000000
  %b_low = fadd double %above_low, %m_low
  %inverse = fdiv double 0x3FF0000000000000, %s
  %q = fmul double %a, %inverse
  %v18 = fneg double %q
  %v19 = call double @llvm.fma.f64(double %v18, double %s, double %a)
  %v20 = fadd double %v19, %m_low
  %v21 = fmul double %q, %b_low
  %v22 = fsub double %v20, %v21
  %s_low = fmul double %v22, %inverse
  %p = fmul double %q, %q
  %v23 = fneg double %p
  %rest = call double @llvm.fma.f64(double %q, double %q, double %v23)
  %v24 = fmul double %q, %s_low
  %v25 = fadd double %v24, %v24
  %b = fadd double %rest, %v25
  %s.26 = fadd double %p, %b
  %v27 = fsub double %s.26, %p
  %z_low = fsub double %b, %v27
  %p.28 = fmul double %q, %s.26
  %v29 = fneg double %p.28
  %rest.30 = call double @llvm.fma.f64(double %q, double %s.26, double %v29)
  %v31 = fmul double %q, %z_low
  %v32 = fmul double %s_low, %s.26
  %v33 = fadd double %v31, %v32
  %b.34 = fadd double %rest.30, %v33
  %s.35 = fadd double %p.28, %b.34
  %v36 = fsub double %s.35, %p.28
  %cube_low = fsub double %b.34, %v36
  %p.37 = fmul double %s.35, 0x3FE5555555555555
  %v38 = fneg double %p.37
  %rest.39 = call double @llvm.fma.f64(double %s.35, double 0x3FE5555555555555, double %v38)
  %v40 = fmul double %s.35, 0x3C85555555555555
  %v41 = fmul double %cube_low, 0x3FE5555555555555
  %v42 = fadd double %v40, %v41
  %b.43 = fadd double %rest.39, %v42
  %s.44 = fadd double %p.37, %b.43
  %v45 = fsub double %s.44, %p.37
  %third_low = fsub double %b.43, %v45
  %rest.46 = call double @llvm.fma.f64(double 0x3FB2F684BDA12F68, double %s.26, double 0x3FB47AE147AE147B)
  %rest.47 = call double @llvm.fma.f64(double %rest.46, double %s.26, double 0x3FB642C8590B2164)
  %rest.48 = call double @llvm.fma.f64(double %rest.47, double %s.26, double 0x3FB8618618618618)
  %rest.49 = call double @llvm.fma.f64(double %rest.48, double %s.26, double 0x3FBAF286BCA1AF28)
  %rest.50 = call double @llvm.fma.f64(double %rest.49, double %s.26, double 0x3FBE1E1E1E1E1E1E)
  %rest.51 = call double @llvm.fma.f64(double %rest.50, double %s.26, double 0x3FC1111111111111)
  %rest.52 = call double @llvm.fma.f64(double %rest.51, double %s.26, double 0x3FC3B13B13B13B14)
  %rest.53 = call double @llvm.fma.f64(double %rest.52, double %s.26, double 0x3FC745D1745D1746)
  %rest.54 = call double @llvm.fma.f64(double %rest.53, double %s.26, double 0x3FCC71C71C71C71C)
  %rest.55 = call double @llvm.fma.f64(double %rest.54, double %s.26, double 0x3FD2492492492492)
  %rest.56 = call double @llvm.fma.f64(double %rest.55, double %s.26, double 0x3FD999999999999A)
  %n.57 = sitofp i64 %e.8 to double
  %a.58 = fmul double %n.57, 0x3FE62E42FEFA3800
  %b.59 = fmul double %q, 0x4000000000000000
  %s.60 = fadd double %a.58, %b.59
  %t = fsub double %s.60, %a.58
  %v61 = fsub double %s.60, %t
  %v62 = fsub double %a.58, %v61
  %v63 = fsub double %b.59, %t
  %low = fadd double %v62, %v63
  %s.64 = fadd double %s.60, %s.44
  %t.65 = fsub double %s.64, %s.60
  %v66 = fsub double %s.64, %t.65
  %v67 = fsub double %s.60, %v66
  %v68 = fsub double %s.44, %t.65
  %low_too = fadd double %v67, %v68
  %v69 = fmul double %n.57, 0x3D2EF35793C76730
  %v70 = fmul double %s_low, 0x4000000000000000
  %v71 = fmul double %s.35, %s.26
  %v72 = fmul double %v71, %rest.56
  %v73 = fadd double %third_low, %v72
  %v74 = fadd double %v70, %v73
  %v75 = fadd double %v69, %v74
  %v76 = fadd double %low_too, %v75
  %low.77 = fadd double %low, %v76
  %s.78 = fadd double %s.64, %low.77
  %v79 = fsub double %s.78, %s.64
  %v80 = fsub double %low.77, %v79
  %v81 = insertvalue { double, double } poison, double %s.78, 0
  %v82 = insertvalue { double, double } %v81, double %v80, 1
  ret { double, double } %v82
}

define internal { float, float, float } @periclase__library__exact_functions___half_exp_f32(float %x) convergent {
bb0:
  %v1 = fcmp ogt float %x, 0x4058000000000000
  %x.2 = select i1 %v1, float 0x4058000000000000, float %x
  %v3 = fmul float %x.2, 0x3FF7154760000000
  %v4 = fadd float %v3, 0x4168000000000000
  %n = fsub float %v4, 0x4168000000000000
  %v5 = fneg float %n
  %r = call float @llvm.fma.f32(float %v5, float 0x3FE62E4000000000, float %x.2)
  %r_low = fmul float %n, 0xBEB7F7D1C0000000
  %t = fadd float %r, %r_low
  %v6 = fsub float %r, %t
  %low = fadd float %v6, %r_low
  %q = call float @llvm.fma.f32(float 0x3F2A1256C0000000, float %t, float 0x3F56D43B00000000)
  %q.7 = call float @llvm.fma.f32(float %q, float %t, float 0x3F81110E00000000)
  %q.8 = call float @llvm.fma.f32(float %q.7, float %t, float 0x3FA5554E80000000)
  %q.9 = call float @llvm.fma.f32(float %q.8, float %t, float 0x3FC5555560000000)
  %q.10 = call float @llvm.fma.f32(float %q.9, float %t, float 0x3FE0000000000000)
  %high = fadd float %t, 0x3FF0000000000000
  %v11 = fsub float %high, 0x3FF0000000000000
  %v12 = fsub float %t, %v11
  %v13 = fmul float %t, %t
  %v14 = fmul float %v13, %q.10
  %v15 = fadd float %low, %v14
  %m_low = fadd float %v12, %v15
  %n.16 = call i32 @llvm.fptosi.sat.i32.f32(float %n)
  %v17 = add i32 %n.16, 62
  %v18 = and i32 23, 31
  %v19 = shl i32 %v17, %v18
  %scale = bitcast i32 %v19 to float
  %high.20 = fadd float %high, %m_low
  %v21 = fsub float %high.20, %high
  %low.22 = fsub float %m_low, %v21
  %v23 = fmul float %high.20, %scale
  %high.24 = fmul float %v23, 0x43F0000000000000
  %v25 = fmul float %low.22, %scale
  %v26 = fmul float %v25, 0x43F0000000000000
  %v27 = fcmp ogt float %high.24, 0x43B0000000000000
  %x.28 = select i1 %v27, float 0x43B0000000000000, float %high.24
  %y = fdiv afn float 0x3FF0000000000000, %x.28
  %v29 = fneg float %x.28
  %v30 = call float @llvm.fma.f32(float %v29, float %y, float 0x3FF0000000000000)
  %v31 = call float @llvm.fma.f32(float %y, float %v30, float %y)
  %v32 = fmul float %v31, 0x3FD0000000000000
  %v33 = insertvalue { float, float, float } poison, float %high.24, 0
  %v34 = insertvalue { float, float, float } %v33, float %v26, 1
  %v35 = insertvalue { float, float, float } %v34, float %v32, 2
  ret { float, float, float } %v35
}

declare double @__nv_log(double)

declare float @__nv_log1pf(float)

declare float @__nv_logf(float)

declare double @llvm.fabs.f64(double)
declare double @llvm.copysign.f64(double, double)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.sqrt.f64(double)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare double @llvm.floor.f64(double)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.nvvm.rsqrt.approx.f(float)
declare float @llvm.fabs.f32(float)
declare float @llvm.copysign.f32(float, float)
declare i64 @llvm.fptosi.sat.i64.f32(float)
declare void @llvm.trap()
declare i32 @llvm.fptosi.sat.i32.f32(float)
