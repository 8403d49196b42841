"""Blocks of the host that nobody will leave any more, of all devices together."""

import threading
from types import SimpleNamespace

import pytest

from periclase.runtime import held_windows
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure


class Block:
    """Something that is in `with`."""


class Work:
    """Counts how often it was ended, and may take its time over it."""

    def __init__(self):
        self.ended = 0
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.go_on.set()

    def fail(self, error):
        self.ended += 1
        self.begun.set()
        assert self.go_on.wait(30)


def test_the_runners_of_two_devices_end_each_abandoned_block_once():
    works = [Work(), Work(), Work()]
    blocks = [Block() for _ in works]
    for block, work in zip(blocks, works, strict=True):
        held_windows.hold(block, SimpleNamespace(work=work, kernel="Buffer.host"))
    works[0].go_on.clear()
    del block, blocks
    runners = [threading.Thread(target=held_windows.end_abandoned) for _ in range(2)]
    runners[0].start()
    assert works[0].begun.wait(30)
    runners[1].start()
    runners[1].join(0.2)  # it would be done with all of them by now, were it let in
    works[0].go_on.set()
    for runner in runners:
        runner.join(30)
    assert [work.ended for work in works] == [1, 1, 1]
    assert not held_windows.held


@pytest.mark.parametrize("native", [True, False])
def test_a_block_whose_work_was_made_and_not_noted_leaves_none(native, monkeypatch):
    """An exception that is raised into the thread in between: nobody else could end it."""
    device = Device(CpuBackend(workers=1, native=native))
    buffer = device.zeros(4)
    backend = device.backend
    made = backend.manual

    def interrupted(*arguments):
        made(*arguments)
        raise MemoryError("just then")

    monkeypatch.setattr(backend, "manual", interrupted)
    with pytest.raises(BufferFailure, match="just then"):
        buffer.host().__enter__()
    assert backend.executor.unsettled() == 0
    assert not held_windows.held
    monkeypatch.undo()
    buffer.write(1)
    with buffer.host() as array:
        assert array.tolist() == [1] * 4
    assert device.shutdown(30)
