// RUN: not periclase-opt %s -p 'rewrite-intrinsic-stubs' 2>&1 | filecheck %s

// Everything that does not fit is reported, each at its place.

mir.func private @__periclase_intrinsic.thread_idx_w() -> ui32
mir.func private @__periclase_intrinsic.lane_id(ui32) -> ui32
mir.func private @__periclase_intrinsic.atomic_add.f32.relaxed.galaxy(!mir.ptr<mut f32>, f32) -> f32
mir.func private @__periclase_intrinsic.atomic_and.f32(!mir.ptr<mut f32>, f32) -> f32
mir.func private @__periclase_intrinsic.atomic_add.si32(!mir.ptr<mut si32>, si64) -> si32
mir.func private @__periclase_intrinsic.clock64() -> ui32
mir.func private @__periclase_intrinsic.cp_async.f32.shared.shared.4.ca(!mir.ptr<mut f32, shared>, !mir.ptr<mut f32, shared>)
mir.func private @__periclase_intrinsic.printf() -> si32
mir.func private @__periclase_intrinsic.printf.f32(f32) -> si32

mir.func @invalid(%u: ui32, %l: si64, %f: f32, %p: !mir.ptr<mut f32>, %q: !mir.ptr<mut si32>, %t: !mir.ptr<mut f32, shared>) {
  // CHECK: error[PC0640]: there is no intrinsic 'thread_idx_w'
  // CHECK-NEXT: --> kernel.py:1:1
  // CHECK: did you mean 'thread_idx_
  %0 = mir.call @__periclase_intrinsic.thread_idx_w() : () -> ui32 loc("kernel.py":1:1)
  // CHECK: error[PC0641]: 'lane_id' takes no operands, the call has 1
  %1 = mir.call @__periclase_intrinsic.lane_id(%u) : (ui32) -> ui32
  // CHECK: error[PC0641]: the symbol of 'atomic_add' does not fit it: 'galaxy' is no 'scope': expected block, cluster, device, system
  %2 = mir.call @__periclase_intrinsic.atomic_add.f32.relaxed.galaxy(%p, %f) : (!mir.ptr<mut f32>, f32) -> f32
  // CHECK: error[PC0641]: 'atomic_and' does not work on f32
  // CHECK: it works on i32, u32, i64, u64
  %3 = mir.call @__periclase_intrinsic.atomic_and.f32(%p, %f) : (!mir.ptr<mut f32>, f32) -> f32
  // CHECK: error[PC0641]: 'value' of 'atomic_add' is si32, the call passes si64
  %4 = mir.call @__periclase_intrinsic.atomic_add.si32(%q, %l) : (!mir.ptr<mut si32>, si64) -> si32
  // CHECK: error[PC0641]: 'clock64' gives ui64, the call expects ui32
  %5 = mir.call @__periclase_intrinsic.clock64() : () -> ui32
  // CHECK: error[PC0641]: 'source' of 'cp_async' must be in global memory
  mir.call @__periclase_intrinsic.cp_async.f32.shared.shared.4.ca(%t, %t) : (!mir.ptr<mut f32, shared>, !mir.ptr<mut f32, shared>) -> ()
  // CHECK: error[PC0641]: the text 'format' of 'printf' is missing
  %6 = mir.call @__periclase_intrinsic.printf() : () -> si32
  // CHECK: error[PC0641]: the format of 'printf' does not fit its values: '%d' takes a 32-bit integer or a 64-bit integer, but value 1 is a float
  %7 = mir.call @__periclase_intrinsic.printf.f32(%f) {format = "%d"} : (f32) -> si32
  mir.return
}
