"""Collectives of a warp: shuffles, votes, matches, reductions.

All threads that the mask names must execute the same operation with the same mask; otherwise, and for a shuffle from a lane
that takes no part, the result is undefined. All are convergent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import BoolAttr, LocationAttr, UnitAttr, f32, f64, i1, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AnyAttr,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.nvvm.attributes import (
    MatchSyncKind,
    MatchSyncKindAttr,
    ReduxKind,
    ReduxKindAttr,
    ShflKind,
    ShflKindAttr,
    VoteSyncKind,
    VoteSyncKindAttr,
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
from periclase.intrinsics.model import Requirement
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


@operation
class VoteSyncOp(NVVMOp, ConvergentOp):
    """Whether the predicate is true in all, any, or equally many (`uni`) lanes of the mask; or the mask where it is (`ballot`).

    PTX ISA, `vote.sync`.

    Example:

    ```mlir
    %b = nvvm.vote.sync ballot %mask, %predicate -> i32
    %a = nvvm.vote.sync any %mask, %predicate -> i1
    ```
    """

    name = "nvvm.vote.sync"
    WORDS: ClassVar[Words] = {"kind": words_of(VoteSyncKindAttr)}

    mask = operand_def(i32)
    predicate = operand_def(i1)
    kind = prop_def(VoteSyncKindAttr)
    res = result_def(AnyAttr())

    traits = traits_def(*READS_AND_WRITES)

    @classmethod
    def make(cls, kind: VoteSyncKind, mask: SSAValue, predicate: SSAValue, *, location: LocationAttr) -> Self:
        """The vote."""
        return cls.from_words((mask, predicate), {"kind": kind}, (cls.result_type(kind),), location)

    @staticmethod
    def result_type(kind: VoteSyncKind) -> Attribute:
        """i32 for a ballot, else i1."""
        return i32 if kind is VoteSyncKind.BALLOT else i1

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        kind = parse_enum(parser, VoteSyncKindAttr)
        position = parser.pos
        operands = parse_operand_list(parser)
        _, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation("->")
        return cls.create(
            operands=parser.resolve_operands(operands, (i32, i1), position),
            result_types=(parser.parse_type(),),
            properties={"kind": kind},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        print_word(printer, self.kind)
        print_operands(printer, self.operands)
        print_attributes(printer, self, ("kind",))
        printer.print_string(" -> ")
        printer.print_attribute(self.res.type)

    def verify_(self) -> None:
        expected = self.result_type(self.kind.data)
        if self.res.type != expected:
            raise VerifyException(f"a vote '{self.kind.data}' gives {expected}, not {self.res.type}")


@operation
class MatchSyncOp(NVVMOp, ConvergentOp):
    """The mask of the lanes whose value equals this lane's (`any`); or the mask and true if all are equal, else 0 and false
    (`all`).

    PTX ISA, `match.sync`.

    Example:

    ```mlir
    %m = nvvm.match.sync any %mask, %value : i32 -> i32
    %p = nvvm.match.sync all %mask, %value : i32 -> !llvm.struct<(i32, i1)>
    ```
    """

    name = "nvvm.match.sync"
    WORDS: ClassVar[Words] = {"kind": words_of(MatchSyncKindAttr)}

    thread_mask = operand_def(i32)
    value = operand_def(AnyAttr())
    kind = prop_def(MatchSyncKindAttr)
    res = result_def(AnyAttr())

    traits = traits_def(*READS_AND_WRITES)

    @classmethod
    def make(cls, kind: MatchSyncKind, mask: SSAValue, value: SSAValue, *, location: LocationAttr) -> Self:
        """The match."""
        return cls.from_words((mask, value), {"kind": kind}, (cls.result_type(kind),), location)

    @staticmethod
    def result_type(kind: MatchSyncKind) -> Attribute:
        """i32 for `any`, a struct of the mask and the flag for `all`."""
        return i32 if kind is MatchSyncKind.ANY else struct_of(i32, i1)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        kind = parse_enum(parser, MatchSyncKindAttr)
        position = parser.pos
        operands = parse_operand_list(parser)
        _, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        value_type = parser.parse_type()
        parser.parse_punctuation("->")
        return cls.create(
            operands=parser.resolve_operands(operands, (i32, value_type), position),
            result_types=(parser.parse_type(),),
            properties={"kind": kind},
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
        if self.value.type not in (i32, i64):
            raise VerifyException(f"a match compares i32 or i64, not {self.value.type}")
        expected = self.result_type(self.kind.data)
        if self.res.type != expected:
            raise VerifyException(f"a match '{self.kind.data}' gives {expected}, not {self.res.type}")


def _is_true(flag: BoolAttr | None) -> bool:
    return flag is not None and bool(flag.value.data)


@operation
class ReduxSyncOp(NVVMOp, ConvergentOp):
    """Combines `val` over the lanes of the mask; all get the result. PTX ISA, `redux.sync`.

    `fmin` and `fmax` are for f32 (sm_100a); `abs` takes the absolute values, `nan` lets a NaN through.

    Example:

    ```mlir
    %r = nvvm.redux.sync umax %value, %mask : i32 -> i32
    ```
    """

    name = "nvvm.redux.sync"
    WORDS: ClassVar[Words] = {"kind": words_of(ReduxKindAttr)}

    val = operand_def(AnyAttr())
    mask_and_clamp = operand_def(i32)
    kind = prop_def(ReduxKindAttr)
    abs = opt_prop_def(BoolAttr)
    nan = opt_prop_def(BoolAttr)
    res = result_def(AnyAttr())

    traits = traits_def(*READS_AND_WRITES)

    @classmethod
    def make(cls, kind: ReduxKind, value: SSAValue, mask: SSAValue, *, location: LocationAttr) -> Self:
        """The reduction of an i32, or of an f32 for `fmin` and `fmax`."""
        return cls.from_words((value, mask), {"kind": kind}, (value.type,), location)

    def requirement(self) -> Requirement:
        own = super().requirement()
        return Requirement(100, 86) if self.is_float else own

    def architectures(self) -> tuple[str, ...]:
        return ("sm_100a", "sm_100f", "sm_103a", "sm_103f") if self.is_float else ()

    @property
    def is_float(self) -> bool:
        """Whether it combines floats."""
        return self.kind.data in (ReduxKind.FMIN, ReduxKind.FMAX)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        kind = parse_enum(parser, ReduxKindAttr)
        position = parser.pos
        operands = parse_operand_list(parser)
        properties, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        value_type = parser.parse_type()
        parser.parse_punctuation("->")
        return cls.create(
            operands=parser.resolve_operands(operands, (value_type, i32), position),
            result_types=(parser.parse_type(),),
            properties={"kind": kind} | properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        print_word(printer, self.kind)
        print_operands(printer, self.operands)
        unset = [name for name, flag in (("abs", self.abs), ("nan", self.nan)) if not _is_true(flag)]
        print_attributes(printer, self, ("kind", *unset))
        printer.print_string(" : ")
        printer.print_attribute(self.val.type)
        printer.print_string(" -> ")
        printer.print_attribute(self.res.type)

    def verify_(self) -> None:
        expected = f32 if self.is_float else i32
        if self.val.type != expected or self.res.type != expected:
            raise VerifyException(f"a reduction '{self.kind.data}' is of {expected}")
        if not self.is_float and (_is_true(self.abs) or _is_true(self.nan)):
            raise VerifyException("'abs' and 'nan' are for the float reductions")


@operation
class ElectSyncOp(NVVMOp, ConvergentOp):
    """True in exactly one lane of the mask (default: all lanes), the same one each time. PTX ISA, `elect.sync`.

    Example:

    ```mlir
    %leader = nvvm.elect.sync %mask -> i1
    ```
    """

    name = "nvvm.elect.sync"

    membermask = opt_operand_def(i32)
    pred = result_def(i1)

    traits = traits_def(*READS_AND_WRITES)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        mask = parser.parse_optional_unresolved_operand()
        operands = () if mask is None else (parser.resolve_operand(mask, i32),)
        _, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation("->")
        return cls.create(operands=operands, result_types=(parser.parse_type(),), attributes=attributes)

    def print(self, printer: Printer) -> None:
        if self.membermask is not None:
            print_operands(printer, (self.membermask,))
        print_attributes(printer, self)
        printer.print_string(" -> ")
        printer.print_attribute(self.pred.type)


OPERATIONS = (ShflSyncOp, VoteSyncOp, MatchSyncOp, ReduxSyncOp, ElectSyncOp)
