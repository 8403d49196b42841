// What is passed by value is bytes in the memory of parameters, to which the parameter points.
// RUN: periclase-opt %s -p convert-mir-to-llvm | filecheck %s
// RUN: periclase-opt %s -p convert-mir-to-llvm | periclase-translate --to-llvmir | filecheck %s --check-prefix=LLVM

// CHECK-LABEL: llvm.func @pick(
// CHECK-SAME: %n: i32, %table: !llvm.ptr {llvm.byval = !llvm.array<40 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %y: !llvm.ptr<1> {llvm.align = 4 : i64}, %y_1: i64)
// CHECK: llvm.getelementptr inbounds %table[8]
// LLVM: define ptx_kernel void @pick(i32 %n, ptr byval([40 x i8]) align 64 "nvvm.grid_constant" %table, ptr addrspace(1) align 4 %y
mir.func @pick(%n: si32, %table: !mir.ptr<!mir.struct<"Table", {id: si64, values: !mir.array<8 x f32>}>> {mir.grid_constant = #mir.grid_constant<64>},
               %y: !mir.slice<mut f32, global>) attributes {kernel} {
  %values = mir.field_addr %table[1] : !mir.ptr<!mir.struct<"Table", {id: si64, values: !mir.array<8 x f32>}>>
  %place = mir.element_addr %values[%n] : !mir.ptr<!mir.array<8 x f32>>, si32
  %value = mir.load %place : !mir.ptr<f32>
  %to = mir.extract_field %y[0] : !mir.slice<mut f32, global>
  mir.store %value, %to : !mir.ptr<mut f32, global>
  mir.return
}
