"""Memory: what is counted, what is used again, what is given back, and what happens when there is none."""

from __future__ import annotations

import gc
import itertools
import threading

import numpy as np
import pytest
from launch_rig import WAIT, Rig

from periclase.runtime.failures import BufferFailure
from periclase.settings import reload_settings

BIG = 1 << 20


def test_what_was_written_is_read(rig: Rig) -> None:
    values = np.arange(1000, dtype=np.float32)
    y = rig.device.array(values)
    np.testing.assert_array_equal(y.read(), values)
    assert (len(y), y.nbytes, y.dtype) == (1000, 4000, np.float32)
    assert y.address % 256 == 0


def test_a_buffer_of_nothing(rig: Rig) -> None:
    y = rig.device.empty(0)
    assert (y.nbytes, y.read().shape) == (0, (0,))
    y.write(np.empty(0, np.float32))
    rig.kernels.fill[1, 64](y, 1.0)
    y.check()
    rig.device.sync_buffers(y)


def test_the_report_counts(rig: Rig) -> None:
    y, z = rig.zeros(1000), rig.zeros(10)
    report = rig.device.memory_report()
    assert (report.in_use, report.allocations, report.mapped, report.unmapped) == (4040, 2, 2, 0)
    assert report.reserved >= report.in_use
    half = y[:500]
    del y
    gc.collect()
    assert rig.device.memory_report().in_use == 4040  # the view holds it
    del half, z
    gc.collect()
    report = rig.device.memory_report()
    assert (report.in_use, report.allocations, report.peak) == (0, 0, 4040)


def test_what_was_given_up_is_used_again(rig: Rig) -> None:
    addresses: set[int] = set()
    for _ in range(20):
        y = rig.device.zeros(BIG)
        addresses.add(y.address)
        del y
    assert len(addresses) == 1


def test_live_buffers_do_not_overlap(rig: Rig) -> None:
    rng = np.random.default_rng(5)
    live: list[tuple[int, int, object]] = []
    for turn in range(120):
        if live and rng.random() < 0.4:
            live.pop(int(rng.integers(len(live))))
        y = rig.device.empty(int(rng.integers(1, 5000)), np.uint8)
        y.write(np.uint8(turn % 251))
        live.append((y.address, y.nbytes, y))
        ranges = sorted((address, nbytes) for address, nbytes, _ in live)
        for (a, n), (b, _) in itertools.pairwise(ranges):
            assert a + n <= b
        assert a_multiple(y.address)


def a_multiple(address: int) -> bool:
    """Whether an allocation may begin there."""
    return address % 256 == 0


def test_cleaning_up_gives_back_what_is_idle_and_nothing_else(rig: Rig) -> None:
    kept, dropped = rig.array(1, 2), rig.device.zeros(BIG)
    rig.device.sync()
    before = rig.device.memory_report().reserved
    del dropped
    gc.collect()
    assert rig.device.cleanup() >= 4 * BIG
    assert rig.device.memory_report().reserved <= before - 4 * BIG
    assert kept.read().tolist() == [1, 2]
    rig.kernels.increase[1, 64](kept, 1.0)
    assert kept.read().tolist() == [2, 3]


def test_cleaning_up_spares_what_work_still_uses(rig: Rig) -> None:
    y, stream = rig.zeros(), rig.device.stream()
    x = rig.device.array(np.full(BIG, 3, np.float32))
    rig.device.sync()
    held = rig.hold(stream)
    with stream:
        rig.kernels.copy[1, 64](x[:4], y)
    del x
    gc.collect()
    rig.device.cleanup()
    other = rig.device.array(np.full(BIG, 8, np.float32))
    held.open()
    assert y.read().tolist() == [3] * 4
    assert other[:2].read().tolist() == [8, 8]


def test_the_next_tenant_waits_for_the_work_of_the_last(rig: Rig) -> None:
    rig.device.zeros(BIG).read()
    gc.collect()
    stream = rig.device.stream()
    held = rig.hold(stream)
    with stream:
        x = rig.device.empty(BIG)
        rig.kernels.fill[1, 64](x[:4], 1.0)
        del x
    gc.collect()
    y = rig.device.empty(BIG)
    rig.kernels.fill[1, 64](y[:4], 2.0)
    rig.device.exclusive(lambda: None)
    held.open()
    assert y[:4].read().tolist() == [2] * 4


class TestWithoutMemory:
    @pytest.fixture
    def small(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """No device takes more than four megabytes."""
        monkeypatch.setenv("PERICLASE_RUNTIME_MAX_MEMORY_BYTES", str(4 << 20))
        reload_settings()

    def test_it_is_a_failure_of_the_buffer_and_no_more(self, small: None, rig: Rig) -> None:
        kept = rig.array(1, 2)
        y, z = rig.device.empty(2 * BIG), rig.zeros()
        with pytest.raises(BufferFailure) as caught:
            y.check()
        assert caught.value.diagnostic.code == "PC0703"
        assert caught.value.failure.roots[0].site.file == __file__
        rig.kernels.copy[1, 64](y[:4], z)
        assert z.failure().roots[0].id == y.failure().roots[0].id
        rig.kernels.fill[1, 64](z, 1.0)
        assert z.read().tolist() == [1] * 4
        assert kept.read().tolist() == [1, 2]

    def test_what_is_idle_makes_room(self, small: None, rig: Rig) -> None:
        for size in (700_000, 600_000, 800_000, 500_000):
            y = rig.device.zeros(size)
            assert (y.read() == 0).all()
            del y

    def test_the_failure_ends_with_the_buffer(self, small: None, rig: Rig) -> None:
        y = rig.device.empty(2 * BIG)
        with pytest.raises(BufferFailure):
            y.read()
        assert rig.failures() == 1
        del y
        assert rig.failures() == 0

    def test_a_refusal_that_passes_is_tried_again(self, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
        allocate, refused = rig.backend.allocate, []

        def refuse_once(nbytes: int, alignment: int) -> int:
            if not refused:
                refused.append(nbytes)
                raise MemoryError("not now")
            return allocate(nbytes, alignment)

        with monkeypatch.context() as patch:
            patch.setattr(rig.backend, "allocate", refuse_once)
            y = rig.device.empty(BIG)
            y.write(1.0)
            assert y[:2].read().tolist() == [1, 1]
        assert len(refused) == 1


def test_threads_and_streams_do_not_make_the_pool_grow(rig: Rig) -> None:
    def use() -> None:
        with rig.device.stream():
            y = rig.device.zeros(BIG)
            rig.kernels.increase[1, 64](y[:4], 1.0)
            assert y[:4].read().tolist() == [1] * 4

    for _ in range(10):
        thread = threading.Thread(target=use)
        thread.start()
        thread.join(WAIT)
    assert rig.device.memory_report().reserved <= 2 * 4 * BIG
