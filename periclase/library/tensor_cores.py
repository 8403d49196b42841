"""Products of matrices by tensor cores, with types: the fragments that a warp's lanes hold, and `mma` of them.

```python
product = warp_mma("m16n8k16", f16)  # of the module


@kernel
def multiply(a: View[f16, 2], b: View[f16, 2], c: MutView[f32, 2]):
    sums = product.C.fill(0.0)
    for k in range(0, a.shape[1], product.K):
        sums = product.mma(product.A.load(a, 0, k), product.B.load(b, k, 0), sums)
    sums.store(c)
```

A fragment is a matrix that the 32 lanes of a warp hold together; each has a few elements of it, in registers. Which ones, the
PTX ISA says for every shape ("Matrix Fragments"); `row(i)` and `column(i)` say it for element `i` of a lane. All functions here
are for whole warps: every lane calls them, with the same arguments.
"""

# Annotations are types here, not text: those of the methods differ from one type of fragments to the next.
# pyright: basic
import re
from collections.abc import Callable
from copy import copy
from typing import Any, NamedTuple, NoReturn

from periclase import gpu
from periclase.arrays import Array, local_array
from periclase.bits import bit_cast
from periclase.definition_errors import refuse
from periclase.gpu import cvt_tf32_f32, lane_id, ldmatrix, stmatrix
from periclase.intrinsics.table import INTRINSICS
from periclase.library.made_once import made_once
from periclase.loops import unroll
from periclase.structs import struct
from periclase.types import bf16, f16, f32, f64, i8, i32, u8, u16, u32
from periclase.views import View

_BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f64": 64, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8}
_IN_MEMORY: dict[str, Any] = {
    **{"f16": f16, "bf16": bf16, "tf32": f32, "f64": f64, "e4m3": u8, "e5m2": u8, "s8": i8, "u8": u8},
    **{"f32": f32, "s32": i32},
}
"""What elements are in memory, and as values of a kernel: floats of 8 bits are their bits."""
_FAMILIES = {"e4m3": "f8", "e5m2": "f8", "s8": "i8", "u8": "i8"}
"""What the names of instructions call elements of several formats."""
_SUMS = {"f64": "f64", "s8": "s32", "u8": "s32"}
"""What products are summed up in, if nothing is said and it is not f32."""
_NAMES: dict[Any, str] = {f16: "f16", bf16: "bf16", f32: "f32", f64: "f64", i8: "s8", u8: "u8", i32: "s32"}


# --------------------------------------------------------------------------------------------------- elements of registers ----


def _packed(width: int, made: Callable[[Any], Any], bits: Callable[[Any], Any]) -> tuple[int, Any, Any]:
    """How many elements of `width` bits a register has, and the functions that take one out of a register, and put one there."""
    parts = 32 // width
    mask = (1 << width) - 1

    def taken(register, i):
        return made((register >> u32(i % parts * width)) & mask)

    def put(register, i, value):
        shift = u32(i % parts * width)
        return (register & ~(u32(mask) << shift)) | (u32(bits(value)) << shift)

    return parts, taken, put


def _plain(made: Callable[[Any], Any], bits: Callable[[Any], Any]) -> tuple[int, Any, Any]:
    """The same for elements that are a register each."""

    def taken(register, i):
        return made(register)

    def put(register, i, value):
        return bits(value)

    return 1, taken, put


def _tf32(x: f32) -> u32:
    """To the nearest, as `mma` wants it: what else it makes of the lowest bits is not said."""
    return cvt_tf32_f32(x, rounding="rna")  # pyright: ignore


_ACCESS: dict[str, tuple[int, Any, Any]] = {
    "f16": _packed(16, lambda x: bit_cast(u16(x), f16), lambda x: bit_cast(f16(x), u16)),
    "bf16": _packed(16, lambda x: bit_cast(u16(x), bf16), lambda x: bit_cast(bf16(x), u16)),
    "e4m3": _packed(8, lambda x: u8(x), lambda x: u8(x)),
    "e5m2": _packed(8, lambda x: u8(x), lambda x: u8(x)),
    "u8": _packed(8, lambda x: u8(x), lambda x: u8(x)),
    "s8": _packed(8, lambda x: bit_cast(u8(x), i8), lambda x: bit_cast(i8(x), u8)),
    "tf32": _plain(lambda x: bit_cast(x, f32), _tf32),
    "f32": _plain(lambda x: x, lambda x: f32(x)),
    "f64": _plain(lambda x: x, lambda x: f64(x)),
    "s32": _plain(lambda x: x, lambda x: i32(x)),
}
_REGISTERS: dict[str, Any] = {"f32": f32, "f64": f64, "s32": i32}
"""The registers that elements of 32 and 64 bits are; those of all others are words."""


