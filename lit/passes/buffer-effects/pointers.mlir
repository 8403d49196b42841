// Pointers are followed through whatever computes, and through the arguments of blocks.
// RUN: periclase-opt %s -p buffer-effects | filecheck %s

// CHECK: mir.func @offsets({{.*}}periclase.effects = ["read_only", "write_only"], periclase.effects_complete}
mir.func @offsets(%x : !mir.slice<f32, global>, %y : !mir.slice<mut f32, global>) attributes {kernel} {
  %base = mir.extract_field %x[0] : !mir.slice<f32, global>
  %to = mir.extract_field %y[0] : !mir.slice<mut f32, global>
  %i = mir.constant 3 : ui64
  %moved = mir.ptr_offset %base[%i] : !mir.ptr<f32, global>, ui64
  %other = mir.cast ptr_to_ptr %moved : !mir.ptr<f32, global> to !mir.ptr<ui32, global>
  %bits = mir.load %other : !mir.ptr<ui32, global>
  %as_bits = mir.cast ptr_to_ptr %to : !mir.ptr<mut f32, global> to !mir.ptr<mut ui32, global>
  mir.store %bits, %as_bits : !mir.ptr<mut ui32, global>
  mir.return
}

// Either of two may be it.
// CHECK: mir.func @select({{.*}}periclase.effects = ["write_only", "write_only", "value"], periclase.effects_complete}
mir.func @select(%x : !mir.slice<mut f32, global>, %y : !mir.slice<mut f32, global>, %c : i1) attributes {kernel} {
  %chosen = mir.select %c, %x, %y : !mir.slice<mut f32, global>
  %p = mir.extract_field %chosen[0] : !mir.slice<mut f32, global>
  %v = mir.constant 1.0 : f32
  mir.store %v, %p : !mir.ptr<mut f32, global>
  mir.return
}

// A loop that walks along one buffer and, from the second round on, along another.
// CHECK: mir.func @loop({{.*}}periclase.effects = ["read_only", "read_only", "dead", "value"], periclase.effects_complete}
mir.func @loop(%x : !mir.slice<f32, global>, %y : !mir.slice<f32, global>, %z : !mir.slice<f32, global>, %c : i1)
    attributes {kernel} {
  %px = mir.extract_field %x[0] : !mir.slice<f32, global>
  %py = mir.extract_field %y[0] : !mir.slice<f32, global>
  %pz = mir.extract_field %z[0] : !mir.slice<f32, global>
  mir.goto ^head(%px, %pz : !mir.ptr<f32, global>, !mir.ptr<f32, global>)
^head(%p : !mir.ptr<f32, global>, %unread : !mir.ptr<f32, global>):
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.cond_br %c, ^head(%py, %px : !mir.ptr<f32, global>, !mir.ptr<f32, global>), ^end
^end:
  mir.return
}

// Memory of the kernel's own is nobody's buffer: slots, shared arrays, globals.
// CHECK: mir.func @own({{.*}}periclase.effects = ["read_only"], periclase.effects_complete}
mir.func @own(%x : !mir.slice<f32, global>) attributes {kernel} {
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  %v = mir.load %p : !mir.ptr<f32, global>
  %slot = mir.alloca !mir.array<8 x f32>
  %i = mir.constant 2 : ui64
  %element = mir.element_addr %slot[%i] : !mir.ptr<mut !mir.array<8 x f32>>, ui64
  mir.store %v, %element : !mir.ptr<mut f32>
  %shared = mir.shared_alloc f32 key "k"
  mir.store %v, %shared : !mir.ptr<mut f32, shared>
  mir.return
}

// Aggregates carry pointers, whose parts are not told apart (y counts as read); a comparison gives no address away.
// CHECK: mir.func @aggregates({{.*}}periclase.effects = ["read_only", "read_write"], periclase.effects_complete}
mir.func @aggregates(%x : !mir.slice<f32, global>, %y : !mir.slice<mut si64, global>) attributes {kernel} {
  %pair = mir.construct_tuple %x, %y : !mir.tuple<!mir.slice<f32, global>, !mir.slice<mut si64, global>>
  %first = mir.extract_field %pair[0] : !mir.tuple<!mir.slice<f32, global>, !mir.slice<mut si64, global>>
  %p = mir.extract_field %first[0] : !mir.slice<f32, global>
  %v = mir.load %p : !mir.ptr<f32, global>
  %q = mir.extract_field %y[0] : !mir.slice<mut si64, global>
  %i = mir.constant 1 : ui64
  %next = mir.ptr_offset %p[%i] : !mir.ptr<f32, global>, ui64
  %same = mir.eq %next, %p : !mir.ptr<f32, global>
  %one = mir.constant 1 : si64
  mir.store %one, %q : !mir.ptr<mut si64, global>
  mir.return
}

