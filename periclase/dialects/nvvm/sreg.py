"""Reads of special registers, `nvvm.read.ptx.sreg.*`: one operation a register, made from the rows of the table.

    %t = nvvm.read.ptx.sreg.tid.x : i32
    %u = nvvm.read.ptx.sreg.tid.y range <i32, 0, 1024> : i32

The operations are reached by register name, `SPECIAL_REGISTERS["tid.x"]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from xdsl.dialects.builtin import IntegerType, LocationAttr, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import opt_prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.attributes import ConstantRangeAttr
from periclase.dialects.nvvm.base import NVVMOp, parse_attributes, print_attributes
from periclase.intrinsics.model import Effect, Intrinsic
from periclase.intrinsics.sreg import ROWS
from periclase.ir.operations import declaring, operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

PREFIX: Final = "nvvm.read.ptx.sreg."


class ReadSpecialRegisterOp(NVVMOp):
    """Base of all reads of special registers."""

    INTRINSIC: ClassVar[Intrinsic]
    """The row that this operation was made from."""

    if TYPE_CHECKING:
        result: SSAValue
        range: ConstantRangeAttr | None

    @classmethod
    def make(cls, *, range: ConstantRangeAttr | None = None, location: LocationAttr) -> Self:
        """The read; `range` bounds what it gives."""
        return cls.create(
            result_types=(cls.value_type(),),
            properties={} if range is None else {"range": range},
            location=location,
        )

    @classmethod
    def value_type(cls) -> IntegerType:
        """The type of the register: i32 or i64."""
        return i64 if cls.INTRINSIC.result == ("u64",) else i32

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("range"):
            properties["range"] = ConstantRangeAttr(*ConstantRangeAttr.parse_parameters(parser))  # pyright: ignore
        own, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation(":")
        return cls.create(
            result_types=(parser.parse_type(),), properties=properties | own, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        if (range := self.properties.get("range")) is not None:
            assert isinstance(range, ConstantRangeAttr)
            printer.print_string(" range ")
            range.print_parameters(printer)
        print_attributes(printer, self, ("range",))
        printer.print_string(" : ")
        printer.print_attribute(self.results[0].type)

    def verify_(self) -> None:
        expected = self.value_type()
        if self.results[0].type != expected:
            raise VerifyException(f"'{self.name}' gives {expected}, not {self.results[0].type}")
        range = self.properties.get("range")
        if isinstance(range, ConstantRangeAttr) and range.width.data != expected.width.data:
            raise VerifyException(f"the range of '{self.name}' must be of type {expected}")


def _class_name(register: str) -> str:
    return "Read" + "".join(part.capitalize() for part in register.replace("_", ".").split(".")) + "Op"


def _define(row: Intrinsic) -> type[ReadSpecialRegisterOp]:
    assert row.template is not None
    register = row.template.name.removeprefix(PREFIX)
    members: dict[str, Any] = {
        "__doc__": f"{row.summary}\n\n    Example:\n\n    ```mlir\n    %r = {row.template.name} : "
        f"{'i64' if row.result == ('u64',) else 'i32'}\n    ```\n    ",
        "__module__": __name__,
        "__qualname__": _class_name(register),
        "name": row.template.name,
        "INTRINSIC": row,
        "__annotations__": {"INTRINSIC": ClassVar[Intrinsic]},
        "result": result_def(IntegerType),
        "range": opt_prop_def(ConstantRangeAttr),
    }
    if row.effect is Effect.PURE:
        members["traits"] = traits_def(Pure())
    return operation(type(_class_name(register), (ReadSpecialRegisterOp,), members))


class _SpecialRegisters(Mapping[str, type[ReadSpecialRegisterOp]]):
    """Each operation is made when it is looked up: there are forty, and a kernel reads three."""

    def __init__(self, rows: Iterable[Intrinsic]):
        self._rows = {row.template.name.removeprefix(PREFIX): row for row in rows if row.template is not None}
        self._made: dict[str, type[ReadSpecialRegisterOp]] = {}

    def __getitem__(self, register: str) -> type[ReadSpecialRegisterOp]:
        row = self._rows[register]
        with declaring:
            made = self._made.get(register)
            if made is None:
                made = self._made[register] = _define(row)
            return made

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


SPECIAL_REGISTERS: Final = _SpecialRegisters(ROWS)
"""The operations by register name (`tid.x`)."""
