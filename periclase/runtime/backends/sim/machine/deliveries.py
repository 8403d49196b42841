"""Copies to shared memory whose bytes a barrier object counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from periclase.runtime.backends.sim.machine.barrier_objects import BarrierObjects
from periclase.runtime.backends.sim.machine.faults import UNDEFINED, Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from periclase.runtime.backends.sim.machine.group import Group
    from periclase.runtime.backends.sim.machine.spans import Span
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]


class Delivery:
    """A copy to one block: it reads, writes, and tells the barrier object."""

    def __init__(
        self,
        read: Callable[[], Array],
        write: Callable[[Array], None],
        target: Span | None,
        nbytes: int,
        thread: int,
        instruction: Instruction | None,
    ):
        self._read = read
        self._write = write
        self._target = target
        self._nbytes = nbytes
        self._thread = thread
        self._instruction = instruction

    def perform(self, objects: BarrierObjects, number: int) -> bool:
        """Copy, and let the object count the bytes."""
        if self._target is not None:
            self._target.end(objects.in_flight, writes=True)
        self._write(self._read())
        try:
            objects.complete(number, self._nbytes, self._thread)
        except Fault as fault:
            fault.instruction = self._instruction
            raise
        return True


def deliver(
    group: Group,
    position: int,
    target: Span,
    barrier: int,
    read: Callable[[], Array],
    nbytes: int,
    *,
    blocks: int | None = None,
    pair: bool = False,
    write: Callable[[Span, Array], None] | None = None,
    combines: bool = False,
) -> None:
    """Start a copy to shared memory.

    Args:
        group, position: who starts it.
        target: where to.
        barrier: the number of the barrier object that counts the bytes.
        read: gives what is written there.
        nbytes: how many bytes that is.
        blocks: by bits, the ranks of the blocks of the cluster that get it, each at the same place; None: the one of `target`.
        pair: whether the barrier object may be the one of the other block of a pair (`.cta_group::2`).
        write: how it is written, if not as it is.
        combines: whether that is by an operation that others may do there at the same time.

    Raises:
        Fault: target and barrier object are of different blocks, or there is no such block.
    """
    wave = group.wave
    objects = wave.part(BarrierObjects)
    thread = int(group.threads[position])
    stride = wave.memory.shared_stride
    target_block, barrier_block = target.place() // stride, barrier * 8 // stride
    objects.check(np.array([barrier]), group.threads[position : position + 1])
    size = wave.launch.cluster_blocks
    first = int(group.blocks[position]) // size * size
    if blocks is None:
        together = target_block // 2 == barrier_block // 2 if pair else target_block == barrier_block
        if not together:
            raise Fault(UNDEFINED, "copies to one block, and has the bytes counted in another", thread)
        receivers = [(target_block, barrier_block)]
    else:
        if blocks >> size:
            raise Fault(UNDEFINED, f"copies to blocks {blocks:#x} of a cluster that has {size}", thread)
        receivers = list(_receivers(blocks, first, barrier_block - first, pair=pair))
    put = write or _put
    for block, counting in receivers:
        there = target.moved((block - target_block) * stride)
        if not combines:
            there.start(objects.in_flight, writes=True)
        objects.later(
            barrier + (counting - barrier_block) * stride // 8,
            Delivery(
                read, _writer(put, there), None if combines else there, nbytes, thread, wave.instruction
            ),
        )


def _receivers(blocks: int, first: int, barrier_rank: int, *, pair: bool) -> Iterator[tuple[int, int]]:
    """The blocks that get a copy, each with the one whose barrier object counts it."""
    for rank in range(blocks.bit_length()):
        if blocks >> rank & 1:
            counting = rank & ~1 | barrier_rank & 1 if pair else rank
            yield first + rank, first + counting


def _put(span: Span, values: Array) -> None:
    span.write(values)


def _writer(put: Callable[[Span, Array], None], span: Span) -> Callable[[Array], None]:
    return lambda values: put(span, values)
