"""Asynchronous copies to shared memory, making and ending barrier objects, prefetches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, LocationAttr, UnitAttr, i32
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    traits_def,
)
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.types import LLVMPointerType
from periclase.dialects.nvvm.attributes import (
    LoadCacheModifier,
    LoadCacheModifierAttr,
    PrefetchCacheLevelAttr,
)
from periclase.dialects.nvvm.base import (
    READS_AND_WRITES,
    UNIT,
    BareOp,
    NVVMOp,
    TypedOperandsOp,
    Words,
    i32_attr,
    integer_word,
    parse_attributes,
    parse_enum,
    parse_type_list,
    print_attributes,
    print_types,
    print_word,
    require_space,
    unit_word,
    words_of,
)
from periclase.intrinsics.model import Requirement
from periclase.ir.effects import READ, WRITE
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


@operation
class CpAsyncOp(NVVMOp):
    """Starts copying `size` bytes (4, 8 or 16) from global to shared memory.

    `cache = cg` goes past the first-level cache and wants 16 bytes. An i32 `cpSize` says how many bytes are read; zeros fill the
    rest. PTX ISA, `cp.async`.

    Example:

    ```mlir
    nvvm.cp.async.shared.global %target, %source, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    ```
    """

    name = "nvvm.cp.async.shared.global"
    WORDS: ClassVar[Words] = {"size": integer_word, "modifier": words_of(LoadCacheModifierAttr)}

    dst = operand_def(LLVMPointerType)
    src = operand_def(LLVMPointerType)
    cp_size = opt_operand_def(i32)
    size = prop_def(IntegerAttr)
    modifier = prop_def(LoadCacheModifierAttr)

    traits = traits_def(*READS_AND_WRITES)

    def accessed_operands(self) -> Sequence[tuple[SSAValue, int]]:
        return (self.dst, WRITE), (self.src, READ)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        operands = [parser.parse_unresolved_operand()]
        parser.parse_punctuation(",")
        operands.append(parser.parse_unresolved_operand())
        parser.parse_punctuation(",")
        size = parser.parse_integer()
        parser.parse_punctuation(",")
        parser.parse_keyword("cache")
        parser.parse_punctuation("=")
        modifier = parse_enum(parser, LoadCacheModifierAttr)
        if parser.parse_optional_punctuation(","):
            operands.append(parser.parse_unresolved_operand())
        _, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        return cls.create(
            operands=parser.resolve_operands(operands, parse_type_list(parser), position),
            properties={"size": i32_attr(size), "modifier": modifier},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list((self.dst, self.src), printer.print_ssa_value)
        printer.print_string(f", {self.size.value.data}, cache =")
        print_word(printer, self.modifier)
        if self.cp_size is not None:
            printer.print_string(", ")
            printer.print_ssa_value(self.cp_size)
        print_attributes(printer, self, ("size", "modifier"))
        print_types(printer, self.operands)

    def verify_(self) -> None:
        size = self.size.value.data
        if size not in (4, 8, 16):
            raise VerifyException(f"an asynchronous copy is of 4, 8 or 16 bytes, not {size}")
        if self.modifier.data is LoadCacheModifier.CG and size != 16:
            raise VerifyException("an asynchronous copy with 'cache = cg' is of 16 bytes")
        require_space(self.dst, (3,), "the target of an asynchronous copy")
        require_space(self.src, (1,), "the source of an asynchronous copy")


@operation
class CpAsyncCommitGroupOp(BareOp):
    """Closes the group of the asynchronous copies started so far. PTX ISA, `cp.async.commit_group`.

    Example:

    ```mlir
    nvvm.cp.async.commit.group
    ```
    """

    name = "nvvm.cp.async.commit.group"
    traits = traits_def(*READS_AND_WRITES)


@operation
class CpAsyncWaitGroupOp(NVVMOp):
    """Waits until at most the latest `n` groups are unfinished. PTX ISA, `cp.async.wait_group`.

    Example:

    ```mlir
    nvvm.cp.async.wait.group 1
    ```
    """

    name = "nvvm.cp.async.wait.group"
    WORDS: ClassVar[Words] = {"n": integer_word}

    n = prop_def(IntegerAttr)

    traits = traits_def(*READS_AND_WRITES)

    @classmethod
    def make(cls, pending: int, *, location: LocationAttr) -> Self:
        """The wait."""
        return cls.create(properties={"n": i32_attr(pending)}, location=location)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        pending = parser.parse_integer()
        _, attributes = parse_attributes(parser, cls)
        return cls.create(properties={"n": i32_attr(pending)}, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.n.value.data}")
        print_attributes(printer, self, ("n",))

    def verify_(self) -> None:
        if self.n.value.data < 0:
            raise VerifyException("the number of pending groups is not negative")
        if self.n.value.data >= 1 << 31:
            raise VerifyException(
                f"the number of pending groups does not fit in 31 bits: {self.n.value.data}"
            )


@operation
class CpAsyncWaitAllOp(BareOp):
    """Waits for all asynchronous copies of this thread. PTX ISA, `cp.async.wait_all`.

    Example:

    ```mlir
    nvvm.cp.async.wait.all
    ```
    """

    name = "nvvm.cp.async.wait.all"
    traits = traits_def(*READS_AND_WRITES)


class _BarrierObjectOp(TypedOperandsOp):
    """Base of the operations on a memory barrier object: its address comes first, in shared memory."""

    def verify_(self) -> None:
        require_space(self.operands[0], (0, 3), "the address of a barrier object")


@operation
class CpAsyncMBarrierArriveOp(_BarrierObjectOp):
    """Comes to the barrier object when all earlier asynchronous copies of this thread have finished.

    PTX ISA, `cp.async.mbarrier.arrive`.

    With `noinc` the arrival is among those that the barrier object expects anyway.

    Example:

    ```mlir
    nvvm.cp.async.mbarrier.arrive %barrier : !llvm.ptr<3>
    ```
    """

    name = "nvvm.cp.async.mbarrier.arrive"
    WORDS: ClassVar[Words] = {"noinc": lambda word: BoolAttr.from_bool(word == "true")}

    addr = operand_def(LLVMPointerType)
    noinc = opt_prop_def(BoolAttr)
    traits = traits_def(*READS_AND_WRITES)


@operation
class MBarrierInitOp(_BarrierObjectOp):
    """Makes 8 bytes of shared memory a barrier object that expects `count` arrivals a phase. PTX ISA, `mbarrier.init`.

    Example:

    ```mlir
    nvvm.mbarrier.init %barrier, %count : !llvm.ptr<3>, i32
    ```
    """

    name = "nvvm.mbarrier.init"
    addr = operand_def(LLVMPointerType)
    count = operand_def(i32)
    traits = traits_def(*READS_AND_WRITES)


@operation
class MBarrierInvalOp(_BarrierObjectOp):
    """Ends a barrier object, so that its memory may be used again. PTX ISA, `mbarrier.inval`.

    Example:

    ```mlir
    nvvm.mbarrier.inval %barrier : !llvm.ptr<3>
    ```
    """

    name = "nvvm.mbarrier.inval"
    addr = operand_def(LLVMPointerType)
    traits = traits_def(*READS_AND_WRITES)


@operation
class MBarrierTryWaitParityOp(_BarrierObjectOp):
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


OPERATIONS = (
    CpAsyncOp,
    CpAsyncCommitGroupOp,
    CpAsyncWaitGroupOp,
    CpAsyncWaitAllOp,
    CpAsyncMBarrierArriveOp,
    MBarrierInitOp,
    MBarrierInvalOp,
    MBarrierTryWaitParityOp,
    PrefetchOp,
)
