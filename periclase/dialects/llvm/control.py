"""Terminators: branches, switch, return, unreachable. Values reach a block as arguments, which become phis in LLVM IR."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Self, cast

from xdsl.dialects.builtin import (
    I32,
    DenseArrayBase,
    DenseIntElementsAttr,
    DenseIntOrFPElementsAttr,
    LocationAttr,
    SignlessIntegerConstraint,
    VectorType,
    i1,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_successor_def,
)
from xdsl.traits import IsTerminator, NoMemoryEffect
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.loops import LoopAnnotationAttr
from periclase.dialects.llvm.narrowing import is_integer, is_integer_value
from periclase.dialects.llvm.syntax import (
    BareSyntax,
    print_attributes,
    print_successor,
    split_properties,
    successor_with_arguments,
)
from periclase.ir.branches import register_branch
from periclase.ir.interfaces import BranchOpInterface, ReturnOpInterface
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


@functools.lru_cache(maxsize=4096)
def _sizes(*counts: int) -> DenseArrayBase[I32]:
    return DenseArrayBase.from_list(i32, counts)


@functools.lru_cache(maxsize=4096)
def _two_way(then_count: int, else_count: int) -> Mapping[str, Attribute]:
    return {"operandSegmentSizes": _sizes(1, then_count, else_count)}


_CASE_WIDTHS = frozenset((1, 8, 16, 32, 64))
"""The widths for which xDSL stores a list of integers."""


def check_successors(op: BranchOpInterface) -> None:
    """Refuse a branch whose operands do not fit its successors' arguments."""
    assert isinstance(op, Operation)
    for index, block in enumerate(op.successors):
        given = [value.type for value in op.successor_operands(index)]
        wanted = [argument.type for argument in block.args]
        if given != wanted:
            raise VerifyException(
                f"successor {index} takes ({', '.join(map(str, wanted))}), got ({', '.join(map(str, given))})"
            )


