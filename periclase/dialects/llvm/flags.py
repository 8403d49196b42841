"""What an instruction or a function may be marked with: fast-math and overflow flags, linkage, tail calls, and the like."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeVar

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.ir import Attribute, Data, ParametrizedAttribute
from xdsl.utils.exceptions import VerifyException

from periclase.ir.attributes import attribute

if TYPE_CHECKING:
    from xdsl.parser import AttrParser
    from xdsl.printer import Printer

_WordT = TypeVar("_WordT", bound=StrEnum)


def _parse_word(parser: AttrParser, words: Iterable[str]) -> str:
    """Parse one of `words`; one that is no identifier is a string."""
    position = parser.pos
    word = parser.parse_optional_identifier()
    if word is None:
        word = parser.parse_str_literal()
    if word not in (known := list(words)):
        parser.raise_error(f"expected one of {', '.join(known)}, got '{word}'", position, parser.pos)
    return word


class _Flags(Data[frozenset[_WordT]], Generic[_WordT]):
    """A set of flags, `<nnan, nsz>`; `<none>` if it is empty, and `ALL` if it is full, where there is a word for that."""

    WORDS: ClassVar[type[StrEnum]]
    ALL: ClassVar[str | None] = None

    def print_parameter(self, printer: Printer) -> None:
        words = [flag.value for flag in self.WORDS if flag in self.data]
        if self.ALL is not None and len(words) == len(self.WORDS):
            words = [self.ALL]
        printer.print_string(f"<{','.join(words) or 'none'}>")

    @classmethod
    def parse_flags(cls, parser: AttrParser) -> frozenset[str]:
        """Parse `<flag, …>`."""
        special = {"none": frozenset[str]()}
        if cls.ALL is not None:
            special[cls.ALL] = frozenset(cls.WORDS)
        words = parser.parse_comma_separated_list(
            parser.Delimiter.ANGLE, lambda: _parse_word(parser, (*special, *cls.WORDS))
        )
        return frozenset(
            flag
            for word in words
            for flag in special.get(word, (cls.WORDS(word),) if word not in special else ())
        )


class FastMathFlag(StrEnum):
    """What a floating-point instruction may assume, or do otherwise than IEEE-754 says."""

    REASSOC = "reassoc"
    NO_NANS = "nnan"
    NO_INFS = "ninf"
    NO_SIGNED_ZEROS = "nsz"
    ALLOW_RECIP = "arcp"
    ALLOW_CONTRACT = "contract"
    APPROX_FUNC = "afn"


@attribute
class FastMathAttr(_Flags[FastMathFlag]):
    """Fast-math flags, `#llvm.fastmath<contract>`; `fast` is all of them."""

    name = "llvm.fastmath"
    WORDS = FastMathFlag
    ALL = "fast"

    def __init__(self, flags: Iterable[FastMathFlag] = ()):
        super().__init__(frozenset(flags))

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> frozenset[FastMathFlag]:
        return frozenset(map(FastMathFlag, cls.parse_flags(parser)))


class OverflowFlag(StrEnum):
    """How an integer instruction does not wrap (poison if it does)."""

    NO_SIGNED_WRAP = "nsw"
    NO_UNSIGNED_WRAP = "nuw"


_OVERFLOW_BITS = ((OverflowFlag.NO_SIGNED_WRAP, 1), (OverflowFlag.NO_UNSIGNED_WRAP, 2))


@attribute
class OverflowAttr(_Flags[OverflowFlag]):
    """Overflow flags, `#llvm.overflow<nsw>`."""

    name = "llvm.overflow"
    WORDS = OverflowFlag

    def __init__(self, flags: Iterable[OverflowFlag] = ()):
        super().__init__(frozenset(flags))

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> frozenset[OverflowFlag]:
        return frozenset(map(OverflowFlag, cls.parse_flags(parser)))

    @classmethod
    def parse_optional(cls, parser: AttrParser) -> Self:
        """Parse `overflow<nsw>`, no flags if it is not there."""
        found = parser.parse_optional_keyword("overflow") is not None
        return cls(cls.parse_parameter(parser) if found else ())

    def print_optional(self, printer: Printer) -> None:
        """Print what `parse_optional` parses, with a space before."""
        if self.data:
            printer.print_string(" overflow")
            self.print_parameter(printer)

    def bits(self) -> int:
        """The number that stands for the flags: 1 `nsw`, 2 `nuw`."""
        return sum(bit for flag, bit in _OVERFLOW_BITS if flag in self.data)

    @classmethod
    def of_bits(cls, bits: int) -> Self:
        """The flags of a number."""
        return cls(flag for flag, bit in _OVERFLOW_BITS if bits & bit)


class _Word(Data[_WordT], Generic[_WordT]):
    """One word of a few, `<tail>`; a word that is no identifier is printed as a string."""

    WORDS: ClassVar[type[StrEnum]]

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_identifier_or_string_literal(self.data.value)

    @classmethod
    def parse_word(cls, parser: AttrParser) -> str:
        """Parse `<word>`."""
        with parser.in_angle_brackets():
            return _parse_word(parser, cls.WORDS)


class TailCallKind(StrEnum):
    """Whether a call may, must, or must not reuse its caller's frame."""

    NONE = "none"
    TAIL = "tail"
    MUST_TAIL = "musttail"
    NOTAIL = "notail"


