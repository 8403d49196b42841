"""Further attributes, the numbers that instructions store, and the interned attributes of the hot path."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntAttr,
    IntegerAttr,
    IntegerType,
    NoneAttr,
    StringAttr,
    UnitAttr,
    VectorType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.flags import FastMathAttr, FastMathFlag, LinkageAttr, OverflowAttr
from periclase.dialects.llvm.narrowing import is_vector
from periclase.dialects.llvm.types import LLVMPointerType
from periclase.ir.attributes import attribute

if TYPE_CHECKING:
    from xdsl.parser import AttrParser
    from xdsl.printer import Printer

CALLING_CONVENTIONS: tuple[str, ...] = (
    "ccc",
    "fastcc",
    "coldcc",
    "preserve_mostcc",
    "preserve_allcc",
    "tailcc",
    "swiftcc",
    "swifttailcc",
    "ptx_kernelcc",
    "ptx_devicecc",
)
"""MLIR's names of the calling conventions a function or call may have; `ccc` is not printed."""


@attribute
class ConstantRangeAttr(ParametrizedAttribute):
    """The values `lower ≤ x < upper` of an integer type: `#llvm.constant_range<i32, 0, 32>`. It wraps if `lower` is above."""

    name = "llvm.constant_range"

    width: IntAttr
    lower: IntAttr
    upper: IntAttr

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"<i{self.width.data}, {self.lower.data}, {self.upper.data}>")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            type = parser.parse_type()
            if not isinstance(type, IntegerType):
                parser.raise_error("expected an integer type")
            parser.parse_punctuation(",")
            lower = parser.parse_integer()
            parser.parse_punctuation(",")
            upper = parser.parse_integer()
        return IntAttr(cast("IntegerType", type).width.data), IntAttr(lower), IntAttr(upper)

    def verify(self) -> None:
        width = self.width.data
        for bound in (self.lower.data, self.upper.data):
            if not -(1 << (width - 1)) <= bound < 1 << width:
                raise VerifyException(f"bound {bound} of a constant range does not fit in i{width}")

    @staticmethod
    @functools.lru_cache(maxsize=4096)
    def get(lower: int, upper: int, width: int = 32) -> ConstantRangeAttr:
        """The range `lower ≤ x < upper` of `i<width>`."""
        return ConstantRangeAttr(IntAttr(width), IntAttr(lower), IntAttr(upper))


@attribute
class CallingConventionAttr(ParametrizedAttribute):
    """A calling convention, `#llvm.cconv<ptx_kernelcc>`."""

    name = "llvm.cconv"

    convention: StringAttr

    @property
    def cconv_name(self) -> str:
        """MLIR's name of the convention."""
        return self.convention.data

    @classmethod
    @functools.lru_cache(maxsize=4096)
    def get(cls, convention: str) -> CallingConventionAttr:
        """The interned attribute of a name in `CALLING_CONVENTIONS`."""
        return cls(StringAttr(convention))

    def verify(self) -> None:
        if self.convention.data not in CALLING_CONVENTIONS:
            raise VerifyException(f"unknown calling convention '{self.convention.data}'")

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"<{self.convention.data}>")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return (StringAttr(parser.parse_identifier()),)


@attribute
class TokenType(ParametrizedAttribute, TypeAttribute):
    """LLVM's `token`: ties together the intrinsics of one coroutine; it can be neither stored nor passed to a block."""

    name = "llvm.token"


C_CONVENTION = CallingConventionAttr.get("ccc")
UNIT = UnitAttr()
NONE = NoneAttr()

NO_FAST_MATH = FastMathAttr()
NO_OVERFLOW_FLAGS = OverflowAttr()
I32_ZERO = IntegerAttr(0, i32)
EMPTY_I32_ARRAY = DenseArrayBase.from_list(i32, ())


class AtomicOrdering(IntEnum):
    """Memory orders, numbered as in LLVM and MLIR (3, consume, exists in neither's text)."""

    not_atomic = 0
    unordered = 1
    monotonic = 2
    acquire = 4
    release = 5
    acq_rel = 6
    seq_cst = 7


ORDERING_NUMBERS = frozenset(map(int, AtomicOrdering))


class AtomicBinOp(IntEnum):
    """What `llvm.atomicrmw` does, numbered and named as in MLIR (`_and` prints so there, `and` in LLVM IR)."""

    xchg = 0
    add = 1
    sub = 2
    _and = 3
    nand = 4
    _or = 5
    _xor = 6
    max = 7
    min = 8
    umax = 9
    umin = 10
    fadd = 11
    fsub = 12
    fmax = 13
    fmin = 14
    uinc_wrap = 15
    udec_wrap = 16
    usub_cond = 17
    usub_sat = 18
    fmaximum = 19
    fminimum = 20


ATOMIC_BIN_OP_NUMBERS = frozenset(map(int, AtomicBinOp))


class GEPNoWrapFlags(IntFlag):
    """What is promised of the address computation; `inbounds` includes `nusw`."""

    none = 0
    inbounds_flag = 1
    nusw = 2
    inbounds = 3
    nuw = 4


@functools.cache
def pointer(address_space: int = 0) -> LLVMPointerType:
    """The interned `!llvm.ptr<address_space>` (0: generic, printed `!llvm.ptr`)."""
    from xdsl.dialects.builtin import IntAttr

    return LLVMPointerType(IntAttr(address_space)) if address_space else LLVMPointerType()


@functools.lru_cache(maxsize=4096)
def integer_type(width: int) -> IntegerType:
    """The interned signless integer type of `width` bits."""
    return IntegerType(width)


@functools.lru_cache(maxsize=4096)
def i32_attr(value: int) -> IntegerAttr:
    """The interned `value : i32`, as small enumerations are stored."""
    return IntegerAttr(value, i32)


@functools.lru_cache(maxsize=4096)
def i64_attr(value: int) -> IntegerAttr:
    """The interned `value : i64`, as alignments, orderings and predicates are stored."""
    return IntegerAttr(value, i64)


@functools.cache
def fast_math(*flags: str) -> FastMathAttr:
    """The interned attribute of flags such as `contract`, `afn`; `fast` is all of them."""
    return FastMathAttr(FastMathFlag if "fast" in flags else map(FastMathFlag, flags))


@functools.cache
def linkage(name: str) -> LinkageAttr:
    """The interned linkage attribute of that name (`external`, `internal`, …)."""
    return LinkageAttr(name)


@functools.lru_cache(maxsize=4096)
def condition_type(operand: Attribute) -> Attribute:
    """The type of a comparison's result: `i1`, or a vector of as many `i1` as the operands have lanes."""
    return VectorType(i1, operand.shape) if is_vector(operand) else i1