// A distance between two buffers leads from one into the other, under the first one's name.
// CHECK: mir.func @distance({{.*}}periclase.effects = ["read_write", "read_write"]}
mir.func @distance(%x : !mir.slice<f32, global>, %y : !mir.slice<mut f32, global>) attributes {kernel} {
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  %q = mir.extract_field %y[0] : !mir.slice<mut f32, global>
  %from = mir.cast mut_to_const %q : !mir.ptr<mut f32, global> to !mir.ptr<f32, global>
  %distance = mir.ptr_diff %from, %p : !mir.ptr<f32, global>
  %there = mir.ptr_offset %p[%distance] : !mir.ptr<f32, global>, si64
  %v = mir.load %there : !mir.ptr<f32, global>
  mir.return
}

// Whether an address is a multiple of something gives it no more away than a comparison.
// CHECK: mir.func @aligned({{.*}}periclase.effects = ["dead", "write_only"], periclase.effects_complete}
mir.func @aligned(%x : !mir.slice<f32, global>, %y : !mir.slice<mut i1, global>) attributes {kernel} {
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  %q = mir.extract_field %y[0] : !mir.slice<mut i1, global>
  %whole = mir.is_aligned %p, 16 : !mir.ptr<f32, global>
  mir.store %whole, %q : !mir.ptr<mut i1, global>
  mir.return
}

// A number that is the address of some buffer: any of them may be read by it, any that is mutable written; here and by calls.
// CHECK: mir.func @any_is_read({{.*}}periclase.effects = ["read_only", "read_only", "read_write"], periclase.effects_complete}
mir.func @any_is_read(%words : !mir.slice<ui64, global>, %x : !mir.slice<f32, global>, %y : !mir.slice<mut f32, global>)
    attributes {kernel} {
  %w = mir.extract_field %words[0] : !mir.slice<ui64, global>
  %address = mir.load %w : !mir.ptr<ui64, global>
  %p = mir.call @made(%address) : (ui64) -> !mir.ptr<mut f32, global>
  %v = mir.load %p : !mir.ptr<mut f32, global>
  %q = mir.extract_field %y[0] : !mir.slice<mut f32, global>
  mir.store %v, %q : !mir.ptr<mut f32, global>
  mir.return
}

// CHECK: mir.func @any_is_written({{.*}}periclase.effects = ["read_only", "dead", "write_only"], periclase.effects_complete}
mir.func @any_is_written(%words : !mir.slice<ui64, global>, %x : !mir.slice<f32, global>, %y : !mir.slice<mut f32, global>)
    attributes {kernel} {
  %w = mir.extract_field %words[0] : !mir.slice<ui64, global>
  %address = mir.load %w : !mir.ptr<ui64, global>
  %p = mir.cast int_to_ptr %address {periclase.any_buffer} : ui64 to !mir.ptr<mut f32, global>
  %v = mir.constant 1.0 : f32
  mir.store %v, %p : !mir.ptr<mut f32, global>
  mir.return
}

mir.func private @made(%address : ui64) -> !mir.ptr<mut f32, global> {
  %p = mir.cast int_to_ptr %address {periclase.any_buffer} : ui64 to !mir.ptr<mut f32, global>
  mir.return %p : !mir.ptr<mut f32, global>
}

// Without a word it leads anywhere.
// CHECK: mir.func @anywhere({{.*}}periclase.effects = ["read_write", "read_write"]}
mir.func @anywhere(%words : !mir.slice<ui64, global>, %y : !mir.slice<mut f32, global>) attributes {kernel} {
  %w = mir.extract_field %words[0] : !mir.slice<ui64, global>
  %address = mir.load %w : !mir.ptr<ui64, global>
  %p = mir.cast int_to_ptr %address : ui64 to !mir.ptr<mut f32, global>
  %v = mir.load %p : !mir.ptr<mut f32, global>
  mir.return
}
