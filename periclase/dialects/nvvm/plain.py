"""Operations that are one instruction each: made from their rows of the table.

    %r = nvvm.mul.hi.s32 %a, %b : (i32, i32) -> i32
    %d = nvvm.fma_rounded %x, %y, %z {rounding = "rz", ftz, type = "f32"} : (f32, f32, f32) -> f32
    nvvm.cp.async.bulk.wait_group 1 {read}

The operands are the parameters of the row that are values at run time, a tuple as its elements; the result is a struct if it has
several parts. What the call chose at compile time are properties: words, numbers, flags, and `type` for what `T` is. With neither
operands nor result there is no type, and words and numbers stand behind the name, as MLIR writes such operations.

A new row whose template names an operation that no other file of the dialect defines gets its operation here: nothing else has
to be written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from xdsl.dialects.builtin import IntegerAttr, LocationAttr, StringAttr, UnitAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import opt_prop_def, opt_result_def, prop_def, traits_def, var_operand_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.attributes import pointer
from periclase.dialects.llvm.types import LLVMPointerType
from periclase.dialects.nvvm.base import (
    ACCESSES,
    LLVM_TYPES,
    READS_AND_WRITES,
    UNIT,
    FunctionalOp,
    address_space,
    integer_word,
    parse_attributes,
    print_attributes,
    struct_of,
)
from periclase.intrinsics.forms import TYPE_PROPERTY, Form, Operand, forms
from periclase.intrinsics.model import Effect, Intrinsic, ParameterKind, Requirement
from periclase.intrinsics.symbols import FALSE, TRUE
from periclase.ir.effects import READ
from periclase.ir.interfaces import ConvergentOp
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

_SPACES = {"global": 1, "shared": 3, "generic": 0}
_SPACE_WORDS = {0: "", 1: "global", 3: "shared", 4: "const", 5: "local"}


class PlainOp(FunctionalOp):
    """Base of the operations made from rows."""

    INTRINSIC: ClassVar[Intrinsic]
    """The row that this operation was made from."""

    def form(self) -> Form:
        """The form of the row that this operation is.

        KeyError if a property is missing.
        """
        immediates: dict[str, str] = {}
        for parameter in self.INTRINSIC.immediates:
            if parameter.kind is ParameterKind.FLAG:
                immediates[parameter.name] = TRUE if parameter.name in self.properties else FALSE
                continue
            value = self.properties[parameter.name]
            immediates[parameter.name] = (
                value.data if isinstance(value, StringAttr) else str(cast("IntegerAttr", value).value.data)
            )
        type = self.properties[TYPE_PROPERTY] if self.INTRINSIC.types else None
        return Form(self.INTRINSIC, type.data if isinstance(type, StringAttr) else None, immediates)

    def requirement(self) -> Requirement:
        return self.form().requirement

    def architectures(self) -> tuple[str, ...]:
        return self.requirement().architectures

    @property
    def result(self) -> SSAValue:
        """The only result."""
        return self.results[0]

    def spaces(self) -> dict[str, str]:
        """The address space of each place, in PTX's words; empty for a generic one."""
        return {
            operand.parameter.name: _SPACE_WORDS[address_space(self.operands[position])]
            for position, operand in _placed(self.form())
            if operand.is_place
        }

    def accessed_operands(self) -> Sequence[tuple[SSAValue, int]] | None:
        read = {
            self.operands[position]
            for position, operand in _placed(self.form())
            if operand.is_place and (operand.parameter.only_read or self.INTRINSIC.effect is Effect.READ)
        }
        return [
            (value, READ if value in read else effects)
            for value, effects in super().accessed_operands() or ()
        ]

    def accesses_beyond(self) -> int:
        return ACCESSES[self.INTRINSIC.beyond]

    @classmethod
    def from_words(
        cls,
        operands: Sequence[SSAValue],
        words: Mapping[str, str],
        result_types: Sequence[Attribute],
        location: LocationAttr,
    ) -> Self:
        kinds = {parameter.name: parameter.kind for parameter in cls.INTRINSIC.immediates}
        properties: dict[str, Attribute] = {}
        for name, word in words.items():
            kind = kinds.get(name)
            if kind is ParameterKind.FLAG:
                if word == TRUE:
                    properties[name] = UNIT
            else:
                properties[name] = integer_word(word) if kind is ParameterKind.INTEGER else StringAttr(word)
        return cls.create(
            operands=operands, result_types=result_types, properties=properties, location=location
        )

    @classmethod
    def is_bare(cls) -> bool:
        """Whether it has neither operands nor a result."""
        return _is_bare(cls.INTRINSIC)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        if not cls.is_bare():
            return super().parse(parser)
        properties: dict[str, Attribute] = {}
        for parameter in cls.INTRINSIC.immediates:
            if parameter.kind is ParameterKind.WORD:
                properties[parameter.name] = StringAttr(parser.parse_identifier())
            elif parameter.kind is ParameterKind.INTEGER:
                properties[parameter.name] = integer_word(str(parser.parse_integer(allow_boolean=False)))
        flags, attributes = parse_attributes(parser, cls)
        return cls.create(properties=properties | flags, attributes=attributes)

    def print(self, printer: Printer) -> None:
        if not self.is_bare():
            super().print(printer)
            return
        form = self.form()
        shown = [p.name for p in self.INTRINSIC.immediates if p.kind is not ParameterKind.FLAG]
        printer.print_string("".join(f" {form.immediates[name]}" for name in shown))
        print_attributes(printer, self, shown)

    def verify_(self) -> None:
        row = self.INTRINSIC
        form = self.form()
        if row.types and row.overload(form.type) is None:
            raise VerifyException(
                f"'{self.name}' has no type '{form.type}': it works on {', '.join(row.types)}"
            )
        for parameter in row.immediates:
            chosen = form.immediates[parameter.name]
            if parameter.choices and chosen not in map(str, parameter.choices):
                known = ", ".join(map(str, parameter.choices))
                raise VerifyException(
                    f"'{chosen}' is no {parameter.name} of '{self.name}': it is one of {known}"
                )
        if (misfit := form.misfit()) is not None:
            raise VerifyException(misfit)
        try:
            placed = list(_placed(form))
        except ValueError as error:
            raise VerifyException(str(error)) from None
        total = sum(operand.parts for _, operand in placed)
        if len(self.operands) != total:
            raise VerifyException(f"'{self.name}' takes {total} operands, not {len(self.operands)}")
        for start, operand in placed:
            for value in self.operands[start : start + operand.parts]:
                _verify_operand(self, operand, value)
        expected = _result_types(form)
        if [result.type for result in self.results] != expected:
            shown = ", ".join(map(str, expected)) or "nothing"
            raise VerifyException(f"'{self.name}' gives {shown}")


