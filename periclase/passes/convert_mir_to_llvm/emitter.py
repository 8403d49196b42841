"""Making `llvm` ops one after another: the insertion point, the current location, and short names for what is used most."""

from __future__ import annotations

from struct import pack
from typing import TypeVar, cast

from xdsl.dialects.builtin import AnyFloat, IntegerType, LocationAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from periclase.dialects import llvm
from periclase.dialects.llvm.attributes import integer_type
from periclase.passes.convert_mir_to_llvm.types import I8, integer_width

_OpT = TypeVar("_OpT", bound=Operation)


class Emitter:
    """Appends ops to a block of the function being made.

    Constants are made once a function, in its entry block, as are stack slots: a slot in a loop would grow the stack.

    Attributes:
        region: the body of the new function.
        block: where the next op goes, at its end.
        location: what the next op gets as its location.
    """

    def __init__(self, region: Region, entry: Block, location: LocationAttr):
        self.region = region
        self.block = entry
        self.location = location
        self._entry = entry
        self._prologue_end: Operation | None = None
        self._constants: dict[tuple[Attribute, int], SSAValue] = {}
        self._float_constants: dict[tuple[Attribute, bytes], SSAValue] = {}

    # -- inserting ----------------------------------------------------------------------------------------------------

    def insert(self, op: _OpT) -> _OpT:
        """Append `op` to the current block; gives `op`."""
        self.block.add_op(op)
        return op

    def emit(self, op: Operation) -> SSAValue:
        """Append `op`; gives its first result."""
        self.block.add_op(op)
        return op.results[0]

    def _emit_in_prologue(self, op: Operation) -> SSAValue:
        last = self._prologue_end
        if last is not None:
            self._entry.insert_op_after(op, last)
        elif (first := self._entry.first_op) is not None:
            self._entry.insert_op_before(op, first)
        else:
            self._entry.add_op(op)
        self._prologue_end = op
        return op.results[0]

    def constant(self, type: Attribute, value: float) -> SSAValue:
        """The constant `value` of an integer or float type; an integer of any sign is taken modulo its width."""
        width = integer_width(type)
        if width is not None:
            return self._integer(integer_type(width), int(value))
        # Floats are told apart by their bits: `0.0 == -0.0`, a NaN is not even itself, and NaNs differ in sign and payload.
        key = (type, pack("<d", value))
        found = self._float_constants.get(key)
        if found is None:
            constant = llvm.ConstantOp.floating(float(value), cast(AnyFloat, type), location=self.location)
            found = self._emit_in_prologue(constant)
            self._float_constants[key] = found
        return found

    def _integer(self, type: IntegerType, value: int) -> SSAValue:
        width = type.width.data
        value &= (1 << width) - 1
        found = self._constants.get((type, value))
        if found is None:
            signed = value - (1 << width) if width > 1 and value >> (width - 1) else value
            found = self._emit_in_prologue(llvm.ConstantOp.integer(signed, type, location=self.location))
            self._constants[(type, value)] = found
        return found

    def stack_slot(self, type: Attribute, alignment: int) -> SSAValue:
        """A pointer to fresh stack memory for one value of LLVM type `type`."""
        one = self._integer(integer_type(32), 1)
        return self._emit_in_prologue(
            llvm.AllocaOp.make(one, type, alignment=alignment, location=self.location)
        )

    def new_block(self, argument_types: tuple[Attribute, ...] = ()) -> Block:
        """A new block right behind the current one."""
        block = Block(arg_types=argument_types)
        self.region.insert_block_after(block, self.block)
        return block

    # -- the instructions used most -----------------------------------------------------------------------------------

    def add(self, a: SSAValue, b: SSAValue, *, nsw: bool = False) -> SSAValue:
        """`a + b`, wrapping unless `nsw` promises that it does not as signed."""
        return self.emit(llvm.AddOp.make(a, b, nsw=nsw, location=self.location))

    def sub(self, a: SSAValue, b: SSAValue, *, nsw: bool = False) -> SSAValue:
        """`a - b`, wrapping unless `nsw` promises that it does not as signed."""
        return self.emit(llvm.SubOp.make(a, b, nsw=nsw, location=self.location))

    def mul(self, a: SSAValue, b: SSAValue, *, nsw: bool = False) -> SSAValue:
        """`a * b`, wrapping unless `nsw` promises that it does not as signed."""
        return self.emit(llvm.MulOp.make(a, b, nsw=nsw, location=self.location))

    def and_(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Bitwise and."""
        return self.emit(llvm.AndOp.make(a, b, location=self.location))

    def or_(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Bitwise or."""
        return self.emit(llvm.OrOp.make(a, b, location=self.location))

    def xor(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Bitwise exclusive or."""
        return self.emit(llvm.XOrOp.make(a, b, location=self.location))

    def shl(self, a: SSAValue, count: SSAValue) -> SSAValue:
        """Shift left; `count` must be below the width."""
        return self.emit(llvm.ShlOp.make(a, count, location=self.location))

    def lshr(self, a: SSAValue, count: SSAValue) -> SSAValue:
        """Logical shift right; `count` must be below the width."""
        return self.emit(llvm.LShrOp.make(a, count, location=self.location))

    def icmp(self, predicate: str, a: SSAValue, b: SSAValue) -> SSAValue:
        """Integer (or pointer) comparison, giving `i1`."""
        return self.emit(llvm.ICmpOp.make(predicate, a, b, location=self.location))

    def fcmp(self, predicate: str, a: SSAValue, b: SSAValue) -> SSAValue:
        """Float comparison, giving `i1`."""
        return self.emit(llvm.FCmpOp.make(predicate, a, b, location=self.location))

    def signs_differ(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """Whether exactly one of two floats is below zero."""
        zero = self.constant(a.type, 0.0)
        return self.xor(self.fcmp("olt", a, zero), self.fcmp("olt", b, zero))

    def select(self, condition: SSAValue, a: SSAValue, b: SSAValue) -> SSAValue:
        """`a` where `condition` holds, else `b`."""
        return self.emit(llvm.SelectOp.make(condition, a, b, location=self.location))

    def trunc(self, value: SSAValue, type: Attribute) -> SSAValue:
        """The low bits of `value`."""
        return self.emit(llvm.TruncOp.make(value, type, location=self.location))

    def zext(self, value: SSAValue, type: Attribute) -> SSAValue:
        """`value` with zeros in front."""
        return self.emit(llvm.ZExtOp.make(value, type, location=self.location))

    def sext(self, value: SSAValue, type: Attribute) -> SSAValue:
        """`value` with copies of its sign in front."""
        return self.emit(llvm.SExtOp.make(value, type, location=self.location))

    def resize(self, value: SSAValue, type: IntegerType, signed: bool) -> SSAValue:
        """`value` as an integer of another width: cut, or extended by its sign (`signed`) or by zeros."""
        old, new = cast(IntegerType, value.type).width.data, type.width.data
        if old == new:
            return value
        if new < old:
            return self.trunc(value, type)
        return self.sext(value, type) if signed else self.zext(value, type)

    def leading_zeros(self, value: SSAValue) -> SSAValue:
        """The number of zero bits in front; the width for zero."""
        return self.emit(llvm.CountLeadingZerosOp.make(value, location=self.location))

    def trailing_zeros(self, value: SSAValue) -> SSAValue:
        """The number of zero bits at the end; the width for zero."""
        return self.emit(llvm.CountTrailingZerosOp.make(value, location=self.location))

    def bitcast(self, value: SSAValue, type: Attribute) -> SSAValue:
        """The bits of `value` as another type of the same size; neither is a pointer."""
        return (
            value
            if value.type == type
            else self.emit(llvm.BitcastOp.make(value, type, location=self.location))
        )

    def byte_offset(self, base: SSAValue, offset: int) -> SSAValue:
        """The address `offset` bytes behind `base`, within the same object."""
        if offset == 0:
            return base
        # A number in the op has 32 bits.
        index = offset if offset <= 0x7FFF_FFFF else self._integer(integer_type(64), offset)
        return self.emit(llvm.GEPOp.make(base, (index,), I8, inbounds=True, location=self.location))
