"""Memory of the host."""

from __future__ import annotations

import ctypes
import sys

import pytest

from periclase.runtime.backends.cpu.host_memory import HostMemory


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


def test_the_limit_is_that_of_the_machine():
    limit = HostMemory.limit()
    assert limit is None or limit > 2**20
