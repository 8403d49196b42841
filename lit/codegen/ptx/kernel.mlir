// RUN: periclase-opt %s -p 'convert-mir-to-llvm,convert-nvvm-to-llvm' | periclase-translate --to-ptx --target sm_90 | filecheck %s

// What a kernel looks like in PTX: typed parameters, one barrier for each barrier, a real trap.

// CHECK: .version 7.8
// CHECK: .target sm_90
// CHECK: .visible .entry k(
// CHECK: .param .u64 .ptr .global .align 4 k_param_0
// CHECK: .maxntid 256
// CHECK: .shared .align 16 .b8 __shared_tile[1024];
// CHECK: bar.sync
// CHECK-NOT: bar.sync
// CHECK: fma.rn.f32
// CHECK: trap;
mir.func @k(%x: !mir.slice<mut f32, global>, %i: ui64) attributes {kernel, launch_bounds = #mir.launch_bounds<256>} {
  %p = mir.extract_field %x[0] : !mir.slice<mut f32, global>
  %n = mir.extract_field %x[1] : !mir.slice<mut f32, global>
  %tile = mir.shared_alloc !mir.array<256 x f32> key "k.tile" name "tile" align 16
  %in = mir.lt %i, %n : ui64
  mir.assert bounds %in, "index out of bounds"
  %q = mir.ptr_offset %p[%i] : !mir.ptr<mut f32, global>, ui64
  %v = mir.load %q : !mir.ptr<mut f32, global>
  %s = mir.element_addr %tile[%i] : !mir.ptr<mut !mir.array<256 x f32>, shared>, ui64
  mir.store %v, %s : !mir.ptr<mut f32, shared>
  nvvm.barrier0
  %w = mir.load %s : !mir.ptr<mut f32, shared>
  %m = mir.mul %v, %w : f32
  %r = mir.add %m, %w : f32
  mir.store %r, %q : !mir.ptr<mut f32, global>
  mir.return
}
