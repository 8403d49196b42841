"""A backend whose kernels are Python functions on numpy views: for tests of the runtime, on any machine, without a compiler.

An artifact's `code` is the name of a function in `FUNCTIONS` (`python_kernels.PythonKernel` puts it there). A launch calls it
once, whatever the grid, with a number for each scalar and a one-dimensional numpy view of the device's memory for each slice;
to trap it raises. Everything else is as on a real device: the work waits by itself, on the portable task graph, and guards
and dynamic counts are resolved when it begins.

A test steers it:

```python
gate = backend.hold("scale")            # launches of `scale` do not begin ...
scale[1, 1](2.0, x, y)
assert gate.arrived == 1
gate.open()                             # ... before this

backend.fail_next("submit", RuntimeError("refused"))
backend.lose(RuntimeError("a sticky error"))
assert backend.calls["submit"] == 1
```

With `host_memory=False` its addresses mean nothing in this process, as those of a GPU: a runtime that touches them crashes.
Fresh memory is full of `FRESH`, so that a read of what nobody wrote is seen; freed memory is full of `FREED`.
"""

from __future__ import annotations

import ctypes
import struct
import threading
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

import numpy as np
from dtypes import FORMATS

from periclase.diagnostics import CompileError, Diagnostic
from periclase.runtime.artifact import Artifact, Parameter, ParameterKind
from periclase.runtime.backends.task_graph import Call, Task, TaskGraph
from periclase.runtime.execution import CopyWork, KernelWork
from periclase.runtime.limits import MAX_GRID

FUNCTIONS: dict[str, Callable[..., object]] = {}
"""What artifacts name by their `code`."""

FRESH, FREED = 0xA5, 0xDD
"""What every byte of new memory, and of memory that was given back, is."""

STAGES = ("load", "allocate", "stream", "submit", "run", "copy", "copying", "free")
"""Where `PythonBackend.fail_next` can make it fail: `submit` and `copy` refuse the work, `run` and `copying` fail it later."""

_FAR = 1 << 62
"""Added to the addresses of a device whose memory is not the host's."""


class Gate:
    """Holds back launches of one kernel until it is opened.

    Attributes:
        arrived: how many launches it has held.
    """

    def __init__(self, graph: TaskGraph):
        self._graph = graph
        self._barriers: list[Task] = []
        self._opened = False
        self._lock = threading.Lock()
        self.arrived = 0

    def barrier(self) -> Task | None:
        """What one more launch has to wait for; None once the gate is open."""
        with self._lock:
            if self._opened:
                return None
            self.arrived += 1
            self._barriers.append(self._graph.manual())
            return self._barriers[-1]

    def open_one(self) -> None:
        """Let the first of the launches go that are held."""
        with self._lock:
            barrier = self._barriers.pop(0)
        barrier.complete()

    def open(self) -> None:
        """Let all launches go, also those to come."""
        with self._lock:
            self._opened = True
            barriers, self._barriers = self._barriers, []
        for barrier in barriers:
            barrier.complete()


