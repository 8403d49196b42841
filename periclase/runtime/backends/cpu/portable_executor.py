"""Runs kernels from Python threads: where the native executor can not be had, and where launches are verified."""

from __future__ import annotations

import ctypes
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

from periclase.runtime.backends.cpu import abi
from periclase.runtime.backends.cpu.host import address_of
from periclase.runtime.backends.cpu.image import MappedObject
from periclase.runtime.backends.cpu.kernels import CpuKernel
from periclase.runtime.backends.task_graph import Call, Task, TaskGraph
from periclase.runtime.execution import CopyWork, KernelWork, Work
from periclase.runtime.limits import MAX_GRID

SMALL_LAUNCH = 4096
"""Threads of a grid below which waking other cores costs more than it gives."""

# It lets go of the interpreter lock, so that kernels run at once.
_ENTRY = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)


class PortableExecutor:
    """Kernels, copies, manual works and markers as tasks of a `TaskGraph`."""

    def __init__(self, workers: int | None, make_job: Callable[[KernelWork], KernelJob] | None = None):
        """
        Args:
            workers: threads at most; None for one a usable core.
            make_job: the job of a launch; `KernelJob` if None.
        """
        self._make_job = make_job or KernelJob
        self._graph = TaskGraph(workers, "periclase-cpu")
        self._codes: dict[int, MappedObject] = {}
        self._numbers = itertools.count(1)

    @property
    def workers(self) -> int:
        """How many threads there are at most."""
        return self._graph.workers

    def submit(self, work: KernelWork) -> Task:
        """See `Backend.submit`."""
        return self._graph.submit(
            self._make_job(work),
            work.waits,
            work.guards,
            work.count_guards if work.count_address else None,
            timed=work.timed,
            handed=work.handed,
        )

    def copy(self, work: CopyWork) -> Task:
        """See `Backend.copy`."""
        target, source, nbytes = work.target, work.source, work.nbytes

        def copy() -> None:
            ctypes.memmove(address_of(target), address_of(source), nbytes)

        return self._graph.submit(Call(copy), work.waits, work.guards, timed=work.timed, handed=work.handed)

    def manual(self, waits: Sequence[Work], handed: list[Any] | None = None) -> Task:
        """See `Backend.manual`."""
        return self._graph.manual(waits, handed)

    def marker(self, waits: Sequence[Work]) -> Task:
        """See `Backend.marker`."""
        return self._graph.marker(waits)

    def record(self, entry: int, code: MappedObject | None) -> int:
        """A record of machine code, which is unmapped when it is dropped: the kernel lives as long as something runs it.

        Args:
            entry: of the kernel, which `CpuKernel` tells as well.
            code: None for code that somebody else keeps.
        """
        number = next(self._numbers)
        if code is not None:
            self._codes[number] = code
        return number

    def drop(self, record: int) -> None:
        """Give up what `record` gave."""
        code = self._codes.pop(record, None)
        if code is not None:
            code.unmap()

    def unsettled(self) -> int:
        """How many works have not settled."""
        return self._graph.unsettled()

    def close(self) -> None:
        """End the threads. Nothing is pending."""
        self._graph.close(0.0)


class KernelJob:
    """A launch as a `task_graph.Job`."""

    __slots__ = ("_arguments", "_launch", "_run", "alone", "kernel", "work")

    def __init__(self, work: KernelWork):
        self.kernel: CpuKernel = work.kernel
        self.alone = False
        self.work = work
        self._launch = abi.Launch()
        self._arguments = ctypes.create_string_buffer(bytes(work.slots), max(len(work.slots), 1))
        self._run = _ENTRY(self.kernel.entry)

    def blocks(self) -> int:
        """The volume of the grid.

        Raises:
            LaunchError: the grid is a dynamic count, and no grid is like that.
        """
        work, launch = self.work, self._launch
        x, y, z = work.grid
        if work.count_address:
            x, y, z = (ctypes.c_uint32 * 3).from_address(work.count_address)
            if not (x and y and z):
                return 0
            if x > MAX_GRID[0] or y > MAX_GRID[1] or z > MAX_GRID[2]:
                raise self.kernel.bad_count((x, y, z))
        launch.grid[:] = (x, y, z)
        launch.block[:] = work.block
        launch.dynamic_shared_bytes = work.shared_bytes
        blocks = x * y * z
        self.alone = blocks * math.prod(work.block) <= SMALL_LAUNCH
        return blocks

    def run(self, first: int, last: int) -> None:
        """Run a range of blocks, or as far as the first trap of the launch."""
        self._run(ctypes.addressof(self._arguments), first, last, ctypes.addressof(self._launch))

    def finish(self) -> None:
        """Nothing more, unless a thread trapped.

        Raises:
            TrapError: the first trap.
        """
        launch = self._launch
        if launch.trap_state:
            raise self.kernel.trap(launch.trap_id, launch.trap_thread, launch.trap_block)
