// What can not be followed makes every buffer read and written, those that have nothing to do with it included.
// RUN: periclase-opt %s -p buffer-effects --split-input-file --allow-unregistered-dialect | filecheck %s

// A pointer that goes into memory.
// CHECK: mir.func @stored({{.*}}attributes {kernel, periclase.effects = ["read_write", "read_write"]} {
mir.func @stored(%x : !mir.slice<f32, global>, %y : !mir.slice<f32, global>) attributes {kernel} {
  %slot = mir.alloca !mir.slice<f32, global>
  mir.store %x, %slot : !mir.ptr<mut !mir.slice<f32, global>>
  mir.return
}

// -----

// A pointer out of memory.
// CHECK: mir.func @loaded({{.*}}attributes {kernel, periclase.effects = ["read_write", "read_write"]} {
mir.func @loaded(%x : !mir.slice<!mir.ptr<f32, global>, global>, %y : !mir.slice<f32, global>) attributes {kernel} {
  %p = mir.extract_field %x[0] : !mir.slice<!mir.ptr<f32, global>, global>
  %q = mir.load %p : !mir.ptr<!mir.ptr<f32, global>, global>
  %v = mir.load %q : !mir.ptr<f32, global>
  mir.return
}

// -----

// A pointer out of memory that nobody follows is a value like another.
// CHECK: mir.func @not_followed({{.*}}periclase.effects = ["read_only", "dead"], periclase.effects_complete}
mir.func @not_followed(%x : !mir.slice<!mir.ptr<f32, global>, global>, %y : !mir.slice<f32, global>) attributes {kernel} {
  %p = mir.extract_field %x[0] : !mir.slice<!mir.ptr<f32, global>, global>
  %q = mir.load %p : !mir.ptr<!mir.ptr<f32, global>, global>
  mir.return
}

// -----

// An address as a number.
// CHECK: mir.func @number({{.*}}attributes {kernel, periclase.effects = ["read_write"]} {
mir.func @number(%x : !mir.slice<f32, global>) attributes {kernel} {
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  %n = mir.cast ptr_to_int %p : !mir.ptr<f32, global> to ui64
  mir.return
}

// -----

// A number as an address.
// CHECK: mir.func @address({{.*}}attributes {kernel, periclase.effects = ["read_write", "value"]} {
mir.func @address(%x : !mir.slice<f32, global>, %n : ui64) attributes {kernel} {
  %p = mir.cast int_to_ptr %n : ui64 to !mir.ptr<f32, global>
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.return
}

// -----

// A function of elsewhere, which may print as well.
// CHECK: mir.func @outside({{.*}}attributes {kernel, periclase.effects = ["read_write"], periclase.ordered} {
mir.func private @elsewhere(f32) -> f32
mir.func @outside(%x : !mir.slice<f32, global>) attributes {kernel} {
  %c = mir.constant 1.0 : f32
  %v = mir.call @elsewhere(%c) : (f32) -> f32
  mir.return
}

// -----

// An op that says nothing of its effects.
// CHECK: mir.func @unknown({{.*}}attributes {kernel, periclase.effects = ["read_write"]} {
mir.func @unknown(%x : !mir.slice<f32, global>) attributes {kernel} {
  "test.unknown"() : () -> ()
  mir.return
}

// -----

// What the attributes said before does not count.
// CHECK: mir.func @again({{.*}}attributes {kernel, periclase.effects = ["dead"], periclase.effects_complete} {
mir.func @again(%x : !mir.slice<f32, global>)
    attributes {kernel, periclase.effects = ["read_write"], periclase.effects_complete, periclase.ordered} {
  mir.return
}
