"""Streams and order: what has to wait does, whoever made the buffer, and nothing else waits."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from launch_rig import WAIT, Rig

from periclase.runtime.streams import current_stream

TURNS = 25


class TestWhoMadeTheBufferDoesNotMatter:
    """A buffer is made on one stream and written on another; readers and later writers have to see that."""

    def test_the_maker_reads_what_another_stream_wrote(self, rig: Rig) -> None:
        a, b = rig.device.stream(), rig.device.stream()
        for turn in range(TURNS):
            with a:
                x = rig.array(1)
            held = rig.hold(b)
            with b:
                rig.kernels.fill[1, 64](x, float(turn + 2))
            rig.device.exclusive(lambda: None)
            held.open()
            with a:
                assert x.read().tolist() == [turn + 2]

    def test_a_third_stream_reads_what_the_second_wrote(self, rig: Rig) -> None:
        a, b, c = (rig.device.stream() for _ in range(3))
        for turn in range(TURNS):
            with a:
                x, y = rig.array(1), rig.zeros(1)
            held = rig.hold(b)
            with b:
                rig.kernels.fill[1, 64](x, float(turn + 2))
            with c:
                rig.kernels.copy[1, 64](x, y)
            rig.device.exclusive(lambda: None)
            held.open()
            with c:
                assert x.read().tolist() == y.read().tolist() == [turn + 2]

    def test_no_update_is_lost(self, rig: Rig) -> None:
        """Made, written by another, overwritten by its maker: in this order."""
        a, b = rig.device.stream(), rig.device.stream()
        for _ in range(TURNS):
            with a:
                x = rig.array(1)
            held = rig.hold(b)
            with b:
                rig.kernels.fill[1, 64](x, 2.0)
            with a:
                rig.kernels.fill[1, 64](x, 3.0)
            rig.device.exclusive(lambda: None)
            held.open()
            for stream in (b, a):
                with stream:
                    assert x.read().tolist() == [3]

    def test_a_second_read_sees_the_second_write(self, rig: Rig) -> None:
        a, b = rig.device.stream(), rig.device.stream()
        with a:
            x = rig.array(1)
        for turn in range(TURNS):
            y = rig.zeros(1)
            held = rig.hold(a)
            with a:
                rig.kernels.fill[1, 64](x, float(turn))
            with b:
                rig.kernels.copy[1, 64](x, y)
            rig.device.exclusive(lambda: None)
            held.open()
            with b:
                assert y.read().tolist() == [turn]


class TestWaits:
    def test_reads_and_disjoint_ranges_wait_for_nothing(self, rig: Rig) -> None:
        x, y = rig.zeros(8), rig.zeros(64)
        rig.device.sync()
        streams = [rig.device.stream() for _ in range(4)]
        held = [rig.hold(stream) for stream in streams]
        with rig.device.trace() as trace:
            for turn in range(8):
                with streams[turn % 4]:
                    rig.kernels.copy[1, 64](x, y[8 * turn : 8 * turn + 8])
            rig.device.exclusive(lambda: None)
            for each in held:
                each.open()
        data = [wait for wait in trace.waits if wait.reason in ("RAW", "WAR", "WAW", "count")]
        assert data == []
        assert len(trace.launches) == 8

    @pytest.mark.parametrize("reason", ["RAW", "WAR", "WAW"])
    def test_what_waits_says_why(self, rig: Rig, reason: str) -> None:
        x, y, z = (rig.zeros() for _ in range(3))
        rig.device.sync()
        first, second = rig.device.stream("first"), rig.device.stream("second")
        held = rig.hold(first)
        with rig.device.trace() as trace:
            with first:
                rig.kernels.copy[1, 64](x, y)
            with second:
                if reason == "RAW":
                    rig.kernels.copy[1, 64](y, z)
                elif reason == "WAR":
                    rig.kernels.fill[1, 64](x, 1.0)
                else:
                    rig.kernels.fill[1, 64](y, 1.0)
            rig.device.exclusive(lambda: None)
            held.open()
        assert [wait.reason for wait in trace.waits if wait.reason in ("RAW", "WAR", "WAW")] == [reason]

    def test_ranges_that_touch_in_one_byte_wait(self, rig: Rig) -> None:
        x = rig.zeros(8)
        first = rig.device.stream()
        held = rig.hold(first)
        with first:
            rig.kernels.fill[1, 64](x[:5], 1.0)
        with rig.device.stream():
            rig.kernels.fill[1, 64](x[4:], 2.0)
        rig.device.exclusive(lambda: None)
        held.open()
        assert x.read().tolist() == [1] * 4 + [2] * 4


class TestStreams:
    def test_entering_and_leaving(self, rig: Rig) -> None:
        default, stream = current_stream(rig.device), rig.device.stream()
        assert current_stream(rig.device) is default
        with stream:
            assert current_stream(rig.device) is stream
            with rig.device.stream() as inner:
                assert current_stream(rig.device) is inner
            assert current_stream(rig.device) is stream
        assert current_stream(rig.device) is default

    def test_a_chain_over_streams_and_threads(self, rig: Rig) -> None:
        x, streams = rig.zeros(1), [rig.device.stream() for _ in range(3)]
        for turn in range(300):
            with streams[turn % 3]:
                rig.kernels.increase[1, 64](x, float(turn))
        with rig.device.stream():
            assert x.read().tolist() == [sum(range(300))]

    def test_what_another_thread_produced(self, rig: Rig) -> None:
        count, x, y = rig.count(0, 0, 0), rig.zeros(), rig.zeros()
        with ThreadPoolExecutor(1) as pool:
            for turn in range(1, 20):
                pool.submit(lambda: rig.kernels.fill[1, 64](x, float(turn))).result(WAIT)  # noqa: B023
                pool.submit(lambda: rig.kernels.count[1, 1](count, 1, 1, 1)).result(WAIT)
                with rig.device.stream():
                    rig.kernels.increase[count, 64](x, 1.0)
                    rig.kernels.copy[count, 64](x, y)
                assert pool.submit(y.read).result(WAIT).tolist() == [turn + 1] * 4

    def test_an_event_orders_what_data_does_not(self, rig: Rig) -> None:
        x, y = rig.zeros(), rig.zeros()
        rig.device.sync()
        first, second = rig.device.stream(), rig.device.stream()
        held = rig.hold(first)
        with first:
            rig.kernels.fill[1, 64](x, 1.0)
        event = first.record()
        second.wait(event)
        with second:
            rig.kernels.fill[1, 64](y, 2.0)
        after = second.record()
        assert not after.wait(0.02)
        held.open()
        assert after.wait(WAIT)
        assert event.done()

    def test_many_threads_on_one_buffer(self, rig: Rig) -> None:
        x = rig.zeros(1)
        start = threading.Barrier(4)

        def run() -> None:
            start.wait(WAIT)
            for _ in range(50):
                rig.kernels.increase[1, 64](x, 1.0)

        threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(WAIT)
        assert x.read().tolist() == [200]

    def test_a_launch_keeps_its_buffers(self, rig: Rig) -> None:
        y, stream = rig.zeros(), rig.device.stream()
        held = rig.hold(stream)
        with stream:
            x = rig.device.array(np.full(4, 3, np.float32))
            rig.kernels.copy[1, 64](x, y)
            del x
            others = [rig.array(*[77] * 4) for _ in range(20)]
        rig.device.exclusive(lambda: None)
        held.open()
        assert y.read().tolist() == [3] * 4
        assert len(others) == 20
