"""Runs kernels from Python threads: where the native executor can not be had, and where launches are verified."""

from __future__ import annotations

import ctypes
import itertools
import math
from collections.abc import Callable

from periclase.runtime.backends.cpu import abi
from periclase.runtime.backends.cpu.image import MappedObject
from periclase.runtime.backends.cpu.kernels import CpuKernel
from periclase.runtime.backends.task_executor import TaskExecutor, grid_of
from periclase.runtime.execution import KernelWork

SMALL_LAUNCH = 4096
"""Threads of a grid below which waking other cores costs more than it gives."""

# It lets go of the interpreter lock, so that kernels run at once.
_ENTRY = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)


class PortableExecutor(TaskExecutor):
    """Kernels, copies, manual works and markers as tasks of a `TaskGraph`."""

    def __init__(self, workers: int | None, make_job: Callable[[KernelWork], KernelJob] | None = None):
        """
        Args:
            workers: threads at most; None for one a usable core.
            make_job: the job of a launch; `KernelJob` if None.
        """
        super().__init__(workers, "periclase-cpu", make_job or KernelJob)
        self._codes: dict[int, MappedObject] = {}
        self._numbers = itertools.count(1)

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
        x, y, z = grid_of(work, self.kernel.artifact.kernel)
        if not x:
            return 0
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