def _one(x):
    return (x[0],)


def _two(x):
    return x[0], x[1]


def _four(x):
    return x[0], x[1], x[2], x[3]


def _eight(x):
    return x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]


_TUPLES: dict[int, Any] = {1: _one, 2: _two, 4: _four, 8: _eight}


# --------------------------------------------------------------------------------------------------------------- fragments ----


class Layout(NamedTuple):
    """Where the elements of a fragment are.

    Attributes:
        registers: how many each lane has.
        shape: rows and columns of the matrix.
        row, column: the functions that say in which row and column element `i` of a lane is.
    """

    registers: int
    shape: tuple[int, int]
    row: Any
    column: Any


def _layout_of_a(m: int, k: int, registers: int, parts: int) -> Layout:
    """By rows: a lane has `parts` neighbours, then, where there are 16 rows, those eight rows below, then those further right."""
    bands = m // 8

    def row(i):
        return lane_id() // 4 + i // parts % bands * 8

    def column(i):
        return lane_id() % 4 * parts + i // (parts * bands) * (4 * parts) + i % parts

    return Layout(registers, (m, k), row, column)


def _layout_of_b(k: int, registers: int, parts: int) -> Layout:
    """By columns: a lane has `parts` neighbours of one column, then those further down."""

    def row(i):
        return lane_id() % 4 * parts + i // parts * (4 * parts) + i % parts

    def column(i):
        return lane_id() // 4

    return Layout(registers, (k, 8), row, column)


def _layout_of_c(m: int, registers: int) -> Layout:
    """By rows: a lane has two neighbours, then those eight rows below."""

    def row(i):
        return lane_id() // 4 + i // 2 * 8

    def column(i):
        return lane_id() % 4 * 2 + i % 2

    return Layout(registers, (m, 8), row, column)


