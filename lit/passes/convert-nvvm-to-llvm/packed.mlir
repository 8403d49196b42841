// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | filecheck %s

// In the text of `nvvm.prmt` the selector comes first, as in MLIR; the intrinsic takes it last.

// CHECK-LABEL: llvm.func @packed
llvm.func @packed(%lo: i32, %hi: i32, %selector: i32, %sum: i32, %a: vector<2xi16>, %b: vector<4xi8>) {
  // CHECK-NEXT: %p = llvm.call_intrinsic "llvm.nvvm.prmt"(%lo, %hi, %selector) : (i32, i32, i32) -> i32
  %p = nvvm.prmt <default> %selector, %lo, %hi : i32
  // CHECK-NEXT: %q = llvm.call_intrinsic "llvm.nvvm.prmt.b4e"(%lo, %hi, %selector) : (i32, i32, i32) -> i32
  %q = nvvm.prmt <b4e> %selector, %lo, %hi : i32
  // CHECK-NEXT: %r = llvm.call_intrinsic "llvm.nvvm.prmt.ecl"(%lo, %selector) : (i32, i32) -> i32
  %r = nvvm.prmt <ecl> %selector, %lo : i32
  // CHECK-NEXT: %[[B:[a-z0-9_]+]] = llvm.bitcast %b : vector<4xi8> to i32
  // CHECK-NEXT: %[[C:[a-z0-9_]+]] = llvm.bitcast %b : vector<4xi8> to i32
  // CHECK-NEXT: %s = llvm.call_intrinsic "llvm.nvvm.idp4a.u.s"(%[[B]], %[[C]], %sum) : (i32, i32, i32) -> i32
  %s = nvvm.dot.accumulate.4way %b <unsigned>, %b <signed>, %sum : vector<4xi8>, vector<4xi8>
  // CHECK-NEXT: %[[A:[a-z0-9_]+]] = llvm.bitcast %a : vector<2xi16> to i32
  // CHECK-NEXT: %[[B:[a-z0-9_]+]] = llvm.bitcast %b : vector<4xi8> to i32
  // CHECK-NEXT: %[[HIGH:[a-z0-9_]+]] = llvm.mlir.constant(true) : i1
  // CHECK-NEXT: %t = llvm.call_intrinsic "llvm.nvvm.idp2a.s.u"(%[[A]], %[[B]], %[[HIGH]], %sum) : (i32, i32, i1, i32) -> i32
  %t = nvvm.dot.accumulate.2way %a <signed>, %b <unsigned>, %sum {b_hi = true} : vector<2xi16>, vector<4xi8>
  // CHECK-NEXT: llvm.return
  llvm.return
}
