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
  // CHECK-NEXT: %total = nvvm.read.ptx.sreg.total.smem.size : i32
  %total = nvvm.read.ptx.sreg.total.smem.size : i32
  // CHECK-NEXT: %dynamic = nvvm.read.ptx.sreg.dynamic.smem.size : i32
  %dynamic = nvvm.read.ptx.sreg.dynamic.smem.size : i32
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
  // CHECK-NEXT: %nclusterid_x = nvvm.read.ptx.sreg.nclusterid.x : i32
  %nclusterid_x = nvvm.read.ptx.sreg.nclusterid.x : i32
  // CHECK-NEXT: %cluster_ctaid_x = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
  %cluster_ctaid_x = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
  // CHECK-NEXT: %cluster_nctaid_x = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
  %cluster_nctaid_x = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
  // CHECK-NEXT: %ctaid_y = nvvm.read.ptx.sreg.ctaid.y : i32
  %ctaid_y = nvvm.read.ptx.sreg.ctaid.y : i32
  // CHECK-NEXT: %ntid_y = nvvm.read.ptx.sreg.ntid.y : i32
  %ntid_y = nvvm.read.ptx.sreg.ntid.y : i32
  // CHECK-NEXT: %nctaid_y = nvvm.read.ptx.sreg.nctaid.y : i32
  %nctaid_y = nvvm.read.ptx.sreg.nctaid.y : i32
  // CHECK-NEXT: %clusterid_y = nvvm.read.ptx.sreg.clusterid.y : i32
  %clusterid_y = nvvm.read.ptx.sreg.clusterid.y : i32
  // CHECK-NEXT: %nclusterid_y = nvvm.read.ptx.sreg.nclusterid.y : i32
  %nclusterid_y = nvvm.read.ptx.sreg.nclusterid.y : i32
  // CHECK-NEXT: %cluster_ctaid_y = nvvm.read.ptx.sreg.cluster.ctaid.y : i32
  %cluster_ctaid_y = nvvm.read.ptx.sreg.cluster.ctaid.y : i32
  // CHECK-NEXT: %cluster_nctaid_y = nvvm.read.ptx.sreg.cluster.nctaid.y : i32
  %cluster_nctaid_y = nvvm.read.ptx.sreg.cluster.nctaid.y : i32
  // CHECK-NEXT: %ctaid_z = nvvm.read.ptx.sreg.ctaid.z : i32
  %ctaid_z = nvvm.read.ptx.sreg.ctaid.z : i32
  // CHECK-NEXT: %ntid_z = nvvm.read.ptx.sreg.ntid.z : i32
  %ntid_z = nvvm.read.ptx.sreg.ntid.z : i32
  // CHECK-NEXT: %nctaid_z = nvvm.read.ptx.sreg.nctaid.z : i32
  %nctaid_z = nvvm.read.ptx.sreg.nctaid.z : i32
  // CHECK-NEXT: %clusterid_z = nvvm.read.ptx.sreg.clusterid.z : i32
  %clusterid_z = nvvm.read.ptx.sreg.clusterid.z : i32
  // CHECK-NEXT: %nclusterid_z = nvvm.read.ptx.sreg.nclusterid.z : i32
  %nclusterid_z = nvvm.read.ptx.sreg.nclusterid.z : i32
  // CHECK-NEXT: %cluster_ctaid_z = nvvm.read.ptx.sreg.cluster.ctaid.z : i32
  %cluster_ctaid_z = nvvm.read.ptx.sreg.cluster.ctaid.z : i32
  // CHECK-NEXT: %cluster_nctaid_z = nvvm.read.ptx.sreg.cluster.nctaid.z : i32
  %cluster_nctaid_z = nvvm.read.ptx.sreg.cluster.nctaid.z : i32
  // CHECK-NEXT: %cluster_nctarank = nvvm.read.ptx.sreg.cluster.nctarank : i32
  %cluster_nctarank = nvvm.read.ptx.sreg.cluster.nctarank : i32
  // CHECK-NEXT: %nwarpid = nvvm.read.ptx.sreg.nwarpid : i32
  %nwarpid = nvvm.read.ptx.sreg.nwarpid : i32
  // CHECK-NEXT: %nsmid = nvvm.read.ptx.sreg.nsmid : i32
  %nsmid = nvvm.read.ptx.sreg.nsmid : i32
  // CHECK-NEXT: %lanemask_le = nvvm.read.ptx.sreg.lanemask.le : i32
  %lanemask_le = nvvm.read.ptx.sreg.lanemask.le : i32
  // CHECK-NEXT: %lanemask_gt = nvvm.read.ptx.sreg.lanemask.gt : i32
  %lanemask_gt = nvvm.read.ptx.sreg.lanemask.gt : i32
  // CHECK-NEXT: %lanemask_ge = nvvm.read.ptx.sreg.lanemask.ge : i32
  %lanemask_ge = nvvm.read.ptx.sreg.lanemask.ge : i32
  // CHECK-NEXT: llvm.return
  llvm.return
}
