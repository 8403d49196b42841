// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_100a+ptx88 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.tcgen05_mma_scaled.mxf4nvf4.2.use(ui32, ui64, ui64, ui32, ui32, ui32, i1)
mir.func private @__periclase_intrinsic.tcgen05_mma_sp_scaled.mxf4nvf4.2.use(ui32, ui64, ui64, ui32, ui32, ui32, ui32, i1)

// OP-LABEL: mir.func @tcgen05_mma_scaled_mxf4nvf4_2_use(
// OP: nvvm.tcgen05.mma.block_scale
// CHECK-LABEL: .entry tcgen05_mma_scaled_mxf4nvf4_2_use(
// CHECK: tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale.block16.collector::a::use
mir.func @tcgen05_mma_scaled_mxf4nvf4_2_use(%target: ui32, %a: ui64, %b: ui64, %description: ui32, %scale_a: ui32, %scale_b: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_scaled.mxf4nvf4.2.use(%target, %a, %b, %description, %scale_a, %scale_b, %accumulate) : (ui32, ui64, ui64, ui32, ui32, ui32, i1) -> ()
  mir.return
}

// OP-LABEL: mir.func @tcgen05_mma_sp_scaled_mxf4nvf4_2_use(
// OP: nvvm.tcgen05.mma.sp.block_scale
// CHECK-LABEL: .entry tcgen05_mma_sp_scaled_mxf4nvf4_2_use(
// CHECK: tcgen05.mma.sp.cta_group::2.kind::mxf4nvf4.block_scale.block16.collector::a::use
mir.func @tcgen05_mma_sp_scaled_mxf4nvf4_2_use(%target: ui32, %a: ui64, %b: ui64, %metadata: ui32, %description: ui32, %scale_a: ui32, %scale_b: ui32, %accumulate: i1) attributes {kernel} {
  mir.call @__periclase_intrinsic.tcgen05_mma_sp_scaled.mxf4nvf4.2.use(%target, %a, %b, %metadata, %description, %scale_a, %scale_b, %accumulate) : (ui32, ui64, ui64, ui32, ui32, ui32, ui32, i1) -> ()
  mir.return
}
