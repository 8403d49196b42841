"""Branches, assertions, traps and hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    ArrayAttr,
    DenseArrayBase,
    IntegerAttr,
    LocationAttr,
    StringAttr,
    UnitAttr,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    operand_def,
    opt_prop_def,
    prop_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_successor_def,
)
from xdsl.traits import IsTerminator, NoMemoryEffect
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.attributes import AssertKind, AssertKindAttr
from periclase.dialects.mir.base import (
    INT,
    CanonicalizedTrait,
    MirOperation,
    parse_colon_type,
    print_operands,
    print_type,
    verify_kind,
)
from periclase.dialects.mir.effects import MarkerEffect, TrapEffect
from periclase.dialects.mir.folding import FALSE, TRUE, int_attr, int_of
from periclase.dialects.mir.narrowing import is_int_constant, is_integer_type
from periclase.ir.branches import register_branch
from periclase.ir.interfaces import BranchOpInterface, GuardOpInterface
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser, UnresolvedOperand
    from xdsl.printer import Printer


_SEGMENTS = "operandSegmentSizes"


def _segments(*sizes: int) -> DenseArrayBase:
    return DenseArrayBase.from_list(i32, sizes)


Target = tuple[Block, "list[UnresolvedOperand]", list[Attribute]]


def _parse_target(parser: Parser) -> Target:
    """Parse `^block` or `^block(%a, %b : type, type)`."""
    block = parser.parse_successor()
    if parser.parse_optional_punctuation("(") is None:
        return block, [], []
    operands = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_unresolved_operand)
    parser.parse_punctuation(":")
    types: list[Attribute] = list(parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type))
    parser.parse_punctuation(")")
    return block, operands, types


def _resolve(parser: Parser, target: Target) -> Sequence[SSAValue]:
    return parser.resolve_operands(target[1], target[2], parser.pos)


def _print_target(printer: Printer, block: Block, arguments: Sequence[SSAValue]) -> None:
    printer.print_block_name(block)
    if arguments:
        with printer.in_parens():
            printer.print_list(arguments, printer.print_operand)
            printer.print_string(" : ")
            printer.print_list(arguments, lambda argument: printer.print_attribute(argument.type))


class BranchOperation(MirOperation, BranchOpInterface):
    """A terminator with successors: checks what it hands to their arguments."""

    def verify_(self) -> None:
        for index, block in enumerate(self.successors):
            given = tuple(value.type for value in self.successor_operands(index))
            taken = tuple(argument.type for argument in block.args)
            if given != taken:
                raise VerifyException(
                    f"successor {index} takes ({', '.join(map(str, taken))}), not ({', '.join(map(str, given))})"
                )


@operation
class GotoOp(BranchOperation):
    """Goes on at a block, handing values to its arguments.

    Example:
        ```mlir
        mir.func private @f(%x: f32) -> f32 {
          mir.goto ^exit(%x : f32)
        ^exit(%y: f32):
          mir.return %y : f32
        }
        ```
    """

    name = "mir.goto"

    arguments = var_operand_def()
    block = successor_def()

    traits = traits_def(IsTerminator(), NoMemoryEffect())

    @classmethod
    def make(
        cls, block: Block, arguments: Sequence[SSAValue] = (), *, location: LocationAttr = UNKNOWN_LOC
    ) -> Self:
        """The op that goes to `block` with `arguments`."""
        return cls.create(operands=arguments, successors=(block,), location=location)

    def successor_operands(self, index: int) -> Sequence[SSAValue]:
        return self._operands

    def set_successor_operands(self, index: int, values: Sequence[SSAValue]) -> None:
        self.operands = values

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        target = _parse_target(parser)
        attributes = parser.parse_optional_attr_dict()
        return cls.create(operands=_resolve(parser, target), successors=(target[0],), attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_target(printer, self.block, self._operands)
        self.print_attributes(printer)


@operation
class CondBranchOp(BranchOperation):
    """Goes on at one block where the condition is true, at another where it is false.

    Example:
        ```mlir
        mir.func private @f(%c: i1, %x: f32, %y: f32) -> f32 {
          mir.cond_br %c, ^exit(%x : f32), ^exit(%y : f32)
        ^exit(%z: f32):
          mir.return %z : f32
        }
        ```
    """

    name = "mir.cond_br"

    condition = operand_def()
    then_arguments = var_operand_def()
    else_arguments = var_operand_def()
    then_block = successor_def()
    else_block = successor_def()

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    traits = traits_def(IsTerminator(), NoMemoryEffect(), CanonicalizedTrait())

    @classmethod
    def make(
        cls,
        condition: SSAValue,
        then_block: Block,
        then_arguments: Sequence[SSAValue],
        else_block: Block,
        else_arguments: Sequence[SSAValue],
        *,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The op that goes to `then_block` where the `i1` `condition` holds, else to `else_block`."""
        return cls.create(
            operands=(condition, *then_arguments, *else_arguments),
            successors=(then_block, else_block),
            properties={_SEGMENTS: _segments(1, len(then_arguments), len(else_arguments))},
            location=location,
        )

    def successor_operands(self, index: int) -> Sequence[SSAValue]:
        return self.else_arguments if index else self.then_arguments

    def set_successor_operands(self, index: int, values: Sequence[SSAValue]) -> None:
        then_arguments = self.then_arguments if index else values
        else_arguments = values if index else self.else_arguments
        self.operands = (self.condition, *then_arguments, *else_arguments)
        self.properties[_SEGMENTS] = _segments(1, len(then_arguments), len(else_arguments))

    def condition_operand(self) -> SSAValue | None:
        return self._operands[0]

    def successor_for_constant(self, condition: Attribute) -> int | None:
        return int(not condition.value.data) if is_int_constant(condition) else None

    def condition_on_edge(self, index: int) -> Attribute | None:
        return FALSE if index else TRUE

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        condition = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        then_target = _parse_target(parser)
        parser.parse_punctuation(",")
        else_target = _parse_target(parser)
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(
            parser.resolve_operand(condition, i1),
            then_target[0],
            _resolve(parser, then_target),
            else_target[0],
            _resolve(parser, else_target),
        )
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.condition)
        for block, arguments in (
            (self.then_block, self.then_arguments),
            (self.else_block, self.else_arguments),
        ):
            printer.print_string(", ")
            _print_target(printer, block, arguments)
        self.print_attributes(printer)

    def verify_(self) -> None:
        if self.condition.type != i1:
            raise VerifyException(f"the condition must be i1, not {self.condition.type}")
        super().verify_()


