"""Memory of the host."""

from __future__ import annotations

import ctypes
import gc
import sys
import time

import pytest

from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.backends.cpu.host_memory import HostMemory
from periclase.runtime.device import Device

WAIT = 30.0


@pytest.mark.parametrize("alignment", [1, 8, 64, 256, 4096])
@pytest.mark.parametrize("nbytes", [1, 7, 4096, 10_000_000])
def test_it_is_aligned_and_can_be_written(nbytes, alignment):
    memory = HostMemory()
    address = memory.allocate(nbytes, alignment)
    assert address % alignment == 0
    ctypes.memset(address, 0xA5, nbytes)
    assert ctypes.string_at(address + nbytes - 1, 1) == b"\xa5"
    memory.free(address)


@pytest.mark.parametrize("nbytes", [2**62, sys.maxsize, 2**70])
def test_too_much_is_refused(nbytes):
    with pytest.raises(MemoryError):
        HostMemory().allocate(nbytes, 64)


@pytest.mark.parametrize("native", [True, False])
def test_a_device_that_nobody_holds_gives_its_memory_back(native):
    device = Device(CpuBackend(workers=1, native=native))
    memory = device.backend._memory
    kept = device.zeros(1000)
    assert (kept.read() == 0).all()
    assert device.shutdown(WAIT)
    del device
    gc.collect()
    assert memory._given
    del kept
    for _ in range(100):  # the runner's thread may look at the device at that moment
        gc.collect()
        if not memory._given:
            break
        time.sleep(0.05)
    assert not memory._given


@pytest.mark.parametrize("native", [True, False])
def test_but_not_while_something_is_under_way(native):
    backend = CpuBackend(workers=1, native=native)
    memory = backend._memory
    address = backend.allocate(1000, 64)
    work = backend.manual(0, ())
    del backend
    gc.collect()
    assert memory._given == {address}
    work.complete()
    memory.free_all()
    assert not memory._given


def test_the_limit_is_that_of_the_machine():
    limit = HostMemory.limit()
    assert limit is None or limit > 2**20
