"""Traps, breakpoints, printing, sleeping, leaving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from xdsl.dialects.builtin import IntegerAttr, LocationAttr, StringAttr, f64, i16, i32, i64
from xdsl.ir import SSAValue
from xdsl.irdl import (
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.types import LLVMPointerType
from periclase.dialects.nvvm.base import (
    READS_AND_WRITES,
    BareOp,
    NVVMOp,
    Words,
    i32_attr,
    integer_word,
    parse_attributes,
    parse_operand_list,
    parse_type_list,
    print_attributes,
    print_operands,
    print_types,
)
from periclase.intrinsics.model import Requirement
from periclase.ir.effects import READ
from periclase.ir.interfaces import SeenOutside
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer


@operation
class TrapOp(BareOp):
    """Stops the whole launch with an error. No terminator: `llvm.unreachable` follows. PTX ISA, `trap`.

    The discardable attributes `message` and `kind` say why, for a backend that can report it.

    Example:

    ```mlir
    nvvm.trap {message = "index out of bounds", kind = "bounds"}
    ```
    """

    name = "nvvm.trap"
    traits = traits_def(MemoryWriteEffect())


@operation
class BreakpointOp(BareOp):
    """Stops for a debugger, where there is one. PTX ISA, `brkpt`.

    Example:

    ```mlir
    nvvm.breakpoint
    ```
    """

    name = "nvvm.breakpoint"
    traits = traits_def(*READS_AND_WRITES)


@operation
class ExitOp(BareOp):
    """Ends this thread. No terminator: `llvm.unreachable` follows. PTX ISA, `exit`.

    Example:

    ```mlir
    nvvm.exit
    ```
    """

    name = "nvvm.exit"
    traits = traits_def(MemoryWriteEffect())


@operation
class NanosleepOp(NVVMOp):
    """Sleeps for about `duration` nanoseconds, at most a millisecond. PTX ISA, `nanosleep`.

    Example:

    ```mlir
    nvvm.nanosleep %duration
    ```
    """

    name = "nvvm.nanosleep"

    duration = operand_def(i32)

    traits = traits_def(*READS_AND_WRITES)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        duration = parser.resolve_operand(parser.parse_unresolved_operand(), i32)
        _, attributes = parse_attributes(parser, cls)
        return cls.create(operands=(duration,), attributes=attributes)

    def print(self, printer: Printer) -> None:
        print_operands(printer, (self.duration,))
        print_attributes(printer, self)


@operation
class PMEventOp(NVVMOp):
    """Triggers one performance monitor event (`id`, 0…15) or several (`mask`, 16 bits). PTX ISA, `pmevent`.

    Example:

    ```mlir
    nvvm.pmevent id = 1
    nvvm.pmevent mask = 3
    ```
    """

    name = "nvvm.pmevent"
    WORDS: ClassVar[Words] = {"eventId": integer_word}

    event_id = opt_prop_def(IntegerAttr, prop_name="eventId")
    event_mask = opt_prop_def(IntegerAttr, prop_name="maskedEventId")

    traits = traits_def(*READS_AND_WRITES)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties, attributes = parse_attributes(parser, cls)
        if parser.parse_optional_keyword("id"):
            parser.parse_punctuation("=")
            properties["eventId"] = i32_attr(parser.parse_integer())
        if parser.parse_optional_keyword("mask"):
            parser.parse_punctuation("=")
            properties["maskedEventId"] = IntegerAttr(parser.parse_integer(), i16)
        return cls.create(properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        print_attributes(printer, self, ("eventId", "maskedEventId"))
        if self.event_id is not None:
            printer.print_string(f" id = {self.event_id.value.data}")
        if self.event_mask is not None:
            printer.print_string(f" mask = {self.event_mask.value.data}")

    def verify_(self) -> None:
        if (self.event_id is None) == (self.event_mask is None):
            raise VerifyException("a performance monitor event has either an id or a mask")
        if self.event_id is not None and not 0 <= self.event_id.value.data < 16:
            raise VerifyException(f"there is no performance monitor event {self.event_id.value.data}")
        if self.event_mask is not None and self.event_mask.type != i16:
            raise VerifyException(
                f"a mask of performance monitor events is an i16, not {self.event_mask.type}"
            )


@operation
class PrintfOp(NVVMOp, SeenOutside):
    """Prints as C's `printf`; gives the number of arguments, or a negative number if the buffer was full.

    Arguments are promoted as C does: integers are i32 or i64, floats f64, text a pointer. Lowered to `vprintf`: CUDA C++
    Programming Guide, "Formatted Output". MLIR has `gpu.printf` for this.

    Example:

    ```mlir
    %n = nvvm.printf "x[%d] = %f\\n" %i, %x : i32, f64 -> i32
    ```
    """

    name = "nvvm.printf"

    format = prop_def(StringAttr)
    values = var_operand_def()
    res = result_def(i32)

    traits = traits_def(*READS_AND_WRITES)

    def accessed_operands(self) -> Sequence[tuple[SSAValue, int]]:
        # `%s` follows its pointer.
        return [(value, READ) for value in self.values if isinstance(value.type, LLVMPointerType)]

    @classmethod
    def make(cls, format: str, values: Sequence[SSAValue], *, location: LocationAttr) -> Self:
        """The call with promoted `values`."""
        return cls.create(
            operands=values, result_types=(i32,), properties={"format": StringAttr(format)}, location=location
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        format = StringAttr(parser.parse_str_literal())
        position = parser.pos
        operands: list[SSAValue] = []
        attributes = {}
        if (first := parser.parse_optional_unresolved_operand()) is not None:
            names = [first]
            if parser.parse_optional_punctuation(","):
                names += parse_operand_list(parser)
            _, attributes = parse_attributes(parser, cls)
            parser.parse_punctuation(":")
            operands = list(parser.resolve_operands(names, parse_type_list(parser), position))
        else:
            _, attributes = parse_attributes(parser, cls)
        parser.parse_punctuation("->")
        return cls.create(
            operands=operands,
            result_types=(parser.parse_type(),),
            properties={"format": format},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.format)
        if self.values:
            print_operands(printer, self.values)
        print_attributes(printer, self, ("format",))
        if self.values:
            print_types(printer, self.values)
        printer.print_string(" -> ")
        printer.print_attribute(self.res.type)

    def verify_(self) -> None:
        for value in self.values:
            type = value.type
            if type not in (i32, i64, f64) and not isinstance(type, LLVMPointerType):
                raise VerifyException(f"printf takes i32, i64, f64 and pointers, not {type}")
        if "\0" in self.format.data:
            raise VerifyException("a format has no NUL character")


@operation
class AssertFailOp(NVVMOp, SeenOutside):
    """Reports a failed assertion with its place, then stops the launch: `__assertfail`. No terminator.

    CUDA C++ Programming Guide, "Assertion".

    Example:

    ```mlir
    nvvm.assertfail "i < n", "kernel.py", 12, "saxpy"
    ```
    """

    name = "nvvm.assertfail"

    message = prop_def(StringAttr)
    file = prop_def(StringAttr)
    line = prop_def(IntegerAttr)
    function = prop_def(StringAttr)

    traits = traits_def(*READS_AND_WRITES)
    OWN_REQUIREMENT: ClassVar[Requirement] = Requirement()

    @classmethod
    def make(cls, message: str, file: str, line: int, function: str, *, location: LocationAttr) -> Self:
        """The report; `line` counts from 1."""
        return cls.create(
            properties={
                "message": StringAttr(message),
                "file": StringAttr(file),
                "line": i32_attr(line),
                "function": StringAttr(function),
            },
            location=location,
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        message = parser.parse_str_literal()
        parser.parse_punctuation(",")
        file = parser.parse_str_literal()
        parser.parse_punctuation(",")
        line = parser.parse_integer()
        parser.parse_punctuation(",")
        function = parser.parse_str_literal()
        _, attributes = parse_attributes(parser, cls)
        return cls.create(
            properties={
                "message": StringAttr(message),
                "file": StringAttr(file),
                "line": i32_attr(line),
                "function": StringAttr(function),
            },
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.message)
        printer.print_string(", ")
        printer.print_attribute(self.file)
        printer.print_string(f", {self.line.value.data}, ")
        printer.print_attribute(self.function)
        print_attributes(printer, self, ("message", "file", "line", "function"))

    def verify_(self) -> None:
        if not 0 <= self.line.value.data < 1 << 32:
            raise VerifyException(f"there is no line {self.line.value.data}")


OPERATIONS = (TrapOp, BreakpointOp, ExitOp, NanosleepOp, PMEventOp, PrintfOp, AssertFailOp)
