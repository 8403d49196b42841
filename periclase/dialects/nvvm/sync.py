"""Barriers of a block. Those of a warp and of a cluster follow from their rows.

All of them are convergent, and nothing moves across them: a barrier orders the memory accesses of the threads that meet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import DenseArrayBase, LocationAttr, i32
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    traits_def,
)
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.nvvm.attributes import BarrierReductionAttr
from periclase.dialects.nvvm.base import (
    READS_AND_WRITES,
    BareOp,
    NVVMOp,
    Words,
    parse_attributes,
    print_attributes,
    words_of,
)
from periclase.ir.interfaces import ConvergentOp
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


@operation
class Barrier0Op(BareOp, ConvergentOp):
    """Waits until every thread of the block has come to this barrier; their earlier accesses are then visible to all.

    Undefined unless all threads of the block that have not exited execute it. PTX ISA, `bar.sync 0`.

    Example:

    ```mlir
    nvvm.barrier0
    ```
    """

    name = "nvvm.barrier0"
    traits = traits_def(*READS_AND_WRITES)


@operation
class BarrierOp(NVVMOp, ConvergentOp):
    """Waits at a barrier of the block, and may combine a predicate of all its threads.

    `id` (0…15, default 0) names the barrier, `number_of_threads`, a multiple of 32, says how many threads meet there
    (default: all). With a reduction the result is, in every thread, the number of threads whose predicate is not zero
    (`popc`), or 1 or 0 for `and` and `or`. PTX ISA, `barrier.sync.aligned`, `barrier.red.aligned`.

    Example:

    ```mlir
    nvvm.barrier id = %id number_of_threads = %threads
    %count = nvvm.barrier #nvvm.reduction<popc> %predicate -> i32
    ```
    """

    name = "nvvm.barrier"
    WORDS: ClassVar[Words] = {"reductionOp": words_of(BarrierReductionAttr)}

    barrier_id = opt_operand_def(i32)
    number_of_threads = opt_operand_def(i32)
    reduction_predicate = opt_operand_def(i32)
    reduction = opt_prop_def(BarrierReductionAttr, prop_name="reductionOp")
    res = opt_result_def(i32)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(*READS_AND_WRITES)

    @classmethod
    def make(
        cls,
        barrier_id: SSAValue | None = None,
        number_of_threads: SSAValue | None = None,
        reduction: BarrierReductionAttr | None = None,
        predicate: SSAValue | None = None,
        *,
        location: LocationAttr,
    ) -> Self:
        """The barrier; with `reduction` and its i32 `predicate` it has a result."""
        operands = (barrier_id, number_of_threads, predicate)
        properties: dict[str, Attribute] = {
            "operandSegmentSizes": _segments(tuple(int(operand is not None) for operand in operands))
        }
        if reduction is not None:
            properties["reductionOp"] = reduction
        return cls.create(
            operands=[operand for operand in operands if operand is not None],
            result_types=() if reduction is None else (i32,),
            properties=properties,
            location=location,
        )

    @classmethod
    def from_words(
        cls,
        operands: Sequence[SSAValue],
        words: Mapping[str, str],
        result_types: Sequence[Attribute],
        location: LocationAttr,
    ) -> Self:
        if word := words.get("reductionOp"):
            reduction = cls.WORDS["reductionOp"](word)
            assert isinstance(reduction, BarrierReductionAttr)
            return cls.make(reduction=reduction, predicate=operands[0], location=location)
        barrier_id, threads = [*operands, None, None][:2]
        return cls.make(barrier_id, threads, location=location)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        values: list[SSAValue | None] = [None, None, None]
        properties: dict[str, Attribute] = {}
        for index, keyword in enumerate(("id", "number_of_threads")):
            if parser.parse_optional_keyword(keyword):
                parser.parse_punctuation("=")
                values[index] = parser.parse_operand(i32)
        # Behind an operand MLIR prints `%n #nvvm.reduction<…>`, which no MLIR parser reads: a comma keeps them apart.
        parser.parse_optional_punctuation(",")
        if parser.lexer.input.at(parser.pos) == "#":  # any other attribute here is the operation's `loc(…)`
            reduction = parser.parse_attribute()
            if not isinstance(reduction, BarrierReductionAttr):
                parser.raise_error("expected a barrier reduction")
            properties["reductionOp"] = reduction
            values[2] = parser.parse_operand(i32)
        result_types = (parser.parse_type(),) if parser.parse_optional_punctuation("->") else ()
        _, attributes = parse_attributes(parser, cls)
        properties["operandSegmentSizes"] = _segments(tuple(int(value is not None) for value in values))
        return cls.create(
            operands=[value for value in values if value is not None],
            result_types=result_types,
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        for keyword, operand in (("id", self.barrier_id), ("number_of_threads", self.number_of_threads)):
            if operand is not None:
                printer.print_string(f" {keyword} = ")
                printer.print_ssa_value(operand)
        if self.reduction is not None and self.reduction_predicate is not None:
            printer.print_string(" " if self.barrier_id is None else ", ")
            printer.print_attribute(self.reduction)
            printer.print_string(" ")
            printer.print_ssa_value(self.reduction_predicate)
        if self.res is not None:
            printer.print_string(" -> ")
            printer.print_attribute(self.res.type)
        print_attributes(printer, self, ("reductionOp", "operandSegmentSizes"))

    def verify_(self) -> None:
        if self.number_of_threads is not None and self.barrier_id is None:
            raise VerifyException("a barrier with a number of threads needs an id")
        has = (self.reduction is not None, self.reduction_predicate is not None, self.res is not None)
        if any(has) and not all(has):
            raise VerifyException("a barrier's reduction, predicate and result come together")


_SEGMENTS: dict[tuple[int, ...], DenseArrayBase] = {}


def _segments(sizes: tuple[int, ...]) -> DenseArrayBase:
    found = _SEGMENTS.get(sizes)
    if found is None:
        found = _SEGMENTS[sizes] = DenseArrayBase.from_list(i32, sizes)
    return found


@operation
class BarrierArriveOp(NVVMOp, ConvergentOp):
    """Comes to a barrier of the block where `number_of_threads` meet, and goes on without waiting. PTX ISA, `barrier.arrive`.

    Example:

    ```mlir
    nvvm.barrier.arrive id = %id number_of_threads = %threads
    ```
    """

    name = "nvvm.barrier.arrive"

    barrier_id = opt_operand_def(i32)
    number_of_threads = operand_def(i32)

    traits = traits_def(*READS_AND_WRITES)

    @classmethod
    def make(
        cls, barrier_id: SSAValue | None, number_of_threads: SSAValue, *, location: LocationAttr
    ) -> Self:
        """Arrival at `barrier_id` (None: barrier 0)."""
        operands = (number_of_threads,) if barrier_id is None else (barrier_id, number_of_threads)
        return cls.create(operands=operands, location=location)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands: list[SSAValue] = []
        if parser.parse_optional_keyword("id"):
            parser.parse_punctuation("=")
            operands.append(parser.parse_operand(i32))
        parser.parse_keyword("number_of_threads")
        parser.parse_punctuation("=")
        operands.append(parser.parse_operand(i32))
        _, attributes = parse_attributes(parser, cls)
        return cls.create(operands=operands, attributes=attributes)

    def print(self, printer: Printer) -> None:
        if self.barrier_id is not None:
            printer.print_string(" id = ")
            printer.print_ssa_value(self.barrier_id)
        printer.print_string(" number_of_threads = ")
        printer.print_ssa_value(self.number_of_threads)
        print_attributes(printer, self)


OPERATIONS = (Barrier0Op, BarrierOp, BarrierArriveOp)