def _is_bare(row: Intrinsic) -> bool:
    return not row.result and not any(parameter.is_operand for parameter in row.parameters)


def _verify_operand(op: PlainOp, operand: Operand, value: SSAValue) -> None:
    parameter = operand.parameter
    if not operand.is_place:
        if value.type != LLVM_TYPES[parameter.type]:
            raise VerifyException(
                f"'{parameter.name}' of '{op.name}' is of type {LLVM_TYPES[parameter.type]}, not {value.type}"
            )
        return
    if not isinstance(value.type, LLVMPointerType):
        raise VerifyException(f"'{parameter.name}' of '{op.name}' is a pointer, not {value.type}")
    wanted = _SPACES.get(parameter.space)
    if wanted is not None and address_space(value) != wanted:
        raise VerifyException(
            f"'{parameter.name}' of '{op.name}' is a pointer to {parameter.space} memory, {pointer(wanted)}, not {value.type}"
        )


def _placed(form: Form) -> Iterable[tuple[int, Operand]]:
    """The operands of a form, each with the number of the first value that belongs to it."""
    start = 0
    for operand in form.operands():
        yield start, operand
        start += operand.parts


def _operand_types(form: Form) -> list[Attribute]:
    return [
        pointer(_SPACES.get(operand.parameter.space, 0))
        if operand.is_place
        else LLVM_TYPES[operand.parameter.type]
        for operand in form.operands()
        for _ in range(operand.parts)
    ]


