// RUN: periclase-opt %s -p rewrite-intrinsic-stubs | filecheck %s --check-prefix=OP
// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs,convert-mir-to-llvm' | periclase-translate --to-ptx --target sm_90 | filecheck %s

// Written from the intrinsic table by periclase.tools.intrinsic_files; do not edit.

mir.func private @__periclase_intrinsic.map_shared_rank.si8.shared(!mir.ptr<mut si8, shared>, ui32) -> ui32
mir.func private @__periclase_intrinsic.map_shared_rank.f64.shared(!mir.ptr<mut f64, shared>, ui32) -> ui32
mir.func private @__periclase_intrinsic.dsmem_load.si32.shared(!mir.ptr<mut si32, shared>, ui32) -> si32
mir.func private @__periclase_intrinsic.dsmem_load.f64.shared(!mir.ptr<mut f64, shared>, ui32) -> f64
mir.func private @__periclase_intrinsic.dsmem_store.si32.shared(!mir.ptr<mut si32, shared>, ui32, si32)
mir.func private @__periclase_intrinsic.dsmem_store.f64.shared(!mir.ptr<mut f64, shared>, ui32, f64)
mir.func private @__periclase_intrinsic.grid_dependency_wait()
mir.func private @__periclase_intrinsic.grid_dependency_launch()

// OP-LABEL: mir.func @map_shared_rank_i8(
// OP: nvvm.mapa
// CHECK-LABEL: .entry map_shared_rank_i8(
// CHECK: cvt.u32.u64
// CHECK: mapa.shared::cluster.u32
mir.func @map_shared_rank_i8(%place: !mir.ptr<mut si8, shared>, %rank: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.map_shared_rank.si8.shared(%place, %rank) : (!mir.ptr<mut si8, shared>, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @map_shared_rank_f64(
// OP: nvvm.mapa
// CHECK-LABEL: .entry map_shared_rank_f64(
// CHECK: cvt.u32.u64
// CHECK: mapa.shared::cluster.u32
mir.func @map_shared_rank_f64(%place: !mir.ptr<mut f64, shared>, %rank: ui32, %result: !mir.ptr<mut ui32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.map_shared_rank.f64.shared(%place, %rank) : (!mir.ptr<mut f64, shared>, ui32) -> ui32
  mir.store %d, %result : !mir.ptr<mut ui32, global>
  mir.return
}

// OP-LABEL: mir.func @dsmem_load_i32(
// OP: nvvm.dsmem_load
// CHECK-LABEL: .entry dsmem_load_i32(
// CHECK: mapa.shared::cluster.u64
// CHECK: ld.shared::cluster.s32
mir.func @dsmem_load_i32(%place: !mir.ptr<mut si32, shared>, %rank: ui32, %result: !mir.ptr<mut si32, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.dsmem_load.si32.shared(%place, %rank) : (!mir.ptr<mut si32, shared>, ui32) -> si32
  mir.store %d, %result : !mir.ptr<mut si32, global>
  mir.return
}

// OP-LABEL: mir.func @dsmem_load_f64(
// OP: nvvm.dsmem_load
// CHECK-LABEL: .entry dsmem_load_f64(
// CHECK: mapa.shared::cluster.u64
// CHECK: ld.shared::cluster.f64
mir.func @dsmem_load_f64(%place: !mir.ptr<mut f64, shared>, %rank: ui32, %result: !mir.ptr<mut f64, global>) attributes {kernel} {
  %d = mir.call @__periclase_intrinsic.dsmem_load.f64.shared(%place, %rank) : (!mir.ptr<mut f64, shared>, ui32) -> f64
  mir.store %d, %result : !mir.ptr<mut f64, global>
  mir.return
}

// OP-LABEL: mir.func @dsmem_store_i32(
// OP: nvvm.dsmem_store
// CHECK-LABEL: .entry dsmem_store_i32(
// CHECK: mapa.shared::cluster.u64
// CHECK: st.shared::cluster.s32
mir.func @dsmem_store_i32(%place: !mir.ptr<mut si32, shared>, %rank: ui32, %value: si32) attributes {kernel} {
  mir.call @__periclase_intrinsic.dsmem_store.si32.shared(%place, %rank, %value) : (!mir.ptr<mut si32, shared>, ui32, si32) -> ()
  mir.return
}

// OP-LABEL: mir.func @dsmem_store_f64(
// OP: nvvm.dsmem_store
// CHECK-LABEL: .entry dsmem_store_f64(
// CHECK: mapa.shared::cluster.u64
// CHECK: st.shared::cluster.f64
mir.func @dsmem_store_f64(%place: !mir.ptr<mut f64, shared>, %rank: ui32, %value: f64) attributes {kernel} {
  mir.call @__periclase_intrinsic.dsmem_store.f64.shared(%place, %rank, %value) : (!mir.ptr<mut f64, shared>, ui32, f64) -> ()
  mir.return
}

// OP-LABEL: mir.func @grid_dependency_wait(
// OP: nvvm.griddepcontrol
// CHECK-LABEL: .entry grid_dependency_wait(
// CHECK: griddepcontrol.wait
mir.func @grid_dependency_wait() attributes {kernel} {
  mir.call @__periclase_intrinsic.grid_dependency_wait() : () -> ()
  mir.return
}

// OP-LABEL: mir.func @grid_dependency_launch(
// OP: nvvm.griddepcontrol
// CHECK-LABEL: .entry grid_dependency_launch(
// CHECK: griddepcontrol.launch_dependents
mir.func @grid_dependency_launch() attributes {kernel} {
  mir.call @__periclase_intrinsic.grid_dependency_launch() : () -> ()
  mir.return
}
