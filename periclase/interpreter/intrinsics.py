"""Calls of the device API: what a thread does alone, and what threads do together once all of them have come.

A collective is exact lane by lane: the threads named by the mask (of a warp) or all that live (of a block) meet at one operation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from xdsl.ir import Attribute, Operation

from periclase.dialects.mir.layout import align_of, size_of
from periclase.interpreter import arithmetic
from periclase.interpreter.failure import Undefined, Unsupported
from periclase.interpreter.memory import Memory
from periclase.interpreter.operations import constructed
from periclase.interpreter.values import Value, from_bytes, known, number_of, to_bytes

WARP = 32
FULL = 0xFFFF_FFFF
Dimensions = tuple[int, int, int]


@dataclass(frozen=True)
class Position:
    """Where a thread is."""

    thread: Dimensions
    block: Dimensions
    block_size: Dimensions
    grid_size: Dimensions

    @property
    def linear(self) -> int:
        """The number of the thread in its block."""
        (x, y, z), (width, height, _) = self.thread, self.block_size
        return x + width * (y + height * z)

    @property
    def lane(self) -> int:
        return self.linear % WARP

    @property
    def warp(self) -> int:
        return self.linear // WARP


@dataclass(frozen=True)
class Meeting:
    """What a thread waits for: other threads at the same operation.

    Attributes:
        name: the row of the intrinsic.
        operation: the call, the same for all who meet.
        mask: the lanes that meet; None for all threads of the block.
        values: what this thread brings.
    """

    name: str
    operation: Operation
    mask: int | None
    values: tuple[int, ...]


_PLACES: Mapping[str, Callable[[Position], Dimensions]] = {
    "thread_idx": lambda at: at.thread,
    "block_idx": lambda at: at.block,
    "block_dim": lambda at: at.block_size,
    "grid_dim": lambda at: at.grid_size,
    "grid_size": lambda at: (
        at.grid_size[0] * at.block_size[0],
        at.grid_size[1] * at.block_size[1],
        at.grid_size[2] * at.block_size[2],
    ),
}
_LANES: Mapping[str, Callable[[Position], int]] = {
    "lane_id": lambda at: at.lane,
    "warp_id": lambda at: at.warp,
    "warp_size": lambda at: WARP,
    "lanemask_eq": lambda at: 1 << at.lane,
    "lanemask_lt": lambda at: (1 << at.lane) - 1,
    "lanemask_le": lambda at: (2 << at.lane) - 1,
    "lanemask_gt": lambda at: FULL & -(2 << at.lane),
    "lanemask_ge": lambda at: FULL & -(1 << at.lane),
}
_FENCES = ("threadfence", "threadfence_block", "threadfence_system", "fence", "nanosleep")


def position(name: str, at: Position) -> int | None:
    """The value of an index intrinsic, None for another one."""
    if name in _LANES:
        return _LANES[name](at)
    stem, _, axis = name.rpartition("_")
    return _PLACES[stem](at)["xyz".index(axis)] if stem in _PLACES and axis in ("x", "y", "z") else None


def is_fence(name: str) -> bool:
    """Whether it does nothing here, where threads take turns and memory is one."""
    return name in _FENCES


_UPDATES: Mapping[str, Callable[[int, int, Attribute], int]] = {
    "exchange": lambda old, value, type: value,
    "inc": lambda old, value, type: 0 if old >= value else old + 1,
    "dec": lambda old, value, type: value if old == 0 or old > value else old - 1,
    **{
        name: (lambda old, value, type, operation=operation: arithmetic.binary(operation, old, value, type))
        for name, operation in (
            *(("add", "add"), ("sub", "sub"), ("min", "min"), ("max", "max")),
            *(("and", "bitand"), ("or", "bitor"), ("xor", "bitxor")),
        )
    },
}


def atomic(name: str, op: Operation, values: Sequence[Value], memory: Memory) -> tuple[Value, ...]:
    """An atomic access: threads take turns, so each is whole."""
    kind = name.removeprefix("atomic_")
    address = known(values[0], "a pointer")
    type = op.results[0].type if op.results else op.operands[1].type
    old = from_bytes(memory.load(address, size_of(type), align_of(type)), type)
    if kind == "load":
        return (old,)
    if kind == "store":
        new: Value = values[1]
    elif kind == "cas":
        if known(old, "the place of a compare and swap") != known(values[1], "the expected value"):
            return (old,)
        new = values[2]
    elif kind in _UPDATES:
        new = _UPDATES[kind](
            known(old, "the place of an atomic operation"), known(values[1], "an operand"), type
        )
    else:
        raise Unsupported(f"the intrinsic `{name}`")
    memory.store(address, to_bytes(new, type))
    return (old,) if op.results else ()


_REDUCTIONS: Mapping[str, str] = {
    **{kind: kind for kind in ("add", "min", "max")},
    **{kind: f"bit{kind}" for kind in ("and", "or", "xor")},
}
"""The operation of each reduction of a warp."""

_BLOCK = ("sync_threads", "sync_threads_count", "sync_threads_and", "sync_threads_or")
_WARP = (
    *("sync_warp", "shfl_sync", "shfl_sync_up", "shfl_sync_down", "shfl_sync_xor", "all_sync", "any_sync"),
    *("uni_sync", "ballot_sync", "match_any_sync", "match_all_sync", "elect_sync"),
    *(f"redux_sync_{kind}" for kind in _REDUCTIONS),
)


def meeting(name: str, op: Operation, values: Sequence[Value], lane: int) -> Meeting | None:
    """What a thread waits for at a collective; None for another intrinsic.

    Raises:
        Undefined: an operand is not initialised, or the mask is without the thread's own lane.
    """
    if name not in _BLOCK and name not in _WARP:
        return None
    given = tuple(known(v, f"an operand of `{name}`") for v in values)
    if name in _BLOCK:
        return Meeting(name, op, None, given)
    mask = given[-1] if given else FULL
    if not mask >> lane & 1:
        raise Undefined(f"lane {lane} calls `{name}` with the mask {mask:#x}, which is without it")
    return Meeting(name, op, mask, given[:-1])


def _source(name: str, lane: int, operand: int) -> int:
    """The lane that a shuffle reads; its own where there is none."""
    other = {
        "shfl_sync": operand % WARP,
        "shfl_sync_up": lane - operand,
        "shfl_sync_down": lane + operand,
        "shfl_sync_xor": lane ^ operand,
    }[name]
    return other if 0 <= other < WARP else lane


def settle(found: Mapping[int, Meeting]) -> dict[int, tuple[Value, ...]]:
    """What each of those who met gets; the keys are lanes, or threads of the block.

    Raises:
        Undefined: a shuffle reads a lane that did not come.
    """
    first = next(iter(found.values()))
    name = first.name
    if name in ("sync_threads", "sync_warp"):
        return dict.fromkeys(found, ())
    if name.startswith("shfl"):
        results: dict[int, tuple[Value, ...]] = {}
        for lane, one in found.items():
            source = _source(name, lane, number_of(one.values[1], one.operation.operands[1].type))
            if source not in found:
                raise Undefined(f"lane {lane} reads lane {source} by `{name}`, which does not take part")
            results[lane] = (found[source].values[0],)
        return results
    if name == "elect_sync":
        least = min(found)
        return {lane: (int(lane == least),) for lane in found}
    votes = {lane: one.values[0] for lane, one in found.items()}
    if name == "match_any_sync":
        return {a: (sum(1 << b for b in votes if votes[b] == votes[a]),) for a in votes}
    if name.startswith("redux_sync_"):
        operation, type = _REDUCTIONS[name.removeprefix("redux_sync_")], first.operation.results[0].type
        return dict.fromkeys(
            found, (reduce(lambda a, b: arithmetic.binary(operation, a, b, type), votes.values()),)
        )
    if name == "match_all_sync":
        same = len(set(votes.values())) == 1
        parts = sum(1 << lane for lane in votes) if same else 0, int(same)
        return dict.fromkeys(found, (constructed(first.operation.results[0].type, parts),))
    result = {
        "sync_threads_count": sum(map(bool, votes.values())),
        "sync_threads_and": int(all(votes.values())),
        "sync_threads_or": int(any(votes.values())),
        "all_sync": int(all(votes.values())),
        "any_sync": int(any(votes.values())),
        "uni_sync": int(len(set(votes.values())) == 1),
        "ballot_sync": sum(1 << lane for lane, vote in votes.items() if vote),
    }[name]
    return dict.fromkeys(found, (result,))


__all__ = [
    "FULL",
    "WARP",
    "Dimensions",
    "Meeting",
    "Position",
    "atomic",
    "is_fence",
    "meeting",
    "position",
    "settle",
]
