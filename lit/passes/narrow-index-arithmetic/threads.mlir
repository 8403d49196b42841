// What fits into 32 bits in every small launch is computed in 32 bits: the number of a thread in the grid, and the length of a slice.
// A check that is known to hold is a constant.
// RUN: periclase-opt %s -p narrow-index-arithmetic,dce | filecheck %s

// CHECK-LABEL: mir.func @first(
// CHECK-SAME: attributes {kernel}
// CHECK: mir.cast int_to_int %{{.*}} : ui32 to si32
// CHECK: mir.mul %{{.*}} : si32
// CHECK: %[[I:.*]] = mir.add %{{.*}} : si32
// CHECK: %[[N:.*]] = mir.cast int_to_int %{{.*}} : ui64 to si32
// CHECK: mir.lt %[[I]], %[[N]] : si32
// CHECK: %[[T:.*]] = mir.constant true
// CHECK: mir.assert bounds %[[T]], "of x"
// CHECK: mir.ptr_offset %{{.*}}[%[[I]]] : !mir.ptr<f32, global>, si32
// CHECK-NOT: si64
mir.func @first(%x : !mir.slice<f32, global>, %y : !mir.ptr<mut f32, global>) attributes {kernel, periclase.small_launch = array<i64>} {
  %0 = nvvm.read.ptx.sreg.ctaid.x : i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to ui32
  %2 = mir.cast int_to_int %1 : ui32 to si64
  %3 = nvvm.read.ptx.sreg.ntid.x : i32
  %4 = builtin.unrealized_conversion_cast %3 : i32 to ui32
  %5 = mir.cast int_to_int %4 : ui32 to si64
  %6 = nvvm.read.ptx.sreg.tid.x : i32
  %7 = builtin.unrealized_conversion_cast %6 : i32 to ui32
  %8 = mir.cast int_to_int %7 : ui32 to si64
  %9 = mir.mul %2, %5 : si64
  %i = mir.add %9, %8 : si64
  %10 = mir.extract_field %x[1] : !mir.slice<f32, global>
  %11 = mir.cast int_to_int %10 : ui64 to si64
  %12 = mir.lt %i, %11 : si64
  mir.cond_br %12, ^bb1, ^bb2
^bb1:
  %13 = mir.cast int_to_int %i : si64 to ui64
  %14 = mir.lt %13, %10 : ui64
  mir.assert bounds %14, "of x"
  %15 = mir.extract_field %x[0] : !mir.slice<f32, global>
  %16 = mir.ptr_offset %15[%13] : !mir.ptr<f32, global>, ui64
  %17 = mir.load %16 : !mir.ptr<f32, global>
  mir.store %17, %y : !mir.ptr<mut f32, global>
  mir.goto ^bb2
^bb2:
  mir.return
}

// Rows of threads, a block of them for each block in x: there are so few blocks that they can be counted.
// CHECK-LABEL: mir.func @rows(
// CHECK: mir.mul %{{.*}} {mir.no_wrap} : si32
mir.func @rows(%p : !mir.ptr<mut si64, global>) attributes {kernel, periclase.small_launch = array<i64>} {
  %0 = nvvm.read.ptx.sreg.ctaid.x : i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to ui32
  %2 = mir.cast int_to_int %1 : ui32 to si64
  %3 = nvvm.read.ptx.sreg.ntid.y : i32
  %4 = builtin.unrealized_conversion_cast %3 : i32 to ui32
  %5 = mir.cast int_to_int %4 : ui32 to si64
  %6 = mir.mul %2, %5 : si64
  mir.store %6, %p : !mir.ptr<mut si64, global>
  mir.return
}

// Blocks of x times those of y: nobody has promised anything of that.
// CHECK-LABEL: mir.func @mixed(
// CHECK: mir.mul %{{.*}} : si64
mir.func @mixed(%p : !mir.ptr<mut si64, global>) attributes {kernel, periclase.small_launch = array<i64>} {
  %0 = nvvm.read.ptx.sreg.ctaid.x : i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to ui32
  %2 = mir.cast int_to_int %1 : ui32 to si64
  %3 = nvvm.read.ptx.sreg.nctaid.y : i32
  %4 = builtin.unrealized_conversion_cast %3 : i32 to ui32
  %5 = mir.cast int_to_int %4 : ui32 to si64
  %6 = mir.mul %2, %5 : si64
  mir.store %6, %p : !mir.ptr<mut si64, global>
  mir.return
}

// Who needs all 64 bits has the number extended, by its sign.
// CHECK-LABEL: mir.func @stored(
// CHECK: %[[LESS:.*]] = mir.sub %{{.*}} : si32
// CHECK: %[[WIDE:.*]] = mir.cast int_to_int %[[LESS]] : si32 to si64
// CHECK: mir.store %[[WIDE]]
mir.func @stored(%n : si64, %p : !mir.ptr<mut si64, global>) attributes {kernel, periclase.small_launch = array<i64: 0>} {
  %one = mir.constant 1 : si64
  %less = mir.sub %n, %one : si64
  mir.store %less, %p : !mir.ptr<mut si64, global>
  mir.return
}

// The only block that there may be tells where its threads are.
// CHECK-LABEL: mir.func @tile(
// CHECK: %[[Y:.*]] = mir.constant true
// CHECK: mir.assert bounds %[[Y]], "y"
// CHECK: %[[X:.*]] = mir.lt
// CHECK: mir.assert bounds %[[X]], "x"
mir.func @tile() attributes {kernel, required_block = #mir.block_dims<32, 8, 1>, periclase.small_launch = array<i64>} {
  %0 = nvvm.read.ptx.sreg.tid.y : i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to ui32
  %2 = mir.cast int_to_int %1 : ui32 to si64
  %3 = nvvm.read.ptx.sreg.tid.x : i32
  %4 = builtin.unrealized_conversion_cast %3 : i32 to ui32
  %5 = mir.cast int_to_int %4 : ui32 to si64
  %eight = mir.constant 8 : si64
  %y = mir.lt %2, %eight : si64
  mir.assert bounds %y, "y"
  %x = mir.lt %5, %eight : si64
  mir.assert bounds %x, "x"
  mir.return
}
