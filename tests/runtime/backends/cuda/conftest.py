"""A CUDA backend on a GPU of Python objects."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from fake_cuda_driver import FakeDriver, Fault, Launch

from periclase.runtime.artifact import Artifact, ArtifactKind
from periclase.runtime.backends.cuda.backend import CudaBackend
from periclase.runtime.backends.cuda.driver import Driver, initialised


def _add_one(driver: FakeDriver, launch: Launch) -> None:
    """`add_one(pointer)`: adds one to a byte."""
    driver.bytes(launch.slots[0], 1)[0] += 1


def _set(driver: FakeDriver, launch: Launch) -> None:
    """`set(pointer, value)`: writes a byte."""
    driver.bytes(launch.slots[0], 1)[0] = launch.slots[1]


def _fault(driver: FakeDriver, launch: Launch) -> None:
    raise Fault("CUDA_ERROR_ILLEGAL_ADDRESS")


def _nothing(driver: FakeDriver, launch: Launch) -> None:
    pass


KERNELS: dict[str, tuple[Callable[[FakeDriver, Launch], None], int]] = {
    "add_one": (_add_one, 1),
    "set": (_set, 2),
    "fault": (_fault, 0),
    "nothing": (_nothing, 0),
}


def make_artifact(entry: str, symbol: str = "", noted: bool = False, **changes: object) -> Artifact:
    """PTX with one entry, which the driver's stand-in finds by its name; `symbol` is what is asked for instead.

    `noted`: with the variable that says where traps are to be noted.
    """
    note = ".visible .global .align 8 .u64 periclase_trap_note;\n" if noted else ""
    fields: dict[str, object] = {
        "kind": ArtifactKind.PTX,
        "target": "sm_90a",
        "kernel": entry,
        "entry": symbol or entry,
        "code": f".version 8.0\n{note}.visible .entry {entry}() {{ ret; }}\n".encode(),
    }
    return Artifact(**(fields | changes))  # type: ignore[arg-type]


@pytest.fixture
def artifact() -> Callable[..., Artifact]:
    """`make_artifact`."""
    return make_artifact


@pytest.fixture
def fake() -> FakeDriver:
    """The driver, with one GPU."""
    made = FakeDriver()
    made.kernels.update(KERNELS)
    return made


@pytest.fixture
def backend(fake: FakeDriver) -> Iterator[CudaBackend]:
    """The backend on it. At the end no context is current, and no thread of the backend goes on for ever."""
    made = CudaBackend(initialised(Driver(fake)))
    yield made
    assert fake.depth == 0
    for stream in fake._streams:  # pyright: ignore[reportPrivateUsage]
        fake.release(stream)
    made.close()
    alive = [t for t in threading.enumerate() if t.name.startswith("periclase-cuda")]
    for thread in alive:
        thread.join(10)
        assert not thread.is_alive()
