// RUN: %roundtrip
// RUN: %generic-roundtrip

// Packed integers and approximations.

// CHECK-LABEL: llvm.func @packed
llvm.func @packed(%n: i32, %p: i1, %f: f32, %d: f64, %l: i64, %g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %q: !llvm.ptr, %v4: vector<4xi8>, %v2: vector<2xi16>) {
  // CHECK-NEXT: %d0 = nvvm.dot.accumulate.4way %v4 <signed>, %v4 <unsigned>, %n : vector<4xi8>, vector<4xi8>
  %d0 = nvvm.dot.accumulate.4way %v4 <signed>, %v4 <unsigned>, %n : vector<4xi8>, vector<4xi8>
  // CHECK-NEXT: %d1 = nvvm.dot.accumulate.2way %v2 <signed>, %v4 <signed>, %n {b_hi = true} : vector<2xi16>, vector<4xi8>
  %d1 = nvvm.dot.accumulate.2way %v2 <signed>, %v4 <signed>, %n {b_hi = true} : vector<2xi16>, vector<4xi8>
  // CHECK-NEXT: %p0 = nvvm.prmt <default> %n, %n, %n : i32
  %p0 = nvvm.prmt <default> %n, %n, %n : i32
  // CHECK-NEXT: %p1 = nvvm.prmt <rc8> %n, %n : i32
  %p1 = nvvm.prmt <rc8> %n, %n : i32
  // CHECK-NEXT: %r0 = nvvm.rcp.approx.ftz.f %f : f32
  %r0 = nvvm.rcp.approx.ftz.f %f : f32
  // CHECK-NEXT: llvm.return
  llvm.return
}
