"""Products of matrices in shared memory by a warp group of 128 threads (`wgmma`, sm_90a), with types.

```python
product = warp_group_mma(128, f16)  # of the module: 64×16 by 16×128, summed up in f32


@kernel
def multiply(…):
    sums = product.C.fill(0.0)
    …
    sums = product.mma(tile_of_a, tile_of_b, sums)  # 64×64 by 64×128
    sums.store(c)
```

Both factors lie in shared memory as a tensor map with `swizzle=128` brings them: `a` as rows of 64 elements of 16 bits, `b`
as *columns* of 64, one row of the tile for each column. The sums are in registers, like the fragments of
`periclase.library.tensor_cores`. The CPU has no `wgmma`.
"""

# Annotations are types here, not text: those of the functions differ from one product to the next.
# pyright: basic
from copy import copy
from typing import Any

from periclase import gpu
from periclase.arrays import local_array
from periclase.definition_errors import refuse
from periclase.gpu import (
    inline_ptx,
    lane_id,
    shared_address,
    wgmma_commit_group,
    wgmma_fence,
    wgmma_wait_group,
)
from periclase.library.made_once import made_once
from periclase.library.tensor_cores import Layout, fragment
from periclase.library.warps import thread_number
from periclase.loops import unroll
from periclase.pointers import MutPointer
from periclase.types import bf16, f16, f32, u64

_ROW_ELEMENTS = 64
"""Of a tile: rows of 128 bytes of 16-bit elements."""
_DEPTH = 16
"""Of one instruction."""


def swizzled_descriptor(first, column):
    """What tells `wgmma` of a matrix in shared memory that a swizzle of 128 bytes has brought, whose rows are 128 bytes.

    PTX ISA, "Matrix Descriptor Format": the address and the distance of groups of eight rows, in pieces of 16 bytes.

    Args:
        first: the first element of the tile, which is aligned to 1024 bytes.
        column: of the tile, where the matrix begins.
    """
    address = u64((shared_address(first[0]) & 0x3FFFF) >> 4) + u64(column // 8)
    return address | u64(1) << 16 | u64(1024 // 16) << 32 | u64(1) << 62


def _tuple_of(count: int) -> Any:
    """The function that makes a tuple of `count` elements of an array, from an index on."""
    if count == 1:
        return lambda x, start: (x[start],)
    half = count // 2
    lower, upper = _tuple_of(half), _tuple_of(count - half)
    return lambda x, start: lower(x, start) + upper(x, start + half)


def _layout(n: int) -> Layout:
    """PTX ISA, "Register Fragments" of `wgmma.mma_async.m64nNk16`: each warp has 16 rows, as in `mma`."""

    def row(i):
        return thread_number() // 32 % 4 * 16 + lane_id() // 4 + i // 2 % 2 * 8

    def column(i):
        return i // 4 * 8 + lane_id() % 4 * 2 + i % 2

    return Layout(n // 2, (64, n), row, column)


@made_once
def warp_group_mma(n: Any, element: Any) -> Any:
    """The product of a 64×64 matrix and a 64×n matrix in shared memory by 128 threads, with the type of its sums.

    Args:
        n: the columns, a multiple of 8 up to 256.
        element: of the factors: `f16` or `bf16`.

    Returns:
        A class with the type `C`, the numbers `M`, `N` and `K` (64, n and 64), and the function `mma(a, b, c)`, of which `a` and
        `b` are pointers to the first elements of tiles.

    Raises:
        DefinitionError: PC0221, there is no such instruction.
    """
    if not isinstance(n, int) or n % 8 or not 8 <= n <= 256 or not (element is f16 or element is bf16):
        shown = getattr(element, "__name__", repr(element))
        refuse(
            "PC0221",
            f"warp groups have no product of {shown} with {n} columns",
            "elements are f16 or bf16, columns a multiple of 8 up to 256",
        )
    format: Any = element.__name__
    sums_type = fragment(f"C_m64n{n}_f32_{format}", "f32", _layout(n))
    tuple_of = _tuple_of(n // 2)
    Tile: Any = MutPointer[element, "shared"]
    instruction: Any = gpu.wgmma_f32_f16

    def mma(a: Tile, b: Tile, c: sums_type) -> sums_type:  # pyright: ignore
        """`a` · `b` + `c`; it is waited for. All 128 threads call it."""
        wgmma_fence()
        sums = tuple_of(c.registers, 0)
        for k in unroll(range(0, _ROW_ELEMENTS, _DEPTH)):
            sums = instruction(
                sums, swizzled_descriptor(a, k), swizzled_descriptor(b, k), True, n=n, element=format
            )
        wgmma_commit_group()
        wgmma_wait_group(0)
        # To the compiler a sum is there when its instruction is written; it is read behind the wait since this is.
        held = local_array(n // 2, f32)
        for k in unroll(range(n // 2)):
            held[k] = inline_ptx("mov.b32 $0, $1;", sums[k], result=f32)
        return sums_type(copy(held))

    class Product:
        C = sums_type
        M = 64
        N = n
        K = _ROW_ELEMENTS

    Product.mma = staticmethod(mma)  # pyright: ignore
    Product.__name__ = Product.__qualname__ = f"m64n{n}_f32_{format}"
    return Product


__all__ = ["swizzled_descriptor", "warp_group_mma"]
