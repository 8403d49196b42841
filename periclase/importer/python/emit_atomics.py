"""Emission of atomic operations on floats: what is there is compared bit by bit with what was seen before, and swapped.

In a loop it is computed anew until nobody has come between. One that finds nothing to change, as a `max` mostly does, has only
read; but where it orders other accesses, it swaps what is there with itself.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, cast

from xdsl.ir import Block, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import CastKind
from periclase.dialects.mir.types import PtrType
from periclase.importer.python.atomic_tree import AtomicLoop, AtomicSwap, Emitted, PointerPlace
from periclase.importer.python.emit_expressions import EXPRESSIONS, PLACES, ExpressionEmitter
from periclase.importer.python.mir_types import scalar_type
from periclase.importer.python.typed_tree import Constant, Expr, Place, StubCall
from periclase.intrinsics.table import INTRINSICS
from periclase.types import ScalarType, bf16, f16, f32, f64, i16, i32, i64

_WORDS: dict[ScalarType, ScalarType] = {f16: i16, bf16: i16, f32: i32, f64: i64}
"""The integers that are compared and swapped for floats; integers are that themselves."""


_RELAXED = "relaxed"


def _call(
    name: str, value: Expr, word: ScalarType, operands: list[Expr | Place], words: Mapping[str, Any]
) -> StubCall:
    row = INTRINSICS[name]
    overload = row.overload(word.__name__)
    assert overload is not None
    immediates = {
        parameter.name: words.get(parameter.name, parameter.default) for parameter in row.immediates
    }
    return StubCall(value.node, word, None, row, overload, operands, immediates, {}, [])


class _Loop:
    """The values of one loop: the element that was seen, and the operand."""

    def __init__(self, emitter: ExpressionEmitter, node: ast.AST, seen: SSAValue, value: SSAValue):
        self.emitter = emitter
        self.node = node
        self.location = emitter.location(node)
        self.seen = seen
        self.value = value

    def op(self, kind: Any, *operands: SSAValue) -> SSAValue:
        return self.emitter.add(kind.make(*operands, location=self.location))

    def number(self, number: int, type: ScalarType) -> SSAValue:
        return self.emitter.expression(Constant(self.node, type, number))


def _greater(loop: _Loop) -> SSAValue:
    return loop.op(mir.GtOp, loop.value, loop.seen)


def _less(loop: _Loop) -> SSAValue:
    return loop.op(mir.LtOp, loop.value, loop.seen)


def _or_where_there_is_none(changes: Callable[[_Loop], SSAValue]) -> Callable[[_Loop], SSAValue]:
    """A NaN counts as no number: anything else replaces it."""

    def condition(loop: _Loop) -> SSAValue:
        missing = loop.op(mir.NeOp, loop.seen, loop.seen)
        given = loop.op(mir.EqOp, loop.value, loop.value)
        return loop.op(mir.BitOrOp, changes(loop), loop.op(mir.BitAndOp, missing, given))

    return condition


_CHANGES: dict[str, Callable[[_Loop], SSAValue]] = {
    "max": _greater,
    "min": _less,
    "nanmax": _or_where_there_is_none(_greater),
    "nanmin": _or_where_there_is_none(_less),
}
"""Whether the element becomes the operand. Nothing is greater or less than a NaN."""


def _next(loop: _Loop, operation: str, type: ScalarType) -> SSAValue:
    """What `inc`, `dec` and `exchange` make of an element."""
    if operation == "exchange":
        return loop.value
    zero, one = loop.number(0, type), loop.number(1, type)
    if operation == "inc":
        return loop.op(
            mir.SelectOp, loop.op(mir.GeOp, loop.seen, loop.value), zero, loop.op(mir.AddOp, loop.seen, one)
        )
    turns = loop.op(mir.BitOrOp, loop.op(mir.EqOp, loop.seen, zero), loop.op(mir.GtOp, loop.seen, loop.value))
    return loop.op(mir.SelectOp, turns, loop.value, loop.op(mir.SubOp, loop.seen, one))


def _as_words(emitter: ExpressionEmitter, node: ast.AST, place: Place, word: ScalarType) -> PointerPlace:
    """A place as that of an integer."""
    pointer = emitter.address(place)
    assert isinstance(pointer.type, PtrType)
    wanted = PtrType.get(scalar_type(word), True, pointer.type.space)
    if pointer.type != wanted:
        location = emitter.location(node)
        pointer = emitter.add(mir.CastOp.make(pointer, wanted, CastKind.PTR_TO_PTR, location=location))
    return PointerPlace(node, word, pointer)


def _transmuted(emitter: ExpressionEmitter, node: ast.AST, found: SSAValue, type: ScalarType) -> SSAValue:
    target = scalar_type(type)
    if found.type == target:
        return found
    location = emitter.location(node)
    return emitter.add(mir.CastOp.make(found, target, CastKind.TRANSMUTE, location=location))


def _atomic_swap(emitter: ExpressionEmitter, value: AtomicSwap) -> SSAValue:
    element = cast(ScalarType, value.type)
    word = _WORDS[element]
    place = _as_words(emitter, value.node, value.place, word)
    operands = [
        Emitted(value.node, word, _transmuted(emitter, value.node, emitter.expression(each), word))
        for each in (value.expected, value.value)
    ]
    found = emitter.expression(_call("atomic_cas", value, word, [place, *operands], value.words))
    return _transmuted(emitter, value.node, found, element)


def _atomic_loop(emitter: ExpressionEmitter, value: AtomicLoop) -> SSAValue:
    location = emitter.location(value.node)
    element = cast(ScalarType, value.type)
    word = _WORDS.get(element, element)
    place = _as_words(emitter, value.node, value.place, word)
    operand = emitter.expression(value.value)

    def as_type(found: SSAValue, type: ScalarType) -> SSAValue:
        return _transmuted(emitter, value.node, found, type)

    slot = emitter.slot(scalar_type(word), "seen", location)
    first = emitter.expression(_call("atomic_load", value, word, [place], {**value.words, "order": _RELAXED}))
    emitter.effect(mir.StoreOp.make(first, slot, location=location))
    again, change, after = Block(), Block(), Block()
    emitter.goto(again, value.node)
    emitter.start(again)
    seen = emitter.add(mir.LoadOp.make(slot, location=location))
    loop = _Loop(emitter, value.node, as_type(seen, element), operand)
    changes = _CHANGES.get(value.operation)
    if changes is None:
        emitter.goto(change, value.node)
        emitter.start(change)
        new = _next(loop, value.operation, element)
    elif value.words.get("order", _RELAXED) != _RELAXED:
        emitter.goto(change, value.node)
        emitter.start(change)
        new = loop.op(mir.SelectOp, changes(loop), operand, loop.seen)
    else:
        emitter.effect(mir.CondBranchOp.make(changes(loop), change, (), after, (), location=location))
        emitter.start(change)
        new = operand
    swap = _call(
        "atomic_cas",
        value,
        word,
        [place, Emitted(value.node, word, seen), Emitted(value.node, word, as_type(new, word))],
        value.words,
    )
    found = emitter.expression(swap)
    emitter.effect(mir.StoreOp.make(found, slot, location=location))
    same = emitter.add(mir.EqOp.make(found, seen, location=location))
    emitter.effect(mir.CondBranchOp.make(same, after, (), again, (), location=location))
    emitter.start(after)
    return as_type(emitter.add(mir.LoadOp.make(slot, location=location)), element)


def _pointer(emitter: ExpressionEmitter, place: PointerPlace) -> SSAValue:
    return cast(SSAValue, place.pointer)


def _emitted(emitter: ExpressionEmitter, value: Emitted) -> SSAValue:
    return cast(SSAValue, value.value)


PLACES[PointerPlace] = _pointer
EXPRESSIONS.update({AtomicLoop: _atomic_loop, AtomicSwap: _atomic_swap, Emitted: _emitted})
