"""narrow-index-arithmetic: 64-bit integers that fit into 32 bits in a small launch are computed in 32 bits.

    mir.func @k(%x : !mir.slice<f32, global>, %n : si64)        attributes {kernel, periclase.small_launch = array<i64: 1>}
      %b = … ctaid.x … : si64                                      %b' = … : si32
      %i = mir.add %b, %t : si64                                   %i' = mir.add %b', %t' : si32
      %in = mir.lt %i, %n : si64                            →      %in = mir.lt %i', %n' : si32
      %p = mir.ptr_offset %x0[%i] : …, si64                        %p = mir.ptr_offset %x0[%i'] : …, si32

GPUs have no 64-bit integer units: each such addition is two instructions, a multiplication four. Which kernels it is done in, and
under what promise, says the attribute `periclase.small_launch` on a kernel, with the numbers of the arguments that are signed
integers, the extents, strides and offsets of views among them. Whoever launches it has seen that

- every slice among its arguments has at most `MOST_NARROW` elements, and these arguments are that far from 0 at most;
- so are the threads of each axis of the grid, and the blocks in x are at most `MOST_NARROW_BLOCKS`.

Under just that, nothing changes its value. Two things are told apart for each 64-bit integer:

- It *fits* when `IntegerRanges` shows that its values are those of a signed 32-bit one. Then it is computed as one, and extended
  for whoever needs 64 bits.
- Its *low half* is asked for only: by something that fits, by a conversion to 32 bits, or by an address. Sums and products of low
  halves are the low halves of sums and products, so it is computed from these, whether it fits or not. An address is that of an
  element, so its distance from the first element of the slice fits, although no product on the way needs to.

Where it says `periclase.small_products`, too, the launch has seen that the product of each argument in its first group with each
in its second one is at most `MOST_FLAT`, and so is each of them. Then `row * width` is small below `if row < height`.

What is neither stays as it is: another flat index `i * width + j` of which the width is a number of the user's may be anything,
though `i` and `width` are small, and is compared with the length in 64 bits. Then it is the 64-bit number that makes the address,
and those that are a constant away from it stay such. Comparisons that this analysis decides become constants, as bounds checks
below `if i < len(x)`, and of `x[i + 1]` behind one of `x[i + width]`, if `width` is known to be more than 1.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from periclase.dialects import mir
from periclase.dialects.mir.attributes import SMALL_LAUNCH


class NarrowIndexArithmetic(ModulePass):
    """Computes indices in 32 bits in kernels that are launched small."""

    name = "narrow-index-arithmetic"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Narrow in all kernels of the module that have the attribute."""
        for function in op.ops:
            if isinstance(function, mir.FuncOp) and SMALL_LAUNCH in function.attributes:
                # Most compiles need none of it.
                from periclase.passes.narrow_index_arithmetic.narrowing import narrow

                narrow(function)
