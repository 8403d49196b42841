"""Attributes of the `mir` dialect, and the address spaces."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, Final

from xdsl.ir import Data
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from periclase.dialects.mir.layout import Layout
from periclase.ir.attributes import attribute

if TYPE_CHECKING:
    from xdsl.parser import AttrParser
    from xdsl.printer import Printer


SMALL_LAUNCH: Final = "periclase.small_launch"
"""The attribute of a kernel that only small launches take, which `periclase.passes.narrow_index_arithmetic` describes: the
numbers of its arguments that the launch has seen to be small: signed integers, the offsets, extents and strides of views among
them."""

SMALL_PRODUCTS: Final = "periclase.small_products"
"""The attribute of a kernel with `SMALL_LAUNCH`: the numbers of two groups of its arguments, signed integers, of which the launch
has seen that each is at most `MOST_FLAT`, and so is the product of each of the first group with each of the second."""

BUFFERS_APART: Final = "periclase.buffers_apart"
"""The attribute of a kernel that is launched only where its buffers lie apart: `periclase.passes.promise_buffers_apart` says what
the launch has seen."""

ANY_BUFFER: Final = "periclase.any_buffer"
"""The attribute of a cast from an integer whose pointer leads to a buffer of the launch, though to which one can not be told: the
address of a tensor, out of its tensor map. What is written by it is in a buffer that the signature lets the kernel write."""

NO_WRAP: Final = "mir.no_wrap"
"""The attribute of an addition, subtraction or multiplication of signed integers whose exact result the type is known to hold: of
another one nothing is promised. `periclase.passes.narrow_index_arithmetic` sets it; LLVM's `nsw` follows from it."""

MAY_LEAVE: Final = "mir.may_leave"
"""The attribute of a `mir.ptr_offset` whose result may be anywhere, as an integer that wraps; only to access memory there is
undefined. LLVM's `inbounds` is left out then."""


MOST_PARAMETER_ALIGNMENT: Final = 128
"""What the address of a kernel's parameter is a multiple of at most, in bytes (PTX ISA, "Kernel Function
Parameter Attributes")."""


class AddressSpace(IntEnum):
    """Where a pointer points to; the values are those of NVPTX."""

    GENERIC = 0
    GLOBAL = 1
    SHARED = 3
    CONSTANT = 4
    LOCAL = 5
    TENSOR = 6

    def __str__(self) -> str:
        return self.name.lower()


ADDRESS_SPACES = {str(space): space for space in AddressSpace}


@attribute
class AddressSpaceAttr(Data[AddressSpace]):
    """An address space as an attribute: `#mir.address_space<shared>`."""

    name = "mir.address_space"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> AddressSpace:
        with parser.in_angle_brackets():
            return ADDRESS_SPACES[parser.parse_keyword_in(ADDRESS_SPACES)]

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data}>")


@attribute
class MutabilityAttr(Data[bool]):
    """Whether one may write through a pointer: `#mir.mutability<mut>` or `#mir.mutability<const>`."""

    name = "mir.mutability"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> bool:
        with parser.in_angle_brackets():
            return parser.parse_keyword_in(("mut", "const")) == "mut"

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string("<mut>" if self.data else "<const>")


@attribute
class LayoutAttr(Data[Layout]):
    """The byte layout of an aggregate: `#mir.layout<offsets = [0, 4], size = 8, align = 4>`."""

    name = "mir.layout"

    @staticmethod
    def parse_body(parser: AttrParser) -> Layout:
        """Parse `[0, 4], size = 8, align = 4`, what stands behind `offsets =`."""
        offsets = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
        parser.parse_punctuation(",")
        size = parse_assignment(parser, "size")
        parser.parse_punctuation(",")
        return Layout(tuple(offsets), size, parse_assignment(parser, "align"))

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Layout:
        with parser.in_angle_brackets():
            parser.parse_keyword("offsets")
            parser.parse_punctuation("=")
            return cls.parse_body(parser)

    def print_body(self, printer: Printer) -> None:
        """Print `offsets = [0, 4], size = 8, align = 4`."""
        layout = self.data
        offsets = ", ".join(map(str, layout.offsets))
        printer.print_string(f"offsets = [{offsets}], size = {layout.size}, align = {layout.align}")

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            self.print_body(printer)


def parse_assignment(parser: AttrParser, keyword: str) -> int:
    """Parse `keyword = integer`."""
    parser.parse_keyword(keyword)
    parser.parse_punctuation("=")
    return parser.parse_integer()


class CastKind(StrEnum):
    """What a `mir.cast` does; see `CastOp`."""

    INT_TO_INT = "int_to_int"
    INT_TO_FLOAT = "int_to_float"
    FLOAT_TO_INT = "float_to_int"
    FLOAT_TO_FLOAT = "float_to_float"
    PTR_TO_PTR = "ptr_to_ptr"
    PTR_TO_INT = "ptr_to_int"
    INT_TO_PTR = "int_to_ptr"
    TRANSMUTE = "transmute"
    UNSIZE = "unsize"
    MUT_TO_CONST = "mut_to_const"
    ARRAY_TO_PTR = "array_to_ptr"
    REIFY_FN = "reify_fn"


@attribute
class CastKindAttr(Data[CastKind]):
    """The kind of a cast: `#mir.cast_kind<int_to_int>`."""

    name = "mir.cast_kind"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> CastKind:
        with parser.in_angle_brackets():
            return parser.parse_str_enum(CastKind)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data.value}>")


class AssertKind(StrEnum):
    """Why an assertion was made; decides the words of the trap's report."""

    BOUNDS = "bounds"
    OVERFLOW = "overflow"
    DIVISION = "division"
    USER = "user"