def fragment(name: str, element: str, layout: Layout) -> Any:
    """The type of fragments of a layout; `element` is the format of its elements."""
    parts, taken, put = _ACCESS[element]
    Element = _IN_MEMORY[element]
    Register = _REGISTERS.get(element, u32)
    size = layout.registers
    count = size * parts
    row_of, column_of = layout.row, layout.column
    rows, columns = layout.shape
    tuple_of: Any = _TUPLES.get(size)

    class Fragment:
        registers: Array[Register, size]  # pyright: ignore

        ROWS = rows
        COLUMNS = columns
        COUNT = count
        ELEMENT = Element

        @staticmethod
        def of(values):
            """The fragment that registers, a tuple, hold."""
            held = local_array(size, Register)
            for k in unroll(range(size)):
                held[k] = values[k]
            return Fragment(copy(held))  # pyright: ignore

        @staticmethod
        def fill(value):
            """The matrix of which each element is `value`."""
            held = local_array(size, Register)
            for k in unroll(range(size)):
                held[k] = Register(0)
            for i in unroll(range(count)):
                held[i // parts] = put(held[i // parts], i, Element(value))
            return Fragment(copy(held))  # pyright: ignore

        @staticmethod
        def load(source: View[Element, 2], row=0, column=0):  # pyright: ignore
            """The matrix whose first element is `source[row, column]`, read element by element."""
            held = local_array(size, Register)
            for k in unroll(range(size)):
                held[k] = Register(0)
            for i in unroll(range(count)):
                element = source[row + row_of(i), column + column_of(i)]
                held[i // parts] = put(held[i // parts], i, element)
            return Fragment(copy(held))  # pyright: ignore

        def store(self, target, row=0, column=0):
            """Write the matrix, its first element to `target[row, column]`."""
            for i in unroll(range(count)):
                target[row + row_of(i), column + column_of(i)] = taken(self.registers[i // parts], i)

        def store_inside(self, target, row=0, column=0):
            """`store` of that part of the matrix that is inside of `target`, a view."""
            for i in unroll(range(count)):
                if row + row_of(i) < target.shape[0] and column + column_of(i) < target.shape[1]:
                    target[row + row_of(i), column + column_of(i)] = taken(self.registers[i // parts], i)

        def row(self, i):
            """The row of element `i` of this lane."""
            return row_of(i)

        def column(self, i):
            """The column of element `i` of this lane."""
            return column_of(i)

        def __getitem__(self, i):
            """Element `i` of this lane."""
            return taken(self.registers[i // parts], i)

        def put(self, i, value):
            """Set element `i` of this lane."""
            self.registers[i // parts] = put(self.registers[i // parts], i, Element(value))

        def together(self):
            """The registers as a tuple, as the functions of `periclase.gpu` take them."""
            return tuple_of(self.registers)

    if tuple_of is None:
        del Fragment.together
    Fragment.__name__ = Fragment.__qualname__ = name
    Fragment.__doc__ = f"A matrix of {rows} rows and {columns} columns of {element}, held by a warp."
    return struct(Fragment)


# ----------------------------------------------------------------------------------------------- from and to shared memory ----


def _checked(element: str) -> Any:
    """The function that only takes matrices of elements of the format: what they are is known where they are passed."""
    Element: Any = _IN_MEMORY[element]

    def elements(tile: View[Element, 2]):  # pyright: ignore
        """Take the matrix."""

    return elements


def _words(element: str, size: int) -> Any:
    """The function that makes a tuple of `size` registers of what `ldmatrix` gives."""
    if element != "tf32":
        return lambda found: found

    tuple_of = _TUPLES[size]

    def rounded(found):
        held = local_array(size, u32)
        for k in unroll(range(size)):
            held[k] = _tf32(bit_cast(found[k], f32))
        return tuple_of(held)

    return rounded


def _add_moves_of_a(Fragment: Any, element: str, layout: Layout) -> None:
    """`ldmatrix` of a matrix that lies by rows, and, where elements are of 16 bits, by columns."""
    elements = _checked(element)
    size: Any = layout.registers
    bands = layout.shape[0] // 8
    wide = 128 // _BITS[element]
    words = _words(element, size)

    def load_shared(tile, row=0, column=0):
        """The matrix whose first element is `tile[row, column]`, by one `ldmatrix`; `tile` is in shared memory."""
        elements(tile)
        lane = lane_id() % (8 * size)
        place_row = row + lane % 8 + lane // 8 % bands * 8
        place_column = column + lane // (8 * bands) * wide
        return Fragment.of(words(ldmatrix(tile[place_row, place_column], count=size)))

    Fragment.load_shared = staticmethod(load_shared)
    if wide == 8:

        def load_shared_transposed(tile, row=0, column=0):
            """The transpose of the matrix whose first element is `tile[row, column]`, by one `ldmatrix`."""
            elements(tile)
            lane = lane_id() % (8 * size)
            place_row = row + lane % 8 + lane // (8 * bands) * 8
            place_column = column + lane // 8 % bands * 8
            return Fragment.of(ldmatrix(tile[place_row, place_column], count=size, trans=True))

        Fragment.load_shared_transposed = staticmethod(load_shared_transposed)


def _add_moves_of_b(Fragment: Any, element: str, layout: Layout) -> None:
    """`ldmatrix` of one matrix, or two side by side, that lie by columns, and, where elements are of 16 bits, by rows."""
    elements = _checked(element)
    size: Any = layout.registers
    wide = 128 // _BITS[element]
    words = _words(element, size)

    def load_shared_transposed(tile, row=0, column=0):
        """The transpose of the matrix in shared memory whose first element is `tile[row, column]`, by one `ldmatrix`."""
        elements(tile)
        lane = lane_id() % (8 * size)
        found = ldmatrix(tile[row + lane % 8, column + lane // 8 * wide], count=size)
        return Fragment.of(words(found))

    Fragment.load_shared_transposed = staticmethod(load_shared_transposed)
    if size == 2:
        both = _words(element, 4)

        def load_shared_pair_transposed(tile, row=0, column=0):
            """`load_shared_transposed` of two matrices side by side: of rows `row` and `row` + 8 of `tile`; by one `ldmatrix`."""
            elements(tile)
            lane = lane_id()
            found = both(
                ldmatrix(tile[row + lane % 8 + lane // 16 * 8, column + lane // 8 % 2 * wide], count=4)
            )
            return Fragment.of((found[0], found[1])), Fragment.of((found[2], found[3]))

        Fragment.load_shared_pair_transposed = staticmethod(load_shared_pair_transposed)
    if wide == 8:

        def load_shared(tile, row=0, column=0):
            """The matrix whose first element is `tile[row, column]`, by one `ldmatrix`; `tile` is in shared memory."""
            elements(tile)
            return Fragment.of(ldmatrix(tile[row + lane_id() % (8 * size), column], count=size, trans=True))

        Fragment.load_shared = staticmethod(load_shared)
        if size == 2:

            def load_shared_pair(tile, row=0, column=0):
                """`load_shared` of two matrices side by side: of columns `column` and `column` + 8; by one `ldmatrix`."""
                elements(tile)
                lane = lane_id()
                found = ldmatrix(tile[row + lane % 16, column + lane // 16 * 8], count=4, trans=True)
                return Fragment.of((found[0], found[1])), Fragment.of((found[2], found[3]))

            Fragment.load_shared_pair = staticmethod(load_shared_pair)


def _add_moves_of_c(Fragment: Any, element: str, layout: Layout) -> None:
    """`stmatrix`, where elements are of 16 bits."""
    elements = _checked(element)
    size: Any = layout.registers
    tuple_of = _TUPLES[size]
    if element != "f16":
        return

    def store_shared(self, tile, row=0, column=0):
        """Write the matrix to shared memory, its first element to `tile[row, column]`, by one `stmatrix`."""
        elements(tile)
        stmatrix(tile[row + lane_id() % (8 * size), column], tuple_of(self.registers), count=size)

    Fragment.store_shared = store_shared


# ------------------------------------------------------------------------------------------------------------ the products ----


@made_once
def warp_mma(shape: str, a: Any, b: Any = None, sums: Any = None) -> Any:
    """The product of matrices that one instruction of a warp computes, with the types of its fragments.

    Args:
        shape: as the PTX ISA says it: `m16n8k16` is 16×16 by 16×8.
        a: the elements of the first factor: `f16`, `bf16`, `f64`, `i8`, `u8`, `"tf32"`, `"e4m3"`, `"e5m2"`. In memory tf32 is
            `f32`, a float of 8 bits a `u8`.
        b: those of the second factor, if they are others.
        sums: what products are summed up in: `f32`, `f64` for `f64`, `i32` for integers; `f16` where the instruction has it.

    Returns:
        A class with the types `A`, `B` and `C`, the numbers `M`, `N` and `K`, and the function `mma(a, b, c)`.

    Raises:
        DefinitionError: PC0221, there is no such instruction.
    """
    first = _name(a)
    second = first if b is None else _name(b)
    held = _SUMS.get(first, "f32") if sums is None else _name(sums)
    family = _FAMILIES.get(first, first)
    row = INTRINSICS.get(f"mma_{shape}_{held}_{family}") if _FAMILIES.get(second, second) == family else None
    if row is None or first not in _BITS:
        _refuse_product(shape, first, second, held)
    counts = [int(row.parameter(name).count) for name in ("a", "b", "c")]
    m, k = (int(text) for text in re.findall(r"m(\d+)n8k(\d+)", shape)[0])
    parts = 1 if first == "f64" else 32 // _BITS[first]
    label = f"{shape}_{held}_{first}" + (f"_{second}" if second != first else "")
    of_a, of_b, of_c = (
        _layout_of_a(m, k, counts[0], parts),
        _layout_of_b(k, counts[1], parts),
        _layout_of_c(m, counts[2]),
    )
    TypeA = fragment(f"A_{label}", first, of_a)
    TypeB = fragment(f"B_{label}", second, of_b)
    TypeC = fragment(f"C_{label}", held, of_c)
    if first != "f64":
        _add_moves_of_a(TypeA, first, of_a)
        _add_moves_of_b(TypeB, second, of_b)
        _add_moves_of_c(TypeC, held, of_c)
    instruction = getattr(gpu, row.name)

    class Product:
        A = TypeA
        B = TypeB
        C = TypeC
        M = m
        N = 8
        K = k

    if family in ("f8", "i8"):

        def mma(a: TypeA, b: TypeB, c: TypeC) -> TypeC:  # pyright: ignore
            """`a` · `b` + `c`."""
            return TypeC.of(
                instruction(a.together(), b.together(), c.together(), a_type=first, b_type=second)
            )
    else:

        def mma(a: TypeA, b: TypeB, c: TypeC) -> TypeC:  # pyright: ignore
            """`a` · `b` + `c`."""
            return TypeC.of(instruction(a.together(), b.together(), c.together()))

    Product.mma = staticmethod(mma)  # pyright: ignore
    Product.__name__ = Product.__qualname__ = label
    Product.__doc__ = f"The product of a {m}×{k} matrix of {first} and a {k}×8 matrix of {second}, in {held}."
    return Product


def _name(element: Any) -> str:
    """What PTX calls the elements; something else as Python shows it."""
    if isinstance(element, str):
        return element
    found = next((name for known, name in _NAMES.items() if known is element), None)
    return found or getattr(element, "__name__", repr(element))


def _refuse_product(shape: str, a: str, b: str, sums: str) -> NoReturn:
    """Say that there is no such instruction, and which ones there are."""
    family = _FAMILIES.get(a, a)
    names = re.findall(rf"\bmma_(m\d+n8k\d+)_(\w+?)_{family}\b", " ".join(INTRINSICS))
    known = ", ".join(f"{known} in {in_}" for known, in_ in names)
    if a not in _BITS:
        help = f"elements are {', '.join(_BITS)}"
    elif b != a and _FAMILIES.get(b, b) != family:
        help = "both factors are floats of 8 bits, or integers of 8 bits, or have the same elements"
    else:
        help = f"of {a} there are {known}"
    refuse(
        "PC0221", f"tensor cores have no product `{shape}` of {a} and {b} that is summed up in {sums}", help
    )


__all__ = ["warp_mma"]
