"""The CUDA backend on a GPU that is played, for the kernels of `python_kernels`: the runtime's tests can run on it as on others.

Everything of the backend is real: contexts, streams, events, deferral, graphs. Only the driver is the stand-in, and a kernel is a
Python function on numpy views of the memory that the stand-in keeps. A function that raises traps: the device is lost, as a
GPU is.

```python
backend = PlayedCudaBackend()
gate = backend.hold("scale")            # launches of `scale` do not begin ...
gate.open()                             # ... before this
backend.fail_next("submit", RuntimeError("refused"))
```
"""

from __future__ import annotations

import struct
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

import numpy as np
from dtypes import FORMATS
from fake_cuda_driver import FakeDriver, Fault, Launch
from python_backend import FUNCTIONS

from periclase.record import replace
from periclase.runtime.artifact import Artifact, ArtifactKind, Parameter, ParameterKind
from periclase.runtime.backends.cuda.backend import CudaBackend
from periclase.runtime.backends.cuda.driver import Driver, initialised
from periclase.runtime.backends.cuda.module import CudaKernel
from periclase.runtime.execution import CopyWork, KernelWork, Work


class PlayedGate:
    """Holds back launches of one kernel until it is opened.

    Attributes:
        arrived: how many launches it has held.
    """

    def __init__(self, fake: FakeDriver):
        self._fake = fake
        self._allowed = 0
        self._opened = False
        self.arrived = 0

    def one_more(self) -> Callable[[], bool]:
        """For a launch that arrives: whether it may begin."""
        if self._opened:
            return lambda: True
        self.arrived += 1
        number = self.arrived
        return lambda: self._opened or number <= self._allowed

    def open_one(self) -> None:
        """Let the first of the launches go that are held."""
        self._allowed += 1
        self._fake.go_on()

    def open(self) -> None:
        """Let all launches go, also those to come."""
        self._opened = True
        self._fake.go_on()


class PlayedCudaBackend(CudaBackend):
    """See the module.

    Attributes:
        fake: the driver.
        submitted: how often each kernel, by name, was handed over.
        ran: how often each kernel's function was called.
    """

    def __init__(self, ordinal: int = 0, **options: int):
        """`options` are attributes of the GPU, as `FakeDriver` takes them."""
        self.fake = FakeDriver(devices=ordinal + 1, **options)
        self.submitted: Counter[str] = Counter()
        self.ran: Counter[str] = Counter()
        self._gates: dict[str, PlayedGate] = {}
        self._faults: dict[str, deque[BaseException]] = {
            stage: deque() for stage in ("load", "allocate", "stream", "submit", "copy")
        }
        super().__init__(initialised(Driver(self.fake)), ordinal)

    @property
    def in_use(self) -> int:
        """Bytes of device memory that are allocated."""
        return sum(map(len, self.fake.memory.values()))

    def hold(self, kernel: str) -> PlayedGate:
        """A gate for all launches of the kernel of this name that are handed over from now on."""
        gate = self._gates[kernel] = PlayedGate(self.fake)
        return gate

    def fail_next(self, stage: str, error: BaseException, times: int = 1) -> None:
        """Let the next `times` calls of `load`, `allocate`, `submit`, `copy` or for a `stream` raise `error`."""
        self._faults[stage].extend([error] * times)

    def _stage(self, stage: str) -> None:
        if self._faults[stage]:
            raise self._faults[stage].popleft()

    def load(self, artifact: Artifact) -> CudaKernel:
        """The driver is given PTX with an entry, behind which stands the function that the artifact's code names."""
        self._stage("load")
        symbol = artifact.code.decode()
        entry = symbol.replace(".", "_")
        name = artifact.kernel
        parameters = artifact.parameters

        def run(driver: FakeDriver, launch: Launch) -> None:
            self.ran[name] += 1
            try:
                FUNCTIONS[symbol](*_arguments(driver, parameters, launch.slots))
            except Fault:
                raise
            except Exception as error:
                raise Fault("CUDA_ERROR_LAUNCH_FAILED") from error

        def gate() -> Callable[[], bool]:
            return self._gates[name].one_more() if name in self._gates else lambda: True

        sizes: list[int] = []
        for parameter in parameters:
            sizes += [parameter.itemsize] if parameter.kind is ParameterKind.BYTES else [8] * parameter.slots
        self.fake.kernels[entry] = (run, tuple(sizes))
        self.fake.gates[entry] = gate
        code = f".visible .entry {entry}() {{ ret; }}\n".encode()
        return super().load(replace(artifact, kind=ArtifactKind.PTX, entry=entry, code=code))

    def allocate(self, nbytes: int, alignment: int) -> int:
        """See `Backend`."""
        self._stage("allocate")
        return super().allocate(nbytes, alignment)

    def create_stream(self, number: int) -> Any:
        """See `Backend`."""
        self._stage("stream")
        return super().create_stream(number)

    def submit(self, work: KernelWork) -> Work:
        """See `Backend`."""
        self._stage("submit")
        done = super().submit(work)
        self.submitted[work.kernel.name] += 1
        return done

    def copy(self, work: CopyWork) -> Work:
        """See `Backend`."""
        self._stage("copy")
        return super().copy(work)


def _arguments(driver: FakeDriver, parameters: tuple[Parameter, ...], slots: tuple[int, ...]) -> list[Any]:
    found: list[Any] = []
    left = iter(slots)
    for parameter in parameters:
        slot = next(left)
        if parameter.kind is ParameterKind.BYTES:
            found.append(slot.to_bytes(parameter.itemsize, "little"))
            continue
        if parameter.kind is not ParameterKind.SLICE:
            found.append(struct.unpack_from("<" + FORMATS[parameter.dtype], struct.pack("<Q", slot))[0])
            continue
        dtype, size = np.dtype(parameter.dtype), next(left)
        view = np.frombuffer(driver.bytes(slot, size * dtype.itemsize), dtype) if size else np.empty(0, dtype)
        if not parameter.access.writes:
            view.flags.writeable = False
        found.append(view)
    return found
