// Each kind of access through a parameter, and what comes together from several.
// RUN: periclase-opt %s -p buffer-effects | filecheck %s

// CHECK: mir.func @copy(%{{.*}}) attributes {kernel, periclase.effects = ["read_only", "write_only"], periclase.effects_complete} {
mir.func @copy(%x : !mir.slice<f32, global>, %y : !mir.slice<mut f32, global>) attributes {kernel} {
  %from = mir.extract_field %x[0] : !mir.slice<f32, global>
  %to = mir.extract_field %y[0] : !mir.slice<mut f32, global>
  %v = mir.load %from : !mir.ptr<f32, global>
  mir.store %v, %to : !mir.ptr<mut f32, global>
  mir.return
}

// An update in place; a parameter that nobody looks at; one of which only the length counts; a number.
// CHECK: mir.func @update({{.*}}periclase.effects = ["read_write", "dead", "dead", "value"], periclase.effects_complete}
mir.func @update(%x : !mir.slice<mut ui64, global>, %unused : !mir.slice<f32, global>,
                 %measured : !mir.slice<mut f32, global>, %n : ui64) attributes {kernel} {
  %p = mir.extract_field %x[0] : !mir.slice<mut ui64, global>
  %length = mir.extract_field %measured[1] : !mir.slice<mut f32, global>
  %old = mir.load %p : !mir.ptr<mut ui64, global>
  %sum = mir.add %old, %length : ui64
  %more = mir.add %sum, %n : ui64
  mir.store %more, %p : !mir.ptr<mut ui64, global>
  mir.return
}

// CHECK: mir.func @bulk({{.*}}periclase.effects = ["read_only", "write_only", "write_only", "read_write", "read_write"], periclase.effects_complete}
mir.func @bulk(%a : !mir.slice<f32, global>, %b : !mir.slice<mut f32, global>, %c : !mir.slice<mut f32, global>,
               %d : !mir.slice<mut f32, global>, %e : !mir.slice<mut f32, global>) attributes {kernel} {
  %pa = mir.extract_field %a[0] : !mir.slice<f32, global>
  %pb = mir.extract_field %b[0] : !mir.slice<mut f32, global>
  %pc = mir.extract_field %c[0] : !mir.slice<mut f32, global>
  %pd = mir.extract_field %d[0] : !mir.slice<mut f32, global>
  %pe = mir.extract_field %e[0] : !mir.slice<mut f32, global>
  %n = mir.constant 4 : ui64
  %zero = mir.constant 0 : ui8
  mir.memcpy %pb, %pa, %n : !mir.ptr<mut f32, global>, !mir.ptr<f32, global>, ui64
  mir.memset %pc, %zero, %n : !mir.ptr<mut f32, global>, ui8, ui64
  mir.swap %pd, %pe : !mir.ptr<mut f32, global>, !mir.ptr<mut f32, global>
  mir.return
}

// A volatile access is what it is, though nothing moves over it.
// CHECK: mir.func @volatile({{.*}}periclase.effects = ["read_only", "write_only"], periclase.effects_complete}
mir.func @volatile(%x : !mir.slice<f32, global>, %y : !mir.slice<mut f32, global>) attributes {kernel} {
  %from = mir.extract_field %x[0] : !mir.slice<f32, global>
  %to = mir.extract_field %y[0] : !mir.slice<mut f32, global>
  %v = mir.load volatile %from : !mir.ptr<f32, global>
  mir.store volatile %v, %to : !mir.ptr<mut f32, global>
  mir.return
}

// Barriers, shuffles, traps and markers touch no buffer; printing is seen outside.
// CHECK: mir.func @around({{.*}}periclase.effects = ["read_only"], periclase.effects_complete, periclase.ordered}
mir.func @around(%x : !mir.slice<f64, global>) attributes {kernel} {
  %p = mir.extract_field %x[0] : !mir.slice<f64, global>
  %n = mir.extract_field %x[1] : !mir.slice<f64, global>
  %zero = mir.constant 0 : ui64
  %some = mir.gt %n, %zero : ui64
  mir.assert bounds %some, "empty"
  nvvm.barrier0
  %v = mir.load %p : !mir.ptr<f64, global>
  mir.dbg_value %x, "x" : !mir.slice<f64, global>
  %printed = nvvm.printf "%f\n" %v : f64 -> i32
  mir.return
}