class PythonBackend:
    """`periclase.runtime.execution.Backend` for tests; see the module.

    Attributes:
        calls: how often each method was called.
        submitted: how often each kernel, by name, was handed over.
        ran: how often each kernel's function was called.
        in_use: bytes that are allocated.
    """

    name = "python"
    target = "python"

    def __init__(
        self,
        workers: int = 8,
        *,
        memory_limit: int | None = None,
        host_memory: bool = True,
        name: str = "python",
    ):
        """
        Args:
            workers: threads that run kernels.
            memory_limit: bytes beyond which `allocate` raises MemoryError.
            host_memory: whether addresses are real.
        """
        self.name = name
        self.host_memory = host_memory
        self.graph = TaskGraph(workers, name)
        self.calls: Counter[str] = Counter()
        self.submitted: Counter[str] = Counter()
        self.ran: Counter[str] = Counter()
        self.in_use = 0
        self.closed = False
        self._limit = memory_limit
        self._memory: dict[int, np.ndarray[Any, Any]] = {}
        self._gates: dict[str, Gate] = {}
        self._faults: dict[str, deque[BaseException]] = {stage: deque() for stage in STAGES}
        self._lost: BaseException | None = None
        self._epoch = 0

    # ------------------------------------------------------------------------------------------------ steering ----

    def hold(self, kernel: str) -> Gate:
        """A gate for all launches of the kernel of this name that are handed over from now on."""
        gate = self._gates[kernel] = Gate(self.graph)
        return gate

    def fail_next(self, stage: str, error: BaseException, times: int = 1) -> None:
        """Let the next `times` calls that come to `stage` (of `STAGES`) raise `error`."""
        self._faults[stage].extend([error] * times)

    def lose(self, error: BaseException) -> None:
        """Be lost, as a GPU after a sticky error: all work that has not ended fails with `error`, and nothing more is taken."""
        self._lost = error
        for gate in self._gates.values():
            gate.open()

    def _stage(self, stage: str) -> None:
        try:
            error = self._faults[stage].popleft()
        except IndexError:
            return
        raise error

    # ------------------------------------------------------------------------------------------------- Backend ----

    def target_key(self) -> str:
        """See `Backend`."""
        return "python"

    def load(self, artifact: Artifact) -> PythonCode:
        """See `Backend`. Raises CompileError if no function has the name that is the artifact's code."""
        self.calls["load"] += 1
        self._stage("load")
        name = artifact.code.decode()
        function = FUNCTIONS.get(name)
        if function is None:
            raise CompileError(
                Diagnostic("PC0704", f"there is no function `{name}` to run `{artifact.kernel}`")
            )
        return PythonCode(artifact, function, self._epoch)

    def allocate(self, nbytes: int, alignment: int) -> int:
        """See `Backend`."""
        self.calls["allocate"] += 1
        self._stage("allocate")
        if nbytes < 1:
            raise ValueError("an allocation has at least one byte")
        if self._limit is not None and self.in_use + nbytes > self._limit:
            raise MemoryError(f"{nbytes} bytes asked for, {self._limit - self.in_use} free")
        raw = np.full(nbytes + alignment, FRESH, np.uint8)
        start = -raw.ctypes.data % alignment
        memory = raw[start : start + nbytes]
        address = memory.ctypes.data + (0 if self.host_memory else _FAR)
        self._memory[address] = memory
        self.in_use += nbytes
        return address

    def free(self, address: int, nbytes: int) -> None:
        """See `Backend`."""
        self.calls["free"] += 1
        self._stage("free")
        memory = self._memory.pop(address)
        if memory.nbytes != nbytes:
            raise ValueError(f"{nbytes} bytes freed of {memory.nbytes}")
        memory[:] = FREED
        self.in_use -= nbytes

    def memory_limit(self) -> int | None:
        """See `Backend`."""
        return self._limit

    def create_stream(self, number: int) -> int:
        """See `Backend`."""
        self.calls["create_stream"] += 1
        self._stage("stream")
        return number

    def destroy_stream(self, stream: int) -> None:
        """See `Backend`."""
        self.calls["destroy_stream"] += 1

    def submit(self, work: KernelWork) -> Task:
        """See `Backend`."""
        self.calls["submit"] += 1
        self._refuse_if_lost()
        self._stage("submit")
        code: PythonCode = work.kernel
        if code.epoch != self._epoch:
            raise RuntimeError("a kernel of before a reset was launched")
        name = code.artifact.kernel
        self.submitted[name] += 1
        gate = self._gates.get(name)
        barrier = None if gate is None else gate.barrier()
        waits = work.waits if barrier is None else (*work.waits, barrier)
        count_guards = work.count_guards if work.count_address else None
        return self.graph.submit(
            _Launch(self, work), waits, work.guards, count_guards, timed=work.timed, handed=work.handed
        )

    def copy(self, work: CopyWork) -> Task:
        """See `Backend`."""
        self.calls["copy"] += 1
        self._refuse_if_lost()
        self._stage("copy")

        def copy() -> None:
            self.run_stage("copying")
            self.bytes_at(work.target, work.nbytes)[:] = self.bytes_at(work.source, work.nbytes)

        return self.graph.submit(Call(copy), work.waits, work.guards, timed=work.timed, handed=work.handed)

    def manual(self, stream: int, waits: Any, handed: Any = None) -> Task:
        """See `Backend`."""
        self.calls["manual"] += 1
        return self.graph.manual(waits, handed)

    def marker(self, stream: int, waits: Any) -> Task:
        """See `Backend`."""
        self.calls["marker"] += 1
        return self.graph.marker(waits)

    def lost(self) -> BaseException | None:
        """See `Backend`."""
        return self._lost

    def reset(self) -> None:
        """See `Backend`."""
        self.calls["reset"] += 1
        self._lost = None
        self._epoch += 1
        if not self.host_memory:
            self._memory.clear()
            self.in_use = 0

    def flush(self) -> None:
        """See `Backend`."""
        self.calls["flush"] += 1

    def close(self) -> None:
        """See `Backend`."""
        self.closed = True
        self.graph.close(10.0)

    # ----------------------------------------------------------------------------------------- for its own work ----

    def bytes_at(self, place: Any, nbytes: int) -> np.ndarray[Any, Any]:
        """The bytes at a device address, or of a host buffer object."""
        if not isinstance(place, int):
            return np.frombuffer(place, np.uint8, nbytes)
        found = self._memory.get(place)
        if (
            found is None
        ):  # in the middle of an allocation, or memory of others, which only host memory can be
            for address, memory in list(self._memory.items()):
                if address <= place and place + nbytes <= address + memory.nbytes:
                    return memory[place - address : place - address + nbytes]
            if not self.host_memory or place >= _FAR:
                raise RuntimeError(f"no device memory at {place:#x}")
            return np.frombuffer((ctypes.c_uint8 * nbytes).from_address(place), np.uint8)
        return found[:nbytes]

    def run_stage(self, stage: str) -> None:
        """What a piece of work asks when it runs."""
        if self._lost is not None:
            raise self._lost
        self._stage(stage)

    def _refuse_if_lost(self) -> None:
        if self._lost is not None:
            raise self._lost


