"""The types of MLIR's `llvm` dialect: pointers, arrays, structs, functions, void.

Within each other they are written without the dialect's name: `!llvm.struct<(ptr, array<4 x f32>)>` is what
`!llvm.struct<(!llvm.ptr, !llvm.array<4 x f32>)>` is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from xdsl.dialects.builtin import AnyFloat, ArrayAttr, IntAttr, NoneAttr, Signedness, StringAttr, UnitAttr
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import param_def
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.narrowing import is_integer, is_vector
from periclase.ir.attributes import attribute

if TYPE_CHECKING:
    from xdsl.parser import AttrParser
    from xdsl.printer import Printer


@attribute
class LLVMVoidType(ParametrizedAttribute, TypeAttribute):
    """The result of a function that gives nothing, `!llvm.void`."""

    name = "llvm.void"


_VOID = LLVMVoidType()


@attribute
class LLVMPointerType(ParametrizedAttribute, TypeAttribute):
    """An address, `!llvm.ptr<3>`; without a number, of the generic address space."""

    name = "llvm.ptr"

    addr_space: IntAttr | NoneAttr

    def __init__(self, addr_space: IntAttr | NoneAttr | None = None):
        super().__init__(NoneAttr() if addr_space is None else addr_space)

    def print_parameters(self, printer: Printer) -> None:
        if isinstance(self.addr_space, IntAttr):
            printer.print_string(f"<{self.addr_space.data}>")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        if parser.parse_optional_punctuation("<") is None:
            return (NoneAttr(),)
        number = parser.parse_integer()
        parser.parse_punctuation(">")
        return (IntAttr(number),)


@attribute
class LLVMArrayType(ParametrizedAttribute, TypeAttribute):
    """So many values of one type in a row, `!llvm.array<32 x f32>`."""

    name = "llvm.array"

    size: IntAttr = param_def(converter=IntAttr.get)
    type: Attribute

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(f"{self.size.data} x ")
            printer.print_attribute(self.type)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            size = parser.parse_integer()
            parser.parse_shape_delimiter()
            return IntAttr(size), parse_nested_type(parser)


@attribute
class LLVMStructType(ParametrizedAttribute, TypeAttribute):
    """Values of several types behind each other, `!llvm.struct<(i32, f32)>`, or named: `!llvm.struct<"pair", (i32, f32)>`."""

    name = "llvm.struct"

    struct_name: StringAttr
    """Empty for a struct without a name."""
    types: ArrayAttr[Attribute]

    @staticmethod
    def from_type_list(types: Sequence[Attribute]) -> LLVMStructType:
        """The struct without a name of these fields."""
        return LLVMStructType(StringAttr(""), ArrayAttr(types))

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string("<")
        if self.struct_name.data:
            printer.print_attribute(self.struct_name)
            printer.print_string(", ")
        _print_types(printer, self.types.data)
        printer.print_string(">")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            name = parser.parse_optional_str_literal()
            if name is not None:
                parser.parse_punctuation(",")
            types = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: parse_nested_type(parser)
            )
        return StringAttr(name or ""), ArrayAttr(types)


@attribute
class LLVMFunctionType(ParametrizedAttribute, TypeAttribute):
    """Parameters and result of a function, `!llvm.func<i32 (ptr, ...)>`; `...` where it takes more than it names."""

    name = "llvm.func"

    inputs: ArrayAttr[Attribute]
    output: Attribute
    variadic: UnitAttr | NoneAttr

    def __init__(
        self,
        inputs: Sequence[Attribute] | ArrayAttr[Attribute],
        output: Attribute | None = None,
        is_variadic: bool = False,
    ):
        super().__init__(
            inputs if isinstance(inputs, ArrayAttr) else ArrayAttr(inputs),
            _VOID if output is None else output,
            UnitAttr() if is_variadic else NoneAttr(),
        )

    @property
    def is_variadic(self) -> bool:
        """Whether it takes more arguments than `inputs`."""
        return isinstance(self.variadic, UnitAttr)

    def verify(self) -> None:
        for number, type in enumerate(self.inputs.data):
            if not is_value_type(type):
                raise VerifyException(f"parameter {number} has type {type}, which no function can take")
        if self.output != _VOID and not is_value_type(self.output):
            raise VerifyException(f"result has type {self.output}, which no function can give")

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string("<")
        if self.output == _VOID:
            printer.print_string("void ")
        else:
            printer.print_attribute(self.output)
            printer.print_string(" ")
        _print_types(printer, self.inputs.data, and_more=self.is_variadic)
        printer.print_string(">")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        inputs: list[Attribute] = []
        and_more = False
        with parser.in_angle_brackets():
            output = parse_nested_type(parser)
            parser.parse_punctuation("(")
            closed = parser.parse_optional_punctuation(")") is not None
            while not closed:
                and_more = parser.parse_optional_punctuation("...") is not None
                if not and_more:
                    inputs.append(parse_nested_type(parser))
                closed = and_more or parser.parse_optional_punctuation(",") is None
                if closed:
                    parser.parse_punctuation(")")
        return ArrayAttr(inputs), output, UnitAttr() if and_more else NoneAttr()


def _print_types(printer: Printer, types: Sequence[Attribute], *, and_more: bool = False) -> None:
    """Print `(T, U)`, with `...` as the last of them if there may be more."""
    printer.print_string("(")
    for number, type in enumerate(types):
        printer.print_string(", " if number else "")
        printer.print_attribute(type)
    if and_more:
        printer.print_string(", ..." if types else "...")
    printer.print_string(")")


_NESTED: tuple[type[ParametrizedAttribute], ...] = (
    LLVMVoidType,
    LLVMPointerType,
    LLVMArrayType,
    LLVMStructType,
    LLVMFunctionType,
)
_NESTED_BY_WORD = {cls.name.removeprefix("llvm."): cls for cls in _NESTED}


def parse_nested_type(parser: AttrParser) -> Attribute:
    """Parse a type within another one, where those of this dialect go without `!llvm.`."""
    word = parser.parse_optional_keyword_in(_NESTED_BY_WORD)
    if word is None:
        return parser.parse_type()
    cls = _NESTED_BY_WORD[word]
    return cls.new(cls.parse_parameters(parser))


_VALUES = frozenset((*get_args(AnyFloat), LLVMStructType, LLVMPointerType, LLVMArrayType, LLVMFunctionType))
"""By class, which is asked of each type of a function: whether it is an instance of one of twenty takes long."""


def is_value_type(type: Attribute) -> bool:
    """Whether a function can take or give values of it: integers without sign, floats, vectors of them, this dialect's."""
    if is_integer(type):
        return type.signedness.data == Signedness.SIGNLESS
    if is_vector(type):
        return (
            type.get_num_dims() == 1 and not type.get_num_scalable_dims() and is_value_type(type.element_type)
        )
    return type.__class__ in _VALUES
