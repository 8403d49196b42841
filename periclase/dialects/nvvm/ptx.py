"""PTX text in a kernel."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Self

from xdsl.dialects.builtin import DenseArrayBase, LocationAttr, StringAttr, i1, i32
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    opt_operand_def,
    prop_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.nvvm.base import (
    READS_AND_WRITES,
    NVVMOp,
    parse_attributes,
    parse_operand_list,
    parse_type_list,
    print_attributes,
)
from periclase.ir.interfaces import ConvergentOp
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

PLACEHOLDER: Final = re.compile(r"\$\$|\$(\d+)|\{\$(r|ro)(\d+)\}|\$")
"""An escaped dollar, `$0`, `{$r0}` or `{$ro0}`, or a stray dollar."""

_REACHES_MEMORY: Final = re.compile(r"\[|\bcall\b")
"""PTX writes every address in brackets (PTX ISA, "Operands"): in a text without any nothing touches memory, unless it calls."""


@operation
class InlinePtxOp(NVVMOp, ConvergentOp):
    """PTX text with operands. Taken to read and write memory, and to be convergent.

    Operands are written `$0`, `$1`, …, results first, or `{$r0}` for a result and `{$ro0}` for a read-only operand; `$$` is a
    dollar. A predicate guards the text. Types: i1, i16, i32, i64, f32, f64 and pointers. PTX ISA, "Instruction Set".

    Example:

    ```mlir
    %r = nvvm.inline_ptx "add.u32 $0, $1, $2;" ro(%a, %b : i32, i32) -> i32
    nvvm.inline_ptx "membar.gl;"
    ```
    """

    name = "nvvm.inline_ptx"

    ptx_code = prop_def(StringAttr, prop_name="ptxCode")
    read_only_args = var_operand_def()
    read_write_args = var_operand_def()
    predicate = opt_operand_def(i1)
    write_only_args = var_result_def()

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(*READS_AND_WRITES)

    def accessed_operands(self) -> Sequence[tuple[SSAValue, int]] | None:
        # An address may come in an integer, or out of the kernel's parameters.
        return None if _REACHES_MEMORY.search(self.ptx_code.data) else ()

    @classmethod
    def make(
        cls,
        ptx: str,
        operands: Sequence[SSAValue],
        result_types: Sequence[Attribute] = (),
        predicate: SSAValue | None = None,
        *,
        location: LocationAttr,
    ) -> Self:
        """The text with read-only `operands`."""
        guard = () if predicate is None else (predicate,)
        return cls.create(
            operands=(*operands, *guard),
            result_types=result_types,
            properties={
                "ptxCode": StringAttr(ptx),
                "operandSegmentSizes": DenseArrayBase.from_list(i32, (len(operands), 0, len(guard))),
            },
            location=location,
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        ptx = StringAttr(parser.parse_str_literal())
        groups: list[Sequence[SSAValue]] = []
        for keyword in ("ro", "rw"):
            values: Sequence[SSAValue] = ()
            if parser.parse_optional_keyword(keyword):
                with parser.in_parens():
                    position = parser.pos
                    names = parse_operand_list(parser)
                    parser.parse_punctuation(":")
                    values = parser.resolve_operands(names, parse_type_list(parser), position)
            groups.append(values)
        guard: Sequence[SSAValue] = ()
        if parser.parse_optional_punctuation(","):
            parser.parse_keyword("predicate")
            parser.parse_punctuation("=")
            guard = (parser.resolve_operand(parser.parse_unresolved_operand(), i1),)
        groups.append(guard)
        _, attributes = parse_attributes(parser, cls)
        results = parse_type_list(parser) if parser.parse_optional_punctuation("->") else []
        return cls.create(
            operands=[value for group in groups for value in group],
            result_types=results,
            properties={
                "ptxCode": ptx,
                "operandSegmentSizes": DenseArrayBase.from_list(i32, [len(group) for group in groups]),
            },
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.ptx_code)
        for keyword, values in (("ro", self.read_only_args), ("rw", self.read_write_args)):
            if values:
                printer.print_string(f" {keyword}(")
                printer.print_list(values, printer.print_ssa_value)
                printer.print_string(" : ")
                printer.print_list([value.type for value in values], printer.print_attribute)
                printer.print_string(")")
        if self.predicate is not None:
            printer.print_string(", predicate = ")
            printer.print_ssa_value(self.predicate)
        print_attributes(printer, self, ("ptxCode", "operandSegmentSizes"))
        if self.results:
            printer.print_string(" -> ")
            printer.print_list([result.type for result in self.results], printer.print_attribute)

    def verify_(self) -> None:
        if self.read_write_args:
            raise VerifyException(
                "operands that are read and written are not supported; pass them in and give them back"
            )
        self.positional_text()

    def positional_text(self) -> str:
        """The text with every placeholder as `$number`, results first.

        VerifyException for a placeholder that names no operand, and for a stray dollar.
        """
        results, inputs = len(self.results), len(self.read_only_args)

        def number(match: re.Match[str]) -> str:
            if match[0] == "$$":
                return match[0]
            if match[1] is not None:
                index, count = int(match[1]), results + inputs
            elif match[2] == "r":
                index, count = int(match[3]), results
            elif match[2] == "ro":
                index, count = results + int(match[3]), results + inputs
            else:
                raise VerifyException("a stray '$' in PTX text: write '$$' for a dollar")
            if index >= count:
                raise VerifyException(
                    f"'{match[0]}' in PTX text names no operand: there are {results + inputs}"
                )
            return f"${index}"

        return PLACEHOLDER.sub(number, self.ptx_code.data)


OPERATIONS = (InlinePtxOp,)