@attribute
class TailCallKindAttr(_Word[TailCallKind]):
    """The kind of a tail call, `#llvm.tailcallkind<none>`."""

    name = "llvm.tailcallkind"
    WORDS = TailCallKind

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> TailCallKind:
        return TailCallKind(cls.parse_word(parser))


class FramePointerKind(StrEnum):
    """Which functions keep the frame pointer."""

    NONE = "none"
    NONLEAF = "non-leaf"
    ALL = "all"
    RESERVED = "reserved"


@attribute
class FramePointerKindAttr(_Word[FramePointerKind]):
    """Whether a function keeps the frame pointer, `#llvm.framePointerKind<all>`."""

    name = "llvm.framePointerKind"
    WORDS = FramePointerKind

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> FramePointerKind:
        return FramePointerKind(cls.parse_word(parser))


LINKAGES: tuple[str, ...] = (
    "private",
    "internal",
    "available_externally",
    "linkonce_odr",
    "linkonce",
    "weak_odr",
    "weak",
    "common",
    "appending",
    "extern_weak",
    "external",
)
"""MLIR's names of how a symbol is seen from other modules."""


@attribute
class LinkageAttr(ParametrizedAttribute):
    """A linkage, `#llvm.linkage<internal>`, of `LINKAGES`."""

    name = "llvm.linkage"

    linkage: StringAttr

    def __init__(self, linkage: str | StringAttr):
        super().__init__(StringAttr(linkage) if isinstance(linkage, str) else linkage)

    def verify(self) -> None:
        if self.linkage.data not in LINKAGES:
            raise VerifyException(f"unknown linkage '{self.linkage.data}'")

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.linkage)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            word = parser.parse_optional_str_literal()  # as it is printed here; MLIR prints it bare
            return (StringAttr(parser.parse_identifier() if word is None else word),)


@attribute
class TargetFeaturesAttr(ParametrizedAttribute):
    """Features of the target that a function uses (`+`) or must not (`-`): `#llvm.target_features<["+ptx83"]>`."""

    name = "llvm.target_features"

    features: ArrayAttr[StringAttr]

    def verify(self) -> None:
        for feature in self.features.data:
            if not feature.data.startswith(("-", "+")):
                raise VerifyException(f"the target feature '{feature.data}' begins with neither '+' nor '-'")


ICMP_PREDICATES: tuple[str, ...] = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
"""Comparisons of integers, in the order of their numbers."""

FCMP_PREDICATES: tuple[str, ...] = (
    *("_false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "_true"),
)
"""Comparisons of floats, in the order of their numbers."""
