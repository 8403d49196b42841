// RUN: %roundtrip
// RUN: %generic-roundtrip

// Special registers; a range bounds what the read gives.

// CHECK-LABEL: llvm.func @sreg
llvm.func @sreg(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %q: !llvm.ptr) {
  // CHECK-NEXT: %tx = nvvm.read.ptx.sreg.tid.x : i32
  %tx = nvvm.read.ptx.sreg.tid.x : i32
  // CHECK-NEXT: %ty = nvvm.read.ptx.sreg.tid.y range <i32, 0, 1024> : i32
  %ty = nvvm.read.ptx.sreg.tid.y range <i32, 0, 1024> : i32
  // CHECK-NEXT: %tz = nvvm.read.ptx.sreg.tid.z : i32
  %tz = nvvm.read.ptx.sreg.tid.z : i32
  // CHECK-NEXT: %bx = nvvm.read.ptx.sreg.ntid.x : i32
  %bx = nvvm.read.ptx.sreg.ntid.x : i32
  // CHECK-NEXT: %cx = nvvm.read.ptx.sreg.ctaid.x : i32
  %cx = nvvm.read.ptx.sreg.ctaid.x : i32
  // CHECK-NEXT: %gx = nvvm.read.ptx.sreg.nctaid.x : i32
  %gx = nvvm.read.ptx.sreg.nctaid.x : i32
  // CHECK-NEXT: %lane = nvvm.read.ptx.sreg.laneid : i32
  %lane = nvvm.read.ptx.sreg.laneid : i32
  // CHECK-NEXT: %size = nvvm.read.ptx.sreg.warpsize : i32
  %size = nvvm.read.ptx.sreg.warpsize : i32
  // CHECK-NEXT: %warp = nvvm.read.ptx.sreg.warpid : i32
  %warp = nvvm.read.ptx.sreg.warpid : i32
  // CHECK-NEXT: %sm = nvvm.read.ptx.sreg.smid : i32
  %sm = nvvm.read.ptx.sreg.smid : i32
  // CHECK-NEXT: %grid = nvvm.read.ptx.sreg.gridid : i32
  %grid = nvvm.read.ptx.sreg.gridid : i32
  // CHECK-NEXT: %eq = nvvm.read.ptx.sreg.lanemask.eq : i32
  %eq = nvvm.read.ptx.sreg.lanemask.eq : i32
  // CHECK-NEXT: %lt = nvvm.read.ptx.sreg.lanemask.lt : i32
  %lt = nvvm.read.ptx.sreg.lanemask.lt : i32
  // CHECK-NEXT: %clock = nvvm.read.ptx.sreg.clock : i32
  %clock = nvvm.read.ptx.sreg.clock : i32
  // CHECK-NEXT: %clock64 = nvvm.read.ptx.sreg.clock64 : i64
  %clock64 = nvvm.read.ptx.sreg.clock64 : i64
  // CHECK-NEXT: %time = nvvm.read.ptx.sreg.globaltimer : i64
  %time = nvvm.read.ptx.sreg.globaltimer : i64
  // CHECK-NEXT: %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  // CHECK-NEXT: %cluster = nvvm.read.ptx.sreg.clusterid.x : i32
  %cluster = nvvm.read.ptx.sreg.clusterid.x : i32
  // CHECK-NEXT: llvm.return
  llvm.return
}
