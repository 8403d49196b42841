"""The devices that random programs run on: on every backend the same kernels, and the same ways to disturb it."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from launch_rig import BACKENDS, COMPILING
from python_kernels import PythonCompiler, PythonKernel
from sequential_model import IN, KERNELS, Kernel

from periclase.runtime import compilation
from periclase.runtime.device_state import DeviceState
from periclase.runtime.execution import CopyWork, KernelWork, ManualWork, Work
from periclase.runtime.failure_report import Root

KINDS = tuple(BACKENDS)


class Steering:
    """Stands in front of a backend: refuses what it is told to, and holds work back.

    Attributes:
        holding: whether the work that is handed over now waits until `let_go`.
    """

    def __init__(self, backend: Any):
        self._backend = backend
        self._submit, self._copy, self._allocate = backend.submit, backend.copy, backend.allocate
        backend.submit, backend.copy, backend.allocate = self.submit, self.copy, self.allocate
        self._refusals: dict[str, list[Exception]] = {"submit": [], "copy": [], "allocate": []}
        self._barriers: list[ManualWork] = []
        self._lock = threading.Lock()  # the runner may come by when a program lets go
        self.holding = False

    def refuse(self, stage: str, error: Exception, times: int = 1) -> None:
        """Let the next calls of `submit`, `copy` or `allocate` raise `error`."""
        self._refusals[stage] = [error] * times

    def refused(self, stage: str, times: int = 1) -> bool:
        """Whether so many calls have raised. If not, none will any more."""
        left, self._refusals[stage] = self._refusals[stage], []
        return times > 0 and not left

    def let_go(self) -> None:
        """Nothing is held back any more; who came last goes first."""
        with self._lock:
            self.holding = False
            barriers, self._barriers = self._barriers, []
        for barrier in reversed(barriers):
            barrier.complete()

    def submit(self, work: KernelWork) -> Work:
        """See `Backend`."""
        self._pass("submit")
        return self._submit(work._replace(waits=self._behind_barriers(work)))

    def copy(self, work: CopyWork) -> Work:
        """See `Backend`."""
        self._pass("copy")
        work.waits = self._behind_barriers(work)
        return self._copy(work)

    def allocate(self, nbytes: int, alignment: int) -> int:
        """See `Backend`."""
        self._pass("allocate")
        return self._allocate(nbytes, alignment)

    def _pass(self, stage: str) -> None:
        refusals = self._refusals[stage]
        if refusals:
            raise refusals.pop()

    def _behind_barriers(self, work: KernelWork | CopyWork) -> Sequence[Work]:
        """What `work` waits for: while this holds work back, also for a barrier of its own."""
        with self._lock:
            if not self.holding:
                return work.waits
            self._barriers.append(self._backend.manual(work.stream, ()))
            return *work.waits, self._barriers[-1]


class ProgramDevice:
    """A new device of a kind.

    Attributes:
        kind: of `KINDS`.
        backend: its backend.
        device: a client of it.
        steering: what stands in front of its backend.
        traps: whether a launch may fail while it runs. On a GPU that is the end of everything.
        compiled: whether a launch runs as many blocks as it says.
    """

    def __init__(self, kind: str):
        self.kind = kind
        self.traps = kind != "cuda"
        self.compiled = kind in COMPILING
        self._restore = compilation.compiler
        if self.compiled:
            from program_kernels import COMPILED

            self._kernels: dict[str, Any] = COMPILED
        else:
            compiler = PythonCompiler()
            compilation.compiler = lambda: compiler
            self._kernels = PYTHON_KERNELS
        self.backend: Any = BACKENDS[kind]()
        self.steering = Steering(self.backend)
        self.device = DeviceState(self.backend).client()
        self.device.device_state.on_unclaimed = lambda error, claim: None

    def launch(self, kernel: Kernel, grid: Any, arguments: Sequence[Any], number: int, root: int) -> None:
        """Launch `kernel`; where `root` is not 0 it fails, and is called `name_of(root)`."""
        threads = root % _THREADS + 1 if root and self.compiled else 1
        self._kernels[kernel.name][grid, threads](*arguments, number, root)

    def name_of(self, root: int) -> str:
        """What tells the failure of a launch from others."""
        return f"in thread ({root % _THREADS}, 0, 0) of block" if self.compiled else named(root)

    def takes(self, count: Sequence[int]) -> bool:
        """Whether a grid of so many blocks is over soon."""
        return not self.compiled or math.prod(count) <= _MOST_BLOCKS

    def lose(self, error: Exception) -> bool:
        """Lose the device, with all that is under way. False where that can not be played."""
        if self.kind != "python":
            return False
        self.backend.lose(error)
        self.steering.let_go()
        graph = self.backend.graph
        while graph.unsettled():
            for task in list(graph._unsettled):
                assert task.wait(60)
        return True

    def close(self) -> None:
        """Give it up; what was launched is over."""
        compilation.compiler = self._restore
        self.backend.close()


def named(root: int) -> str:
    """The message of an error that a program raises."""
    return f"root {root};"


def is_root(root: Root, name: str) -> bool:
    """Whether `name` is what the model calls `root`."""
    kind, _, kernel = name.partition(" ")
    return root.kernel == kernel if kind == "kernel" else name in root.text


_THREADS = 200
"""Failures that a compiled launch can tell apart."""
_MOST_BLOCKS = 64


def _python_kernel(kernel: Kernel) -> PythonKernel:
    """`kernel` as a Python function. Its scalars are the number and a root; that leaves its outputs half written."""

    def run(*arguments: Any) -> None:
        *slices, number, root = arguments
        copies = [np.array(each) for each in slices]
        written = [each for each, access in zip(slices, kernel.accesses, strict=True) if access is not IN]
        if root:
            for each in written:
                each[: (len(each) + 1) // 2] = 0xEE
            raise RuntimeError(named(root))
        for each, values in zip(written, kernel.compute(copies, number), strict=True):
            each[:] = values

    slices = [f"s{i}: {access.value} uint8" for i, access in enumerate(kernel.accesses)]
    declaration = ", ".join([*slices, "number: uint8", "root: int32"])
    return PythonKernel(run, declaration, name=kernel.name, broken=kernel.broken)


PYTHON_KERNELS = {kernel.name: _python_kernel(kernel) for kernel in KERNELS}
