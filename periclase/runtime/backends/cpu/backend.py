"""Loads object files of kernels into this process and runs them over a grid."""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import math
import sys
import threading
from collections.abc import Callable
from typing import Any

from periclase.diagnostics import CompileError, Diagnostic, Note
from periclase.runtime.artifact import Artifact, ArtifactKind, Trap
from periclase.runtime.backends.cpu import abi
from periclase.runtime.backends.cpu.llvm_binding import binding, host_key, target_machine
from periclase.runtime.backends.cpu.pool import WorkerPool
from periclase.runtime.failures import TrapError

_SMALL_LAUNCH = 4096
"""Threads of a grid below which waking other cores costs more than it gives."""

_ENTRY = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)

_RUNTIME_LIBRARIES = ("libm.so.6", "libgcc_s.so.1")
"""Where the functions are that native code calls and the interpreter may not have loaded: mathematics, and the arithmetic
that a CPU lacks (128-bit division, conversions of 16-bit floats)."""


class CpuBackend:
    """The native backend: `periclase.runtime.protocols.Backend`."""

    name = "cpu"
    target = "cpu"

    def __init__(self, workers: int | None = None):
        """
        Args:
            workers: threads that share the blocks of a grid; None for one a usable core.
        """
        self._pool = WorkerPool(workers)
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
        return CpuKernel(artifact, tracker, self._pool)

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


class CpuKernel:
    """A kernel in this process: `periclase.runtime.protocols.LoadedKernel`."""

    def __init__(self, artifact: Artifact, tracker: Any, pool: WorkerPool):
        self._artifact = artifact
        self._tracker = tracker  # the code stays mapped while this lives
        self._entry = _ENTRY(tracker[artifact.entry])
        self._pool = pool

    def run(
        self, grid: tuple[int, int, int], block: tuple[int, int, int], shared_bytes: int, slots: bytes
    ) -> None:
        """Run every block; see `LoadedKernel.run`."""
        launch = abi.Launch()
        launch.grid[:] = grid
        launch.block[:] = block
        launch.dynamic_shared_bytes = shared_bytes
        arguments = ctypes.create_string_buffer(slots, len(slots))
        entry, arguments_address, launch_address = (
            self._entry,
            ctypes.addressof(arguments),
            ctypes.addressof(launch),
        )

        def body(first: int, last: int) -> None:
            entry(arguments_address, first, last, launch_address)

        blocks = math.prod(grid)
        self._pool.run(body, blocks, alone=blocks * math.prod(block) <= _SMALL_LAUNCH)
        if launch.trap_state:
            raise self._trap(launch)

    def _trap(self, launch: abi.Launch) -> TrapError:
        name = self._artifact.kernel
        number: int = launch.trap_id
        if number == abi.OUT_OF_MEMORY:
            return TrapError(Diagnostic("PC0703", f"there is no memory to run a block of `{name}`"))
        table = self._artifact.traps
        trap = table[number] if 0 <= number < len(table) else Trap("trap", "")
        where = Note(f"in thread {_index(launch.trap_thread)} of block {_index(launch.trap_block)}")
        reason = trap.message or "the kernel trapped"
        code = "PC0705" if trap.kind == "deadlock" else "PC0702"
        return TrapError(Diagnostic(code, f"kernel `{name}` failed: {reason}", trap.span, notes=(where,)))


def _standard_output(c: ctypes.CDLL) -> tuple[ctypes.c_void_p | None, Callable[[ctypes.c_void_p], int]]:
    """C's `stdout`, and how many bytes are pending in a stream; None if this C library does not tell (glibc and musl do)."""
    try:
        pending = c["__fpending"]
        pending.restype = ctypes.c_size_t
        return ctypes.c_void_p.in_dll(c, "stdout"), pending
    except (AttributeError, ValueError):
        return None, lambda stream: 0


def _index(triple: Any) -> str:
    return f"({triple[0]}, {triple[1]}, {triple[2]})"


def create_backend() -> CpuBackend:
    """The backend of `open_device("cpu")`."""
    return CpuBackend()