@operation
class BrOp(IRDLOperation, BranchOpInterface):
    """Go to a block. On the way back to the head of a loop it may carry what is asked for that loop.

    Example:
    ```mlir
    llvm.func @example(%a: i32) -> i32 {
      llvm.br ^end(%a : i32)
    ^end(%x: i32):
      llvm.return %x : i32
    }
    llvm.func @forever() {
      llvm.br ^loop
    ^loop:
      llvm.br ^loop {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
    }
    ```
    """

    name = "llvm.br"

    arguments = var_operand_def()
    loop_annotation = opt_prop_def(LoopAnnotationAttr)
    successor = successor_def()

    traits = traits_def(IsTerminator())

    @classmethod
    def make(cls, block: Block, arguments: Sequence[SSAValue] = (), *, location: LocationAttr | None) -> Self:
        """The branch to `block`, whose arguments become `arguments`."""
        return cls.create(operands=arguments, successors=(block,), location=location)

    def successor_operands(self, index: int) -> Sequence[SSAValue]:
        return self.operands

    def set_successor_operands(self, index: int, values: Sequence[SSAValue]) -> None:
        self.operands = tuple(values)

    def verify_(self) -> None:
        check_successors(self)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        block, arguments = successor_with_arguments(parser)
        properties, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        return cls.create(
            operands=arguments, successors=(block,), properties=properties, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        print_successor(printer, self.successor, self.operands)
        print_attributes(printer, self)


@operation
class CondBrOp(IRDLOperation, BranchOpInterface):
    """Go to the first block if the condition holds, else to the second. Undefined for a poison condition.

    Like `llvm.br` it may carry what is asked for the loop that it closes.

    Example:
    ```mlir
    llvm.func @example(%c: i1, %a: i32) -> i32 {
      llvm.cond_br %c, ^end(%a : i32), ^other
    ^other:
      %zero = llvm.mlir.constant(0 : i32) : i32
      llvm.br ^end(%zero : i32)
    ^end(%x: i32):
      llvm.return %x : i32
    }
    ```
    """

    name = "llvm.cond_br"

    cond = operand_def(i1)
    then_arguments = var_operand_def()
    else_arguments = var_operand_def()
    loop_annotation = opt_prop_def(LoopAnnotationAttr)
    then_block = successor_def()
    else_block = successor_def()

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(IsTerminator())

    @classmethod
    def make(
        cls,
        cond: SSAValue,
        then_block: Block,
        then_arguments: Sequence[SSAValue],
        else_block: Block,
        else_arguments: Sequence[SSAValue],
        *,
        location: LocationAttr | None,
    ) -> Self:
        """The branch on the `i1` value `cond`."""
        return cls.create(
            operands=(cond, *then_arguments, *else_arguments),
            properties=_two_way(len(then_arguments), len(else_arguments)),
            successors=(then_block, else_block),
            location=location,
        )

    def _then_count(self) -> int:
        sizes = cast("DenseArrayBase[I32]", self.properties["operandSegmentSizes"])
        return sizes.get_values()[1]

    def successor_operands(self, index: int) -> Sequence[SSAValue]:
        middle = 1 + self._then_count()
        return self.operands[middle:] if index else self.operands[1:middle]

    def set_successor_operands(self, index: int, values: Sequence[SSAValue]) -> None:
        middle = 1 + self._then_count()
        operands = tuple(self.operands)
        groups = [operands[1:middle], operands[middle:]]
        groups[index] = tuple(values)
        self.properties["operandSegmentSizes"] = _sizes(1, len(groups[0]), len(groups[1]))
        self.operands = (operands[0], *groups[0], *groups[1])

    def condition_operand(self) -> SSAValue | None:
        return self.operands[0]

    def successor_for_constant(self, condition: Attribute) -> int | None:
        return (0 if condition.value.data else 1) if is_integer_value(condition) else None

    def verify_(self) -> None:
        check_successors(self)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        name = parser.parse_unresolved_operand()
        (condition,) = parser.resolve_operands((name,), (i1,), position)
        parser.parse_punctuation(",")
        then_block, then_arguments = successor_with_arguments(parser)
        parser.parse_punctuation(",")
        else_block, else_arguments = successor_with_arguments(parser)
        properties, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        return cls.create(
            operands=(condition, *then_arguments, *else_arguments),
            properties={**_two_way(len(then_arguments), len(else_arguments)), **properties},
            successors=(then_block, else_block),
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.cond)
        for index, block in enumerate(self.successors):
            printer.print_string(", ")
            print_successor(printer, block, self.successor_operands(index))
        print_attributes(printer, self, ("operandSegmentSizes",))


@operation
class SwitchOp(IRDLOperation, BranchOpInterface):
    """Go to the block of the case that equals the value, else to the default block.

    Example:
    ```mlir
    llvm.func @example(%n: i32) {
      llvm.switch %n : i32, ^other [
        1: ^one,
        2: ^two(%n : i32)
      ]
    ^one:
      llvm.return
    ^two(%x: i32):
      llvm.return
    ^other:
      llvm.return
    }
    ```
    """

    name = "llvm.switch"

    value = operand_def(SignlessIntegerConstraint)
    default_operands = var_operand_def()
    case_operands = var_operand_def()
    case_values = opt_prop_def(DenseIntOrFPElementsAttr)
    case_operand_segments = prop_def(DenseArrayBase.constr(i32))
    default_block = successor_def()
    case_blocks = var_successor_def()

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(IsTerminator())

    @classmethod
    def make(
        cls,
        value: SSAValue,
        default_block: Block,
        default_arguments: Sequence[SSAValue],
        cases: Sequence[tuple[int, Block, Sequence[SSAValue]]],
        *,
        location: LocationAttr | None,
        attributes: Mapping[str, Attribute] | None = None,
    ) -> Self:
        """The switch on an integer `value`; each case is (number, block, arguments), numbers distinct."""
        operands = [value, *default_arguments]
        for _, _, arguments in cases:
            operands.extend(arguments)
        properties: dict[str, Attribute] = {
            "case_operand_segments": _sizes(*(len(arguments) for _, _, arguments in cases)),
            "operandSegmentSizes": _sizes(
                1, len(default_arguments), len(operands) - 1 - len(default_arguments)
            ),
        }
        if cases:
            type = value.type
            assert is_integer(type)
            properties["case_values"] = DenseIntElementsAttr.from_list(
                VectorType(type, [len(cases)]), [type.normalized_value(number) or 0 for number, _, _ in cases]
            )
        return cls.create(
            operands=operands,
            properties=properties,
            attributes=attributes or {},
            successors=(default_block, *(block for _, block, _ in cases)),
            location=location,
        )

    def case_numbers(self) -> Sequence[int]:
        """The numbers of the cases, in order, as signed integers."""
        return () if self.case_values is None else tuple(cast("Sequence[int]", self.case_values.get_values()))

    def _groups(self) -> list[tuple[SSAValue, ...]]:
        operands = tuple(self.operands)
        position = 1 + len(self.default_operands)
        groups = [operands[1:position]]
        for size in self.case_operand_segments.get_values():
            groups.append(operands[position : position + size])
            position += size
        return groups

    def successor_operands(self, index: int) -> Sequence[SSAValue]:
        return self._groups()[index]

    def set_successor_operands(self, index: int, values: Sequence[SSAValue]) -> None:
        groups = self._groups()
        groups[index] = tuple(values)
        value = self.operands[0]
        self.properties["case_operand_segments"] = _sizes(*map(len, groups[1:]))
        self.properties["operandSegmentSizes"] = _sizes(1, len(groups[0]), sum(map(len, groups[1:])))
        self.operands = (value, *(operand for group in groups for operand in group))

    def condition_operand(self) -> SSAValue | None:
        return self.operands[0]

    def successor_for_constant(self, condition: Attribute) -> int | None:
        if not is_integer_value(condition) or not is_integer(condition.type):
            return None
        modulus = 1 << condition.type.width.data
        wanted = condition.value.data % modulus
        for index, number in enumerate(self.case_numbers(), start=1):
            if number % modulus == wanted:
                return index
        return 0

    def verify_(self) -> None:
        numbers = self.case_numbers()
        sizes = self.case_operand_segments.get_values()
        if not len(numbers) == len(self.case_blocks) == len(sizes):
            raise VerifyException(
                f"has {len(numbers)} case values, {len(self.case_blocks)} case blocks and {len(sizes)} operand groups"
            )
        if sum(sizes) != len(self.case_operands):
            raise VerifyException("the case operand segments do not add up to the case operands")
        type = self.value.type
        assert is_integer(type)
        if self.case_values is not None and self.case_values.get_element_type() != type:
            raise VerifyException(
                f"case values are {self.case_values.get_element_type()}, the value is {type}"
            )
        seen = {number % (1 << type.width.data) for number in numbers}
        if len(seen) != len(numbers):
            raise VerifyException("two cases have the same value")
        check_successors(self)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        name = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        value = parser.resolve_operand(name, type)
        parser.parse_punctuation(",")
        default_block, default_arguments = successor_with_arguments(parser)

        if not is_integer(type) or type.width.data not in _CASE_WIDTHS:
            parser.raise_error(
                f"a switch goes by an integer of 1, 8, 16, 32 or 64 bits, not by {type}", position
            )

        def parse_case() -> tuple[int, Block, Sequence[SSAValue]] | None:
            position = parser.pos
            number = parser.parse_optional_integer(allow_boolean=False)
            if number is None:
                return None
            if type.normalized_value(number) is None:
                parser.raise_error(f"{number} is no {type}", position)
            parser.parse_punctuation(":")
            return (number, *successor_with_arguments(parser))

        position = parser.pos
        cases = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_case)
        if None in cases and len(cases) > 1:
            parser.raise_error("expected a case value", position)
        attributes = parser.parse_optional_attr_dict()
        return cls.make(
            value,
            default_block,
            default_arguments,
            [case for case in cases if case is not None],
            location=None,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)
        printer.print_string(", ")
        groups = self._groups()
        print_successor(printer, self.default_block, groups[0])
        printer.print_string(" [")
        cases = list(zip(self.case_numbers(), self.case_blocks, groups[1:], strict=True))
        with printer.indented():
            for position, (number, block, operands) in enumerate(cases):
                printer.print_string(",\n" if position else "\n")
                printer.print_string(f"{number}: ")
                print_successor(printer, block, operands)
        printer.print_string("\n]" if cases else "]")
        printer.print_op_attributes(self.attributes)


