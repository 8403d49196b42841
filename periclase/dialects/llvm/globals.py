"""Global variables: shared memory, constants, tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Self

from xdsl.dialects.builtin import (
    BytesAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    StringAttr,
    SymbolNameConstraint,
    UnitAttr,
    i8,
)
from xdsl.ir import Attribute, Region, TypedAttribute
from xdsl.irdl import IRDLOperation, opt_prop_def, prop_def, region_def, traits_def
from xdsl.traits import IsolatedFromAbove, SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from periclase.dialects.llvm.attributes import UNIT, i32_attr, i64_attr, linkage
from periclase.dialects.llvm.constants import parse_literal, string_bytes, verify_literal
from periclase.dialects.llvm.control import ReturnOp
from periclase.dialects.llvm.flags import LinkageAttr
from periclase.dialects.llvm.functions import parse_linkage
from periclase.dialects.llvm.memory import check_alignment
from periclase.dialects.llvm.syntax import split_properties
from periclase.dialects.llvm.types import LLVMArrayType, LLVMFunctionType, LLVMVoidType
from periclase.ir.operations import operation

if TYPE_CHECKING:
    from xdsl.parser import Parser
    from xdsl.printer import Printer

_VISIBILITIES = ("", "hidden", "protected")
_UNNAMED_ADDR = ("", "local_unnamed_addr", "unnamed_addr")


@operation
class GlobalOp(IRDLOperation):
    """A global variable; its initial value is a literal, or what an initializer region returns.

    Without either, an `external` one is a declaration and any other one starts undefined. Shared memory is
    `addr_space = 3 : i32`, always `internal` and without a value; the dynamic part is `external` of type
    `!llvm.array<0 x i8>`.

    Example:
    ```mlir
    llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x f32>
    llvm.mlir.global private unnamed_addr constant @text("hello\\00")
    llvm.mlir.global internal constant @table(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
    llvm.mlir.global internal @where() : !llvm.ptr<3> {
      %a = llvm.mlir.addressof @tile : !llvm.ptr<3>
      llvm.return %a : !llvm.ptr<3>
    }
    ```
    """

    name = "llvm.mlir.global"

    global_type = prop_def()
    sym_name = prop_def(SymbolNameConstraint())
    linkage = prop_def(LinkageAttr)
    addr_space = prop_def(IntegerAttr[IntegerType], default_value=i32_attr(0))
    value = opt_prop_def()
    alignment = opt_prop_def(IntegerAttr[IntegerType])
    constant = opt_prop_def(UnitAttr)
    dso_local = opt_prop_def(UnitAttr)
    externally_initialized = opt_prop_def(UnitAttr)
    thread_local_ = opt_prop_def(UnitAttr)
    unnamed_addr = opt_prop_def(IntegerAttr[IntegerType])
    section = opt_prop_def(StringAttr)
    visibility_ = opt_prop_def(IntegerAttr[IntegerType])
    initializer = region_def()

    traits = traits_def(SymbolOpInterface(), IsolatedFromAbove())

    @classmethod
    def make(
        cls,
        sym_name: str,
        global_type: Attribute,
        *,
        linkage_name: str = "internal",
        address_space: int = 0,
        alignment: int | None = None,
        constant: bool = False,
        value: Attribute | None = None,
        initializer: Region | None = None,
        properties: Mapping[str, Attribute] | None = None,
        location: LocationAttr | None,
    ) -> Self:
        """A global of `global_type`; `alignment` in bytes, `value` a literal (see `ConstantOp`)."""
        own: dict[str, Attribute] = {
            "global_type": global_type,
            "sym_name": StringAttr(sym_name),
            "linkage": linkage(linkage_name),
            "addr_space": i32_attr(address_space),
        }
        if alignment is not None:
            own["alignment"] = i64_attr(alignment)
        if constant:
            own["constant"] = UNIT
        if value is not None:
            own["value"] = value
        if properties:
            own.update(properties)
        return cls.create(
            properties=own, regions=(Region() if initializer is None else initializer,), location=location
        )

    def verify_(self) -> None:
        check_alignment(self.alignment)
        if isinstance(self.global_type, LLVMVoidType | LLVMFunctionType):
            raise VerifyException(f"a global can not have type {self.global_type}")
        last = self.regions[0].last_block and self.regions[0].last_block.last_op
        if isinstance(last, ReturnOp) and [v.type for v in last.operands] != [self.global_type]:
            given = ", ".join(str(value.type) for value in last.operands)
            raise VerifyException(f"the initializer returns ({given}), expected ({self.global_type})")
        if self.value is not None:
            if self.regions[0].blocks:
                raise VerifyException("has both a value and an initializer region")
            verify_literal(self.value, self.global_type)
        if self.addr_space.value.data == 3 and self.value is not None:
            raise VerifyException("shared memory can not have an initial value")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {"linkage": linkage(parse_linkage(parser))}
        visibility = parser.parse_optional_keyword_in(_VISIBILITIES[1:])
        if visibility is not None:
            properties["visibility_"] = i64_attr(_VISIBILITIES.index(visibility))
        if parser.parse_optional_keyword("thread_local") is not None:
            properties["thread_local_"] = UNIT
        unnamed = parser.parse_optional_keyword_in(_UNNAMED_ADDR[1:])
        if unnamed is not None:
            properties["unnamed_addr"] = i64_attr(_UNNAMED_ADDR.index(unnamed))
        if parser.parse_optional_keyword("constant") is not None:
            properties["constant"] = UNIT
        properties["sym_name"] = parser.parse_symbol_name()
        parser.parse_punctuation("(")
        value: Attribute | None = None
        if parser.parse_optional_punctuation(")") is None:
            value = properties["value"] = parse_literal(parser)
            parser.parse_punctuation(")")
        own, attributes = split_properties(cls, parser.parse_optional_attr_dict())
        if parser.parse_optional_punctuation(":") is not None:
            properties["global_type"] = parser.parse_type()
        elif isinstance(value, StringAttr | BytesAttr):
            properties["global_type"] = LLVMArrayType(len(string_bytes(value)), i8)
        elif isinstance(value, TypedAttribute):
            properties["global_type"] = value.get_type()
        else:
            parser.raise_error("expected ':' and the global's type")
        properties.setdefault("addr_space", i32_attr(0))
        region = parser.parse_optional_region()
        return cls.create(properties=properties | own, attributes=attributes, regions=(region or Region(),))

    def print(self, printer: Printer) -> None:
        printer.print_string(" " + self.linkage.linkage.data)
        if self.visibility_ is not None and self.visibility_.value.data:
            printer.print_string(" " + _VISIBILITIES[self.visibility_.value.data])
        if self.thread_local_ is not None:
            printer.print_string(" thread_local")
        if self.unnamed_addr is not None and self.unnamed_addr.value.data:
            printer.print_string(" " + _UNNAMED_ADDR[self.unnamed_addr.value.data])
        if self.constant is not None:
            printer.print_string(" constant")
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name)
        with printer.in_parens():
            if self.value is not None:
                printer.print_attribute(self.value)
        printer.print_op_attributes(
            self.properties | self.attributes,
            reserved_attr_names=(
                "global_type",
                "sym_name",
                "linkage",
                "constant",
                "thread_local_",
                "unnamed_addr",
                "value",
                "visibility_",
            ),
        )
        if not isinstance(self.value, StringAttr | BytesAttr):
            printer.print_string(" : ")
            printer.print_attribute(self.global_type)
        if self.regions[0].blocks:
            printer.print_string(" ")
            printer.print_region(self.regions[0])