@operation
class SwitchOp(BranchOperation):
    """Goes on at the block of the case that an integer equals, or at the default block.

    Example:
        ```mlir
        mir.func private @f(%n: si32, %x: f32, %y: f32) -> f32 {
          mir.switch %n : si32, default ^exit(%x : f32), [0: ^exit(%y : f32), -1: ^other]
        ^exit(%z: f32):
          mir.return %z : f32
        ^other:
          mir.return %x : f32
        }
        ```
    """

    name = "mir.switch"

    value = operand_def()
    default_arguments = var_operand_def()
    case_arguments = var_operand_def()
    case_values_attr = prop_def(ArrayAttr[IntegerAttr], prop_name="case_values")
    case_segments = prop_def(DenseArrayBase.constr(i32), prop_name="case_operand_segments")
    default_block = successor_def()
    case_blocks = var_successor_def()

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    traits = traits_def(IsTerminator(), NoMemoryEffect(), CanonicalizedTrait())

    @classmethod
    def make(
        cls,
        value: SSAValue,
        default_block: Block,
        default_arguments: Sequence[SSAValue],
        case_values: Sequence[int],
        case_blocks: Sequence[Block],
        case_arguments: Sequence[Sequence[SSAValue]],
        *,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The op that goes to `case_blocks[i]` where `value` is `case_values[i]`, with `case_arguments[i]`."""
        type = value.type
        assert is_integer_type(type)
        flat = tuple(argument for arguments in case_arguments for argument in arguments)
        return cls.create(
            operands=(value, *default_arguments, *flat),
            successors=(default_block, *case_blocks),
            properties={
                _SEGMENTS: _segments(1, len(default_arguments), len(flat)),
                "case_operand_segments": _segments(*(len(arguments) for arguments in case_arguments)),
                "case_values": ArrayAttr(IntegerAttr(case, type) for case in case_values),
            },
            location=location,
        )

    @property
    def case_values(self) -> tuple[int, ...]:
        """The integers of the cases."""
        return tuple(int_of(attr) for attr in self.case_values_attr.data)

    def successor_operands(self, index: int) -> Sequence[SSAValue]:
        if index == 0:
            return self.default_arguments
        sizes = self.case_segments.get_values()
        start = sum(sizes[: index - 1])
        return tuple(self.case_arguments[start : start + sizes[index - 1]])

    def all_successor_operands(self) -> list[Sequence[SSAValue]]:
        operands: list[Sequence[SSAValue]] = [self.default_arguments]
        flat, start = self.case_arguments, 0
        for size in self.case_segments.get_values():
            operands.append(flat[start : start + size])
            start += size
        return operands

    def set_successor_operands(self, index: int, values: Sequence[SSAValue]) -> None:
        arguments = self.all_successor_operands()
        arguments[index] = values
        self.set_all_successor_operands(arguments)

    def set_all_successor_operands(self, values: Sequence[Sequence[SSAValue]]) -> None:
        default, *cases = values
        flat = tuple(argument for case in cases for argument in case)
        self.operands = (self.value, *default, *flat)
        self.properties[_SEGMENTS] = _segments(1, len(default), len(flat))
        self.properties["case_operand_segments"] = _segments(*(len(case) for case in cases))

    def condition_operand(self) -> SSAValue | None:
        return self._operands[0]

    def successor_for_constant(self, condition: Attribute) -> int | None:
        if not is_int_constant(condition):
            return None
        value = int_of(condition)
        return next((i + 1 for i, case in enumerate(self.case_values) if case == value), 0)

    def condition_on_edge(self, index: int) -> Attribute | None:
        return self.case_values_attr.data[index - 1] if index else None

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        value = parser.parse_unresolved_operand()
        type = parse_colon_type(parser)
        parser.parse_punctuation(",")
        parser.parse_keyword("default")
        default = _parse_target(parser)
        parser.parse_punctuation(",")

        def parse_case() -> tuple[int, Target]:
            case = parser.parse_integer(allow_boolean=True)
            parser.parse_punctuation(":")
            return case, _parse_target(parser)

        cases = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_case)
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(
            parser.resolve_operand(value, type),
            default[0],
            _resolve(parser, default),
            [case for case, _ in cases],
            [target[0] for _, target in cases],
            [_resolve(parser, target) for _, target in cases],
        )
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        print_operands(printer, (self.value,))
        print_type(printer, self.value.type)
        printer.print_string(", default ")
        _print_target(printer, self.default_block, self.default_arguments)
        printer.print_string(", [")
        for index, (case, block) in enumerate(zip(self.case_values, self.case_blocks, strict=True)):
            printer.print_string(f"{', ' if index else ''}{case}: ")
            _print_target(printer, block, self.successor_operands(index + 1))
        printer.print_string("]")
        self.print_attributes(printer)

    def verify_(self) -> None:
        type = self.value.type
        verify_kind("the value", type, (INT,))
        for attr in self.case_values_attr.data:
            if attr.type != type:
                raise VerifyException(f"the cases must be integers of the value's type {type}, not {attr}")
        cases = self.case_values
        if len(set(cases)) != len(cases):
            raise VerifyException("two cases are of one value")
        sizes = self.case_segments.get_values()
        if not len(cases) == len(self.case_blocks) == len(sizes):
            raise VerifyException(
                f"there are {len(cases)} case values for {len(self.case_blocks)} blocks and {len(sizes)} argument lists"
            )
        if sum(sizes) != len(self.case_arguments):
            raise VerifyException("the sizes of the argument lists do not add up to the arguments")
        super().verify_()


_ASSERT_KINDS: dict[str, AssertKindAttr] = {kind.value: AssertKindAttr(kind) for kind in AssertKind}


@operation
class AssertOp(MirOperation, GuardOpInterface):
    """Traps, with a message, where the condition is false; goes on else. The kind says what was guarded.

    Example:
        ```mlir
        mir.assert bounds %inside, "index out of bounds"
        ```
    """

    name = "mir.assert"

    condition = operand_def()
    message = prop_def(StringAttr)
    kind_attr = prop_def(AssertKindAttr, prop_name="kind")

    traits = traits_def(TrapEffect(), CanonicalizedTrait())

    @classmethod
    def make(
        cls,
        condition: SSAValue,
        message: str,
        kind: AssertKind | str = AssertKind.USER,
        *,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """The op that traps unless the `i1` `condition` holds."""
        return cls.create(
            operands=(condition,),
            properties={"message": StringAttr(message), "kind": _ASSERT_KINDS[kind]},
            location=location,
        )

    @property
    def kind(self) -> AssertKind:
        """What is guarded."""
        return self.kind_attr.data

    def guarded_value(self) -> SSAValue:
        return self._operands[0]

    def guaranteed_constant(self) -> Attribute:
        return TRUE

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        kind = parser.parse_keyword_in(_ASSERT_KINDS)
        condition = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        message = parser.parse_str_literal()
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(parser.resolve_operand(condition, i1), message, kind)
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.kind.value}")
        print_operands(printer, self._operands)
        printer.print_string(", ")
        printer.print_attribute(self.message)
        self.print_attributes(printer)

    def verify_(self) -> None:
        if self.condition.type != i1:
            raise VerifyException(f"the condition must be i1, not {self.condition.type}")


@operation
class PanicOp(MirOperation):
    """Traps, with a message; does not go on.

    Example:
        ```mlir
        mir.func private @never() {
          mir.panic "called unwrap on nothing"
        }
        ```
    """

    name = "mir.panic"

    message = prop_def(StringAttr)

    traits = traits_def(IsTerminator(), TrapEffect())

    @classmethod
    def make(cls, message: str, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that traps with `message`."""
        return cls.create(properties={"message": StringAttr(message)}, location=location)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        message = parser.parse_str_literal()
        op = cls.make(message)
        op.attributes = parser.parse_optional_attr_dict()
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.message)
        self.print_attributes(printer)


