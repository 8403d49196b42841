// RUN: periclase-opt %s -p convert-mir-to-llvm | filecheck %s

// An assertion branches to a trap at the end of the function, which says why.

// CHECK-LABEL: llvm.func internal @check(%c: i1)
// CHECK-NEXT: llvm.cond_br %c, ^[[ON:.*]], ^[[TRAP:.*]]
// CHECK-NEXT: ^[[ON]]:
// CHECK-NEXT: llvm.return
// CHECK-NEXT: ^[[TRAP]]:
// CHECK-NEXT: nvvm.trap {message = "index out of bounds", kind = "bounds"}
// CHECK-NEXT: llvm.unreachable
mir.func private @check(%c: i1) {
  mir.assert bounds %c, "index out of bounds"
  mir.return
}

// CHECK-LABEL: llvm.func internal @panic()
// CHECK-NEXT: nvvm.trap {message = "never", kind = "panic"}
// CHECK-NEXT: llvm.unreachable
mir.func private @panic() {
  mir.panic "never"
}

// CHECK-LABEL: llvm.func internal @switch(%n: i32)
// CHECK: llvm.switch %n : i32, ^[[D:.*]] [
// CHECK-NEXT: -1: ^[[A:.*]](%n : i32),
// CHECK-NEXT: 5: ^[[D]]
// CHECK-NEXT: ]
mir.func private @switch(%n: si32) -> si32 {
  mir.switch %n : si32, default ^other, [-1: ^minus(%n : si32), 5: ^other]
^minus(%x: si32):
  mir.return %x : si32
^other:
  %k = mir.constant 3 : si32
  mir.return %k : si32
}

// nvvm stays as it is; the casts between the types of mir and of LLVM go.

// CHECK-LABEL: llvm.func @barrier(%x: !llvm.ptr<1> {llvm.align = 4 : i64}, %x_1: i64, %{{.*}}: i8) attributes {
// CHECK-SAME: nvvm.kernel
// CHECK: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK-NEXT: llvm.zext %[[T]] : i32 to i64
// CHECK-NEXT: nvvm.barrier0
// CHECK-NOT: unrealized_conversion_cast
mir.func @barrier(%x: !mir.slice<f32, global>, %flag: i1) attributes {kernel} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %u = "builtin.unrealized_conversion_cast"(%t) : (i32) -> ui32
  %i = mir.cast int_to_int %u : ui32 to si64
  nvvm.barrier0
  mir.return
}
