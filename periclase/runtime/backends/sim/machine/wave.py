"""Whole blocks of a launch whose threads run together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from periclase.runtime.backends.sim.machine.faults import Fault
from periclase.runtime.backends.sim.machine.memory import Memory
from periclase.runtime.backends.sim.machine.scheduler import Scheduler

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.machine.launch import Launch
    from periclase.runtime.backends.sim.machine.program import Program
    from periclase.runtime.backends.sim.ptx.syntax import Instruction

Array = np.ndarray[Any, Any]
_T = TypeVar("_T")

WARP_SIZE = 32

THREADS = 4096
"""Threads of a wave, where blocks are small: so many that numpy's calls are no longer most of the time."""


def wave_blocks(launch: Launch, cooperative: bool = False) -> int:
    """How many blocks of a launch to take together: whole clusters, and of a cooperative launch all."""
    if cooperative:
        return launch.blocks
    clusters = max(THREADS // (launch.block_threads * launch.cluster_blocks), 1)
    return min(clusters * launch.cluster_blocks, launch.blocks)


class Wave:
    """Some blocks at work. One thread of the host runs it.

    Attributes:
        program: what runs.
        launch: what it is a part of.
        first_block: the number of its first block, in the launch's order.
        blocks: how many blocks it has.
        size: how many threads it has.
        lanes, warps, blocks_of_threads, ids: of each thread, see `Group`.
        warps_per_block: how many warps a block has, the last of them perhaps not full.
        exited: which threads have ended.
        alive: which lanes of each warp are threads that have not ended: one row of 32 a warp.
        any_exited: whether a thread has ended, or warps have lanes without threads.
        memory: what they can reach.
        scheduler: who runs next.
        instruction: what is being executed.
        endings: what is called when all threads have ended.
    """

    def __init__(self, program: Program, launch: Launch, first_block: int, blocks: int):
        self.program = program
        self.launch = launch
        self.first_block = first_block
        self.blocks = blocks
        threads = launch.block_threads
        self.size = size = blocks * threads
        numbers = np.arange(size, dtype=np.int64)
        self.blocks_of_threads, self.ids = np.divmod(numbers, threads)
        self.warps_per_block = -(-threads // WARP_SIZE)
        self.lanes = self.ids % WARP_SIZE
        self.warps = self.blocks_of_threads * self.warps_per_block + self.ids // WARP_SIZE
        self.exited = np.zeros(size, np.bool_)
        self.alive = np.zeros((blocks * self.warps_per_block, WARP_SIZE), np.bool_)
        self.alive[self.warps, self.lanes] = True
        self.any_exited = not self.alive.all()
        self.instruction: Instruction | None = None
        self.endings: list[Callable[[], None]] = []
        self._parts: dict[Any, Any] = {}
        self.shared_bytes = program.static_shared_bytes + launch.dynamic_shared_bytes
        self.memory = Memory(launch, program.regions, blocks, size, self.shared_bytes)
        self.scheduler = Scheduler(self)

    def part(self, make: Callable[[Wave], _T]) -> _T:
        """What a family of instructions keeps for this wave; `make`, a class say, makes it when it is first asked for."""
        found = self._parts.get(make)
        if found is None:
            found = self._parts[make] = make(self)
        return found

    def run(self) -> None:
        """Run all threads to their end.

        Raises:
            Fault: a thread can not go on; none of the wave goes on then.
        """
        with np.errstate(all="ignore"):
            try:
                self.scheduler.run()
                for end in self.endings:
                    end()
            except Fault as fault:
                if fault.instruction is None:
                    fault.instruction = self.instruction
                raise

    def coordinates(self, thread: int) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """The index of a thread in its block, and that of its block, in x, y, z."""
        x, y, _ = self.launch.block
        number = int(self.ids[thread])
        block = self.launch.block_index(np.array([self.first_block + int(self.blocks_of_threads[thread])]))
        bx, by, bz = (int(extent[0]) for extent in block)
        return (number % x, number // x % y, number // (x * y)), (bx, by, bz)