@operation
class ReturnOp(IRDLOperation, ReturnOpInterface):
    """Leave the function, with a value unless it returns void.

    Example:
    ```mlir
    llvm.func @example(%a: i32) -> i32 {
      llvm.return %a : i32
    }
    ```
    """

    name = "llvm.return"
    arg = opt_operand_def()
    traits = traits_def(IsTerminator(), NoMemoryEffect())

    @classmethod
    def make(cls, value: SSAValue | None = None, *, location: LocationAttr | None) -> Self:
        """The return of `value`."""
        return cls.create(operands=() if value is None else (value,), location=location)

    def returned_values(self) -> Sequence[SSAValue]:
        return self.operands

    def verify_(self) -> None:
        from periclase.dialects.llvm.functions import FuncOp

        function = self.parent_op()
        if not isinstance(function, FuncOp):
            return
        given = [value.type for value in self.operands]
        wanted = list(function.result_types_of_function())
        if given != wanted:
            raise VerifyException(
                f"returns ({', '.join(map(str, given))}) from @{function.sym_name.data}, "
                f"which gives ({', '.join(map(str, wanted))})"
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        value = parser.parse_optional_unresolved_operand()
        operands: Sequence[SSAValue] = ()
        if value is not None:
            parser.parse_punctuation(":")
            operands = (parser.resolve_operand(value, parser.parse_type()),)
        return cls.create(operands=operands, attributes=parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        if self.arg is not None:
            printer.print_string(" ")
            printer.print_ssa_value(self.arg)
            printer.print_string(" : ")
            printer.print_attribute(self.arg.type)
        printer.print_op_attributes(self.attributes)


@operation
class UnreachableOp(BareSyntax):
    """Says that control never gets here; undefined behaviour if it does.

    Example:
    ```mlir
    llvm.func @example() {
      llvm.intr.trap
      llvm.unreachable
    }
    ```
    """

    name = "llvm.unreachable"
    traits = traits_def(IsTerminator())

    @classmethod
    def make(cls, *, location: LocationAttr | None) -> Self:
        """The terminator."""
        return cls.create(location=location)


register_branch("llvm", lambda target, operands, location: BrOp.make(target, operands, location=location))
