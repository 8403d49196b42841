// RUN: periclase-opt %s -p 'convert-nvvm-to-llvm' | filecheck %s

// Texts are globals, one each; the arguments of printf lie in a slot that is made once, at the function's entry.

// CHECK: llvm.mlir.global internal constant @__periclase_text_1("%d %f\00") {addr_space = 1 : i32}
// CHECK: llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
// CHECK-LABEL: llvm.func @debug
// CHECK-SAME: attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>}
llvm.func @debug(%n: i32, %d: f64) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>} {
  // CHECK: %[[SLOT:[a-z0-9_]+]] = llvm.alloca %{{.*}} x !llvm.struct<(i32, f64)> {alignment = 8 : i64}
  // CHECK: llvm.br
  llvm.br ^body
^body:
  // CHECK: llvm.mlir.addressof @__periclase_text_0 : !llvm.ptr<1>
  // CHECK: llvm.mlir.zero : !llvm.ptr
  // CHECK: llvm.call @vprintf
  %0 = nvvm.printf "hello" -> i32
  // CHECK: %[[A:[a-z0-9_]+]] = llvm.mlir.addressof @__periclase_text_1 : !llvm.ptr<1>
  // CHECK-NEXT: %[[F:[a-z0-9_]+]] = llvm.addrspacecast %[[A]] : !llvm.ptr<1> to !llvm.ptr
  // CHECK: llvm.store %n, %{{.*}} : i32, !llvm.ptr
  // CHECK: llvm.store %d, %{{.*}} : f64, !llvm.ptr
  // CHECK: llvm.call @vprintf(%[[F]], %[[SLOT]])
  %1 = nvvm.printf "%d %f" %n, %d : i32, f64 -> i32
  // CHECK: llvm.call_intrinsic "llvm.nvvm.nanosleep"(%n) : (i32) -> ()
  nvvm.nanosleep %n
  // CHECK: llvm.inline_asm has_side_effects "pmevent 15;", "~{memory}" : () -> ()
  nvvm.pmevent id = 15
  // CHECK: llvm.call @__assertfail
  nvvm.assertfail "i < n", "kernel.py", 12, "saxpy"
  // CHECK: llvm.call_intrinsic "llvm.debugtrap"() : () -> ()
  nvvm.breakpoint
  // CHECK: llvm.call_intrinsic "llvm.trap"() : () -> ()
  // CHECK-NEXT: llvm.unreachable
  nvvm.trap {message = "index out of bounds", kind = "bounds"}
  llvm.unreachable
}
