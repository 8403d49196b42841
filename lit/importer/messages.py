# RUN: periclase compile %s --emit mir | filecheck %s
"""What a kernel says and how it ends, clocks, fences, and PTX by hand."""

from periclase import MutSlice, f32, i64, kernel, u32
from periclase.gpu import (
    clock64,
    fence,
    inline_ptx,
    nanosleep,
    printf,
    threadfence,
    threadfence_block,
    threadfence_system,
    trap,
)


@kernel
def messages(x: MutSlice[f32], t: MutSlice[i64]):
    assert x[0] > 0.0, "positive"
    printf("%f of %lld\n", x[0], t[0])
    t[1] = i64(clock64())
    nanosleep(100)
    threadfence_block()
    threadfence()
    threadfence_system()
    fence(order="acq_rel", scope="device")
    if x[1] < 0.0:
        trap()


@kernel
def by_hand(m: MutSlice[u32]):
    m[0] = inline_ptx("add.u32 $0, $1, $2;", m[1], m[2], result=u32)


# CHECK:        mir.func @messages(%x: !mir.slice<mut f32, global>, %t: !mir.slice<mut si64, global>) attributes {kernel, source_name = "messages"} {
# CHECK-NEXT:     %0 = mir.constant 0 : ui64
# CHECK-NEXT:     %1 = mir.extract_field %x[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %2 = mir.lt %0, %1 : ui64
# CHECK-NEXT:     mir.assert bounds %2, "index out of bounds of `x`"
# CHECK-NEXT:     %3 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %4 = mir.ptr_offset %3[%0] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %5 = mir.load %4 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %6 = mir.constant 0.000000e+00 : f32
# CHECK-NEXT:     %7 = mir.gt %5, %6 : f32
# CHECK-NEXT:     mir.assert user %7, "positive"
# CHECK-NEXT:     %8 = mir.constant 0 : ui64
# CHECK-NEXT:     %9 = mir.extract_field %x[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %10 = mir.lt %8, %9 : ui64
# CHECK-NEXT:     mir.assert bounds %10, "index out of bounds of `x`"
# CHECK-NEXT:     %11 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %12 = mir.ptr_offset %11[%8] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %13 = mir.load %12 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %14 = mir.constant 0 : ui64
# CHECK-NEXT:     %15 = mir.extract_field %t[1] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %16 = mir.lt %14, %15 : ui64
# CHECK-NEXT:     mir.assert bounds %16, "index out of bounds of `t`"
# CHECK-NEXT:     %17 = mir.extract_field %t[0] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %18 = mir.ptr_offset %17[%14] : !mir.ptr<mut si64, global>, ui64
# CHECK-NEXT:     %19 = mir.load %18 : !mir.ptr<mut si64, global>
# CHECK-NEXT:     %20 = mir.call @__periclase_intrinsic.printf.f32.si64(%13, %19) {format = "%f of %lld\0A"} : (f32, si64) -> si32
# CHECK-NEXT:     %21 = mir.call @__periclase_intrinsic.clock64() : () -> ui64
# CHECK-NEXT:     %22 = mir.cast int_to_int %21 : ui64 to si64
# CHECK-NEXT:     %23 = mir.constant 1 : ui64
# CHECK-NEXT:     %24 = mir.extract_field %t[1] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %25 = mir.lt %23, %24 : ui64
# CHECK-NEXT:     mir.assert bounds %25, "index out of bounds of `t`"
# CHECK-NEXT:     %26 = mir.extract_field %t[0] : !mir.slice<mut si64, global>
# CHECK-NEXT:     %27 = mir.ptr_offset %26[%23] : !mir.ptr<mut si64, global>, ui64
# CHECK-NEXT:     mir.store %22, %27 : !mir.ptr<mut si64, global>
# CHECK-NEXT:     %28 = mir.constant 100 : ui32
# CHECK-NEXT:     mir.call @__periclase_intrinsic.nanosleep(%28) : (ui32) -> ()
# CHECK-NEXT:     mir.call @__periclase_intrinsic.threadfence_block() : () -> ()
# CHECK-NEXT:     mir.call @__periclase_intrinsic.threadfence() : () -> ()
# CHECK-NEXT:     mir.call @__periclase_intrinsic.threadfence_system() : () -> ()
# CHECK-NEXT:     mir.call @__periclase_intrinsic.fence.acq_rel.device() : () -> ()
# CHECK-NEXT:     %29 = mir.constant 1 : ui64
# CHECK-NEXT:     %30 = mir.extract_field %x[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %31 = mir.lt %29, %30 : ui64
# CHECK-NEXT:     mir.assert bounds %31, "index out of bounds of `x`"
# CHECK-NEXT:     %32 = mir.extract_field %x[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %33 = mir.ptr_offset %32[%29] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     %34 = mir.load %33 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     %35 = mir.constant 0.000000e+00 : f32
# CHECK-NEXT:     %36 = mir.lt %34, %35 : f32
# CHECK-NEXT:     mir.cond_br %36, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     mir.call @__periclase_intrinsic.trap() : () -> ()
# CHECK-NEXT:     mir.unreachable
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func @by_hand(%m: !mir.slice<mut ui32, global>) attributes {kernel, source_name = "by_hand"} {
# CHECK-NEXT:     %0 = mir.constant 1 : ui64
# CHECK-NEXT:     %1 = mir.extract_field %m[1] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %2 = mir.lt %0, %1 : ui64
# CHECK-NEXT:     mir.assert bounds %2, "index out of bounds of `m`"
# CHECK-NEXT:     %3 = mir.extract_field %m[0] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %4 = mir.ptr_offset %3[%0] : !mir.ptr<mut ui32, global>, ui64
# CHECK-NEXT:     %5 = mir.load %4 : !mir.ptr<mut ui32, global>
# CHECK-NEXT:     %6 = mir.constant 2 : ui64
# CHECK-NEXT:     %7 = mir.extract_field %m[1] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %8 = mir.lt %6, %7 : ui64
# CHECK-NEXT:     mir.assert bounds %8, "index out of bounds of `m`"
# CHECK-NEXT:     %9 = mir.extract_field %m[0] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %10 = mir.ptr_offset %9[%6] : !mir.ptr<mut ui32, global>, ui64
# CHECK-NEXT:     %11 = mir.load %10 : !mir.ptr<mut ui32, global>
# CHECK-NEXT:     %12 = mir.call @__periclase_intrinsic.inline_ptx.ui32.ui32.ui32(%5, %11) {ptx = "add.u32 $0, $1, $2;"} : (ui32, ui32) -> ui32
# CHECK-NEXT:     %13 = mir.constant 0 : ui64
# CHECK-NEXT:     %14 = mir.extract_field %m[1] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %15 = mir.lt %13, %14 : ui64
# CHECK-NEXT:     mir.assert bounds %15, "index out of bounds of `m`"
# CHECK-NEXT:     %16 = mir.extract_field %m[0] : !mir.slice<mut ui32, global>
# CHECK-NEXT:     %17 = mir.ptr_offset %16[%13] : !mir.ptr<mut ui32, global>, ui64
# CHECK-NEXT:     mir.store %12, %17 : !mir.ptr<mut ui32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