// Atomic accesses, as ops and as calls of intrinsics.
// CHECK: mir.func @atomic({{.*}}periclase.effects = ["read_write", "read_only", "write_only", "read_write"], periclase.effects_complete}
mir.func private @__periclase_intrinsic.atomic_add.si32.global(!mir.ptr<mut si32, global>, si32) -> si32
mir.func @atomic(%a : !mir.slice<mut si32, global>, %b : !mir.slice<mut si32, global>, %c : !mir.slice<mut si32, global>,
                 %d : !mir.slice<mut si32, global>) attributes {kernel} {
  %pa = mir.extract_field %a[0] : !mir.slice<mut si32, global>
  %pb = mir.extract_field %b[0] : !mir.slice<mut si32, global>
  %pc = mir.extract_field %c[0] : !mir.slice<mut si32, global>
  %pd = mir.extract_field %d[0] : !mir.slice<mut si32, global>
  %la = builtin.unrealized_conversion_cast %pa : !mir.ptr<mut si32, global> to !llvm.ptr<1>
  %lb = builtin.unrealized_conversion_cast %pb : !mir.ptr<mut si32, global> to !llvm.ptr<1>
  %lc = builtin.unrealized_conversion_cast %pc : !mir.ptr<mut si32, global> to !llvm.ptr<1>
  %one = mir.constant 1 : si32
  %word = builtin.unrealized_conversion_cast %one : si32 to i32
  %old = nvvm.atomic.rmw add relaxed device %la, %word : !llvm.ptr<1>, i32 -> i32
  %seen = nvvm.atomic.load relaxed device %lb : !llvm.ptr<1> -> i32
  nvvm.atomic.store relaxed device %seen, %lc : i32, !llvm.ptr<1>
  %r = mir.call @__periclase_intrinsic.atomic_add.si32.global(%pd, %one) : (!mir.ptr<mut si32, global>, si32) -> si32
  mir.return
}

// Copies that run on read and write what they say; a prefetch looks at nothing; what is printed is read.
// CHECK: mir.func @others({{.*}}periclase.effects = ["read_only", "dead", "read_only"], periclase.effects_complete, periclase.ordered}
mir.func @others(%a : !mir.slice<f32, global>, %b : !mir.slice<f32, global>, %d : !mir.slice<ui8>) attributes {kernel} {
  %pa = mir.extract_field %a[0] : !mir.slice<f32, global>
  %pb = mir.extract_field %b[0] : !mir.slice<f32, global>
  %pd = mir.extract_field %d[0] : !mir.slice<ui8>
  %la = builtin.unrealized_conversion_cast %pa : !mir.ptr<f32, global> to !llvm.ptr<1>
  %lb = builtin.unrealized_conversion_cast %pb : !mir.ptr<f32, global> to !llvm.ptr<1>
  %ld = builtin.unrealized_conversion_cast %pd : !mir.ptr<ui8> to !llvm.ptr
  %tile = mir.shared_alloc !mir.array<4 x f32> key "tile" align 16
  %lt = builtin.unrealized_conversion_cast %tile : !mir.ptr<mut !mir.array<4 x f32>, shared> to !llvm.ptr<3>
  nvvm.cp.async.shared.global %lt, %la, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.prefetch level = L1, %lb : !llvm.ptr<1>
  %n = nvvm.printf "%s" %ld : !llvm.ptr -> i32
  mir.return
}

// Assembly with an address does what it likes, also with memory that it was not given.
// CHECK: mir.func @assembly({{.*}}periclase.effects = ["read_write", "read_write"]}
mir.func @assembly(%a : !mir.slice<f32, global>, %c : !mir.slice<mut f32, global>) attributes {kernel} {
  %pa = mir.extract_field %a[0] : !mir.slice<f32, global>
  %v = mir.load %pa : !mir.ptr<f32, global>
  %pc = mir.extract_field %c[0] : !mir.slice<mut f32, global>
  %lc = builtin.unrealized_conversion_cast %pc : !mir.ptr<mut f32, global> to !llvm.ptr<1>
  nvvm.inline_ptx "st.global.u32 [$0], 0;" ro(%lc : !llvm.ptr<1>)
  mir.return
}

// What is passed by value is no buffer.
// CHECK: mir.func @by_value({{.*}}periclase.effects = ["value", "write_only"], periclase.effects_complete}
mir.func @by_value(%table : !mir.ptr<f32> {mir.grid_constant = #mir.grid_constant<4>}, %y : !mir.slice<mut f32, global>) attributes {kernel} {
  %p = mir.extract_field %y[0] : !mir.slice<mut f32, global>
  %v = mir.load %table : !mir.ptr<f32>
  mir.store %v, %p : !mir.ptr<mut f32, global>
  mir.return
}
