"""`EnumAttribute`: an attribute that is one word of an enumeration."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar, get_args, get_origin

from xdsl.ir import Data
from xdsl.utils.str_enum import StrEnum

if TYPE_CHECKING:
    from xdsl.parser import AttrParser
    from xdsl.printer import Printer

_WordT = TypeVar("_WordT", bound=StrEnum)


class EnumAttribute(Data[_WordT], Generic[_WordT]):
    """One word of `enum_type`, which a class says by what it inherits: `class KindAttr(EnumAttribute[Kind])`.

    xDSL has such a class as well, together with much that is needed for text only.
    """

    enum_type: ClassVar[type[StrEnum]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in getattr(cls, "__orig_bases__", ()):
            if get_origin(base) is EnumAttribute:
                cls.enum_type = get_args(base)[0]

    def print_parameter(self, printer: Printer) -> None:
        printer.print_identifier_or_string_literal(self.data.value)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> _WordT:
        return parser.parse_str_enum(cls.enum_type)  # pyright: ignore[reportReturnType]
