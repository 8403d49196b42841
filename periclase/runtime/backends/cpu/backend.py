"""The native backend: loads object files of kernels into this process and runs them over grids."""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

from periclase.diagnostics import CompileError, Diagnostic
from periclase.runtime.artifact import Artifact, ArtifactKind
from periclase.runtime.backends.cpu.host_memory import HostMemory
from periclase.runtime.backends.cpu.kernels import CpuKernel
from periclase.runtime.backends.cpu.llvm_binding import binding, host_key, target_machine
from periclase.runtime.backends.cpu.portable_executor import PortableExecutor
from periclase.runtime.execution import CopyWork, KernelWork, ManualWork, Work

_RUNTIME_LIBRARIES = ("libm.so.6", "libgcc_s.so.1")
"""Where the functions are that native code calls and the interpreter may not have loaded: mathematics, and the arithmetic
that a CPU lacks (128-bit division, conversions of 16-bit floats)."""


class CpuBackend:
    """The native backend: `periclase.runtime.execution.Backend`."""

    name = "cpu"
    target = "cpu"
    host_memory = True

    def __init__(self, workers: int | None = None):
        """
        Args:
            workers: threads that share the blocks of a grid; None for one a usable core.
        """
        self._executor = PortableExecutor(workers)
        self._memory = HostMemory()
        self._jit: Any = None
        self._libraries: dict[bytes, tuple[str, Any]] = {}
        self._names = itertools.count()
        self._lock = threading.Lock()
        self._c = ctypes.CDLL(None)
        self._output, self._pending = _standard_output(self._c)

    def target_key(self) -> str:
        """CPU name and features: object files are for exactly these."""
        return host_key()

    def load(self, artifact: Artifact) -> CpuKernel:
        """Link the artifact's object files into this process.

        Raises:
            CompileError: it is not for the CPU, or calls a function that is nowhere in the process.
        """
        if artifact.kind is not ArtifactKind.CPU_OBJECT:
            raise CompileError(
                Diagnostic(
                    "PC0704",
                    f"`{artifact.kernel}` was compiled for {artifact.target}, which a CPU can not run",
                )
            )
        with self._lock:
            if self._jit is None:
                llvm = binding()
                for library in _RUNTIME_LIBRARIES:
                    try:
                        llvm.load_library_permanently(library)
                    except (
                        RuntimeError
                    ):  # another system: the process has them under other names, or links reveal what lacks
                        continue
                self._jit = llvm.create_lljit_compiler(target_machine(), use_jit_link=True)
            try:
                libraries: list[str] = []
                for code in artifact.libraries:
                    libraries.append(self._library(code, libraries))
                tracker = self._link(f"kernel.{next(self._names)}", artifact.code, libraries, artifact.entry)
            except RuntimeError as error:
                raise CompileError(
                    Diagnostic(
                        "PC0704", f"the code of `{artifact.kernel}` can not be loaded: {str(error).strip()}"
                    )
                ) from None
        return CpuKernel(artifact, tracker[artifact.entry], tracker, self)

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
        return self._executor.submit(work)

    def copy(self, work: CopyWork) -> Work:
        """See `Backend.copy`."""
        return self._executor.copy(work)

    def manual(self, stream: int, waits: Sequence[Work]) -> ManualWork:
        """See `Backend.manual`."""
        return self._executor.manual(waits)

    def marker(self, stream: int, waits: Sequence[Work]) -> Work:
        """See `Backend.marker`."""
        return self._executor.marker(waits)

    def lost(self) -> BaseException | None:
        """None: a fault of the processor ends the process."""
        return None

    def reset(self) -> None:
        """Nothing to be done: nothing is ever lost."""

    def close(self) -> None:
        """End the workers."""
        self._executor.close()

    def flush(self) -> None:
        """Write out what `printf` of kernels left in the C library's buffer, behind what Python has printed so far."""
        output = self._output
        if output is None:
            self._c.fflush(None)
        elif self._pending(output):
            with contextlib.suppress(AttributeError, OSError, ValueError):  # no `sys.stdout`, or a closed one
                sys.stdout.flush()
            # Not all streams: a thread that reads from one would keep this one waiting.
            self._c.fflush(output)

    def _library(self, code: bytes, before: list[str]) -> str:
        """The name under which the object file `code` is linked: once, however many kernels use it."""
        found = self._libraries.get(code)
        if found is None:
            name = f"library.{next(self._names)}"
            found = self._libraries[code] = (name, self._link(name, code, before))
        return found[0]

    def _link(self, name: str, code: bytes, libraries: list[str], *exports: str) -> Any:
        builder = binding().JITLibraryBuilder().add_object_img(code)
        for library in libraries:
            builder.add_jit_library(library)
        builder.add_current_process()
        for export in exports:
            builder.export_symbol(export)
        return builder.link(self._jit, name)


def _standard_output(c: ctypes.CDLL) -> tuple[ctypes.c_void_p | None, Callable[[ctypes.c_void_p], int]]:
    """C's `stdout`, and how many bytes are pending in a stream; None if this C library does not tell (glibc and musl do)."""
    try:
        pending = c["__fpending"]
        pending.restype = ctypes.c_size_t
        return ctypes.c_void_p.in_dll(c, "stdout"), pending
    except (AttributeError, ValueError):
        return None, lambda stream: 0


def create_backend() -> CpuBackend:
    """The backend of `open_device("cpu")`."""
    return CpuBackend()
