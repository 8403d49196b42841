"""Waiting for a phase of a barrier object, and prefetches. Asynchronous copies and the rest of barrier objects follow from rows.

These two say more than an instruction does: the one is a loop, and the other does not look at what its address leads to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import UnitAttr, i32
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    operand_def,
    opt_prop_def,
    traits_def,
)
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.types import LLVMPointerType
from periclase.dialects.nvvm.attributes import (
    PrefetchCacheLevelAttr,
)
from periclase.dialects.nvvm.base import (
    READS_AND_WRITES,
    UNIT,
    NVVMOp,
    TypedOperandsOp,
    Words,
    parse_attributes,
    parse_enum,
    print_attributes,
    print_types,
    print_word,
    require_space,
    unit_word,
    words_of,
)
from periclase.intrinsics.model import Requirement
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


@operation
class MBarrierTryWaitParityOp(TypedOperandsOp):
    """Waits, in a loop, until the phase of a parity (0 or 1) of the barrier object is over; acquire order.

    `ticks` is a hint for one sleep, in nanoseconds. PTX ISA, `mbarrier.try_wait.parity`.

    Example:

    ```mlir
    nvvm.mbarrier.try_wait.parity %barrier, %parity, %ticks : !llvm.ptr<3>, i32, i32
    ```
    """

    name = "nvvm.mbarrier.try_wait.parity"
    addr = operand_def(LLVMPointerType)
    phase = operand_def(i32)
    ticks = operand_def(i32)
    traits = traits_def(*READS_AND_WRITES)

    def verify_(self) -> None:
        require_space(self.addr, (0, 3), "the address of a barrier object")


@operation
class PrefetchOp(NVVMOp):
    """Asks for the cache line of an address in generic, global or local memory, or for a tensor map. PTX ISA, `prefetch`.

    A tensor map (`tensormap`) is named by a generic pointer, and has no level.

    Example:

    ```mlir
    nvvm.prefetch level = L2, %p : !llvm.ptr<1>
    nvvm.prefetch tensormap, %q : !llvm.ptr
    ```
    """

    name = "nvvm.prefetch"
    WORDS: ClassVar[Words] = {"cacheLevel": words_of(PrefetchCacheLevelAttr), "tensormap": unit_word}

    addr = operand_def(LLVMPointerType)
    cache_level = opt_prop_def(PrefetchCacheLevelAttr, prop_name="cacheLevel")
    tensormap = opt_prop_def(UnitAttr)

    traits = traits_def(*READS_AND_WRITES)

    def requirement(self) -> Requirement:
        return super().requirement() if self.tensormap is None else Requirement(90, 80)

    def accessed_operands(self) -> Sequence[tuple[SSAValue, int]]:
        return ()  # what it brings nearer is not looked at

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("tensormap"):
            properties["tensormap"] = UNIT
        else:
            parser.parse_keyword("level")
            parser.parse_punctuation("=")
            properties["cacheLevel"] = parse_enum(parser, PrefetchCacheLevelAttr)
        parser.parse_punctuation(",")
        address = parser.parse_unresolved_operand()
        _, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        operand: SSAValue = parser.resolve_operand(address, parser.parse_type())
        return cls.create(operands=(operand,), properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        if self.cache_level is not None:
            printer.print_string(" level =")
            print_word(printer, self.cache_level)
        else:
            printer.print_string(" tensormap")
        printer.print_string(", ")
        printer.print_ssa_value(self.addr)
        print_attributes(printer, self, ("cacheLevel", "tensormap"))
        print_types(printer, self.operands)

    def verify_(self) -> None:
        if (self.cache_level is None) == (self.tensormap is None):
            raise VerifyException("a prefetch names a cache level or a tensor map")
        if self.tensormap is not None:
            require_space(self.addr, (0,), "the address of a tensor map")
        else:
            require_space(self.addr, (0, 1, 5), "the address of a prefetch")


OPERATIONS = (MBarrierTryWaitParityOp, PrefetchOp)
