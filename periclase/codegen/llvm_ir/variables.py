"""Debug information of variables: `mir.dbg_value` → a record, a `DILocalVariable`, and the types it is made of.

```text
mir.dbg_value %n, "x" argument 2 at 8 of !mir.slice<f32> : i64
→
    #dbg_value(i64 %n, !12, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !13)
!12 = !DILocalVariable(name: "x", arg: 2, scope: !4, file: !0, line: 4, type: !11)
```

What is in a stack slot that LLVM may still promote is declared (`#dbg_declare`), what is in other memory is a value behind its
address (`DW_OP_deref`). Types have the names and layouts of the source's: LLVM Language Reference, "Specialized Metadata Nodes"
and "Debug Records"; DWARF 4, section 5.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import AnyFloat, BFloat16Type, FunctionType
from xdsl.ir import Attribute

from periclase.codegen.llvm_ir.metadata import DebugInfo, Metadata, first_place
from periclase.codegen.llvm_ir.names import quoted
from periclase.dialects import llvm
from periclase.dialects.llvm.casts import integer_width
from periclase.dialects.llvm.types import LLVMArrayType, LLVMPointerType
from periclase.dialects.mir.attributes import AddressSpace
from periclase.dialects.mir.enum_type import EnumType
from periclase.dialects.mir.layout import AggregateType, size_of
from periclase.dialects.mir.markers import DbgValueOp
from periclase.dialects.mir.types import (
    ArrayType,
    DisjointSliceType,
    PtrType,
    SliceType,
    StructType,
    TupleType,
    UnionType,
    is_signed,
)

if TYPE_CHECKING:
    from periclase.codegen.llvm_ir.functions import FunctionPrinter

_POINTER_BITS = 64
_ADDRESS_CLASSES = {
    AddressSpace.GENERIC: 12,
    AddressSpace.GLOBAL: 5,
    AddressSpace.SHARED: 8,
    AddressSpace.CONSTANT: 4,
    AddressSpace.LOCAL: 6,
}
"""How DWARF for cuda-gdb names address spaces of pointers ("PTX Writer's Guide to Interoperability", "Debug information")."""


def type_name(type: Attribute) -> str:
    """What the language calls a `mir` type, or what comes next to it."""
    width = integer_width(type)
    if width is not None:
        return "bool" if width == 1 else f"{'i' if is_signed(type) else 'u'}{width}"
    if isinstance(type, BFloat16Type):
        return "bf16"
    if isinstance(type, AnyFloat):
        return f"f{type.bitwidth}"
    if isinstance(type, PtrType):
        return f"{'Mut' if type.mutable else ''}Pointer[{type_name(type.pointee)}]"
    if isinstance(type, SliceType):
        return f"{'Mut' if type.mutable else ''}Slice[{type_name(type.element_type)}]"
    if isinstance(type, DisjointSliceType):
        return f"DisjointSlice[{type_name(type.element_type)}]"
    if isinstance(type, ArrayType):
        extents, element = _flattened(type)
        return f"Array[{type_name(element)}, {', '.join(map(str, extents))}]"
    if isinstance(type, TupleType):
        return f"tuple[{', '.join(map(type_name, type.field_types()))}]"
    if isinstance(type, StructType | UnionType | EnumType):
        return type.nominal_name()
    return str(type)


def rust_type_name(type: Attribute) -> str:
    """What Rust calls a `mir` type. Of integers as wide as addresses `mir` does not say that they are `usize`."""
    mutable = "mut " if isinstance(type, PtrType | SliceType) and type.mutable else ""
    if isinstance(type, PtrType):
        return f"&{mutable}{rust_type_name(type.pointee)}"
    if isinstance(type, SliceType):
        return f"&{mutable}[{rust_type_name(type.element_type)}]"
    if isinstance(type, DisjointSliceType):
        return f"DisjointSlice<{rust_type_name(type.element_type)}>"
    if isinstance(type, ArrayType):
        return f"[{rust_type_name(type.element_type)}; {type.length}]"
    if isinstance(type, TupleType):
        parts = list(map(rust_type_name, type.field_types()))
        return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
    return type_name(type)


def _flattened(type: ArrayType) -> tuple[list[int], Attribute]:
    """The extents of nested arrays, outermost first, and the element."""
    extents: list[int] = []
    element: Attribute = type
    while isinstance(element, ArrayType):
        extents.append(element.length)
        element = element.element_type
    return extents, element


def _field_names(type: AggregateType) -> Iterable[str]:
    if isinstance(type, StructType | UnionType):
        return (name.data for name in type.field_names.data)
    if isinstance(type, SliceType | DisjointSliceType):
        further = range(len(type.field_types()) - 2)
        return ("data", "length", *(f"index{number}" for number in further))
    return map(str, range(len(type.field_types())))


class Variables:
    """The nodes of the variables of one module, and of their types; `gpu` says whether pointers have address classes."""

    def __init__(self, metadata: Metadata, debug: DebugInfo, *, gpu: bool):
        self._metadata = metadata
        self._gpu = gpu
        self._debug = debug
        self._is_rust = debug.language == "Rust"
        self._name = rust_type_name if self._is_rust else type_name
        self._types: dict[Attribute, int] = {}
        self._of_scope: dict[int, dict[int, None]] = {}
        """The variables of each subprogram, in order of first mention."""
        self._declared: dict[tuple[int, int], list[range]] = {}
        """What of each variable has a slot, by the location as well."""
        self._parameters: dict[tuple[int, int], str] = {}
        """By subprogram and number: what that parameter is."""

    # -- types --------------------------------------------------------------------------------------------------------

    def type(self, type: Attribute) -> int:
        """The node of a type."""
        number = self._types.get(type)
        if number is None:
            number = self._types[type] = self._metadata.node(self._text(type))
        return number

    def _list(self, nodes: Iterable[int]) -> int:
        return self._metadata.node(f"!{{{', '.join(f'!{node}' for node in nodes)}}}")

    def _text(self, type: Attribute) -> str:
        name = quoted(self._name(type))
        width = integer_width(type)
        if width is not None:
            encoding = "boolean" if width == 1 else "signed" if is_signed(type) else "unsigned"
            return f"!DIBasicType(name: {name}, size: {8 * size_of(type)}, encoding: DW_ATE_{encoding})"
        if isinstance(type, AnyFloat):
            return f"!DIBasicType(name: {name}, size: {type.bitwidth}, encoding: DW_ATE_float)"
        if isinstance(type, PtrType):
            target = self.type(type.pointee)
            space = _ADDRESS_CLASSES.get(type.address_space.data) if self._gpu else None
            return (
                f"!DIDerivedType(tag: DW_TAG_pointer_type, name: {name}, baseType: !{target}, size: {_POINTER_BITS}"
                f"{'' if space is None else f', dwarfAddressSpace: {space}'})"
            )
        if isinstance(type, FunctionType):
            return f"!DIDerivedType(tag: DW_TAG_pointer_type, name: {name}, baseType: null, size: {_POINTER_BITS})"
        if isinstance(type, ArrayType):
            extents, element = _flattened(type)
            ranges = self._list(self._metadata.node(f"!DISubrange(count: {extent})") for extent in extents)
            return (
                f"!DICompositeType(tag: DW_TAG_array_type, baseType: !{self.type(element)}, "
                f"size: {8 * size_of(type)}, elements: !{ranges})"
            )
        if isinstance(type, EnumType):
            return self._enum(type, name)
        if isinstance(type, AggregateType):
            tag = "union" if isinstance(type, UnionType) else "structure"
            names = _field_names(type)
            if self._is_rust and isinstance(type, TupleType):
                names = (f"__{name}" for name in names)  # as rustc has it, and gdb takes for a tuple
            rows = zip(names, type.field_types(), type.field_offsets(), strict=True)
            return self._composite(tag, name, size_of(type), rows)
        return f"!DIBasicType(tag: DW_TAG_unspecified_type, name: {name})"

    def _composite(self, tag: str, name: str, size: int, rows: Iterable[tuple[str, Attribute, int]]) -> str:
        members = [
            self._member(field, self.type(type), size_of(type), offset) for field, type, offset in rows
        ]
        return (
            f"!DICompositeType(tag: DW_TAG_{tag}_type, name: {name}, size: {8 * size}, "
            f"elements: !{self._list(members)})"
        )

    def _member(self, name: str, type: int, size: int, offset: int) -> int:
        return self._metadata.node(
            f"!DIDerivedType(tag: DW_TAG_member, name: {quoted(name)}, baseType: !{type}, size: {8 * size}, "
            f"offset: {8 * offset})"
        )

    def _enum(self, type: EnumType, name: str) -> str:
        variants, tag = type.variants, type.tag_type
        if (
            not any(variant.types for variant in variants)
            and tag is not None
            and size_of(tag) == size_of(type)
        ):
            flag = "" if is_signed(tag) else ", isUnsigned: true"
            values = [
                self._metadata.node(
                    f"!DIEnumerator(name: {quoted(variant.name)}, value: {self._number(type, index)}{flag})"
                )
                for index, variant in enumerate(variants)
            ]
            return (
                f"!DICompositeType(tag: DW_TAG_enumeration_type, name: {name}, baseType: !{self.type(tag)}, "
                f"size: {8 * size_of(type)}, elements: !{self._list(values)})"
            )
        # A struct of the tag and the payloads, which overlap.
        members: list[int] = []
        if tag is not None:
            members.append(self._member("tag", self.type(tag), size_of(tag), type.layout.tag_offset))
        for variant in variants:
            if variant.types:
                rows = zip(map(str, range(len(variant.types))), variant.types, variant.offsets, strict=True)
                payload = self._composite(
                    "structure", quoted(f"{self._name(type)}.{variant.name}"), size_of(type), rows
                )
                members.append(self._member(variant.name, self._metadata.node(payload), size_of(type), 0))
        return (
            f"!DICompositeType(tag: DW_TAG_structure_type, name: {name}, size: {8 * size_of(type)}, "
            f"elements: !{self._list(members)})"
        )

    @staticmethod
    def _number(type: EnumType, index: int) -> int:
        """What tells a variant in memory."""
        tag, value = type.tag_type, type.tag_value(index)
        assert tag is not None
        if value is None:
            return type.variants[index].discriminant
        bits = 8 * size_of(tag)
        return value - (1 << bits) if is_signed(tag) and value >> (bits - 1) else value

    def finish(self) -> None:
        """Let every subprogram know its variables."""
        for scope, variables in self._of_scope.items():
            self._debug.retain(scope, list(variables))

    def _variable(self, name: str, argument: int, scope: int, rest: str) -> int:
        key = f"{quoted(name)}, {rest}"
        # Two versions of a generic function, both inlined, are one function here; LLVM ends the process where it has two
        # parameters of one number.
        if argument and self._parameters.setdefault((scope, argument), key) != key:
            argument = 0
        number = f"arg: {argument}, " if argument else ""
        return self._metadata.node(f"!DILocalVariable(name: {quoted(name)}, {number}{rest})")

    # -- records ------------------------------------------------------------------------------------------------------

    def record(self, printer: FunctionPrinter, op: DbgValueOp, scope: int, file: str) -> str | None:
        """The record that `op` is in the function whose subprogram is `scope`; None for a variable without bytes."""
        type = op.variable_type
        whole = 8 * size_of(type)
        value = op.value
        owner = value.owner
        if op.in_slot is None:
            part = _bits(value.type)
        else:
            part = _bits(owner.elem_type) if isinstance(owner, llvm.AllocaOp) else whole - 8 * op.offset
        if not whole or not part or 8 * op.offset + part > whole:
            return None
        fragment: list[str] = []
        if part != whole:
            fragment = ["DW_OP_LLVM_fragment", str(8 * op.offset), str(part)]
        scope, location = self._debug.variable_site(op.location, scope, file)
        place = first_place(op.location)
        line = ""
        if place is not None:
            line = f", file: !{self._debug.file(place.filename.data)}, line: {max(0, place.line.data)}"
        rest = f"scope: !{scope}{line}, type: !{self.type(type)}"
        variable = self._variable(op.variable.data, op.argument_number, scope, rest)
        self._of_scope.setdefault(scope, {})[variable] = None
        kind, steps = "value", fragment
        if op.in_slot is not None:
            bits = range(8 * op.offset, 8 * op.offset + part)
            if isinstance(owner, llvm.AllocaOp) and self._is_first(variable, location, bits):
                kind = "declare"
            else:
                steps = ["DW_OP_deref", *fragment]
        expression = f"!DIExpression({', '.join(steps)})"
        return f"    #dbg_{kind}({printer.typed(value)}, !{variable}, {expression}, !{location})"

    def _is_first(self, variable: int, location: int, bits: range) -> bool:
        """Whether these bits of a variable are declared for the first time: LLVM ends the process where they have two places.

        A function that is inlined in a loop that is written out has a slot a round.
        """
        declared = self._declared.setdefault((variable, location), [])
        if any(bits.start < other.stop and other.start < bits.stop for other in declared):
            return False
        declared.append(bits)
        return True


def _bits(type: Attribute) -> int:
    """The bits that a value of an LLVM type has in memory; 0 where that is not known."""
    width = integer_width(type)
    if width is not None:
        return -(-width // 8) * 8
    if isinstance(type, AnyFloat):
        return type.bitwidth
    if isinstance(type, LLVMPointerType):
        return _POINTER_BITS
    if isinstance(type, LLVMArrayType):
        return type.size.data * _bits(type.type)
    return 0


__all__ = ["Variables", "rust_type_name", "type_name"]
