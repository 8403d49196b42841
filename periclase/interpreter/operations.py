"""What each operation of a thread without control flow does: from the values of its operands to those of its results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, FloatAttr, FunctionType, IntegerAttr
from xdsl.ir import Attribute, Operation

from periclase.dialects import mir
from periclase.dialects.mir.layout import align_of, field_offset, size_of
from periclase.dialects.mir.types import ArrayType, PtrType, SliceType, is_float, is_scalar
from periclase.interpreter import arithmetic, enums, floats
from periclase.interpreter.failure import Undefined, Unsupported
from periclase.interpreter.memory import Memory
from periclase.interpreter.values import (
    UNDEF,
    Bytes,
    Undef,
    Value,
    from_bytes,
    known,
    number_of,
    to_bytes,
    truncate,
)

_ADDRESS = 64
Step = Callable[[Sequence[Value]], tuple[Value, ...]]


def _spread(data: Sequence[tuple[int, Bytes]], size: int) -> Bytes:
    """`size` bytes with `data` at the offsets; what is between is undefined."""
    made: list[int | None] = [None] * size
    for offset, part in data:
        made[offset : offset + len(part)] = part
    return tuple(made)


def _replace(whole: Bytes, offset: int, part: Bytes) -> Bytes:
    return (*whole[:offset], *part, *whole[offset + len(part) :])


def _aggregate(value: Value) -> Bytes:
    assert isinstance(value, tuple)
    return value


def constant(value: Attribute, type: Attribute) -> Value:
    """The value of a constant attribute."""
    if isinstance(value, ArrayAttr):
        parts = cast("ArrayAttr[Attribute]", value).data
        return constructed(type, [constant(v, t) for v, t in zip(parts, _part_types(type), strict=True)])
    if isinstance(value, FloatAttr):
        return floats.encode(value.value.data, floats.format_of(type))
    if isinstance(value, IntegerAttr):
        return truncate(value.value.data, type)
    raise Unsupported(f"the constant {value}")


def _part_types(type: Attribute) -> Sequence[Attribute]:
    if isinstance(type, ArrayType):
        return [type.element_type] * type.length
    if isinstance(type, mir.TupleType | mir.StructType | SliceType | mir.DisjointSliceType):
        return type.field_types()
    raise Unsupported(f"the parts of {type}")


def _offset(type: Attribute, index: int) -> int:
    return index * size_of(type.element_type) if isinstance(type, ArrayType) else field_offset(type, index)


def constructed(type: Attribute, values: Sequence[Value]) -> Bytes:
    """An aggregate of these parts."""
    parts = [
        (_offset(type, i), to_bytes(v, t))
        for i, (v, t) in enumerate(zip(values, _part_types(type), strict=True))
    ]
    return _spread(parts, size_of(type))


def _index(value: Value, type: Attribute, array: Attribute) -> int:
    index = number_of(known(value, "an index"), type)
    if not isinstance(array, ArrayType):
        raise Unsupported(f"an element of {array}")
    if not 0 <= index < array.length:
        raise Undefined(f"the index {index} into an array of {array.length} elements")
    return index


def _moved(pointer: Value, byte: int) -> int:
    return (known(pointer, "a pointer") + byte) & ((1 << _ADDRESS) - 1)


def _alignment(op: mir.LoadOp | mir.StoreOp, type: Attribute) -> int:
    """The alignment in bytes of an access: what it says, else that of the type."""
    return align_of(type) if op.alignment is None else op.alignment.value.data


class Operations:
    """The operations of a thread, over the memory they use."""

    def __init__(self, memory: Memory):
        self.memory = memory

    def handler(self, op: Operation) -> Step | None:
        """What gives the results of `op` for the values of its operands; None when the operation is not one of these."""
        name = op.name.removeprefix("mir.")
        found = _TABLE.get(name)
        return None if found is None else partial(found, self, name, op)

    # Scalars -----------------------------------------------------------------------------------------------------------

    def binary(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        a, b = values
        type = op.operands[0].type
        if isinstance(a, Undef) or isinstance(b, Undef):
            if name == "bitand" and 0 in (a, b):
                return (0,)
            if name.startswith("checked_"):
                return (constructed(op.results[0].type, (UNDEF, UNDEF)),)
            if name in ("div", "rem", "floor_div", "floor_mod") and not is_float(type):
                known(b, "a divisor")
            return (UNDEF,)
        assert isinstance(a, int) and isinstance(b, int)
        if name.startswith("checked_"):
            return (constructed(op.results[0].type, arithmetic.checked(name[8:], a, b, type)),)
        return (arithmetic.binary(name, a, b, type),)

    def compare(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        a, b = values
        if isinstance(a, Undef) or isinstance(b, Undef):
            return (UNDEF,)
        assert isinstance(a, int) and isinstance(b, int)
        type = op.operands[0].type
        if name == "cmp":
            return (
                truncate(
                    arithmetic.compare("gt", a, b, type) - arithmetic.compare("lt", a, b, type), mir.si8
                ),
            )
        return (arithmetic.compare(name, a, b, type),)

    def shift(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        a, b = values
        if isinstance(a, Undef) or isinstance(b, Undef):
            return (UNDEF,)
        assert isinstance(a, int) and isinstance(b, int)
        return (arithmetic.shift(name, a, number_of(b, op.operands[1].type), op.operands[0].type),)

    def unary(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        (a,) = values
        return (arithmetic.unary(name, a, op.operands[0].type) if isinstance(a, int) else UNDEF,)

    def fma(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        form = floats.format_of(op.results[0].type)
        if UNDEF in values:
            return (UNDEF,)
        a, b, c = (floats.decode(known(v, "an operand"), form) for v in values)
        return (floats.fused(a, b, c, form),)

    def pair(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        form = floats.format_of(op.results[0].type)
        if UNDEF in values:
            return (UNDEF,)
        a, b = (floats.decode(known(v, "an operand"), form) for v in values)
        return (floats.encode(floats.PAIRS[name](a, b), form),)

    def copysign(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        a, b = values
        if not isinstance(a, int) or not isinstance(b, int):
            return (UNDEF,)
        sign = floats.format_of(op.results[0].type).sign
        return ((a & ~sign) | (b & sign),)

    def carrying_mul_add(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        type = op.operands[0].type
        if UNDEF in values:
            return (constructed(op.results[0].type, (UNDEF, UNDEF)),)
        a, b, c, d = (number_of(known(v, "an operand"), type) for v in values)
        exact = a * b + c + d
        width = 8 * size_of(type)
        return (constructed(op.results[0].type, (truncate(exact, type), truncate(exact >> width, type))),)

    def select(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        condition, a, b = values
        if isinstance(condition, Undef):
            return (a if a == b else from_bytes((None,) * size_of(op.results[0].type), op.results[0].type),)
        return (a if condition else b,)

    def cast(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.CastOp)
        (value,) = values
        source, target = op.value.type, op.result.type
        kind = str(op.kind)
        if kind in ("int_to_int", "int_to_float", "float_to_int", "float_to_float"):
            return (arithmetic.convert(kind, value, source, target) if isinstance(value, int) else UNDEF,)
        if kind in ("ptr_to_int", "int_to_ptr"):
            return (truncate(number_of(value, source), target) if isinstance(value, int) else UNDEF,)
        if kind == "unsize":
            assert isinstance(source, PtrType) and isinstance(source.pointee, ArrayType)
            return (constructed(target, (value, source.pointee.length)),)
        if kind == "ptr_to_ptr" and isinstance(source, SliceType) and isinstance(target, PtrType):
            return (from_bytes(_aggregate(value)[:8], target),)
        if kind == "reify_fn" or isinstance(target, FunctionType):
            raise Unsupported("a pointer to a function")
        return (from_bytes(to_bytes(value, source), target),)

    def constant(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.ConstantOp | mir.ConstantAggregateOp)
        return (constant(op.value, op.result.type),)

    def undef(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        type = op.results[0].type
        return (UNDEF if is_scalar(type) else (None,) * size_of(type),)

    # Aggregates --------------------------------------------------------------------------------------------------------

    def construct(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        return (constructed(op.results[0].type, values),)

    def extract_field(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.ExtractFieldOp)
        start, type = _offset(op.aggregate.type, op.index), op.result.type
        return (from_bytes(_aggregate(values[0])[start : start + size_of(type)], type),)

    def insert_field(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.InsertFieldOp)
        part = to_bytes(values[1], op.value.type)
        return (_replace(_aggregate(values[0]), _offset(op.aggregate.type, op.index), part),)

    def extract_element(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.ExtractElementOp)
        size = size_of(op.result.type)
        start = size * _index(values[1], op.index.type, op.array.type)
        return (from_bytes(_aggregate(values[0])[start : start + size], op.result.type),)

    def insert_element(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.InsertElementOp)
        start = size_of(op.value.type) * _index(values[2], op.index.type, op.array.type)
        return (_replace(_aggregate(values[0]), start, to_bytes(values[1], op.value.type)),)

    # Memory ------------------------------------------------------------------------------------------------------------

    def field_addr(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.FieldAddrOp) and isinstance(op.pointer.type, PtrType)
        return (_moved(values[0], _offset(op.pointer.type.pointee, op.index)),)

    def element_addr(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.ElementAddrOp) and isinstance(op.pointer.type, PtrType)
        array = op.pointer.type.pointee
        index = _index(values[1], op.index.type, array)
        return (_moved(values[0], _offset(array, index)),)

    def ptr_offset(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.PtrOffsetOp) and isinstance(op.pointer.type, PtrType)
        index = number_of(known(values[1], "an index"), op.index.type)
        return (_moved(values[0], index * size_of(op.pointer.type.pointee)),)

    def ptr_diff(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.PtrDiffOp) and isinstance(op.lhs.type, PtrType)
        a, b = (known(v, "a pointer") for v in values)
        return (truncate((a - b) // size_of(op.lhs.type.pointee), op.results[0].type),)

    def is_aligned(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.IsAlignedOp)
        return (int(known(values[0], "a pointer") % op.alignment.value.data == 0),)

    def load(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.LoadOp)
        type = op.result.type
        data = self.memory.load(known(values[0], "a pointer"), size_of(type), _alignment(op, type))
        return (from_bytes(data, type),)

    def store(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.StoreOp)
        type = op.value.type
        self.memory.store(known(values[1], "a pointer"), to_bytes(values[0], type), _alignment(op, type))
        return ()

    def copy(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.MemCpyOp | mir.MemMoveOp) and isinstance(op.source.type, PtrType)
        to, source = (known(v, "a pointer") for v in values[:2])
        size = size_of(op.source.type.pointee) * number_of(known(values[2], "a count"), op.count.type)
        if name == "memcpy" and abs(to - source) < size:
            raise Undefined("a memcpy between places that overlap")
        self.memory.store(to, self.memory.load(source, size))
        return ()

    def memset(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.MemSetOp)
        count = number_of(known(values[2], "a count"), op.count.type)
        data = to_bytes(values[1], op.value.type)
        assert isinstance(op.destination.type, PtrType)
        pointee = size_of(op.destination.type.pointee)
        if len(data) != pointee and len(data) == 1:
            data *= pointee
        self.memory.store(known(values[0], "a pointer"), data * count)
        return ()

    def swap(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        assert isinstance(op, mir.SwapOp) and isinstance(op.lhs.type, PtrType)
        size = size_of(op.lhs.type.pointee)
        a, b = (known(v, "a pointer") for v in values)
        held = self.memory.load(a, size)
        self.memory.store(a, self.memory.load(b, size))
        self.memory.store(b, held)
        return ()

    def ref(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        return (self.memory.allocate("a temporary", to_bytes(values[0], op.operands[0].type)).base,)

    def nothing(self, name: str, op: Operation, values: Sequence[Value]) -> tuple[Value, ...]:
        return ()


Handler = Callable[[Operations, str, Operation, Sequence[Value]], tuple[Value, ...]]
_UNARY = (
    *(
        "neg",
        "abs",
        "not",
        "popcount",
        "count_leading_zeros",
        "count_trailing_zeros",
        "byte_swap",
        "bit_reverse",
    ),
    *floats.FUNCTIONS,
)
_CHECKED = ("checked_add", "checked_sub", "checked_mul")
_TABLE: Mapping[str, Handler] = {
    **dict.fromkeys((*arithmetic.INTEGERS, *_CHECKED), Operations.binary),
    **dict.fromkeys((*arithmetic.COMPARISONS, "cmp"), Operations.compare),
    **dict.fromkeys(("shl", "shr", "rotate_left", "rotate_right"), Operations.shift),
    **dict.fromkeys(_UNARY, Operations.unary),
    **dict.fromkeys(floats.PAIRS, Operations.pair),
    **dict.fromkeys(("constant", "constant_aggregate"), Operations.constant),
    **dict.fromkeys(
        (
            "construct_tuple",
            "construct_struct",
            "construct_array",
            "construct_slice",
            "construct_disjoint_slice",
        ),
        Operations.construct,
    ),
    "construct_enum": enums.construct_enum,
    "get_discriminant": enums.get_discriminant,
    "set_discriminant": enums.set_discriminant,
    "enum_payload": enums.enum_payload,
    "enum_payload_addr": enums.enum_payload_addr,
    **dict.fromkeys(("memcpy", "memmove"), Operations.copy),
    **dict.fromkeys(("storage_live", "storage_dead", "dbg_value", "unroll_hint"), Operations.nothing),
    **{
        name: getattr(Operations, name)
        for name in (
            *("fma", "copysign", "carrying_mul_add", "select", "cast", "undef"),
            *(
                "extract_field",
                "insert_field",
                "extract_element",
                "insert_element",
                "field_addr",
                "element_addr",
            ),
            *("ptr_offset", "ptr_diff", "is_aligned", "load", "store", "memset", "swap", "ref"),
        )
    },
}

__all__ = ["Operations", "Step", "constant", "constructed"]
