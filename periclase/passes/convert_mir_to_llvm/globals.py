"""Memory that outlives a function: shared tiles, dynamic shared memory, device globals and tables.

| allocation           | global                                                                              |
| -------------------- | ----------------------------------------------------------------------------------- |
| `mir.shared_alloc`   | `internal`, address space 3, undefined at the start; one for each key               |
| `mir.dynamic_shared` | `external`, address space 3, `[0 x i8]`: one for the module, since all share a base |
| `mir.global_alloc`   | `internal`, address space 1, or 4 for an immutable one; zero without an initialiser |
| a constant array     | where indexed at run time: `internal constant`, address space 4, or 1 if large      |
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    BytesAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    bf16,
    f16,
)
from xdsl.ir import Attribute, Block, Operation, Region

from periclase.dialects import llvm, mir
from periclase.dialects.llvm.attributes import i64_attr, integer_type
from periclase.dialects.llvm.types import LLVMArrayType
from periclase.dialects.mir.layout import AggregateType, align_of, size_of
from periclase.passes.convert_mir_to_llvm.function import LoweringError
from periclase.passes.convert_mir_to_llvm.types import I8, integer_width, memory_type, scalar_type

DYNAMIC_SHARED = "__dynamic_shared"
"""The symbol of the dynamic shared memory."""

_SHORT_FLOATS = (f16, bf16)
_ROW_BYTES = 16
"""What the widest accesses to shared memory move at a time, and want aligned."""
_LARGEST_CONSTANT = 4096
"""Bytes of a table that still goes to constant memory, of which a module has 64 KiB."""


class Globals:
    """The globals of a module, made when the first op asks for them."""

    def __init__(self, symbols: set[str]):
        self._symbols = symbols
        self._shared: dict[Attribute, llvm.GlobalOp] = {}
        self._device: dict[Attribute, llvm.GlobalOp] = {}
        self._dynamic: llvm.GlobalOp | None = None
        self._tables: dict[tuple[Attribute, Attribute], llvm.GlobalOp] = {}

    def ops(self) -> Iterator[llvm.GlobalOp]:
        """The globals made so far, in the order of their first use."""
        yield from self._shared.values()
        if self._dynamic is not None:
            yield self._dynamic
        yield from self._device.values()
        yield from self._tables.values()

    def _fresh(self, wanted: str) -> str:
        """`wanted`, or with a number behind it if the module has such a symbol."""
        name, number = wanted, 0
        while name in self._symbols:
            number += 1
            name = f"{wanted}_{number}"
        self._symbols.add(name)
        return name

    def shared(self, op: mir.SharedAllocOp) -> str:
        """The symbol of the static shared memory that `op` names."""
        found = self._shared.get(op.key)
        if found is None:
            name = op.key.data if op.source_name is None else op.source_name.data
            found = self._shared[op.key] = llvm.GlobalOp.make(
                self._fresh(f"__shared_{_as_symbol(name)}"),
                memory_type(op.allocated_type),
                address_space=int(mir.AddressSpace.SHARED),
                alignment=_shared_alignment(op),
                location=op.location,
            )
        else:
            self._check_same(op, found, memory_type(op.allocated_type))
            _raise_alignment(found, _shared_alignment(op))
        return found.sym_name.data

    def dynamic_shared(self, op: mir.DynamicSharedOp) -> str:
        """The symbol of the dynamic shared memory, aligned as `op` asks at least."""
        align = max(_alignment(op, op.alignment, op.element_type), _ROW_BYTES)
        if self._dynamic is None:
            self._dynamic = llvm.GlobalOp.make(
                self._fresh(DYNAMIC_SHARED),
                LLVMArrayType(0, I8),
                linkage_name="external",
                address_space=int(mir.AddressSpace.SHARED),
                alignment=align,
                location=op.location,
            )
        else:
            _raise_alignment(self._dynamic, align)
        return self._dynamic.sym_name.data

    def device(self, op: mir.GlobalAllocOp) -> tuple[str, int]:
        """The symbol of the device global that `op` names, and its address space."""
        immutable = op.immutable is not None
        space = int(mir.AddressSpace.CONSTANT if immutable else mir.AddressSpace.GLOBAL)
        found = self._device.get(op.key)
        if found is None:
            value, initializer = _initial_value(op)
            found = self._device[op.key] = llvm.GlobalOp.make(
                self._fresh(_as_symbol(op.key.data)),
                _variable_type(op.allocated_type),
                address_space=space,
                alignment=_alignment(op, op.alignment, op.allocated_type),
                constant=immutable,
                value=value,
                initializer=initializer,
                location=op.location,
            )
        else:
            self._check_same(op, found, _variable_type(op.allocated_type))
            if found.addr_space.value.data != space:
                raise LoweringError(op, f"the key {op.key} names mutable memory and immutable memory")
            _raise_alignment(found, _alignment(op, op.alignment, op.allocated_type))
        return found.sym_name.data, space

    def table(self, op: mir.ConstantAggregateOp) -> tuple[str, int]:
        """The symbol of a constant in memory with the value of `op`, and its address space; equal constants share one."""
        type = op.result.type
        found = self._tables.get((op.value, type))
        if found is None:
            # Constant memory is small, and reads one address at a time; large tables are better off in global memory.
            small = size_of(type) <= _LARGEST_CONSTANT
            found = self._tables[op.value, type] = llvm.GlobalOp.make(
                self._fresh("__table"),
                memory_type(type),
                address_space=int(mir.AddressSpace.CONSTANT if small else mir.AddressSpace.GLOBAL),
                alignment=align_of(type),
                constant=True,
                value=_literal(op.value, type),
                location=op.location,
            )
        return found.sym_name.data, found.addr_space.value.data

    def _check_same(self, op: Operation, found: llvm.GlobalOp, type: Attribute) -> None:
        if found.global_type != type:
            raise LoweringError(
                op, f"its key already names memory of another type ({found.global_type}, not {type})"
            )


def _as_symbol(name: str) -> str:
    """`name` with every character replaced that PTX does not take in a symbol, nor as its first one."""
    symbol = "".join(c if c.isascii() and (c.isalnum() or c in "_$") else "_" for c in name)
    return symbol if symbol and not symbol[0].isdigit() else f"_{symbol}"


def _variable_type(type: Attribute) -> Attribute:
    """The LLVM type of a variable for a `mir` value of `type`: NVPTX writes no initial value of a 16-bit float."""
    return integer_type(16) if type in _SHORT_FLOATS else memory_type(type)


def _alignment(op: Operation, stated: IntegerAttr | None, type: Attribute) -> int:
    natural = align_of(type)
    return natural if stated is None else max(natural, stated.value.data)


def _shared_alignment(op: mir.SharedAllocOp) -> int:
    """The alignment of a shared array; its rows may be moved 16 bytes at a time, by `ldmatrix`, `cp.async` and vector loads."""
    stated = _alignment(op, op.alignment, op.allocated_type)
    return max(stated, _ROW_BYTES) if size_of(op.allocated_type) >= _ROW_BYTES else stated


def _raise_alignment(made: llvm.GlobalOp, align: int) -> None:
    if made.alignment is None or made.alignment.value.data < align:
        made.properties["alignment"] = i64_attr(align)


def _initial_value(op: mir.GlobalAllocOp) -> tuple[Attribute | None, Region | None]:
    """The literal of the global, or the region that makes it."""
    if op.initializer is not None:
        value, type = op.initializer, op.allocated_type
        if type in _SHORT_FLOATS:
            image = bytearray(2)
            _write_bytes(image, 0, value, type)
            return IntegerAttr(int.from_bytes(image, "little"), integer_type(16)), None
        return _literal(value, type), None
    type = _variable_type(op.allocated_type)
    innermost = type
    while isinstance(innermost, LLVMArrayType):
        innermost = innermost.type
    width = integer_width(innermost)
    if width is not None:
        return IntegerAttr(0, integer_type(width)), None
    if isinstance(innermost, AnyFloat):
        return FloatAttr(0.0, innermost), None
    block = Block()
    zero = llvm.ZeroOp.make(type, location=op.location)
    block.add_ops((zero, llvm.ReturnOp.make(zero.results[0], location=op.location)))
    return None, Region(block)


def _literal(value: Attribute, type: Attribute) -> Attribute:
    """A `mir` constant as a literal of `memory_type(type)`: aggregates, which are bytes there, as their bytes."""
    if isinstance(type, mir.ArrayType):
        elements = cast("ArrayAttr[Attribute]", value).data
        return ArrayAttr([_literal(element, type.element_type) for element in elements])
    scalar = scalar_type(type)
    if scalar is None:
        image = bytearray(size_of(type))
        _write_bytes(image, 0, value, type)
        return BytesAttr(bytes(image))
    if isinstance(value, IntegerAttr):
        return IntegerAttr(value.value.data, cast(IntegerType, memory_type(type)))
    return value


def _write_bytes(image: bytearray, offset: int, value: Attribute, type: Attribute) -> None:
    """Write a constant to its place in the image of the global, little-endian as all our targets are."""
    if isinstance(value, ArrayAttr):
        elements = cast("ArrayAttr[Attribute]", value).data
        if isinstance(type, mir.ArrayType):
            stride = size_of(type.element_type)
            for index, element in enumerate(elements):
                _write_bytes(image, offset + index * stride, element, type.element_type)
        else:
            fields = cast(AggregateType, type)
            places = zip(elements, fields.field_types(), fields.field_offsets(), strict=True)
            for element, field, start in places:
                _write_bytes(image, offset + start, element, field)
        return
    size = size_of(type)
    if isinstance(value, IntegerAttr):
        data = (value.value.data & ((1 << 8 * size) - 1)).to_bytes(size, "little")
    else:
        assert isinstance(value, FloatAttr)
        assert isinstance(type, AnyFloat)
        data = type.pack((value.value.data,))
    image[offset : offset + size] = data
