"""A launch on its way from the issuing thread to the runner: all that it needs, by value."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from periclase.runtime.arguments import ArgumentPlan
    from periclase.runtime.buffer import Buffer
    from periclase.runtime.context import LaunchContext
    from periclase.runtime.protocols import KernelLike


class LaunchRequest:
    """A launch whose arguments have been checked and packed.

    Attributes:
        kernel: the kernel.
        plan: what is known of its arguments: the names of the slices, which slots their pointers go to, declared accesses.
        grid: blocks in x, y and z; of no meaning where there is a `count`.
        count: the buffer of three uint32 that the grid is read from when the launch begins; None for a static grid.
        block: threads of a block in x, y and z.
        shared_bytes: dynamic shared memory of a block.
        slots: the arguments, eight bytes a slot; the pointers are still zero.
        buffers: those given for the slices, in the order of the parameters. One may be there more than once.
        context: the issuing thread's decisions.
    """

    __slots__ = ("block", "buffers", "context", "count", "grid", "kernel", "plan", "shared_bytes", "slots")

    def __init__(
        self,
        kernel: KernelLike,
        plan: ArgumentPlan,
        grid: tuple[int, int, int],
        count: Buffer | None,
        block: tuple[int, int, int],
        shared_bytes: int,
        slots: bytearray,
        buffers: tuple[Buffer, ...],
        context: LaunchContext,
    ):
        self.kernel = kernel
        self.plan = plan
        self.grid = grid
        self.count = count
        self.block = block
        self.shared_bytes = shared_bytes
        self.slots = slots
        self.buffers = buffers
        self.context = context

    def __repr__(self) -> str:
        return f"<launch of {self.kernel.name}>"

    def run(self) -> None:
        """The runner has come to it."""
        self.context.stream.device_state.dispatcher.launch(self)

    def fail(self, error: BaseException) -> None:
        """`run` raised `error`, or is not to be: the process was forked."""
        self.context.stream.device_state.dispatcher.refuse(self, error)
