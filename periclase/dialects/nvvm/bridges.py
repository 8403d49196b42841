"""Values of the types of a row of the table as values of the types that MLIR's operations take, and back.

A row knows registers: `u32`, a tuple of four `u32`. MLIR's operation may want the same bits as a pointer, a vector of halves, one
vector of all of them, or a struct. Going one way and then the other gives the very value that was there: what was put together is
looked through, not taken apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import IntegerAttr, IntegerType, LocationAttr, VectorType, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.types import LLVMPointerType, LLVMStructType
from periclase.dialects.nvvm.base import integer_width, struct_of
from periclase.ir.builder import OpBuilder

WIDE = IntegerType(128)
"""What two 64-bit registers are together, the lower half first."""

_SAME_BITS = (llvm.IntToPtrOp, llvm.PtrToIntOp, llvm.BitcastOp, llvm.AddrSpaceCastOp, llvm.ZExtOp)
"""Conversions that the one back undoes."""


def constant_of(value: SSAValue) -> int | None:
    """The integer that `value` is, if a constant defines it."""
    owner = value.owner
    if not isinstance(owner, llvm.ConstantOp):
        return None
    literal: object = owner.value
    if isinstance(literal, IntegerAttr):
        return cast("IntegerAttr", literal).value.data
    return None


def vector_of(types: Sequence[Attribute]) -> Attribute:
    """One vector of values of these types, all the same; of a single one that itself."""
    return types[0] if len(types) == 1 else VectorType(types[0], [len(types)])  # pyright: ignore[reportArgumentType]


def one_of(types: Sequence[Attribute]) -> Attribute:
    """One value of these: a struct, unless it is a single one."""
    return types[0] if len(types) == 1 else struct_of(*types)


class Bridge:
    """Puts conversions in where its builder stands."""

    def __init__(self, builder: OpBuilder):
        self._builder = builder
        self._location = builder.location

    def _insert(self, op: Operation) -> SSAValue:
        return self._builder.insert(op).results[0]

    def constant(self, value: int, type: IntegerType) -> SSAValue:
        """An integer constant; one that needs the highest bit is that of the negative number."""
        if (width := type.width.data) > 1 and value >> (width - 1) == 1:
            value -= 1 << width
        return self._insert(llvm.ConstantOp.integer(value, type, location=self._location))

    def convert(self, value: SSAValue, type: Attribute) -> SSAValue:
        """The bits of `value` as `type`."""
        if value.type == type:
            return value
        owner = value.owner
        if isinstance(owner, _SAME_BITS) and owner.operands[0].type == type:
            return owner.operands[0]
        return self._insert(_conversion(value.type, type)(value, type, self._location))

    def vector(self, values: Sequence[SSAValue]) -> SSAValue:
        """One vector of `values`, or the only one."""
        if len(values) == 1:
            return values[0]
        type = vector_of([value.type for value in values])
        made = self._insert(llvm.PoisonOp.make(type, location=self._location))
        for lane, value in enumerate(values):
            index = self.constant(lane, i32)
            made = self._insert(llvm.InsertElementOp.make(made, value, index, location=self._location))
        return made

    def lanes(self, vector: SSAValue) -> list[SSAValue]:
        """The lanes of a vector; of anything else that itself."""
        type: object = vector.type
        if not isinstance(type, VectorType):
            return [vector]
        (count,) = cast("VectorType", type).get_shape()
        known: dict[int, SSAValue] = {}
        source = vector
        while isinstance(owner := source.owner, llvm.InsertElementOp):
            lane = constant_of(owner.operands[2])
            if lane is None:
                break
            known.setdefault(lane, owner.operands[1])
            source = owner.operands[0]
        return [
            known[lane]
            if lane in known
            else self._insert(
                llvm.ExtractElementOp.make(vector, self.constant(lane, i32), location=self._location)
            )
            for lane in range(count)
        ]

    def struct(self, values: Sequence[SSAValue]) -> SSAValue:
        """A struct of `values`, even of a single one."""
        type = struct_of(*(value.type for value in values))
        made = self._insert(llvm.PoisonOp.make(type, location=self._location))
        for index, value in enumerate(values):
            made = self._insert(llvm.InsertValueOp.make(made, value, (index,), location=self._location))
        return made

    def fields(self, value: SSAValue) -> list[SSAValue]:
        """The fields of a struct; of anything else that itself."""
        if not isinstance(value.type, LLVMStructType):
            return [value]
        known: dict[int, SSAValue] = {}
        source = value
        while isinstance(owner := source.owner, llvm.InsertValueOp):
            position = owner.position.get_values()
            if len(position) != 1:
                break
            known.setdefault(int(position[0]), owner.operands[1])
            source = owner.operands[0]
        return [
            known[index]
            if index in known
            else self._insert(llvm.ExtractValueOp.make(value, (index,), location=self._location))
            for index in range(len(value.type.types.data))
        ]

    def wide(self, low: SSAValue, high: SSAValue) -> SSAValue:
        """The 128 bits `high`:`low`."""
        at = self._location
        upper = self._insert(llvm.ZExtOp.make(high, WIDE, location=at))
        shifted = self._insert(llvm.ShlOp.make(upper, self.constant(64, WIDE), location=at))
        lower = self._insert(llvm.ZExtOp.make(low, WIDE, location=at))
        return self._insert(llvm.OrOp.make(shifted, lower, location=at))

    def halves(self, value: SSAValue) -> list[SSAValue]:
        """The lower and the upper 64 bits of 128."""
        at = self._location
        shifted = self._insert(llvm.LShrOp.make(value, self.constant(64, WIDE), location=at))
        return [self._insert(llvm.TruncOp.make(part, i64, location=at)) for part in (value, shifted)]


def _conversion(
    source: Attribute, target: Attribute
) -> Callable[[SSAValue, Attribute, LocationAttr], Operation]:
    if isinstance(source, LLVMPointerType):
        made = llvm.AddrSpaceCastOp if isinstance(target, LLVMPointerType) else llvm.PtrToIntOp
    elif isinstance(target, LLVMPointerType):
        made = llvm.IntToPtrOp
    else:
        narrow, wide = integer_width(source), integer_width(target)
        if narrow is None or wide is None:
            made = llvm.BitcastOp
        else:
            made = llvm.ZExtOp if narrow < wide else llvm.TruncOp
    return lambda value, type, location: made.make(value, type, location=location)
