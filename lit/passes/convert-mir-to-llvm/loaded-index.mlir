// An index that was read from memory is frozen on GPUs, which keeps its extension to 64 bits where the address is made.
// RUN: periclase-opt %s -p convert-mir-to-llvm | filecheck %s
// RUN: periclase-opt %s -p 'convert-mir-to-llvm{target="cpu"}' | filecheck %s --check-prefix=CPU

// CHECK-LABEL: llvm.func internal @gather(
// CHECK: [[I:%[0-9a-z_]+]] = llvm.load
// CHECK: [[FROZEN:%[0-9a-z_]+]] = llvm.freeze [[I]] : i32
// CHECK: llvm.getelementptr inbounds %{{.*}}[[[FROZEN]]]
// CHECK-NOT: llvm.freeze
// CHECK: llvm.return
// CPU-LABEL: llvm.func internal @gather(
// CPU-NOT: llvm.freeze
// CPU: llvm.return
mir.func private @gather(%x : !mir.ptr<f32, global>, %where : !mir.ptr<si32, global>, %k : si32) -> f32 {
  %at = mir.ptr_offset %where[%k] : !mir.ptr<si32, global>, si32
  %i = mir.load %at : !mir.ptr<si32, global>
  %p = mir.ptr_offset %x[%i] : !mir.ptr<f32, global>, si32
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.return %v : f32
}