@operation
class UnreachableOp(MirOperation):
    """Is not reached: undefined when it is. It is no trap; see `mir.panic`.

    Example:
        ```mlir
        mir.func private @nowhere() {
          mir.unreachable
        }
        ```
    """

    name = "mir.unreachable"

    traits = traits_def(IsTerminator(), NoMemoryEffect())

    @classmethod
    def make(cls, *, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op."""
        return cls.create(location=location)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return cls.create(attributes=parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        self.print_attributes(printer)


@operation
class UnrollHintOp(MirOperation):
    """Asks that the innermost loop around it be unrolled by a factor; 0 means wholly, 1 not at all.

    `at_least` leaves it to whoever comes later to unroll what has become of it further. Who writes a factor means just that.

    Example:
        ```mlir
        mir.unroll_hint 4
        mir.unroll_hint at_least 4
        ```
    """

    name = "mir.unroll_hint"

    factor_attr = prop_def(IntegerAttr, prop_name="factor")
    at_least = opt_prop_def(UnitAttr)

    traits = traits_def(MarkerEffect())

    @classmethod
    def make(cls, factor: int, *, at_least: bool = False, location: LocationAttr = UNKNOWN_LOC) -> Self:
        """The op that asks for `factor`, or for that much `at_least`."""
        properties: dict[str, Attribute] = {"factor": int_attr(factor, i64)}
        if at_least:
            properties["at_least"] = UnitAttr()
        return cls.create(properties=properties, location=location)

    @property
    def factor(self) -> int:
        """How many iterations become one; 0 all of them."""
        return self.factor_attr.value.data

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        at_least = parser.parse_optional_keyword("at_least") is not None
        op = cls.make(parser.parse_integer(), at_least=at_least)
        op.attributes = parser.parse_optional_attr_dict()
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {'at_least ' if self.at_least is not None else ''}{self.factor}")
        self.print_attributes(printer)

    def verify_(self) -> None:
        if self.factor < 0:
            raise VerifyException(f"the factor must not be negative, not {self.factor}")
        if self.at_least is not None and self.factor < 2:
            raise VerifyException(f"at least {self.factor} says nothing")


register_branch("mir", lambda target, operands, location: GotoOp.make(target, operands, location=location))


__all__ = [
    "AssertOp",
    "CondBranchOp",
    "GotoOp",
    "PanicOp",
    "SwitchOp",
    "UnreachableOp",
    "UnrollHintOp",
]
