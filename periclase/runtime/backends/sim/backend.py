"""The simulator as a backend: `execution.Backend` on memory of this process, with kernels of PTX run by Python threads."""

from __future__ import annotations

import contextlib
import functools
import re
import sys
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from periclase.diagnostics import CompileError, Diagnostic, LaunchError
from periclase.runtime.artifact import Artifact, ArtifactKind
from periclase.runtime.backends.cpu.host import HostMemory
from periclase.runtime.backends.task_executor import TaskExecutor
from periclase.runtime.execution import CopyWork, KernelWork, ManualWork, Work
from periclase.settings import settings

if TYPE_CHECKING:
    from periclase.runtime.backends.sim.kernel import SimKernel
    from periclase.runtime.tensor_layout import TensorLayout

DEFAULT_TARGET: Final = "sm_90"
"""What kernels are compiled for where nobody says it."""

_TARGET: Final = re.compile(r"sm_\d{2,3}[af]?")

_WORKERS: Final = 2
"""Threads: a kernel holds the interpreter lock most of the time, so that more would only take turns."""


class SimBackend:
    """The simulator: `periclase.runtime.execution.Backend`.

    Attributes:
        name: what it is opened by.
        target: the architecture that it plays.
    """

    host_memory = True

    def __init__(self, target: str = DEFAULT_TARGET, workers: int | None = None, name: str = "sim"):
        """
        Args:
            target: the architecture that kernels are compiled for.
            workers: threads that run works; None for what the settings say, else two.
            name: what it is opened by.
        """
        self.name = name
        self.target = target
        self._workers = workers or settings().runtime.workers or _WORKERS
        self._memory = HostMemory()
        self._allocations: dict[int, int] = {}
        self._executors: list[TaskExecutor] = []
        weakref.finalize(self, _give_memory_back, self._memory, self._executors).atexit = False

    @functools.cached_property
    def executor(self) -> TaskExecutor:
        """What runs the work; made when it is first needed."""
        from periclase.runtime.backends.sim.launch import SimJob

        allocations = self._allocations
        made = TaskExecutor(self._workers, "periclase-sim", lambda work: SimJob(work, allocations, _write))
        self._executors.append(made)
        return made

    def target_key(self) -> str:
        """See `Backend.target_key`: PTX for an architecture is the same for a GPU of it."""
        return self.target

    def load(self, artifact: Artifact) -> SimKernel:
        """Read the PTX of a kernel.

        Raises:
            CompileError: it is none, or has something that the simulator does not execute.
        """
        if artifact.kind is not ArtifactKind.PTX:
            raise CompileError(
                Diagnostic(
                    "PC0704",
                    f"`{artifact.kernel}` was compiled to a {artifact.kind.value} for {artifact.target}; "
                    "the simulator runs PTX",
                )
            )
        from periclase.runtime.backends.sim.kernel import SimKernel

        return SimKernel(artifact)

    @staticmethod
    def tensor_map(layout: TensorLayout) -> tuple[int, ...]:
        """The words of a tensor map, as the simulator's copies read them."""
        from periclase.runtime.backends.sim.tensor_maps import encode

        return encode(layout)

    def allocate(self, nbytes: int, alignment: int) -> int:
        """See `Backend.allocate`."""
        address = self._memory.allocate(nbytes, alignment)
        self._allocations[address] = nbytes
        return address

    def free(self, address: int, nbytes: int) -> None:
        """See `Backend.free`."""
        self._allocations.pop(address, None)
        self._memory.free(address)

    def memory_limit(self) -> int | None:
        """See `Backend.memory_limit`."""
        return self._memory.limit()

    def create_stream(self, number: int) -> int:
        """A stream is no more than its number: works wait for what `KernelWork.waits` names, and for nothing else."""
        return number

    def destroy_stream(self, stream: int) -> None:
        """Nothing to be done."""

    def submit(self, work: KernelWork) -> Work:
        """See `Backend.submit`. Nothing is refused here."""
        return self.executor.submit(work)

    def copy(self, work: CopyWork) -> Work:
        """See `Backend.copy`."""
        return self.executor.copy(work)

    def manual(
        self, stream: int, waits: Sequence[Work], handed: list[ManualWork] | None = None
    ) -> ManualWork:
        """See `Backend.manual`."""
        return self.executor.manual(waits, handed)

    def marker(self, stream: int, waits: Sequence[Work]) -> Work:
        """See `Backend.marker`."""
        return self.executor.marker(waits)

    def lost(self) -> BaseException | None:
        """None: a fault of a kernel ends its launch."""
        return None

    def reset(self) -> None:
        """Nothing to be done: nothing is ever lost, and memory is freed by whoever took it."""

    def flush(self) -> None:
        """Write out what kernels printed."""
        with contextlib.suppress(AttributeError, OSError, ValueError):  # no `sys.stdout`, or a closed one
            sys.stdout.flush()

    def close(self) -> None:
        """End the threads."""
        for executor in self._executors:
            executor.close()


def _write(text: str) -> None:
    """Print what the threads of a launch have printed."""
    with contextlib.suppress(AttributeError, OSError, ValueError):  # no `sys.stdout`, or a closed one
        sys.stdout.write(text)


def _give_memory_back(memory: HostMemory, executors: Sequence[TaskExecutor]) -> None:
    """The end of a backend that nobody holds any more. What is still under way keeps its memory: nobody knows which."""
    if not any(executor.unsettled() for executor in executors):
        memory.free_all()


def create_backend(selector: str = "") -> SimBackend:
    """The backend behind `open_device("sim")`, or for the selector `sm_80` behind `open_device("sim:sm_80")`.

    Raises:
        LaunchError: that is no architecture (PC0405).
    """
    target: Any = selector or settings().target or DEFAULT_TARGET
    if _TARGET.fullmatch(target) is None:
        raise LaunchError(
            Diagnostic(
                "PC0405",
                f'the simulator plays no architecture "{target}"',
                help='write "sim", or "sim:sm_80" for another one than sm_90',
            )
        )
    return SimBackend(target, name=f"sim:{selector}" if selector else "sim")
