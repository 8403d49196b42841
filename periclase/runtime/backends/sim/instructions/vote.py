"""What the lanes of a warp find out of one another: `vote.sync`, `match.sync`, `redux.sync`, `elect.sync`, `activemask`
(PTX ISA, 9.7.13.9 to 9.7.13.12, 9.7.13.14).

A thread counts if the member mask names it and it has not ended.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from periclase.runtime.backends.sim.instructions.warp_rows import BITS, WarpRows, members
from periclase.runtime.backends.sim.machine.instruction_set import instruction
from periclase.runtime.backends.sim.ptx.scalar_types import DTYPES
from periclase.runtime.backends.sim.ptx.syntax import Pair

if TYPE_CHECKING:
    from collections.abc import Callable

    from periclase.runtime.backends.sim.machine.decoder import Decoder
    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.instruction_set import Step
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]

_B32: Final = DTYPES["b32"]
_PRED: Final = DTYPES["pred"]
_NAN: Final = np.uint32(0x7FFF_FFFF)


def _of_lanes(named: Array) -> Array:
    """The masks of rows of 32 truth values."""
    return named @ BITS


@instruction("vote", members=lambda current: 2)
def decode_vote(current: Instruction, decoder: Decoder) -> Step:
    """`vote.sync`: whether a predicate holds for all, any, or the same for all, or for which it holds (9.7.13.9)."""
    match current.modifiers:
        case ("sync", "ballot", "b32"):
            mode, dtype = "ballot", _B32
        case ("sync", ("all" | "any" | "uni") as mode, "pred"):
            dtype = _PRED
        case _:
            decoder.refuse("it does not know this kind of vote")
    target, source, mask = current.operands
    write, holds, masks = (
        decoder.write(target, dtype),
        decoder.read_predicate(source),
        decoder.read(mask, _B32),
    )

    def step(group: Group) -> None:
        rows = WarpRows(group)
        named = members(rows, masks(group))
        true = rows.spread(holds(group))[:, None, :]
        if mode == "ballot":
            found: Array = _of_lanes(named & true)
        elif mode == "any":
            found = np.logical_or.reduce(named & true, axis=2)
        else:
            found = np.logical_and.reduce(~named | true, axis=2)
            if mode == "uni":
                found |= ~np.logical_or.reduce(named & true, axis=2)
        write(group, rows.gather(found))

    return step


@instruction("match", members=lambda current: 2)
def decode_match(current: Instruction, decoder: Decoder) -> Step:
    """`match.sync`: which lanes have the same bits, or whether all have (9.7.13.10)."""
    match current.modifiers:
        case (("any" | "all") as mode, "sync", ("b32" | "b64") as kind):
            pass
        case _:
            decoder.refuse("it does not know this kind of match")
    target, source, mask = current.operands
    same = None
    if isinstance(target, Pair):
        if mode == "any":
            decoder.refuse("only `match.all` has two results")
        same = decoder.write(target.second, _PRED)
        target = target.first
    write, value, masks = (
        decoder.write(target, _B32),
        decoder.read(source, DTYPES[kind]),
        decoder.read(mask, _B32),
    )

    def step(group: Group) -> None:
        rows = WarpRows(group)
        named = members(rows, masks(group))
        values = rows.spread(value(group))
        equal = values[:, :, None] == values[:, None, :]
        if mode == "any":
            write(group, rows.gather(_of_lanes(named & equal)))
            return
        agreed = (equal | ~named).all(axis=2)
        write(group, rows.gather(np.where(agreed, _of_lanes(named), np.uint32(0))))
        if same is not None:
            same(group, rows.gather(agreed))

    return step


@instruction("elect", members=lambda current: 1)
def decode_elect(current: Instruction, decoder: Decoder) -> Step:
    """`elect.sync`: one of the lanes, here always the lowest, and whether it is this one (9.7.13.14)."""
    if current.modifiers != ("sync",):
        decoder.refuse("it does not know this kind of election")
    target, mask = current.operands
    if not isinstance(target, Pair):
        decoder.refuse("it has not two results")
    leader, chosen = decoder.write(target.first, _B32), decoder.write(target.second, _PRED)
    masks = decoder.read(mask, _B32)

    def step(group: Group) -> None:
        rows = WarpRows(group)
        found = rows.gather(members(rows, masks(group)).argmax(axis=2))
        leader(group, found.astype(np.uint32))
        chosen(group, found == group.lanes)

    return step


@instruction("activemask")
def decode_active_mask(current: Instruction, decoder: Decoder) -> Step:
    """`activemask`: which lanes do this together (9.7.13.11)."""
    if current.modifiers != ("b32",):
        decoder.refuse("it does not know this form")
    write = decoder.write(current.operands[0], _B32)

    def step(group: Group) -> None:
        rows = WarpRows(group)
        masks = _of_lanes(rows.present)
        write(group, rows.gather(np.repeat(masks[:, None], len(BITS), axis=1)))

    return step


# ---------------------------------------------------------------------------------------------------------- reductions ----


@instruction("redux", members=lambda current: 2)
def decode_reduction(current: Instruction, decoder: Decoder) -> Step:
    """`redux.sync`: a reduction over the lanes (9.7.13.12).

    Of floats a NaN is no value, or with `.NaN` the result; where there is no value the result is the canonical NaN. `-0` is less
    than `+0`.
    """
    match current.modifiers:
        case ("sync", "add", ("u32" | "s32") as kind):
            combine: Callable[[Array, Array], Array] = _sum
        case ("sync", ("and" | "or" | "xor") as word, "b32" as kind):
            combine = _bitwise(word)
        case ("sync", ("min" | "max") as word, ("u32" | "s32") as kind):
            combine = _extreme(word, DTYPES[kind])
        case ("sync", ("min" | "max") as word, *how, "f32" as kind) if how in (
            [],
            ["abs"],
            ["NaN"],
            ["abs", "NaN"],
        ):
            combine = _extreme_float(word, "abs" in how, "NaN" in how)
        case _:
            decoder.refuse("it does not know this kind of reduction")
    target, source, mask = current.operands
    dtype = DTYPES[kind]
    write, value, masks = decoder.write(target, dtype), decoder.read(source, dtype), decoder.read(mask, _B32)

    def step(group: Group) -> None:
        rows = WarpRows(group)
        named = members(rows, masks(group))
        found = combine(np.broadcast_to(rows.spread(value(group))[:, None, :], named.shape), named)
        write(group, rows.gather(found))

    return step


def _sum(values: Array, named: Array) -> Array:
    return np.where(named, values, 0).sum(axis=2, dtype=values.dtype)


def _bitwise(word: str) -> Callable[[Array, Array], Array]:
    operator = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}[word]
    neutral = np.uint32(0xFFFF_FFFF if word == "and" else 0)
    return lambda values, named: operator.reduce(np.where(named, values, neutral), axis=2)


def _extreme(word: str, dtype: np.dtype[Any]) -> Callable[[Array, Array], Array]:
    limits = np.iinfo(dtype)
    if word == "min":
        return lambda values, named: np.where(named, values, dtype.type(limits.max)).min(axis=2)
    return lambda values, named: np.where(named, values, dtype.type(limits.min)).max(axis=2)


def _extreme_float(word: str, magnitude: bool, lets_through: bool) -> Callable[[Array, Array], Array]:
    # Taken as integers, floats of one sign are in order; those below zero are the other way round.
    limits = np.iinfo(np.int32)
    largest, least = np.int32(limits.max), np.int32(limits.min)

    def combine(values: Array, named: Array) -> Array:
        if magnitude:
            values = np.abs(values)
        number = ~np.isnan(values)
        keys: Array = np.ascontiguousarray(values).view(np.int32)
        keys = np.where(keys < 0, keys ^ largest, keys)
        counts = named & number
        if word == "min":
            found: Array = np.minimum.reduce(np.where(counts, keys, largest), axis=2)
        else:
            found = np.maximum.reduce(np.where(counts, keys, least), axis=2)
        found = np.where(found < 0, found ^ largest, found).view(np.uint32)
        none = ~np.logical_or.reduce(counts, axis=2)
        if lets_through:
            none |= np.logical_or.reduce(named & ~number, axis=2)
        return np.where(none, _NAN, found).view(np.float32)

    return combine
