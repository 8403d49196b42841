"""Captures and replays: who may do what when, what dooms a window, what is recorded, and what a replay does to failures."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable

import numpy as np
import pytest
from launch_rig import WAIT, Rig, root

from periclase.diagnostics import CompileError
from periclase.runtime.capture import CaptureError, abort
from periclase.runtime.graph import Graph


def on_another_thread(call: Callable[[], object]) -> object:
    """What `call` gives or raises there."""
    answers: list[object] = []

    def run() -> None:
        try:
            answers.append(call())
        except Exception as error:
            answers.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(WAIT)
    return answers[0]


class TestOrderOfCalls:
    def test_calls_out_of_order_raise_and_change_nothing(self, rig: Rig) -> None:
        x, y, stream = rig.array(1, 2), rig.zeros(2), rig.device.stream()
        for call in (stream.start, stream.stop):
            with pytest.raises(CaptureError):
                call()
        stream.prepare()
        for call in (stream.prepare, stream.stop):
            with pytest.raises(CaptureError):
                call()
        stream.start()
        for call in (stream.prepare, stream.start):
            with pytest.raises(CaptureError):
                call()
        with stream:
            rig.kernels.copy[1, 64](x, y)
        graph = stream.stop()
        with pytest.raises(CaptureError):
            stream.stop()
        assert len(graph) == 1
        graph.replay()
        assert y.read().tolist() == [1, 2]

    def test_only_the_owner_goes_on(self, rig: Rig) -> None:
        x, y, stream = rig.array(1, 2), rig.zeros(2), rig.device.stream()
        stream.prepare()
        assert isinstance(on_another_thread(stream.start), CaptureError)
        stream.start()
        with stream:
            rig.kernels.copy[1, 64](x, y)
        error = on_another_thread(stream.stop)
        assert isinstance(error, CaptureError)
        assert threading.current_thread().name in str(error)
        assert len(stream.stop()) == 1

    def test_a_window_that_nobody_can_close_any_more_wedges_nothing(self, rig: Rig) -> None:
        x, y, stream = rig.array(1, 2), rig.zeros(2), rig.device.stream()

        def leave_open() -> None:
            stream.prepare()
            stream.start()

        on_another_thread(leave_open)
        graph = stream.capture(lambda: rig.kernels.copy[1, 64](x, y))
        graph.replay()
        assert y.read().tolist() == [1, 2]

    def test_an_abandoned_window_says_whose_it_was_and_what_doomed_it(self, rig: Rig) -> None:
        x, y, stream = rig.array(1, 2), rig.zeros(2), rig.device.stream()

        def leave_open() -> None:
            stream.prepare()
            stream.start()
            with stream:
                rig.kernels.broken[1, 64](x, y)

        thread = threading.Thread(target=leave_open, name="the forgetful one")
        thread.start()
        thread.join(WAIT)
        with pytest.raises(CaptureError, match="the forgetful one") as caught:
            stream.stop()
        assert "it was doomed" in str(caught.value)
        assert "`broken` was launched here" in str(caught.value)
        with stream:
            rig.kernels.copy[1, 64](x, y)
            assert y.read().tolist() == [1, 2]

    def test_an_abort_recovers_a_window(self, rig: Rig) -> None:
        x, y, stream = rig.array(1, 2), rig.zeros(2), rig.device.stream()
        stream.prepare()
        abort(stream)
        stream.prepare()
        stream.start()
        abort(stream)
        with stream:
            rig.kernels.copy[1, 64](x, y)
            assert y.read().tolist() == [1, 2]

    def test_a_neighbour_is_not_capturing(self, rig: Rig) -> None:
        x, y, z, stream = rig.array(1, 2), rig.zeros(2), rig.zeros(2), rig.device.stream()
        assert stream.window is None
        with stream:
            stream.prepare()
            stream.start()
            assert stream.window is not None
            with rig.device.stream() as neighbour:
                assert neighbour.window is None
                rig.kernels.copy[1, 64](x, z)
                assert z.read().tolist() == [1, 2]
                z.write(5.0)
                neighbour.sync()
            rig.kernels.copy[1, 64](x, y)
            graph = stream.stop()
        assert stream.window is None
        assert len(graph) == 1
        assert y.read().tolist() == [0, 0]


class TestWhatIsRecorded:
    def test_nothing_runs_before_the_replay(self, rig: Rig) -> None:
        x, y = rig.array(1, 2), rig.array(7, 7)
        graph = rig.device.stream().capture(lambda: rig.kernels.copy[1, 64](x, y))
        rig.device.sync()
        assert y.read().tolist() == [7, 7]
        graph.replay()
        assert y.read().tolist() == [1, 2]

    def test_the_warm_up_runs_and_is_not_recorded(self, rig: Rig) -> None:
        y, stream = rig.zeros(1), rig.device.stream()
        with stream:
            stream.prepare()
            rig.kernels.increase[1, 64](y, 1.0)
            stream.start()
            rig.kernels.increase[1, 64](y, 10.0)
            rig.kernels.increase[1, 64](y, 10.0)
            graph = stream.stop()
        assert y.read().tolist() == [1]
        assert len(graph) == 2
        graph.replay()
        assert y.read().tolist() == [21]

    def test_a_second_capture_begins_empty(self, rig: Rig) -> None:
        y, stream = rig.zeros(1), rig.device.stream()
        first = stream.capture(lambda: rig.kernels.increase[1, 64](y, 1.0))
        second = stream.capture(lambda: rig.kernels.increase[1, 64](y, 10.0))
        assert (len(first), len(second)) == (1, 1)
        second.replay()
        assert y.read().tolist() == [10]

    def test_each_range_of_a_shared_memory_counts(self, rig: Rig) -> None:
        x, memory = rig.array(1, 2), rig.zeros(6)
        graph = rig.device.stream().capture(
            lambda: [rig.kernels.copy[1, 64](x, memory[i : i + 2]) for i in (0, 4)]
        )
        rig.spoil(memory)
        graph.replay()
        assert memory[:2].read().tolist() == memory[4:].read().tolist() == [1, 2]
        assert isinstance(root(memory[2:4]), CompileError)

    def test_many_launches_with_arguments_of_their_own(self, rig: Rig) -> None:
        y = rig.zeros(64)
        graph = rig.device.stream().capture(
            lambda: [rig.kernels.fill[1, 64](y[i:], float(i)) for i in range(64)]
        )
        y.write(-1.0)
        graph.replay()
        assert y.read().tolist() == list(range(64))

    def test_intermediate_buffers_may_be_dropped_and_used_again(self, rig: Rig) -> None:
        x, y = rig.array(1, 2), rig.zeros(2)

        def chain() -> None:
            rig.kernels.add[1, 64](x, x, between[0])
            rig.kernels.add[1, 64](between[0], between[0], y)

        between = [rig.zeros(2)]
        graph = rig.device.stream().capture(chain)
        between.clear()
        gc.collect()
        rig.device.cleanup()
        others = [rig.array(9, 9) for _ in range(20)]
        graph.replay()
        assert y.read().tolist() == [4, 8]
        assert all(other.read().tolist() == [9, 9] for other in others)


class TestWhatDoomsIt:
    def refused(self, rig: Rig, function: Callable[[], object]) -> CaptureError:
        with pytest.raises(CaptureError) as caught:
            rig.device.stream().capture(function)
        return caught.value

    def test_a_launch_that_can_not_be_compiled(self, rig: Rig) -> None:
        x, y, z = rig.array(1, 2), rig.zeros(2), rig.zeros(2)
        error = self.refused(rig, lambda: (rig.kernels.copy[1, 64](x, z), rig.kernels.broken[1, 64](x, y)))
        assert isinstance(error.__cause__, CompileError)
        assert "`broken` was launched here" in str(error)
        assert __file__ in str(error)

    def test_a_launch_that_is_refused(self, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(artifact: object) -> object:
            raise RuntimeError("not this one")

        x, y = rig.array(1, 2), rig.zeros(2)
        with monkeypatch.context() as patch:
            patch.setattr(rig.backend, "load", refuse)
            error = self.refused(rig, lambda: rig.kernels.copy[1, 64](x, y))
        assert "not this one" in str(error)
        assert "`copy` was launched here" in str(error)

    def test_a_launch_that_is_skipped(self, rig: Rig) -> None:
        x, y = rig.zeros(2), rig.zeros(2)
        rig.spoil(x)
        error = self.refused(rig, lambda: rig.kernels.copy[1, 64](x, y))
        assert "broken" in str(error)

    def test_a_failure_outside_the_window_does_not(self, rig: Rig) -> None:
        x, y, z, stream = rig.array(1, 2), rig.zeros(2), rig.zeros(2), rig.device.stream()
        with stream:
            stream.prepare()
            rig.kernels.broken[1, 64](x, z)
            stream.start()
            rig.kernels.copy[1, 64](x, y)
            with rig.device.stream():
                rig.kernels.broken[1, 64](x, z)
            graph = stream.stop()
        graph.replay()
        assert y.read().tolist() == [1, 2]

    def test_memory_that_would_have_to_be_mapped(self, rig: Rig) -> None:
        x = rig.array(1, 2)
        error = self.refused(rig, lambda: rig.kernels.copy[1, 64](x, rig.device.empty(2)))
        assert "memory" in str(error)

    def test_the_stream_is_well_afterwards(self, rig: Rig) -> None:
        x, y, stream = rig.array(1, 2), rig.zeros(2), rig.device.stream()
        with pytest.raises(CaptureError):
            stream.capture(lambda: rig.kernels.broken[1, 64](x, y))
        graph = stream.capture(lambda: rig.kernels.copy[1, 64](x, y))
        graph.replay()
        assert y.read().tolist() == [1, 2]

    @pytest.mark.parametrize(
        "call", ["read", "write", "sync", "sync_buffers", "stream sync", "profile", "array"]
    )
    def test_what_is_refused_on_the_spot_dooms_nothing(self, rig: Rig, call: str) -> None:
        x, y, stream = rig.array(1, 2), rig.zeros(2), rig.device.stream()
        calls: dict[str, Callable[[], object]] = {
            "read": y.read,
            "write": lambda: y.write(1.0),
            "sync": rig.device.sync,
            "sync_buffers": lambda: rig.device.sync_buffers(y),
            "stream sync": stream.sync,
            "profile": lambda: rig.device.profile().__enter__(),
            "array": lambda: rig.array(1),
        }
        with stream:
            stream.prepare()
            stream.start()
            rig.kernels.copy[1, 64](x, y)
            with pytest.raises(CaptureError):
                calls[call]()
            y.check()
            graph = stream.stop()
        graph.replay()
        assert y.read().tolist() == [1, 2]


class TestReplays:
    def chain(self, rig: Rig) -> tuple[Graph, tuple[object, ...]]:
        buffers = rig.array(1, 2), rig.zeros(2), rig.zeros(2)
        x, y, z = buffers

        def record() -> None:
            rig.kernels.copy[1, 64](x, y)
            rig.kernels.add[1, 64](y, y, z)

        return rig.device.stream().capture(record), buffers

    def test_each_computes_anew(self, rig: Rig) -> None:
        y = rig.zeros(1)
        graph = rig.device.stream().capture(lambda: rig.kernels.increase[1, 64](y, 1.0))
        for _ in range(10):
            graph.replay()
        assert y.read().tolist() == [10]

    def test_new_input_between_them(self, rig: Rig) -> None:
        graph, (x, _, z) = self.chain(rig)
        for value in (3.0, 4.0, 5.0):
            x.write(value)
            graph.replay()
            assert z.read().tolist() == [2 * value] * 2

    def test_with_an_input_that_failed_it_is_refused_and_the_root_handed_on(self, rig: Rig) -> None:
        graph, (x, y, z) = self.chain(rig)
        graph.replay()
        rig.device.sync()
        rig.spoil(x)
        graph.replay()
        for buffer in (y, z):
            assert isinstance(root(buffer), CompileError)
            assert buffer.failure().roots[0].id == x.failure().roots[0].id
        x.write(8.0)
        graph.replay()
        assert z.read().tolist() == [16, 16]
        assert rig.failures() == 0

    def test_with_an_input_that_fails_before_it_begins(self, rig: Rig) -> None:
        rig.needs_traps()
        graph, (x, y, z) = self.chain(rig)
        stream = rig.device.stream()
        held = rig.hold(stream)
        with stream:
            rig.kernels.trap[1, 1](x)
        graph.replay()
        held.open()
        for buffer in (x, y, z):
            assert "out of bounds" in str(root(buffer))

    def test_it_repairs_what_it_only_writes(self, rig: Rig) -> None:
        graph, (_, y, z) = self.chain(rig)
        rig.spoil(y, z)
        graph.replay()
        assert z.read().tolist() == [2, 4]

    def test_a_zero_count_in_it_leaves_failures_as_they_were(self, rig: Rig) -> None:
        count, y = rig.count(0, 1, 1), rig.zeros()
        graph = rig.device.stream().capture(lambda: rig.kernels.fill[count, 64](y, 3.0))
        rig.spoil(y)
        graph.replay()
        assert isinstance(root(y), CompileError)
        count.write(1)
        graph.replay()
        assert y.read().tolist() == [3] * 4

    def test_giving_the_graph_up_leaves_a_replay_under_way_alone(self, rig: Rig) -> None:
        graph, (_, _, z) = self.chain(rig)
        graph.replay()
        graph.destroy()
        assert z.read().tolist() == [2, 4]
        with pytest.raises(Exception, match="destroyed"):
            graph.replay()

    def test_its_buffers_live_as_long_as_it(self, rig: Rig) -> None:
        graph, (_, _, z) = self.chain(rig)
        for _ in range(3):
            rig.device.cleanup()
            graph.replay()
        assert z.read().tolist() == [2, 4]
        del _, z
        del graph
        assert rig.failures() == 0
        rig.device.cleanup()
        assert rig.device.memory_report().in_use == 0

    def test_launches_around_it_keep_their_order(self, rig: Rig) -> None:
        graph, (x, _, z) = self.chain(rig)
        out = rig.zeros(2)
        for value in range(20):
            with rig.device.stream():
                rig.kernels.fill[1, 64](x, float(value))
            graph.replay()
            with rig.device.stream():
                rig.kernels.copy[1, 64](z, out)
            assert out.read().tolist() == [2 * value] * 2


def test_a_capture_of_nothing(rig: Rig) -> None:
    graph = rig.device.stream().capture(lambda: None)
    assert len(graph) == 0
    graph.replay()
    rig.device.sync()


def test_the_bytes_of_the_host_are_those_of_the_write(rig: Rig) -> None:
    """A write is refused inside a window; before it, it is taken with the values of then."""
    values, y = np.ones(2, np.float32), rig.zeros(2)
    x = rig.device.array(values)
    graph = rig.device.stream().capture(lambda: rig.kernels.copy[1, 64](x, y))
    values[:] = 77
    graph.replay()
    assert y.read().tolist() == [1, 1]


def test_an_error_of_the_function_gives_the_capture_up(rig: Rig) -> None:
    stream = rig.device.stream()

    def fails() -> None:
        raise LookupError("not of ours")

    with pytest.raises(LookupError, match="not of ours"):
        stream.capture(fails)
    assert stream.window is None
    y = rig.zeros()
    rig.kernels.fill[1, 64](y, 2.0)
    assert y.read().tolist() == [2] * 4
