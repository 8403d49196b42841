"""Memory that is not the thread's own: shared by the block, or of the whole module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from xdsl.dialects.builtin import UNKNOWN_LOC, IntegerAttr, LocationAttr, StringAttr, UnitAttr, i64
from xdsl.ir import Attribute
from xdsl.irdl import opt_prop_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.mir.attributes import AddressSpace
from periclase.dialects.mir.base import (
    MirOperation,
    reports_refusals,
)
from periclase.dialects.mir.constants import verify_constant
from periclase.dialects.mir.folding import int_attr
from periclase.dialects.mir.layout import align_of, size_of
from periclase.dialects.mir.types import PtrType
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

from periclase.dialects.mir.memory import (
    UNIT_ATTR,
    alignment_attr,
    given,
    parse_optional_int,
    parse_optional_string,
    print_keyword,
    verify_alignment,
)


@operation
class SharedAllocOp(MirOperation):
    """The address of memory that the block shares; its bytes are undefined at first.

    All ops with one key in a module name the same memory, so that executing it twice gives the same address.

    Example:
        ```mlir
        %tile = mir.shared_alloc !mir.array<256 x f32> key "matmul.tile" name "tile" align 16
        ```
    """

    name = "mir.shared_alloc"

    allocated_type = prop_def()
    key = prop_def(StringAttr)
    source_name = opt_prop_def(StringAttr)
    alignment = opt_prop_def(IntegerAttr)
    result = result_def()

    traits = traits_def(Pure())

    @classmethod
    def make(
        cls,
        type: Attribute,
        key: str,
        name: str | None = None,
        alignment: int | None = None,
        *,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """Shared memory for a `type`; `name` is that of the variable, `alignment` bytes."""
        return cls.create(
            result_types=(PtrType.get(type, True, AddressSpace.SHARED),),
            properties=given(
                allocated_type=type,
                key=StringAttr(key),
                source_name=None if name is None else StringAttr(name),
                alignment=alignment_attr(alignment),
            ),
            location=location,
        )

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        type = parser.parse_type()
        parser.parse_keyword("key")
        properties = given(
            key=StringAttr(parser.parse_str_literal()),
            source_name=parse_optional_string(parser, "name"),
            alignment=parse_optional_int(parser, "align"),
        )
        attributes = parser.parse_optional_attr_dict()
        return cls.create(
            result_types=(PtrType.get(type, True, AddressSpace.SHARED),),
            properties={"allocated_type": type, **properties},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.allocated_type)
        print_keyword(printer, "key", self.key)
        print_keyword(printer, "name", self.source_name)
        print_keyword(printer, "align", self.alignment)
        self.print_attributes(printer)

    def verify_(self) -> None:
        size_of(self.allocated_type)
        verify_alignment(self.alignment)
        expected = PtrType.get(self.allocated_type, True, AddressSpace.SHARED)
        if self.result.type != expected:
            raise VerifyException(f"the result must be of type {expected}, not {self.result.type}")


@operation
class DynamicSharedOp(MirOperation):
    """An address in the shared memory whose size the launch decides, some bytes from its beginning.

    The alignment is asked of the whole memory. Undefined when the launch gives too little.

    Example:
        ```mlir
        %buffer = mir.dynamic_shared f32 offset 256 align 16
        ```
    """

    name = "mir.dynamic_shared"

    element_type = prop_def()
    offset_attr = prop_def(IntegerAttr, prop_name="byte_offset")
    alignment = opt_prop_def(IntegerAttr)
    result = result_def()

    traits = traits_def(Pure())

    @classmethod
    def make(
        cls,
        type: Attribute,
        byte_offset: int = 0,
        alignment: int | None = None,
        *,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """A pointer to elements of `type`, `byte_offset` bytes into the memory."""
        return cls.create(
            result_types=(PtrType.get(type, True, AddressSpace.SHARED),),
            properties=given(
                element_type=type, byte_offset=int_attr(byte_offset, i64), alignment=alignment_attr(alignment)
            ),
            location=location,
        )

    @property
    def byte_offset(self) -> int:
        """Bytes from the beginning of the memory."""
        return self.offset_attr.value.data

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        type = parser.parse_type()
        offset = parse_optional_int(parser, "offset")
        alignment = parse_optional_int(parser, "align")
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(
            type,
            0 if offset is None else offset.value.data,
            None if alignment is None else alignment.value.data,
        )
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.element_type)
        if self.byte_offset:
            printer.print_string(f" offset {self.byte_offset}")
        print_keyword(printer, "align", self.alignment)
        self.print_attributes(printer)

    def verify_(self) -> None:
        size_of(self.element_type)
        verify_alignment(self.alignment)
        if self.byte_offset < 0 or self.byte_offset % align_of(self.element_type):
            raise VerifyException(
                f"the offset must be a multiple of the alignment {align_of(self.element_type)} of {self.element_type}, "
                f"not {self.byte_offset}"
            )
        expected = PtrType.get(self.element_type, True, AddressSpace.SHARED)
        if self.result.type != expected:
            raise VerifyException(f"the result must be of type {expected}, not {self.result.type}")


@operation
class GlobalAllocOp(MirOperation):
    """The address of memory that lives as long as the module: a static of the device, or a table of constants.

    All ops with one key name the same memory. An immutable one lies in constant memory, has an initial value and is not
    written; else it lies in global memory, and without an initial value is zero at first.

    Example:
        ```mlir
        %counter = mir.global_alloc ui32 key "counter"
        %table = mir.global_alloc immutable !mir.array<2 x f32> key "table" align 8 = [1.0 : f32, 2.0 : f32]
        ```
    """

    name = "mir.global_alloc"

    allocated_type = prop_def()
    key = prop_def(StringAttr)
    alignment = opt_prop_def(IntegerAttr)
    immutable = opt_prop_def(UnitAttr)
    initializer = opt_prop_def()
    result = result_def()

    traits = traits_def(Pure())

    @staticmethod
    def result_type_for(type: Attribute, immutable: bool) -> PtrType:
        """The pointer type for memory of `type`."""
        return PtrType.get(type, not immutable, AddressSpace.CONSTANT if immutable else AddressSpace.GLOBAL)

    @classmethod
    def make(
        cls,
        type: Attribute,
        key: str,
        alignment: int | None = None,
        immutable: bool = False,
        initializer: Attribute | None = None,
        *,
        location: LocationAttr = UNKNOWN_LOC,
    ) -> Self:
        """Memory for a `type`, with `initializer`, a constant of it, at first."""
        return cls.create(
            result_types=(cls.result_type_for(type, immutable),),
            properties=given(
                allocated_type=type,
                key=StringAttr(key),
                alignment=alignment_attr(alignment),
                immutable=UNIT_ATTR if immutable else None,
                initializer=initializer,
            ),
            location=location,
        )

    @classmethod
    @reports_refusals
    def parse(cls, parser: Parser) -> Self:
        immutable = parser.parse_optional_keyword("immutable") is not None
        type = parser.parse_type()
        parser.parse_keyword("key")
        key = parser.parse_str_literal()
        alignment = parse_optional_int(parser, "align")
        initializer = parser.parse_attribute() if parser.parse_optional_punctuation("=") is not None else None
        attributes = parser.parse_optional_attr_dict()
        op = cls.make(type, key, None if alignment is None else alignment.value.data, immutable, initializer)
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" " if self.immutable is None else " immutable ")
        printer.print_attribute(self.allocated_type)
        print_keyword(printer, "key", self.key)
        print_keyword(printer, "align", self.alignment)
        if self.initializer is not None:
            printer.print_string(" = ")
            printer.print_attribute(self.initializer)
        self.print_attributes(printer)

    def verify_(self) -> None:
        size_of(self.allocated_type)
        verify_alignment(self.alignment)
        if self.initializer is not None:
            verify_constant(self.initializer, self.allocated_type)
        elif self.immutable is not None:
            raise VerifyException("an immutable global must have an initial value")
        expected = self.result_type_for(self.allocated_type, self.immutable is not None)
        if self.result.type != expected:
            raise VerifyException(f"the result must be of type {expected}, not {self.result.type}")


__all__ = [
    "DynamicSharedOp",
    "GlobalAllocOp",
    "SharedAllocOp",
]
