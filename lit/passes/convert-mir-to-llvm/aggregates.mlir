// RUN: periclase-opt %s -p convert-mir-to-llvm | filecheck %s

// Picking and joining fields leaves no instruction; a result is a struct of all leaves.

// CHECK-LABEL: llvm.func internal @shuffle(%t: i32, %t_1: f32, %t_2: i1) -> !llvm.struct<(i1, i32, f32)>
// CHECK-NEXT: %[[U:.*]] = llvm.mlir.poison
// CHECK-NEXT: %[[A:.*]] = llvm.insertvalue %t_2, %[[U]][0]
// CHECK-NEXT: %[[B:.*]] = llvm.insertvalue %t, %[[A]][1]
// CHECK-NEXT: %[[C:.*]] = llvm.insertvalue %t_1, %[[B]][2]
// CHECK-NEXT: llvm.return %[[C]]
mir.func private @shuffle(%t: !mir.tuple<!mir.tuple<si32, f32>, i1>) -> !mir.tuple<i1, !mir.tuple<si32, f32>> {
  %0 = mir.extract_field %t[0] : !mir.tuple<!mir.tuple<si32, f32>, i1>
  %1 = mir.extract_field %t[1] : !mir.tuple<!mir.tuple<si32, f32>, i1>
  %2 = mir.construct_tuple %1, %0 : !mir.tuple<i1, !mir.tuple<si32, f32>>
  mir.return %2 : !mir.tuple<i1, !mir.tuple<si32, f32>>
}

// A block argument of aggregate type is one argument a leaf.

// CHECK-LABEL: llvm.func internal @phi(
// CHECK: llvm.br ^{{.*}}(%s, %s_1 : !llvm.ptr<1>, i64)
// CHECK: ^{{.*}}(%x: !llvm.ptr<1>, %x_1: i64):
// CHECK-NEXT: llvm.return %x_1 : i64
mir.func private @phi(%s: !mir.slice<f32, global>) -> ui64 {
  mir.goto ^next(%s : !mir.slice<f32, global>)
^next(%x: !mir.slice<f32, global>):
  %0 = mir.extract_field %x[1] : !mir.slice<f32, global>
  mir.return %0 : ui64
}

// An array is indexed at run time through a stack slot, in the entry block.

// CHECK-LABEL: llvm.func internal @index(%a: f32, %a_1: f32, %i: i64)
// CHECK: %[[SLOT:.*]] = llvm.alloca %{{.*}} x !llvm.array<2 x f32> {alignment = 4 : i64}
// CHECK: llvm.store %a, %[[SLOT]]
// CHECK: %[[P:.*]] = llvm.getelementptr inbounds %[[SLOT]][%i]
// CHECK-NEXT: llvm.load %[[P]] : !llvm.ptr -> f32
mir.func private @index(%a: !mir.array<2 x f32>, %i: si64) -> f32 {
  %0 = mir.extract_element %a[%i] : !mir.array<2 x f32>, si64
  mir.return %0 : f32
}

// An enum is its bytes: the payload at its offset, then the tag.

// CHECK-LABEL: llvm.func internal @some(%x: f32) -> !llvm.struct<(i32, i32)>
// CHECK-DAG: %[[TAG:.*]] = llvm.mlir.constant(1 : i8)
// CHECK-DAG: %[[SLOT:.*]] = llvm.alloca %{{.*}} x !llvm.array<8 x i8> {alignment = 4 : i64}
// CHECK: %[[P:.*]] = llvm.getelementptr inbounds %[[SLOT]][4]
// CHECK-NEXT: llvm.store %x, %[[P]] : f32, !llvm.ptr
// CHECK-NEXT: llvm.store %[[TAG]], %[[SLOT]]
mir.func private @some(%x: f32) -> !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4> {
  %0 = mir.construct_enum 1(%x) : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
  mir.return %0 : !mir.enum<"Opt", ui8 : ui8, [None = 0, Some = 1 (f32 at 4)], direct, tag_offset = 0, size = 8, align = 4>
}