@attribute
class AssertKindAttr(Data[AssertKind]):
    """The kind of an assertion: `#mir.assert_kind<bounds>`."""

    name = "mir.assert_kind"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> AssertKind:
        with parser.in_angle_brackets():
            return parser.parse_str_enum(AssertKind)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data.value}>")


FASTMATH_FLAGS = ("reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn")
"""The fast-math flags, spelled as LLVM spells them and in its order."""


@attribute
class FastMathAttr(Data[tuple[str, ...]]):
    """What the optimiser may assume of a float op: `#mir.fastmath<contract, afn>`; the flags of LLVM, without `fast`."""

    name = "mir.fastmath"

    @staticmethod
    @cache
    def of(*flags: str) -> FastMathAttr:
        """The attribute with these flags, in any order; `"fast"` stands for all of them."""
        if "fast" in flags:
            return FastMathAttr(FASTMATH_FLAGS)
        unknown = [flag for flag in flags if flag not in FASTMATH_FLAGS]
        if unknown:
            raise ValueError(f"unknown fast-math flag {unknown[0]!r}; known: {', '.join(FASTMATH_FLAGS)}")
        return FastMathAttr(tuple(flag for flag in FASTMATH_FLAGS if flag in flags))

    def __contains__(self, flag: str) -> bool:
        return flag in self.data

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[str, ...]:
        flags = parser.parse_comma_separated_list(
            parser.Delimiter.ANGLE, lambda: parser.parse_keyword_in((*FASTMATH_FLAGS, "fast"))
        )
        return cls.of(*flags).data

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{', '.join(self.data)}>")


@attribute
class LaunchBoundsAttr(Data[tuple[int, int | None, int | None]]):
    """What a kernel promises of its launch: `#mir.launch_bounds<256, min_blocks = 2, max_registers = 64>`.

    At most `max_threads` threads a block; at least `min_blocks` blocks shall fit a multiprocessor; no more than
    `max_registers` registers a thread.
    """

    name = "mir.launch_bounds"

    @staticmethod
    def of(
        max_threads: int, min_blocks: int | None = None, max_registers: int | None = None
    ) -> LaunchBoundsAttr:
        """The attribute for these bounds; None leaves one open."""
        return LaunchBoundsAttr((max_threads, min_blocks, max_registers))

    @property
    def max_threads(self) -> int:
        """The most threads a block has."""
        return self.data[0]

    @property
    def min_blocks(self) -> int | None:
        """The blocks that shall fit a multiprocessor at once."""
        return self.data[1]

    @property
    def max_registers(self) -> int | None:
        """The most registers a thread uses."""
        return self.data[2]

    def verify(self) -> None:
        if not 1 <= self.max_threads <= 1024:
            raise VerifyException(f"a block has 1 to 1024 threads, not {self.max_threads}")
        if self.min_blocks is not None and self.min_blocks < 1:
            raise VerifyException(f"min_blocks must be positive, not {self.min_blocks}")
        if self.max_registers is not None and self.max_registers < 1:
            raise VerifyException(f"max_registers must be positive, not {self.max_registers}")

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[int, int | None, int | None]:
        with parser.in_angle_brackets():
            bounds: dict[str, int] = {}
            max_threads = parser.parse_integer()
            while parser.parse_optional_punctuation(",") is not None:
                keyword = parser.parse_keyword_in(("min_blocks", "max_registers"))
                parser.parse_punctuation("=")
                bounds[keyword] = parser.parse_integer()
            return (max_threads, bounds.get("min_blocks"), bounds.get("max_registers"))

    def print_parameter(self, printer: Printer) -> None:
        text = str(self.max_threads)
        if self.min_blocks is not None:
            text += f", min_blocks = {self.min_blocks}"
        if self.max_registers is not None:
            text += f", max_registers = {self.max_registers}"
        printer.print_string(f"<{text}>")


@attribute
class GridConstantAttr(Data[int]):
    """Of a kernel's pointer parameter: a launch passes what it points to by value: `#mir.grid_constant<64>`.

    All threads of the grid read the same bytes, in the memory of parameters, and nobody writes them. They begin at a multiple of
    so many bytes, which is a power of two. (CUDA C++ Programming Guide, "__grid_constant__".)
    """

    name = "mir.grid_constant"

    @property
    def alignment(self) -> int:
        """What the address is a multiple of, in bytes."""
        return self.data

    def verify(self) -> None:
        if self.data < 1 or self.data & (self.data - 1) or self.data > MOST_PARAMETER_ALIGNMENT:
            raise VerifyException(
                f"an alignment is a power of two up to {MOST_PARAMETER_ALIGNMENT}, not {self.data}"
            )

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> int:
        with parser.in_angle_brackets():
            return parser.parse_integer()

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data}>")


@attribute
class BlockDimsAttr(Data[tuple[int, int, int]]):
    """Three extents, of a block in threads or of a cluster in blocks: `#mir.block_dims<16, 16, 1>`."""

    name = "mir.block_dims"

    @staticmethod
    def of(x: int, y: int = 1, z: int = 1) -> BlockDimsAttr:
        """The attribute for these extents."""
        return BlockDimsAttr((x, y, z))

    def verify(self) -> None:
        if len(self.data) != 3 or min(self.data) < 1:
            raise VerifyException(f"three positive extents expected, not {self.data}")

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[int, int, int]:
        extents = parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parser.parse_integer)
        if len(extents) != 3:
            parser.raise_error("expected three extents")
        return (extents[0], extents[1], extents[2])

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{', '.join(map(str, self.data))}>")
