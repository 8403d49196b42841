// What the launch has seen of the buffers becomes attributes of the parameters, and the promise goes.
// RUN: periclase-opt %s -p buffer-effects,promise-buffers-apart --split-input-file | filecheck %s

// CHECK: mir.func @update(%a: f32, %x: !mir.slice<f32, global> {llvm.align = 32 : i64, llvm.noalias, llvm.readonly}, %y: !mir.slice<mut f32, global> {llvm.align = 32 : i64, llvm.noalias}, %unused: !mir.slice<f32, global> {llvm.align = 32 : i64})
// CHECK-NOT: buffers_apart
mir.func @update(%a : f32, %x : !mir.slice<f32, global>, %y : !mir.slice<mut f32, global>, %unused : !mir.slice<f32, global>) attributes {kernel, periclase.buffers_apart} {
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  %q = mir.extract_field %y[0] : !mir.slice<mut f32, global>
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.store %v, %q : !mir.ptr<mut f32, global>
  mir.return
}

// Without the promise nothing is said, in the same module neither.
// CHECK: mir.func @other(%x: !mir.slice<f32, global>) attributes
mir.func @other(%x : !mir.slice<f32, global>) attributes {kernel} {
  mir.return
}

// Other attributes stay, and are the last word.
// CHECK: mir.func @given(%x: !mir.slice<f32, global> {llvm.align = 64 : i64, llvm.noundef})
mir.func @given(%x : !mir.slice<f32, global> {llvm.align = 64 : i64, llvm.noundef}) attributes {kernel, periclase.buffers_apart} {
  mir.return
}

// -----

// Between threads that meet at barriers, what is written is not `noalias`: LLVM would keep what it has loaded before.
// CHECK: mir.func @barrier(%x: !mir.slice<f32, global> {llvm.align = 32 : i64, llvm.noalias, llvm.readonly}, %y: !mir.slice<mut f32, global> {llvm.align = 32 : i64})
mir.func @barrier(%x : !mir.slice<f32, global>, %y : !mir.slice<mut f32, global>) attributes {kernel, periclase.buffers_apart} {
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  %q = mir.extract_field %y[0] : !mir.slice<mut f32, global>
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.store %v, %q : !mir.ptr<mut f32, global>
  nvvm.barrier0
  mir.return
}

// -----

// A volatile access waits for somebody, of whom nothing is known.
// CHECK: mir.func @volatile(%x: !mir.slice<f32, global> {llvm.align = 32 : i64}, %flag: !mir.slice<ui32, global> {llvm.align = 32 : i64})
mir.func @volatile(%x : !mir.slice<f32, global>, %flag : !mir.slice<ui32, global>) attributes {kernel, periclase.buffers_apart} {
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  %q = mir.extract_field %flag[0] : !mir.slice<ui32, global>
  %set = mir.load volatile %q : !mir.ptr<ui32, global>
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.return
}

// -----

// So does a fence for the system, but not one for the device.
// CHECK: mir.func @system(%x: !mir.slice<f32, global> {llvm.align = 32 : i64})
mir.func @system(%x : !mir.slice<f32, global>) attributes {kernel, periclase.buffers_apart} {
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  %v = mir.load %p : !mir.ptr<f32, global>
  nvvm.fence acq_rel system
  mir.return
}

// -----

// CHECK: mir.func @device(%x: !mir.slice<f32, global> {llvm.align = 32 : i64, llvm.noalias, llvm.readonly})
mir.func @device(%x : !mir.slice<f32, global>) attributes {kernel, periclase.buffers_apart} {
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  %v = mir.load %p : !mir.ptr<f32, global>
  nvvm.fence acq_rel device
  mir.return
}

// -----

// Nor is anything known of a grid that begins before the one before it has ended.
// CHECK: mir.func @dependent(%x: !mir.slice<f32, global> {llvm.align = 32 : i64})
mir.func @dependent(%x : !mir.slice<f32, global>) attributes {kernel, periclase.buffers_apart} {
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  nvvm.griddepcontrol wait
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.return
}

// -----

// An address that came as a number may lead into any buffer; so may a pointer.
// CHECK: mir.func @number(%x: !mir.slice<f32, global> {llvm.align = 32 : i64}, %n: ui64)
mir.func @number(%x : !mir.slice<f32, global>, %n : ui64) attributes {kernel, periclase.buffers_apart} {
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  %v = mir.load %p : !mir.ptr<f32, global>
  %q = mir.cast int_to_ptr %n : ui64 to !mir.ptr<mut f32, global>
  mir.store %v, %q : !mir.ptr<mut f32, global>
  mir.return
}

// CHECK: mir.func @pointer(%x: !mir.slice<f32, global> {llvm.align = 32 : i64}, %q: !mir.ptr<mut f32, global>)
mir.func @pointer(%x : !mir.slice<f32, global>, %q : !mir.ptr<mut f32, global>) attributes {kernel, periclase.buffers_apart} {
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  %v = mir.load %p : !mir.ptr<f32, global>
  mir.store %v, %q : !mir.ptr<mut f32, global>
  mir.return
}

// The launch has not compared a slice that nobody was to write.
// CHECK: mir.func @const(%x: !mir.slice<f32, global> {llvm.align = 32 : i64}, %y: !mir.slice<f32, global> {llvm.align = 32 : i64})
mir.func @const(%x : !mir.slice<f32, global>, %y : !mir.slice<f32, global>) attributes {kernel, periclase.buffers_apart} {
  %p = mir.extract_field %x[0] : !mir.slice<f32, global>
  %v = mir.load %p : !mir.ptr<f32, global>
  %q = mir.extract_field %y[0] : !mir.slice<f32, global>
  %w = mir.cast ptr_to_ptr %q : !mir.ptr<f32, global> to !mir.ptr<mut f32, global>
  mir.store %v, %w : !mir.ptr<mut f32, global>
  mir.return
}

// -----

// What passes registers round leaves memory as it is.
// CHECK: mir.func @registers(%x: !mir.slice<mut f32, global> {llvm.align = 32 : i64, llvm.noalias}, %n: i32)
mir.func @registers(%x : !mir.slice<mut f32, global>, %n : i32) attributes {kernel, periclase.buffers_apart} {
  %p = mir.extract_field %x[0] : !mir.slice<mut f32, global>
  %v = mir.load %p : !mir.ptr<mut f32, global>
  %m = nvvm.movmatrix_trans %n : (i32) -> i32
  mir.store %v, %p : !mir.ptr<mut f32, global>
  mir.return
}

// -----

// An address out of memory, under which any buffer may lie: LLVM is not told that only its own parameter leads to one.
// CHECK: mir.func @any_buffer(%words: !mir.slice<ui64, global> {llvm.align = 32 : i64}, %y: !mir.slice<mut f32, global> {llvm.align = 32 : i64})
mir.func @any_buffer(%words : !mir.slice<ui64, global>, %y : !mir.slice<mut f32, global>) attributes {kernel, periclase.buffers_apart} {
  %w = mir.extract_field %words[0] : !mir.slice<ui64, global>
  %q = mir.extract_field %y[0] : !mir.slice<mut f32, global>
  %address = mir.load %w : !mir.ptr<ui64, global>
  %p = mir.cast int_to_ptr %address {periclase.any_buffer} : ui64 to !mir.ptr<mut f32, global>
  %v = mir.load %p : !mir.ptr<mut f32, global>
  mir.store %v, %q : !mir.ptr<mut f32, global>
  mir.return
}
