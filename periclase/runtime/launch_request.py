"""A launch on its way from the issuing thread to the runner: all that it needs, by value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from periclase.record import NamedTuple
from periclase.runtime.dependencies import COUNT
from periclase.runtime.launch_record import LaunchRecord, uses_of_pieces

if TYPE_CHECKING:
    from periclase.runtime.access_sets import SliceUse
    from periclase.runtime.arguments import ArgumentPlan
    from periclase.runtime.arrangements import Arrangement
    from periclase.runtime.buffer import Buffer
    from periclase.runtime.context import LaunchContext
    from periclase.runtime.launch_record import Use
    from periclase.runtime.protocols import KernelLike


class LaunchRequest(NamedTuple):
    """A launch whose arguments have been checked and packed.

    Attributes:
        kernel: the kernel.
        plan: what is known of its arguments: the names of the slices, declared accesses, and how to `place` the buffers.
        grid: blocks in x, y and z; of no meaning where there is a `count`.
        count: the buffer of three uint32 that the grid is read from when the launch begins; None for a static grid.
        block: threads of a block in x, y and z.
        shared_bytes: dynamic shared memory of a block.
        slots: the arguments, eight bytes a slot; those of the buffers are still zero.
        buffers: those given for the slices, in the order of the parameters. One may be there more than once.
        context: the issuing thread's decisions.
    """

    kernel: KernelLike
    plan: ArgumentPlan
    grid: tuple[int, int, int]
    count: Buffer | None  # pyright: ignore[reportIncompatibleMethodOverride]
    block: tuple[int, int, int]
    shared_bytes: int
    slots: bytearray
    buffers: tuple[Buffer, ...]
    context: LaunchContext

    def record(self, name: str, slices: Sequence[SliceUse], known: Arrangement | None = None) -> LaunchRecord:
        """What the runner keeps of it.

        Args:
            name: of the kernel.
            slices: what it does with its buffers.
            known: the same, and more, if it is known of just these buffers. There is no `count` then.
        """
        _, _, grid, count, block, _, _, buffers, context = self
        stream, _, _, profile, site = context
        if known is not None:
            return LaunchRecord(name, site, stream, known[1], False, None, grid, block, profile)
        uses: list[Use] = []
        for index, reads, writes, parameter in slices:
            buffer = buffers[index]
            if buffer.is_whole:
                uses.append((buffer.allocation, buffer.offset, buffer.stop, reads, writes, parameter, None))
            else:
                uses += uses_of_pieces(buffer, reads, writes, parameter)
        if count is None:
            return LaunchRecord(name, site, stream, uses, False, None, grid, block, profile)
        uses.append((count.allocation, count.offset, count.stop, True, False, "grid", COUNT))
        return LaunchRecord(name, site, stream, uses, True, None, None, block, profile)

    def run(self) -> None:
        """Enqueue it. Under the runner's role."""
        self.context.stream.device_state.dispatcher.launch(self)

    def map_buffers(self) -> None:
        """Have memory for all buffers.

        Raises:
            NotAllocated: there is none.
        """
        for buffer in self.buffers:
            buffer.allocation.materialize()

    def fail(self, error: BaseException) -> None:
        """`run` raised `error`, or is not to be: the process was forked."""
        self.context.stream.device_state.dispatcher.refuse(self, error)
