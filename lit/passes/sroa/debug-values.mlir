// RUN: periclase-opt %s -p sroa | filecheck %s --check-prefix=SPLIT
// RUN: periclase-opt %s -p sroa,mem2reg | filecheck %s --check-prefix=PROMOTED
// A variable whose slot is split is in the slots of its parts, each at its offset.

// SPLIT-LABEL: mir.func @pair
// SPLIT:         mir.dbg_value %{{.*}}, "p" in_slot of !mir.tuple<si32, f64> : !mir.ptr<mut si32>
// SPLIT-NEXT:    mir.dbg_value %{{.*}}, "p" in_slot at 8 of !mir.tuple<si32, f64> : !mir.ptr<mut f64>
// PROMOTED-LABEL: mir.func @pair
// PROMOTED:      mir.dbg_value %a, "p" of !mir.tuple<si32, f64> : si32
// PROMOTED:      mir.dbg_value %b, "p" at 8 of !mir.tuple<si32, f64> : f64
mir.func @pair(%a: si32, %b: f64) -> f64 {
  %slot = mir.alloca !mir.tuple<si32, f64>
  mir.dbg_value %slot, "p" in_slot : !mir.ptr<mut !mir.tuple<si32, f64>>
  %first = mir.field_addr %slot[0] : !mir.ptr<mut !mir.tuple<si32, f64>>
  mir.store %a, %first : !mir.ptr<mut si32>
  %second = mir.field_addr %slot[1] : !mir.ptr<mut !mir.tuple<si32, f64>>
  mir.store %b, %second : !mir.ptr<mut f64>
  %read = mir.load %second : !mir.ptr<mut f64>
  mir.return %read : f64
}

// SPLIT-LABEL: mir.func @array
// SPLIT:         mir.dbg_value %{{.*}}, "t" in_slot at 4 of !mir.array<3 x f32> : !mir.ptr<mut f32>
mir.func @array(%a: f32) -> f32 {
  %slot = mir.alloca !mir.array<3 x f32>
  mir.dbg_value %slot, "t" in_slot : !mir.ptr<mut !mir.array<3 x f32>>
  %one = mir.constant 1 : ui64
  %second = mir.element_addr %slot[%one] : !mir.ptr<mut !mir.array<3 x f32>>, ui64
  mir.store %a, %second : !mir.ptr<mut f32>
  %read = mir.load %second : !mir.ptr<mut f32>
  mir.return %read : f32
}
