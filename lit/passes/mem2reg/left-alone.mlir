// RUN: periclase-opt %s -p mem2reg | filecheck %s
// What somebody else can see, or what is only partly accessed, stays in memory.

// CHECK-LABEL: mir.func @volatile
// CHECK: mir.alloca si32
// CHECK: mir.store volatile
mir.func @volatile(%x: si32) {
  %p = mir.alloca si32
  mir.store volatile %x, %p : !mir.ptr<mut si32>
  mir.return
}

// CHECK-LABEL: mir.func @escapes
// CHECK: mir.alloca si32
// CHECK: mir.store %p
mir.func @escapes(%where: !mir.ptr<mut !mir.ptr<mut si32>>) {
  %p = mir.alloca si32
  mir.store %p, %where : !mir.ptr<mut !mir.ptr<mut si32>>
  mir.return
}

// CHECK-LABEL: mir.func @reinterpreted
// CHECK: mir.alloca si32
// CHECK: mir.load
mir.func @reinterpreted(%x: si32) -> f32 {
  %p = mir.alloca si32
  mir.store %x, %p : !mir.ptr<mut si32>
  %q = mir.cast ptr_to_ptr %p : !mir.ptr<mut si32> to !mir.ptr<mut f32>
  %f = mir.load %q : !mir.ptr<mut f32>
  mir.return %f : f32
}

// A read before any write is undefined, not an error.
// CHECK-LABEL: mir.func @unwritten
// CHECK-NEXT: %[[U:.*]] = mir.undef : si32
// CHECK-NEXT: mir.return %[[U]] : si32
mir.func @unwritten() -> si32 {
  %p = mir.alloca si32
  %v = mir.load %p : !mir.ptr<mut si32>
  mir.return %v : si32
}