def _result_types(form: Form) -> list[Attribute]:
    types = [LLVM_TYPES[name] for name in form.results()]
    return types if len(types) <= 1 else [struct_of(*types)]


@cache
def _shown(type: Attribute) -> str:
    return str(type)


def _name(row: Intrinsic) -> str:
    """The name of a row's own operation: never that of an operation of MLIR."""
    assert row.template is not None
    return f"nvvm.{row.name}" if row.mlir is not None else row.template.name


def _example(row: Intrinsic) -> str:
    """The operation of the first form, as text."""
    form = next(iter(forms(row)))
    names = [
        operand.parameter.name if operand.count is None else f"{operand.parameter.name}_{part}"
        for operand in form.operands()
        for part in range(operand.parts)
    ]
    if _is_bare(row):
        words = [form.immediates[p.name] for p in row.immediates if p.kind is not ParameterKind.FLAG]
        return " ".join((_name(row), *words))
    properties = [
        parameter.name
        if parameter.kind is ParameterKind.FLAG
        else f'{parameter.name} = "{word}"'
        if parameter.kind is ParameterKind.WORD
        else f"{parameter.name} = {word} : i32"
        for parameter in row.immediates
        if (word := form.immediates[parameter.name]) != FALSE
    ]
    if form.type is not None:
        properties.append(f'type = "{form.type}"')
    results = _result_types(form)
    text = f"{'%r = ' if results else ''}{_name(row)} {', '.join('%' + name for name in names)}".rstrip()
    if properties:
        text += f" {{{', '.join(properties)}}}"
    types = ", ".join(map(_shown, _operand_types(form)))
    return f"{text} : ({types}) -> {_shown(results[0]) if results else '()'}"


def _class_name(name: str) -> str:
    parts = name.removeprefix("nvvm.").replace("_", ".").split(".")
    return "".join(part.capitalize() for part in parts) + "Op"


@cache
def define_plain_op(row: Intrinsic) -> type[PlainOp]:
    """The operation of a row that says everything about it."""
    if row.template is None or not row.plain:
        raise ValueError(f"the row '{row.name}' needs an operation of its own")
    members: dict[str, Any] = {
        "__doc__": f"{row.summary} {row.source}.\n\n    Example:\n\n    ```mlir\n    {_example(row)}\n    ```\n    ",
        "__module__": __name__,
        "__qualname__": _class_name(_name(row)),
        "name": _name(row),
        "INTRINSIC": row,
        "__annotations__": {"INTRINSIC": ClassVar[Intrinsic]},
        "inputs": var_operand_def(),
        "value": opt_result_def(),
    }
    for parameter in row.immediates:
        members[f"{parameter.name}_"] = (
            opt_prop_def(UnitAttr, prop_name=parameter.name)
            if parameter.kind is ParameterKind.FLAG
            else prop_def(
                IntegerAttr if parameter.kind is ParameterKind.INTEGER else StringAttr,
                prop_name=parameter.name,
            )
        )
    if row.types:
        members["type_"] = prop_def(StringAttr, prop_name=TYPE_PROPERTY)
    if row.effect is Effect.PURE:
        members["traits"] = traits_def(Pure())
    elif row.effect is not Effect.STATE:
        members["traits"] = traits_def(*READS_AND_WRITES)
    bases = (PlainOp, ConvergentOp) if row.convergent else (PlainOp,)
    return operation(type(members["__qualname__"], bases, members))


def define_plain_ops(rows: Iterable[Intrinsic]) -> tuple[type[PlainOp], ...]:
    """The operations of those of `rows` that say everything about theirs, and are not always operations of MLIR."""
    return tuple(
        define_plain_op(row) for row in rows if row.plain and (row.mlir is None or row.mlir.is_partial)
    )
