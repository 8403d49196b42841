// RUN: periclase-translate --to-llvmir %s | filecheck %s

// CHECK-LABEL: define i32 @integers(i32 %a, i32 %b) {
llvm.func @integers(%a: i32, %b: i32) -> i32 {
  // CHECK:      %sum = add nuw nsw i32 %a, %b
  // CHECK:      sub nsw i32
  // CHECK:      sdiv exact i32
  // CHECK:      or disjoint i32
  %sum = llvm.add %a, %b overflow<nsw, nuw> : i32
  %difference = llvm.sub %sum, %b overflow<nsw> : i32
  %quotient = llvm.sdiv exact %difference, %b : i32
  %or = llvm.or disjoint %quotient, %a : i32
  llvm.return %or : i32
}

// CHECK-LABEL: define <4 x float> @floats(<4 x float> %a, <4 x float> %b) {
llvm.func @floats(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  // CHECK:      %product = fmul contract <4 x float> %a, %b
  // CHECK-NEXT: %sum = fadd fast <4 x float> %product, %b
  // CHECK-NEXT: %less = fcmp nnan olt <4 x float> %sum, %a
  // CHECK-NEXT: %r = select <4 x i1> %less, <4 x float> %sum, <4 x float> %a
  %product = llvm.fmul %a, %b {fastmathFlags = #llvm.fastmath<contract>} : vector<4xf32>
  %sum = llvm.fadd %product, %b {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
  %less = llvm.fcmp "olt" %sum, %a {fastmathFlags = #llvm.fastmath<nnan>} : vector<4xf32>
  %r = llvm.select %less, %sum, %a : vector<4xi1>, vector<4xf32>
  llvm.return %r : vector<4xf32>
}

// CHECK-LABEL: define i64 @conversions(
llvm.func @conversions(%a: i32, %f: f32, %p: !llvm.ptr<3>) -> i64 {
  // CHECK:      zext nneg i32 %a to i64
  // CHECK-NEXT: trunc nuw i64 %wide to i8
  // CHECK-NEXT: fptosi float %f to i64
  // CHECK-NEXT: addrspacecast ptr addrspace(3) %p to ptr
  // CHECK-NEXT: ptrtoint ptr %generic to i64
  %wide = llvm.zext nneg %a : i32 to i64
  %byte = llvm.trunc %wide overflow<nuw> : i64 to i8
  %integer = llvm.fptosi %f : f32 to i64
  %generic = llvm.addrspacecast %p : !llvm.ptr<3> to !llvm.ptr
  %address = llvm.ptrtoint %generic : !llvm.ptr to i64
  %r = llvm.add %address, %integer : i64
  llvm.return %r : i64
}