class PythonCode:
    """A loaded kernel."""

    def __init__(self, artifact: Artifact, function: Callable[..., object], epoch: int):
        self.artifact = artifact
        self.function = function
        self.epoch = epoch


class _Launch:
    """The job of one launch."""

    alone = True

    def __init__(self, backend: PythonBackend, work: KernelWork):
        self._backend = backend
        self._work = work
        self._slots = bytes(work.slots)  # the caller may fill its own anew

    def blocks(self) -> int:
        """One call, or none for a dynamic count of zero."""
        address = self._work.count_address
        if address:
            grid = self._backend.bytes_at(address, 12).view(np.uint32)
            if 0 in grid:
                return 0
            for count, most in zip(grid, MAX_GRID, strict=True):
                if count > most:
                    raise RuntimeError(f"the count {tuple(grid.tolist())} is beyond {most}")
        return 1

    def run(self, first: int, last: int) -> None:
        """Call the function."""
        self._backend.run_stage("run")
        code: PythonCode = self._work.kernel
        self._backend.ran[code.artifact.kernel] += 1
        arguments: list[Any] = []
        at = 0
        for parameter in code.artifact.parameters:
            if parameter.kind is ParameterKind.SLICE:
                address, size = struct.unpack_from("<QQ", self._slots, at)
                arguments.append(self._view(parameter, address, size))
                at += 16
            else:
                arguments.append(struct.unpack_from("<" + FORMATS[parameter.dtype], self._slots, at)[0])
                at += 8
        code.function(*arguments)

    def finish(self) -> None:
        """Nothing is left to do."""

    def _view(self, parameter: Parameter, address: int, size: int) -> np.ndarray[Any, Any]:
        dtype = np.dtype(parameter.dtype)
        if not size:
            return np.empty(0, dtype)
        view = self._backend.bytes_at(address, size * dtype.itemsize).view(dtype)
        if not parameter.access.writes:
            view = view[:]
            view.flags.writeable = False
        return view
