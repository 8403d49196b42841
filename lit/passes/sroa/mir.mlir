// On mir: a tuple in memory becomes one slot a field, which mem2reg then promotes.
// RUN: periclase-opt %s -p sroa | filecheck %s
// RUN: periclase-opt %s -p sroa,mem2reg,dce | filecheck %s --check-prefix=PROMOTED

// CHECK-LABEL: mir.func @pair(
// CHECK-COUNT-2: mir.alloca si32
// CHECK-NOT: mir.field_addr
// CHECK: mir.return
// PROMOTED-LABEL: mir.func @pair(
// PROMOTED-SAME: %{{.*}}: si32, %[[B:.*]]: si32
// PROMOTED-NEXT: mir.return %[[B]] : si32
mir.func @pair(%a : si32, %b : si32) -> si32 {
  %x = mir.alloca !mir.tuple<si32, si32>
  %p = mir.field_addr %x[0] : !mir.ptr<mut !mir.tuple<si32, si32>>
  %q = mir.field_addr %x[1] : !mir.ptr<mut !mir.tuple<si32, si32>>
  mir.store %a, %p : !mir.ptr<mut si32>
  mir.store %b, %q : !mir.ptr<mut si32>
  %r = mir.load %q : !mir.ptr<mut si32>
  mir.return %r : si32
}

// The address of a field escapes: the tuple stays whole.
// CHECK-LABEL: mir.func @escapes(
// CHECK: mir.alloca !mir.tuple<si32, si32>
// CHECK: mir.field_addr
mir.func @escapes() -> ui64 {
  %x = mir.alloca !mir.tuple<si32, si32>
  %p = mir.field_addr %x[0] : !mir.ptr<mut !mir.tuple<si32, si32>>
  %n = mir.cast ptr_to_int %p : !mir.ptr<mut si32> to ui64
  mir.return %n : ui64
}
