"""The native backend: loads object files of kernels into this process and runs them over grids."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import sys
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from periclase.diagnostics import CompileError, Diagnostic, DiagnosticError
from periclase.runtime.artifact import Artifact, ArtifactKind
from periclase.runtime.backends.cpu.host import HostMemory, host_key
from periclase.runtime.backends.cpu.kernels import CpuKernel, Linker
from periclase.runtime.backends.cpu.native_executor import NativeExecutor
from periclase.runtime.execution import CopyWork, KernelWork, ManualWork, Work
from periclase.settings import settings

if TYPE_CHECKING:
    from periclase.runtime.backends.cpu.portable_executor import PortableExecutor


class CpuBackend:
    """The native backend: `periclase.runtime.execution.Backend`."""

    name = "cpu"
    target = "cpu"
    host_memory = True

    def __init__(self, workers: int | None = None, *, native: bool = True):
        """
        Args:
            workers: threads that share the blocks of a grid; None for what the settings say, else one a usable core.
            native: whether native threads run the kernels, where that is possible here. Else Python's do.
        """
        self._workers = workers or settings().runtime.workers
        self._native = native
        self.expect: Callable[[int], object] | None = None
        """What to call with 1 before submitting a few works for which the caller waits at once, and with 0 after that; or None.

        The one who waits runs them himself then, without waking another thread. `Work.wait` on any of them counts as 0.
        """
        self._memory = HostMemory()
        self._linker = Linker()
        self._prints = False
        # Kept by the finaliser, so that it can still be asked whether it is at work.
        self._executors: list[NativeExecutor | PortableExecutor] = []
        weakref.finalize(self, _give_memory_back, self._memory, self._executors).atexit = False

    @functools.cached_property
    def executor(self) -> NativeExecutor | PortableExecutor:
        """What runs the work; made when it is first needed."""
        made = self._make_executor()
        self._executors.append(made)
        self.expect = getattr(made, "expect", None)
        vars(self).setdefault("submit", made.submit)  # a call less for every launch
        return made

    def _make_executor(self) -> NativeExecutor | PortableExecutor:
        if settings().runtime.verify_effects:
            from periclase.runtime.backends.cpu.portable_executor import PortableExecutor
            from periclase.runtime.backends.cpu.verification import VerifyingJob

            return PortableExecutor(self._workers, VerifyingJob)
        if self._native:
            try:
                return NativeExecutor(self._workers, self.target_key())
            except (ValueError, AttributeError, DiagnosticError) as error:
                settings().report(f"kernels are run from Python threads, since {error}")
        from periclase.runtime.backends.cpu.portable_executor import PortableExecutor

        return PortableExecutor(self._workers)

    def target_key(self) -> str:
        """CPU name and features: object files are for exactly these."""
        return host_key()

    def load(self, artifact: Artifact) -> CpuKernel:
        """Link the artifact's object files into this process.

        Raises:
            CompileError: it is not for the CPU, it is damaged, or it calls a function that is nowhere in the process.
        """
        if artifact.kind is not ArtifactKind.CPU_OBJECT:
            raise CompileError(
                Diagnostic(
                    "PC0704",
                    f"`{artifact.kernel}` was compiled for {artifact.target}, which a CPU can not run",
                )
            )
        self._prints = self._prints or artifact.ordered
        entry, mapping = self._linker.link(artifact)
        executor = self.executor
        return CpuKernel(artifact, entry, executor.record(entry, mapping), executor.drop)

    def allocate(self, nbytes: int, alignment: int) -> int:
        """See `Backend.allocate`. The pages are the system's until somebody touches them."""
        return self._memory.allocate(nbytes, alignment)

    def free(self, address: int, nbytes: int) -> None:
        """See `Backend.free`."""
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
        """None: a fault of the processor ends the process."""
        return None

    def reset(self) -> None:
        """Nothing to be done: nothing is ever lost, and memory is freed by whoever took it."""

    def close(self) -> None:
        """End the workers."""
        self.expect = None
        vars(self).pop("submit", None)
        for executor in self._executors:
            executor.close()

    def flush(self) -> None:
        """Write out what `printf` of kernels left in the C library's buffer, behind what Python has printed so far."""
        if not self._prints:
            return
        fflush, output, pending = _standard_output()
        if output is None:
            fflush(None)
        elif pending(output):
            with contextlib.suppress(AttributeError, OSError, ValueError):  # no `sys.stdout`, or a closed one
                sys.stdout.flush()
            # Not all streams: a thread that reads from one would keep this one waiting.
            fflush(output)


def _give_memory_back(memory: HostMemory, executors: Sequence[NativeExecutor | PortableExecutor]) -> None:
    """The end of a backend that nobody holds any more. What is still under way keeps its memory: nobody knows which."""
    if not any(executor.unsettled() for executor in executors):
        memory.free_all()


@functools.cache
def _standard_output() -> tuple[Callable[..., Any], ctypes.c_void_p | None, Callable[[ctypes.c_void_p], int]]:
    """C's `fflush`; its `stdout`, None if this C library does not tell (glibc and musl do); how many bytes are pending in it."""
    c = ctypes.CDLL(None)
    try:
        # Keeping the interpreter lock: to let go of it for this would invite other threads in.
        pending = ctypes.PyDLL(None)["__fpending"]
        pending.restype = ctypes.c_size_t
        return c.fflush, ctypes.c_void_p.in_dll(c, "stdout"), pending
    except (AttributeError, ValueError):
        return c.fflush, None, lambda stream: 0


def create_backend() -> CpuBackend:
    """The backend of `open_device("cpu")`."""
    return CpuBackend()
