"""Emission of views. In `mir` a view is a tuple: the pointer to its first element, the extents, the strides in elements."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import CastKind
from periclase.dialects.mir.types import PtrType, int_type, ui64
from periclase.dialects.mir.types import TupleType as MirTupleType
from periclase.importer.python.emit_aggregates import CONSTRUCT
from periclase.importer.python.emit_expressions import EXPRESSIONS, PLACES, ExpressionEmitter
from periclase.importer.python.mir_types import MIR_TYPES, SPACES, mir_type, storage_type
from periclase.importer.python.typed_tree import Constant, Expr
from periclase.importer.python.view_tree import (
    AsView,
    At,
    Cut,
    SubView,
    Transposed,
    ViewElementPlace,
    ViewOfArray,
    ViewPart,
)
from periclase.types import Access, ArrayType, SliceType, isize
from periclase.views import ViewType

si64 = int_type(64, True)


def _view(type: ViewType) -> Attribute:
    pointer = PtrType.get(storage_type(type.element), type.access is not Access.READ, SPACES[type.space])
    return MirTupleType.natural([pointer, *[si64] * (2 * type.rank)])


class _Parts:
    """A view taken apart, or a slice, or an array in dynamic shared memory, as a view.

    Attributes:
        pointer: to the first element.
        shape, strides: as `si64`; the stride of a slice is None, which is one element.
    """

    def __init__(self, emitter: ExpressionEmitter, value: Expr, location: LocationAttr):
        whole = emitter.expression(value)

        def field(index: int) -> SSAValue:
            return emitter.add(mir.ExtractFieldOp.make(whole, index, location=location))

        self.pointer = field(0)
        self.shape: list[SSAValue] = []
        self.strides: list[SSAValue | None] = []
        if not isinstance(value.type, ViewType):
            self.shape.append(
                emitter.add(mir.CastOp.make(field(1), si64, CastKind.INT_TO_INT, location=location))
            )
            self.strides.append(None)
            return
        rank = value.type.rank
        self.shape += [field(1 + axis) for axis in range(rank)]
        self.strides += [field(1 + rank + axis) for axis in range(rank)]


def _made(
    emitter: ExpressionEmitter,
    type: ViewType,
    pointer: SSAValue,
    shape: Sequence[SSAValue],
    strides: Sequence[SSAValue],
    location: LocationAttr,
) -> SSAValue:
    return emitter.add(
        mir.ConstructTupleOp.make([pointer, *shape, *strides], mir_type(type), location=location)
    )


def construct(
    emitter: ExpressionEmitter, type: ViewType, parts: Sequence[SSAValue], location: LocationAttr
) -> SSAValue:
    """The view that a parameter of a kernel is, from what it travels as; see `ViewType.parts`."""
    whole, offset, *rest = parts
    pointer = emitter.add(mir.ExtractFieldOp.make(whole, 0, location=location))
    pointer = emitter.add(mir.PtrOffsetOp.make(pointer, offset, location=location))
    return _made(emitter, type, pointer, rest[: type.rank], rest[type.rank :], location)


def _constant(emitter: ExpressionEmitter, value: int, location: LocationAttr) -> SSAValue:
    return emitter.constant(value, isize, location)


def _part(emitter: ExpressionEmitter, value: ViewPart) -> SSAValue:
    whole = emitter.expression(value.view)
    return emitter.add(mir.ExtractFieldOp.make(whole, 1 + value.field, location=emitter.location(value.node)))


def _index(emitter: ExpressionEmitter, index: Expr) -> SSAValue:
    """An index as `si64`; one that is too large for that becomes negative, and is out of bounds like any other such."""
    value = emitter.expression(index)
    if value.type == si64:
        return value
    return emitter.add(
        mir.CastOp.make(value, si64, CastKind.INT_TO_INT, location=emitter.location(index.node))
    )


def _unsigned(emitter: ExpressionEmitter, value: SSAValue, location: LocationAttr) -> SSAValue:
    return emitter.add(mir.CastOp.make(value, ui64, CastKind.INT_TO_INT, location=location))


def _check(
    emitter: ExpressionEmitter,
    index: SSAValue,
    extent: SSAValue,
    base: Expr,
    axis: int,
    location: LocationAttr,
) -> None:
    sides = _unsigned(emitter, index, location), _unsigned(emitter, extent, location)
    inside = emitter.add(mir.LtOp.make(*sides, location=location))
    shown = f"index out of bounds of `{ast.unparse(base.node)}`"
    if isinstance(base.type, ViewType) and base.type.rank > 1:
        shown += f" in axis {axis}"
    emitter.effect(mir.AssertOp.make(inside, shown, "bounds", location=location))


def _scaled(
    emitter: ExpressionEmitter, steps: SSAValue, stride: SSAValue | None, location: LocationAttr
) -> SSAValue:
    return steps if stride is None else emitter.add(mir.MulOp.make(steps, stride, location=location))


def _sum(emitter: ExpressionEmitter, terms: Sequence[SSAValue], location: LocationAttr) -> SSAValue:
    total = terms[0]
    for term in terms[1:]:
        total = emitter.add(mir.AddOp.make(total, term, location=location))
    return total


def _element(emitter: ExpressionEmitter, place: ViewElementPlace) -> SSAValue:
    base = cast(Expr, place.base)
    location = emitter.location(place.node)
    parts = _Parts(emitter, base, location)
    indices = [_index(emitter, index) for index in place.indices]
    for axis, (index, check) in enumerate(zip(indices, place.check, strict=True)):
        if check:
            _check(emitter, index, parts.shape[axis], base, axis, location)
    terms = [
        _scaled(emitter, index, stride, location)
        for index, stride in zip(indices, parts.strides, strict=True)
    ]
    offset = _sum(emitter, terms, location)
    return emitter.add(mir.PtrOffsetOp.make(parts.pointer, offset, location=location))


def _bound(
    emitter: ExpressionEmitter,
    bound: Expr,
    extent: SSAValue,
    low: int,
    high: SSAValue,
    location: LocationAttr,
) -> SSAValue:
    """A bound of a slice, counted from the start, and not beyond what there is: from `low` to `high`."""
    value = emitter.expression(bound)
    if bound.range is None or bound.range[0] < 0:
        zero = _constant(emitter, 0, location)
        from_end = emitter.add(mir.AddOp.make(value, extent, location=location))
        if isinstance(bound, Constant):
            value = from_end
        else:
            negative = emitter.add(mir.LtOp.make(value, zero, location=location))
            value = emitter.add(mir.SelectOp.make(negative, from_end, value, location=location))
        lowest = zero if low == 0 else _constant(emitter, low, location)
        value = emitter.add(mir.MaxOp.make(value, lowest, location=location))
    return emitter.add(mir.MinOp.make(value, high, location=location))


def _cut(
    emitter: ExpressionEmitter,
    cut: Cut,
    bounds: tuple[SSAValue, SSAValue],
    location: LocationAttr,
) -> tuple[SSAValue, SSAValue]:
    """Where a slice of an axis begins, and how many positions it has. One without any begins at 0, which is in the view."""
    zero = _constant(emitter, 0, location)
    start, stop = bounds
    sides = (stop, start) if cut.step > 0 else (start, stop)
    distance = emitter.add(mir.SubOp.make(*sides, location=location))
    distance = emitter.add(mir.MaxOp.make(distance, zero, location=location))
    count = distance
    if abs(cut.step) != 1:  # rounded up
        more = emitter.add(
            mir.AddOp.make(distance, _constant(emitter, abs(cut.step) - 1, location), location=location)
        )
        count = emitter.add(
            mir.DivOp.make(more, _constant(emitter, abs(cut.step), location), location=location)
        )
    some = emitter.add(mir.GtOp.make(distance, zero, location=location))
    return emitter.add(mir.SelectOp.make(some, start, zero, location=location)), count


def _bounds(
    emitter: ExpressionEmitter, cut: Cut, extent: SSAValue, location: LocationAttr
) -> tuple[SSAValue, SSAValue]:
    zero = _constant(emitter, 0, location)
    if cut.step > 0:
        low, high, start, stop = 0, extent, zero, extent
    else:
        high = emitter.add(mir.SubOp.make(extent, _constant(emitter, 1, location), location=location))
        low, start, stop = -1, high, _constant(emitter, -1, location)
    if cut.start is not None:
        start = _bound(emitter, cut.start, extent, low, high, location)
    if cut.stop is not None:
        stop = _bound(emitter, cut.stop, extent, low, high, location)
    return start, stop


def _sub_view(emitter: ExpressionEmitter, value: SubView) -> SSAValue:
    location = emitter.location(value.node)
    base = value.view
    parts = _Parts(emitter, base, location)
    evaluated: list[Any] = []
    for axis, part in enumerate(value.axes):
        if isinstance(part, At):
            evaluated.append(_index(emitter, part.index))
        else:
            evaluated.append(_bounds(emitter, part, parts.shape[axis], location))
    terms: list[SSAValue] = []
    shape: list[SSAValue] = []
    strides: list[SSAValue | None] = []
    for axis, (part, found) in enumerate(zip(value.axes, evaluated, strict=True)):
        extent, stride = parts.shape[axis], parts.strides[axis]
        if isinstance(part, At):
            if part.check:
                _check(emitter, found, extent, base, axis, location)
            terms.append(_scaled(emitter, found, stride, location))
            continue
        start, count = _cut(emitter, part, found, location)
        terms.append(_scaled(emitter, start, stride, location))
        shape.append(count)
        if part.step == 1:
            strides.append(stride)
        else:
            step = _constant(emitter, part.step, location)
            strides.append(step if stride is None else _scaled(emitter, stride, step, location))
    offset = _sum(emitter, terms, location)
    pointer = emitter.add(mir.PtrOffsetOp.make(parts.pointer, offset, location=location))
    if isinstance(value.type, SliceType):
        length = _unsigned(emitter, shape[0], location)
        return emitter.add(mir.ConstructSliceOp.make(pointer, length, location=location))
    rest = len(value.axes)
    shape += parts.shape[rest:]
    strides += parts.strides[rest:]
    one = [_constant(emitter, 1, location) if stride is None else stride for stride in strides]
    return _made(emitter, cast(ViewType, value.type), pointer, shape, one, location)


def _transposed(emitter: ExpressionEmitter, value: Transposed) -> SSAValue:
    location = emitter.location(value.node)
    parts = _Parts(emitter, value.view, location)
    strides = cast("list[SSAValue]", parts.strides)
    return _made(
        emitter, cast(ViewType, value.type), parts.pointer, parts.shape[::-1], strides[::-1], location
    )


def _as_view(emitter: ExpressionEmitter, value: AsView) -> SSAValue:
    location = emitter.location(value.node)
    type = cast(ViewType, value.type)
    parts = _Parts(emitter, value.value, location)
    pointer = parts.pointer
    wanted = cast(MirTupleType, mir_type(type)).field_types()[0]
    if pointer.type != wanted:
        pointer = emitter.add(mir.CastOp.make(pointer, wanted, CastKind.MUT_TO_CONST, location=location))
    one = [_constant(emitter, 1, location) if stride is None else stride for stride in parts.strides]
    return _made(emitter, type, pointer, parts.shape, one, location)


def _of_array(emitter: ExpressionEmitter, value: ViewOfArray) -> SSAValue:
    location = emitter.location(value.node)
    array = cast(ArrayType, value.array.type)
    pointer = emitter.expression(value.array)
    first = emitter.unsigned_constant(0, location)
    for _ in array.shape:
        pointer = emitter.add(mir.ElementAddrOp.make(pointer, first, location=location))
    strides = [math.prod(array.shape[axis + 1 :]) for axis in range(len(array.shape))]
    shape, steps = ([_constant(emitter, n, location) for n in numbers] for numbers in (array.shape, strides))
    return _made(emitter, cast(ViewType, value.type), pointer, shape, steps, location)


MIR_TYPES[ViewType] = _view
CONSTRUCT[ViewType] = construct
PLACES[ViewElementPlace] = _element
EXPRESSIONS.update(
    {AsView: _as_view, SubView: _sub_view, Transposed: _transposed, ViewOfArray: _of_array, ViewPart: _part}
)
