# RUN: periclase compile %s --emit mir | filecheck %s
"""`with fastmath():` gives its flags to the float operations written in its block; `with uncontracted():` none."""

from periclase import MutSlice, f32, fastmath, kernel, uncontracted


@kernel
def block(y: MutSlice[f32], a: f32):
    z = a * a
    with fastmath("nnan", "contract"):
        z = z + a
        with fastmath("afn"):
            z = z / a
    y[0] = z - a


@kernel(fastmath={"nsz"})
def function(y: MutSlice[f32], a: f32):
    with fastmath():
        if a > 0:
            y[0] = a + a
            return
    y[0] = a * a


@kernel
def two_roundings(y: MutSlice[f32], a: f32):
    with uncontracted():
        y[0] = a * a + a


# CHECK:        mir.func @block(%y: !mir.slice<mut f32, global>, %a: f32) attributes {kernel, source_name = "block"} {
# CHECK-NEXT:     %z = mir.alloca f32 name "z"
# CHECK-NEXT:     %0 = mir.mul %a, %a : f32
# CHECK-NEXT:     mir.store %0, %z : !mir.ptr<mut f32>
# CHECK-NEXT:     %1 = mir.load %z : !mir.ptr<mut f32>
# CHECK-NEXT:     %2 = mir.add %1, %a fastmath<nnan, contract> : f32
# CHECK-NEXT:     mir.store %2, %z : !mir.ptr<mut f32>
# CHECK-NEXT:     %3 = mir.load %z : !mir.ptr<mut f32>
# CHECK-NEXT:     %4 = mir.div %3, %a fastmath<nnan, contract, afn> : f32
# CHECK-NEXT:     mir.store %4, %z : !mir.ptr<mut f32>
# CHECK-NEXT:     %5 = mir.load %z : !mir.ptr<mut f32>
# CHECK-NEXT:     %6 = mir.sub %5, %a : f32
# CHECK-NEXT:     %7 = mir.constant 0 : ui64
# CHECK-NEXT:     %8 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %9 = mir.lt %7, %8 : ui64
# CHECK-NEXT:     mir.assert bounds %9, "index out of bounds of `y`"
# CHECK-NEXT:     %10 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %11 = mir.ptr_offset %10[%7] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %6, %11 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }

# CHECK:        mir.func @function(%y: !mir.slice<mut f32, global>, %a: f32) attributes {kernel, source_name = "function"} {
# CHECK-NEXT:     %0 = mir.constant 0.000000e+00 : f32
# CHECK-NEXT:     %1 = mir.gt %a, %0 : f32
# CHECK-NEXT:     mir.cond_br %1, ^bb1, ^bb2
# CHECK-NEXT:   ^bb1:
# CHECK-NEXT:     %2 = mir.add %a, %a fastmath<reassoc, nnan, ninf, nsz, arcp, contract, afn> : f32
# CHECK-NEXT:     %3 = mir.constant 0 : ui64
# CHECK-NEXT:     %4 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %5 = mir.lt %3, %4 : ui64
# CHECK-NEXT:     mir.assert bounds %5, "index out of bounds of `y`"
# CHECK-NEXT:     %6 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %7 = mir.ptr_offset %6[%3] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %2, %7 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   ^bb2:
# CHECK-NEXT:     %8 = mir.mul %a, %a fastmath<nsz> : f32
# CHECK-NEXT:     %9 = mir.constant 0 : ui64
# CHECK-NEXT:     %10 = mir.extract_field %y[1] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %11 = mir.lt %9, %10 : ui64
# CHECK-NEXT:     mir.assert bounds %11, "index out of bounds of `y`"
# CHECK-NEXT:     %12 = mir.extract_field %y[0] : !mir.slice<mut f32, global>
# CHECK-NEXT:     %13 = mir.ptr_offset %12[%9] : !mir.ptr<mut f32, global>, ui64
# CHECK-NEXT:     mir.store %8, %13 : !mir.ptr<mut f32, global>
# CHECK-NEXT:     mir.return
# CHECK-NEXT:   }
# CHECK:        mir.func @two_roundings(
# CHECK-NEXT:     %0 = mir.mul %a, %a fastmath<> : f32
# CHECK-NEXT:     %1 = mir.add %0, %a fastmath<> : f32
