// RUN: periclase-opt %s -p 'rewrite-intrinsic-stubs' --print-debuginfo | filecheck %s

// Composite intrinsics expand; every operation keeps the place of the call.

mir.func private @__periclase_intrinsic.global_idx_y() -> si64
mir.func private @__periclase_intrinsic.grid_size_x() -> si64
mir.func private @__periclase_intrinsic.warp_id() -> ui32
mir.func private @__periclase_intrinsic.dp4a.ui32(ui32, ui32, ui32) -> ui32
mir.func private @__periclase_intrinsic.dp2a_hi.si32(si32, si32, si32) -> si32
mir.func private @__periclase_intrinsic.printf.f32.si32.i1(f32, si32, i1) -> si32
mir.func private @__periclase_intrinsic.printf.si64(si64) -> si32
mir.func private @__periclase_intrinsic.device_assert(i1)
mir.func private @__periclase_intrinsic.assert_fail()
mir.func private @__periclase_intrinsic.inline_ptx.ui32.ui32(ui32) -> ui32
mir.func private @__periclase_intrinsic.inline_ptx.void()

// CHECK-LABEL: mir.func @composites
mir.func @composites(%u: ui32, %i: si32, %f: f32, %b: i1) {
  // CHECK: nvvm.read.ptx.sreg.ctaid.y : i32 loc("kernel.py":3:5)
  // CHECK: mir.cast int_to_int %{{.*}} : ui32 to si64
  // CHECK: nvvm.read.ptx.sreg.ntid.y : i32
  // CHECK: nvvm.read.ptx.sreg.tid.y : i32
  // CHECK: mir.mul %{{.*}} : si64
  // CHECK: mir.add %{{.*}} : si64 loc("kernel.py":3:5)
  %0 = mir.call @__periclase_intrinsic.global_idx_y() : () -> si64 loc("kernel.py":3:5)
  // CHECK: nvvm.read.ptx.sreg.nctaid.x : i32
  // CHECK: nvvm.read.ptx.sreg.ntid.x : i32
  // CHECK: mir.mul %{{.*}} : si64
  %1 = mir.call @__periclase_intrinsic.grid_size_x() : () -> si64
  // CHECK: nvvm.read.ptx.sreg.tid.z : i32
  // CHECK: mir.constant 5 : ui32
  // CHECK: mir.shr %{{.*}} : ui32, ui32
  %2 = mir.call @__periclase_intrinsic.warp_id() : () -> ui32
  // CHECK: llvm.bitcast %{{.*}} : i32 to vector<4xi8>
  // CHECK: nvvm.dot.accumulate.4way %{{.*}} <unsigned>, %{{.*}} <unsigned>, %{{.*}} : vector<4xi8>, vector<4xi8>
  %3 = mir.call @__periclase_intrinsic.dp4a.ui32(%u, %u, %u) : (ui32, ui32, ui32) -> ui32
  // CHECK: llvm.bitcast %{{.*}} : i32 to vector<2xi16>
  // CHECK: nvvm.dot.accumulate.2way %{{.*}} <signed>, %{{.*}} <signed>, %{{.*}} {b_hi = true} : vector<2xi16>, vector<4xi8>
  %4 = mir.call @__periclase_intrinsic.dp2a_hi.si32(%i, %i, %i) : (si32, si32, si32) -> si32
  // CHECK: %[[D:[a-z0-9_]+]] = mir.cast float_to_float %f : f32 to f64
  // CHECK: mir.cast int_to_int %b : i1 to si32
  // CHECK: nvvm.printf "%f %d %d" %[[D]], %{{.*}}, %{{.*}} : f64, i32, i32 -> i32
  %5 = mir.call @__periclase_intrinsic.printf.f32.si32.i1(%f, %i, %b) {format = "%f %d %d"} : (f32, si32, i1) -> si32
  // CHECK: nvvm.printf "%lld" %{{.*}} : i64 -> i32
  %50 = mir.call @__periclase_intrinsic.printf.si64(%0) {format = "%d"} : (si64) -> si32
  // CHECK: mir.assert user %b, "assertion failed"
  mir.call @__periclase_intrinsic.device_assert(%b) : (i1) -> ()
  // CHECK: mir.assert user %b, "b must hold"
  mir.call @__periclase_intrinsic.device_assert(%b) {message = "b must hold"} : (i1) -> ()
  // CHECK: nvvm.assertfail "never", "kernel.py", 9, "composites"
  mir.call @__periclase_intrinsic.assert_fail() {message = "never"} : () -> () loc("kernel.py":9:1)
  // CHECK: nvvm.inline_ptx "mov.u32 $0, $1;" ro(%{{.*}} : i32) -> i32
  %6 = mir.call @__periclase_intrinsic.inline_ptx.ui32.ui32(%u) {ptx = "mov.u32 $0, $1;"} : (ui32) -> ui32
  // CHECK: nvvm.inline_ptx "membar.gl;"
  mir.call @__periclase_intrinsic.inline_ptx.void() {ptx = "membar.gl;"} : () -> ()
  mir.return
}
