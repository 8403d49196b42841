"""Shuffles of a warp. Votes, matches and reductions follow from their rows.

All threads that the mask names must execute the same operation with the same mask; otherwise, and for a shuffle from a lane
that takes no part, the result is undefined. All are convergent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import LocationAttr, UnitAttr, f32, f64, i1, i32, i64
from xdsl.ir import SSAValue
from xdsl.irdl import (
    AnyAttr,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.nvvm.attributes import (
    ShflKind,
    ShflKindAttr,
)
from periclase.dialects.nvvm.base import (
    READS_AND_WRITES,
    NVVMOp,
    Words,
    parse_attributes,
    parse_enum,
    parse_operand_list,
    print_attributes,
    print_operands,
    print_word,
    struct_of,
    words_of,
)
from periclase.ir.interfaces import ConvergentOp
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

SHUFFLE_TYPES = (i32, f32, i64, f64)


@operation
class ShflSyncOp(NVVMOp, ConvergentOp):
    """The `value` of another lane: of lane `offset` (`idx`), `offset` lanes below (`up`) or above (`down`), or of this lane's
    number xor `offset` (`bfly`).

    `mask_and_clamp` bounds the source lane and splits the warp in segments, as PTX's operand `c`; a lane whose source is out
    of bounds keeps its own value. With `return_value_and_is_valid` the result also says whether the source was in bounds.
    MLIR has 32-bit values only; i64 and f64 travel as two halves. PTX ISA, `shfl.sync`.

    Example:

    ```mlir
    %v = nvvm.shfl.sync bfly %mask, %value, %offset, %clamp : f32 -> f32
    %p = nvvm.shfl.sync down %mask, %value, %offset, %clamp {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
    ```
    """

    name = "nvvm.shfl.sync"
    WORDS: ClassVar[Words] = {"kind": words_of(ShflKindAttr)}

    thread_mask = operand_def(i32)
    value = operand_def(AnyAttr())
    offset = operand_def(i32)
    mask_and_clamp = operand_def(i32)
    kind = prop_def(ShflKindAttr)
    return_value_and_is_valid = opt_prop_def(UnitAttr)
    res = result_def(AnyAttr())

    traits = traits_def(*READS_AND_WRITES)

    @classmethod
    def make(
        cls,
        kind: ShflKind,
        mask: SSAValue,
        value: SSAValue,
        offset: SSAValue,
        clamp: SSAValue,
        *,
        location: LocationAttr,
    ) -> Self:
        """The shuffle without the validity flag."""
        return cls.from_words((mask, value, offset, clamp), {"kind": kind}, (value.type,), location)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        kind = parse_enum(parser, ShflKindAttr)
        position = parser.pos
        operands = parse_operand_list(parser)
        properties, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        value_type = parser.parse_type()
        parser.parse_punctuation("->")
        result_type = parser.parse_type()
        return cls.create(
            operands=parser.resolve_operands(operands, (i32, value_type, i32, i32), position),
            result_types=(result_type,),
            properties={"kind": kind} | properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        print_word(printer, self.kind)
        print_operands(printer, self.operands)
        print_attributes(printer, self, ("kind",))
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)
        printer.print_string(" -> ")
        printer.print_attribute(self.res.type)

    def verify_(self) -> None:
        type = self.value.type
        if type not in SHUFFLE_TYPES:
            raise VerifyException(f"a shuffle moves i32, f32, i64 or f64, not {type}")
        expected = type if self.return_value_and_is_valid is None else struct_of(type, i1)
        if self.res.type != expected:
            raise VerifyException(f"expected the result type {expected}, got {self.res.type}")


OPERATIONS = (ShflSyncOp,)
