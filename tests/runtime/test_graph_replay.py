"""Captures and replays on a device whose kernels are Python functions."""

from __future__ import annotations

import gc
import random
import sys
import threading
import weakref

import numpy as np
import pytest
from played_cuda import PlayedCudaBackend
from python_backend import PythonBackend
from python_kernels import PythonCompiler, python_kernel

from periclase.diagnostics import DiagnosticError
from periclase.runtime import compilation, graph_replay
from periclase.runtime.capture import CaptureError
from periclase.runtime.context import launch_context
from periclase.runtime.device import Device
from periclase.runtime.dry_run import dry_run
from periclase.runtime.failures import BufferFailure
from periclase.runtime.graph_replay import GraphError

LIMIT = 10.0


@python_kernel("x: in float32, y: out float32")
def double(x, y):
    np.multiply(x, 2, out=y)


@python_kernel("x: in float32, y: inout float32")
def accumulate(x, y):
    y += x


@python_kernel("value: float32, y: out float32")
def fill(value, y):
    y[:] = value


@python_kernel("y: out float32")
def trap(y):
    raise RuntimeError("a thread trapped")


FAULT = threading.Event()


@python_kernel("x: in float32, y: out float32")
def fragile(x, y):
    if FAULT.is_set():
        raise RuntimeError("it broke this time")
    np.copyto(y, x)


broken = python_kernel("x: in float32, y: out float32", name="broken", broken=True)(lambda x, y: None)


@pytest.fixture
def backend():
    FAULT.clear()
    made = PythonBackend(workers=2)
    yield made
    made.close()


@pytest.fixture
def device(backend, monkeypatch):
    compiler = PythonCompiler()
    monkeypatch.setattr(compilation, "compiler", lambda: compiler)
    made = Device(backend)
    yield made
    assert made.shutdown(LIMIT)


@pytest.fixture
def stream(device):
    return device.stream()


def array(device, *values):
    return device.array(np.array(values, np.float32))


def zeros(device, size=3):
    return device.zeros(size)


def open_behind(device, gate):
    """Open `gate` once all that was issued has been handed over."""
    assert device.device_state.channel.drain(LIMIT)
    gate.open()


def doubling(stream, x, y):
    """A graph of one launch. The caller may drop `x`."""
    return stream.capture(lambda: double[1, 1](x, y))


class TestCapture:
    def test_nothing_runs_in_the_window_and_everything_in_a_replay(self, device, backend, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: double[1, 1](x, y))
        assert backend.submitted["double"] == 0
        assert y.read().tolist() == [0, 0, 0]
        graph.replay()
        assert y.read().tolist() == [2, 4, 6]
        assert len(graph) == 1

    def test_the_warm_up_runs_and_is_not_recorded(self, device, backend, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        with stream:
            stream.prepare()
            accumulate[1, 1](x, y)
            stream.start()
            accumulate[1, 1](x, y)
            accumulate[1, 1](x, y)
            graph = stream.stop()
        assert (len(graph), backend.submitted["accumulate"]) == (2, 1)
        graph.replay()
        graph.replay()
        assert y.read().tolist() == [5, 10, 15]

    def test_other_streams_are_not_concerned(self, device, stream):
        x, y, z = array(device, 1, 2, 3), zeros(device), zeros(device)
        with stream:
            stream.prepare()
            stream.start()
            double[1, 1](x, y)
            with device.stream():
                double[1, 1](x, z)
                assert z.read().tolist() == [2, 4, 6]
            graph = stream.stop()
        assert len(graph) == 1
        assert y.read().tolist() == [0, 0, 0]

    def test_what_a_window_refuses_does_not_end_it(self, device, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        with stream:
            stream.prepare()
            stream.start()
            double[1, 1](x, y)
            for call in (
                x.read,
                x.numpy,
                lambda: x.write(1.0),
                lambda: device.array([1.0]),
                device.sync,
                stream.sync,
                lambda: device.sync_buffers(x),
                lambda: device.profile().__enter__(),
            ):
                with pytest.raises(CaptureError) as error:
                    call()
                assert error.value.diagnostic.code == "PC0711"
            graph = stream.stop()
        graph.replay()
        assert y.read().tolist() == [2, 4, 6]

    def test_a_kernel_that_can_not_be_compiled_dooms_the_window(self, device, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        with pytest.raises(CaptureError, match="can not be compiled") as error:
            stream.capture(lambda: (double[1, 1](x, y), broken[1, 1](x, y)))
        assert error.value.diagnostic.code == "PC0712"
        graph = stream.capture(lambda: double[1, 1](x, y))
        graph.replay()
        assert y.read().tolist() == [2, 4, 6]

    def test_an_input_that_has_failed_dooms_the_window(self, device, stream):
        x, y = zeros(device), zeros(device)
        trap[1, 1](x)
        with pytest.raises(BufferFailure):
            x.read()
        with pytest.raises(CaptureError, match="a thread trapped"):
            stream.capture(lambda: double[1, 1](x, y))

    def test_an_input_that_the_graph_writes_may_have_failed(self, device, stream):
        x, y = zeros(device), zeros(device)
        trap[1, 1](x)
        with pytest.raises(BufferFailure):
            x.read()
        graph = stream.capture(lambda: (fill[1, 1](3.0, x), double[1, 1](x, y)))
        with pytest.raises(BufferFailure):  # nothing has run yet
            x.read()
        graph.replay()
        assert x.read().tolist() == [3, 3, 3]
        assert y.read().tolist() == [6, 6, 6]

    def test_nothing_is_allocated_in_a_window(self, device, backend, stream):
        x = array(device, 1, 2, 3)
        x.read()
        before = backend.calls["allocate"]
        with pytest.raises(CaptureError, match="no memory yet"):
            stream.capture(lambda: double[1, 1](x, device.empty(3)))
        assert backend.calls["allocate"] == before

    def test_a_dry_run_has_nothing_to_capture(self, device, stream):
        with dry_run(), pytest.raises(CaptureError, match="dry run"):
            stream.prepare()
        stream.prepare()
        with dry_run(), pytest.raises(CaptureError, match="dry run"):
            stream.start()
        stream.start()
        assert len(stream.stop()) == 0

    def test_an_unprofiled_launch_in_a_window_is_recorded(self, device, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        with stream, device.profile() as p:
            stream.prepare()
            stream.start()
            double[1, 1](x, y)
            graph = stream.stop()
        assert (len(graph), p.untimed, len(p)) == (1, 1, 0)


class TestReplay:
    def test_new_input_between_replays(self, device, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: double[1, 1](x, y))
        for value in range(20):
            x.write(value)
            graph.replay()
            if value % 3 == 0:
                assert y.read().tolist() == [2 * value] * 3
        assert y.read().tolist() == [38] * 3

    def test_a_chain_keeps_its_order(self, device, stream):
        x, y, z = array(device, 1, 2, 3), zeros(device), zeros(device)
        graph = stream.capture(
            lambda: (double[1, 1](x, y), double[1, 1](y, z), fill[1, 1](1.0, y), accumulate[1, 1](z, y))
        )
        for _ in range(50):
            graph.replay()
            assert y.read().tolist() == [5, 9, 13]

    def test_a_replay_waits_for_writers_and_readers_outside(self, device, backend, stream):
        x, y, z = array(device, 1, 2, 3), zeros(device), zeros(device)
        graph = stream.capture(lambda: double[1, 1](x, y))
        gate = backend.hold("fill")
        fill[1, 1](5.0, x)
        graph.replay()
        open_behind(device, gate)
        assert y.read().tolist() == [10, 10, 10]
        gate = backend.hold("accumulate")
        accumulate[1, 1](y, z)  # reads y, and is held back
        x.write(1.0)
        graph.replay()  # overwrites y
        open_behind(device, gate)
        assert z.read().tolist() == [10, 10, 10]
        assert y.read().tolist() == [2, 2, 2]

    def test_later_launches_wait_for_the_replay(self, device, backend, stream):
        x, y, z = array(device, 1, 2, 3), zeros(device), zeros(device)
        graph = stream.capture(lambda: double[1, 1](x, y))
        gate = backend.hold("double")
        graph.replay()
        accumulate[1, 1](y, z)
        x.write(7.0)  # behind the replay, which reads it
        open_behind(device, gate)
        assert z.read().tolist() == [2, 4, 6]
        assert x.read().tolist() == [7, 7, 7]

    def test_a_failed_input_skips_the_replay(self, device, backend, stream):
        x, y, z = array(device, 1, 2, 3), zeros(device), zeros(device)
        graph = stream.capture(lambda: (double[1, 1](x, y), fill[1, 1](1.0, z)))
        trap[1, 1](x)
        with pytest.raises(BufferFailure):
            x.read()
        graph.replay()
        for output in (y, z):
            with pytest.raises(BufferFailure, match="a thread trapped") as error:
                output.read()
            assert isinstance(error.value.__cause__, RuntimeError)
        assert y.failure().kernel == "trap"
        assert (backend.submitted["double"], backend.submitted["fill"]) == (0, 0)
        x.write(1.0)
        graph.replay()
        assert y.read().tolist() == [2, 2, 2]
        assert z.read().tolist() == [1, 1, 1]

    def test_an_input_that_fails_later_skips_those_that_read_it(self, device, backend, stream):
        x, y, z = array(device, 1, 2, 3), zeros(device), zeros(device)
        graph = stream.capture(lambda: (double[1, 1](x, y), fill[1, 1](1.0, z)))
        gate = backend.hold("trap")
        trap[1, 1](x)
        graph.replay()
        open_behind(device, gate)
        with pytest.raises(BufferFailure, match="a thread trapped"):
            y.read()
        assert z.read().tolist() == [1, 1, 1]
        assert backend.ran["double"] == 0

    def test_a_launch_that_fails_spoils_its_outputs_and_what_depends_on_them(self, device, stream):
        x, tmp, y, z = array(device, 1, 2, 3), zeros(device), zeros(device), zeros(device)
        graph = stream.capture(
            lambda: (fragile[1, 1](x, tmp), double[1, 1](tmp, y), double[1, 1](x, z), fill[1, 1](0.0, tmp))
        )
        FAULT.set()
        graph.replay()
        with pytest.raises(BufferFailure, match="it broke this time") as error:
            y.read()
        assert "`double`" in str(error.value)
        assert z.read().tolist() == [2, 4, 6]
        assert tmp.read().tolist() == [0, 0, 0]
        FAULT.clear()
        graph.replay()
        assert y.read().tolist() == [2, 4, 6]

    def test_a_launch_that_is_refused_spoils_its_outputs_and_what_depends_on_them(
        self, device, backend, stream
    ):
        x, tmp, y, z = array(device, 1, 2, 3), zeros(device), zeros(device), zeros(device)
        graph = stream.capture(lambda: (double[1, 1](x, tmp), double[1, 1](tmp, y), double[1, 1](x, z)))
        device.sync()
        backend.fail_next("submit", RuntimeError("the device is busy"))
        graph.replay()
        for output in (tmp, y):
            with pytest.raises(BufferFailure, match="the device is busy"):
                output.read()
        assert z.read().tolist() == [2, 4, 6]
        graph.replay()
        assert y.read().tolist() == [4, 8, 12]

    def test_a_dynamic_count_is_read_by_each_replay(self, device, stream):
        count = device.array(np.array([0, 1, 1], np.uint32))
        x, y, z = array(device, 1, 2, 3), zeros(device), zeros(device)
        graph = stream.capture(lambda: (double[count, 1](x, y), accumulate[1, 1](y, z)))
        graph.replay()
        assert y.read().tolist() == [0, 0, 0]
        count.write(np.array([1, 1, 1], np.uint32))
        graph.replay()
        assert y.read().tolist() == [2, 4, 6]
        assert z.read().tolist() == [2, 4, 6]

    def test_a_zero_count_leaves_a_failure_as_it_was(self, device, stream):
        count = device.array(np.array([1, 1, 1], np.uint32))
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: double[count, 1](x, y))
        trap[1, 1](y)
        count.write(np.array([0, 1, 1], np.uint32))
        graph.replay()
        with pytest.raises(BufferFailure, match="a thread trapped"):
            y.read()
        count.write(np.array([1, 1, 1], np.uint32))
        graph.replay()
        assert y.read().tolist() == [2, 4, 6]

    @pytest.mark.parametrize("where", ["outside", "inside"])
    def test_a_failed_input_of_a_zero_count_changes_nothing(self, device, stream, where):
        count = device.array(np.array([1, 1, 1], np.uint32))
        w, x, y, z = array(device, 1, 2, 3), array(device, 1, 2, 3), zeros(device), zeros(device)

        def launches():
            if where != "outside":
                fragile[1, 1](w, x)
            double[count, 1](x, y)
            accumulate[1, 1](y, z)

        graph = stream.capture(launches)
        count.write(np.array([0, 1, 1], np.uint32))
        y.write(5.0)
        if where == "inside":
            FAULT.set()
        else:
            trap[1, 1](x)
        graph.replay()
        device.sync()
        FAULT.clear()
        with pytest.raises(BufferFailure):
            x.read()
        assert y.read().tolist() == [5, 5, 5]
        assert z.read().tolist() == [5, 5, 5]
        count.write(np.array([1, 1, 1], np.uint32))
        if where == "inside":
            FAULT.set()
        graph.replay()
        device.sync()
        FAULT.clear()
        for buffer in (y, z):
            with pytest.raises(BufferFailure):
                buffer.read()
        assert [skip.kernel for skip in z.failure().skipped] == ["double", "accumulate"]

    def test_a_count_that_failed_skips_the_replay(self, device, stream):
        count = device.array(np.array([0, 1, 1], np.uint32))
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: double[count, 1](x, y))
        broken_count[1, 1](count)
        graph.replay()
        with pytest.raises(BufferFailure, match="no count"):
            y.read()

    def test_a_launch_of_a_dynamic_count_whose_input_has_failed_can_be_recorded(self, device, stream):
        count = device.array(np.array([1, 1, 1], np.uint32))
        x, y = array(device, 1, 2, 3), zeros(device)
        trap[1, 1](x)
        graph = stream.capture(lambda: double[count, 1](x, y))
        assert y.read().tolist() == [0, 0, 0]
        x.write(4.0)
        graph.replay()
        assert y.read().tolist() == [8, 8, 8]

    def test_a_dry_run_replays_nothing(self, device, backend, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: double[1, 1](x, y))
        with dry_run():
            graph.replay()
        device.sync()
        assert backend.submitted["double"] == 0

    def test_no_replay_in_a_window(self, device, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: double[1, 1](x, y))
        with pytest.raises(CaptureError, match=r"`Graph\.replay` is refused"):
            stream.capture(graph.replay)

    def test_a_profile_times_each_launch_of_a_replay(self, device, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: (double[1, 1](x, y), accumulate[1, 1](x, y)))
        with device.profile() as p:
            graph.replay()
        assert [m.kernel for m in p.launches] == ["double", "accumulate"]

    def test_a_trace_shows_the_waits_inside(self, device, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: (double[1, 1](x, y), accumulate[1, 1](x, y)))
        device.sync()
        with device.trace() as t:
            graph.replay()
            device.sync()
        assert [(w.launch.name, w.on.name, w.reason) for w in t.waits] == [("accumulate", "double", "RAW")]
        assert [e.kind for e in t.events].count("replay") == 1


class TestLifeTime:
    def test_a_graph_keeps_its_buffers(self, device, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = doubling(stream, x, y)
        lease = weakref.ref(x.lease)
        del x
        gc.collect()
        assert lease() is not None
        graph.replay()
        assert y.read().tolist() == [2, 4, 6]

    def test_destroying_leaves_an_enqueued_replay_intact(self, device, backend, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = doubling(stream, x, y)
        gate = backend.hold("double")
        graph.replay()
        graph.destroy()
        del x
        gc.collect()
        spoiler = [device.array(np.full(3, 99, np.float32)) for _ in range(20)]
        open_behind(device, gate)
        assert y.read().tolist() == [2, 4, 6]
        assert len(spoiler) == 20
        with pytest.raises(GraphError, match="was destroyed") as error:
            graph.replay()
        assert error.value.diagnostic.code == "PC0713"

    def test_no_memory_stays_behind(self, device, stream):
        device.sync()
        before = device.memory_report().in_use
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = doubling(stream, x, y)
        graph.replay()
        device.sync()
        del x, y, graph
        gc.collect()
        device.sync()
        assert device.memory_report().in_use == before

    def test_replays_in_a_row_leave_nothing_in_flight(self, device, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: [double[1, 1](x, y) for _ in range(50)])
        for _ in range(20):
            graph.replay()
            stream.sync()
        # Without a look at as many as there are new ones, all of them would still be noted.
        assert len(device.device_state.dispatcher.flight) <= 100

    def test_a_reset_ends_graphs(self, device, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = doubling(stream, x, y)
        device.reset()
        with pytest.raises(GraphError, match="was reset"):
            graph.replay()

    def test_a_replay_that_a_reset_overtakes_claims_the_outputs(self, device, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = doubling(stream, x, y)
        context = launch_context(device)._replace(stream=stream)
        graph.replay()
        device.reset()
        # As another thread's, which was past the first look when the device was reset.
        device.device_state.channel.submit(
            lambda: graph_replay._replay(graph, context), lambda e: graph_replay._refused(graph, context, e)
        )
        with pytest.raises(BufferFailure, match="was reset since this graph was captured"):
            y.read()

    def test_a_lost_device_claims_the_outputs(self, device, backend, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = doubling(stream, x, y)
        device.sync()
        backend.lose(RuntimeError("a sticky error"))
        graph.replay()
        with pytest.raises(DiagnosticError, match="sticky error"):
            y.check()
        device.reset()

    def test_a_reset_in_a_window_dooms_it(self, device, stream):
        stream.prepare()
        stream.start()
        device.reset()
        with pytest.raises(CaptureError, match="was reset"):
            stream.stop()


def test_replays_by_several_threads(device, stream):
    x, total = array(device, 1, 2, 3), zeros(device)
    graph = stream.capture(lambda: accumulate[1, 1](x, total))

    def work():
        for _ in range(50):
            graph.replay()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT)
    assert total.read().tolist() == [200, 400, 600]


class RecordingBackend(PythonBackend):
    """Records graphs itself, as a GPU does."""

    def __init__(self):
        super().__init__(workers=2)
        self.recording = None
        self.refuse = False
        self.destroyed = 0

    def submit(self, work):
        if self.recording is None:
            return super().submit(work)
        self.calls["record"] += 1
        if self.refuse:
            raise RuntimeError("no node like this")
        self.recording.append(work)
        return self.graph.marker(())

    def begin_capture(self, stream):
        assert self.recording is None
        self.recording = []

    def end_capture(self, stream):
        recorded, self.recording = self.recording, None
        return recorded

    def abandon_capture(self, stream):
        self.recording = None

    def launch_graph(self, stream, graph, waits, guards=(), timed=False, handed=None):
        self.calls["launch_graph"] += 1
        before, last = [*waits], None
        for work in graph:
            behind, of_last = guards if last is None else ((last,),), handed if work is graph[-1] else None
            last = super().submit(work._replace(waits=before, guards=behind, timed=timed, handed=of_last))
            before = [last]
        return last

    def destroy_graph(self, graph):
        self.destroyed += 1


class TestGraphsOfABackend:
    @pytest.fixture
    def backend(self):
        FAULT.clear()
        made = RecordingBackend()
        yield made
        made.close()

    def test_it_is_built_once_and_launched_as_one(self, device, backend, stream):
        x, y, z = array(device, 1, 2, 3), zeros(device), zeros(device)
        graph = stream.capture(lambda: (double[1, 1](x, y), double[1, 1](y, z)))
        for value in (1, 2, 3):
            x.write(value)
            graph.replay()
            assert z.read().tolist() == [4 * value] * 3
        assert (backend.calls["record"], backend.calls["launch_graph"]) == (2, 3)

    def test_it_waits_for_its_inputs_and_carries_their_failures(self, device, backend, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: double[1, 1](x, y))
        gate = backend.hold("trap")
        trap[1, 1](x)
        graph.replay()
        open_behind(device, gate)
        with pytest.raises(BufferFailure, match="a thread trapped"):
            y.read()
        graph.replay()
        with pytest.raises(BufferFailure, match="a thread trapped"):
            y.read()
        assert backend.calls["launch_graph"] == 1
        x.write(1.0)
        graph.replay()
        assert y.read().tolist() == [2, 2, 2]

    def test_a_refused_node_claims_the_outputs(self, device, backend, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: double[1, 1](x, y))
        backend.refuse = True
        graph.replay()
        with pytest.raises(BufferFailure, match="no node like this"):
            y.read()
        assert backend.recording is None
        backend.refuse = False
        graph.replay()
        assert y.read().tolist() == [2, 4, 6]

    def test_dynamic_counts_are_launched_one_by_one(self, device, backend, stream):
        count = device.array(np.array([1, 1, 1], np.uint32))
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: double[count, 1](x, y))
        graph.replay()
        assert y.read().tolist() == [2, 4, 6]
        assert backend.calls["launch_graph"] == 0

    @pytest.mark.parametrize("how", ["destroy", "drop"])
    def test_it_is_destroyed(self, device, backend, stream, how):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = doubling(stream, x, y)
        graph.replay()
        device.sync()
        if how == "destroy":
            graph.destroy()
        del graph
        gc.collect()
        device.sync()
        assert backend.destroyed == 1

    def test_no_code_of_python_runs_where_a_graph_dies(self, device, backend, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = doubling(stream, x, y)
        graph.replay()
        device.sync()
        assert not hasattr(type(graph), "__del__")
        ran = []
        sys.settrace(lambda frame, event, _: ran.append(frame.f_code.co_name))
        try:
            del graph
        finally:
            sys.settrace(None)
        assert ran == []
        device.sync()
        assert backend.destroyed == 1

    def test_a_reset_destroys_nothing_twice(self, device, backend, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = doubling(stream, x, y)
        graph.replay()
        device.sync()
        device.reset()
        graph.destroy()
        device.sync()
        assert backend.destroyed == 0


@python_kernel("c: out uint32")
def broken_count(c):
    raise RuntimeError("no count")


@python_kernel("a: in float32, b: inout float32")
def mix(a, b):
    if FAULT.is_set():
        raise RuntimeError("injected")
    b[:] = b * 3 + a


@python_kernel("a: in float32, b: out float32")
def shift(a, b):
    b[:] = a + 1


@pytest.mark.parametrize("seed", range(30))
def test_replays_against_the_same_launches_one_by_one(device, backend, stream, seed):
    """Random graphs on views of two buffers, with failures and dynamic counts: every byte, or its failure, is the same."""
    draw = random.Random(seed)
    pairs = []
    for _ in range(2):
        pairs.append([device.array(np.arange(8, dtype=np.float32)) for _ in range(3)])
    counts = [device.array(np.array([n, 1, 1], np.uint32)) for n in (0, 1)]
    steps = []
    for _ in range(draw.randint(1, 8)):
        start, length = draw.randrange(8), draw.randint(1, 8)
        other = draw.randrange(8)
        length = min(length, 8 - start, 8 - other)
        source, target = draw.sample(range(3), 2)
        kernel = draw.choice([mix, shift, fragile])
        grid = draw.choice([1, 1, 1, *counts])
        steps.append((kernel, grid, source, start, target, other, length))

    def run(buffers):
        for kernel, grid, source, start, target, other, length in steps:
            kernel[grid, 1](buffers[source][start : start + length], buffers[target][other : other + length])

    graph = stream.capture(lambda: run(pairs[0]))
    for _ in range(6):
        action = draw.random()
        if action < 0.3:
            index, start = draw.randrange(3), draw.randrange(8)
            for buffers in pairs:
                trap[1, 1](buffers[index][start:])
        elif action < 0.6:
            index, start, value = draw.randrange(3), draw.randrange(8), draw.random()
            for buffers in pairs:
                buffers[index][start:].write(value)
        before = [contents(buffers) for buffers in pairs]
        assert before[0] == before[1]
        if any(None in byte for byte in before[0]) and len(graph.inputs):
            # A replay whose inputs have failed does nothing at all, where some of the launches alone would have run.
            for buffers in pairs:
                for buffer in buffers:
                    buffer.write(2.0)
        if not any(None in byte for byte in contents(pairs[0])) and draw.random() < 0.3:
            # The same launch of both is refused: before it none has failed.
            refused = draw.randrange(len(steps))
            replayed = Refusing(backend, refused)
            graph.replay()
            assert replayed.happened(device)
            Refusing(backend, refused)
            run(pairs[1])
            assert contents(pairs[0]) == contents(pairs[1])
            continue
        if draw.random() < 0.3:
            FAULT.set()  # launches of `mix` and `fragile` fail this time
        graph.replay()
        run(pairs[1])
        device.sync()
        FAULT.clear()
        assert contents(pairs[0]) == contents(pairs[1])
    device.sync()
    assert device.device_state.dispatcher.in_flight() == []


class Refusing:
    """Has a backend refuse one launch, after so many others."""

    def __init__(self, backend, others):
        self.left = others
        submit = PythonBackend.submit

        def refuse(work):
            self.left -= 1
            if self.left == -1:
                raise RuntimeError("the device is busy")
            return submit(backend, work)

        backend.submit = refuse

    def happened(self, device):
        device.sync()
        return self.left < 0


def contents(buffers):
    """Each element of each buffer, or None where it has failed."""
    return [[element(buffer[i : i + 1]) for i in range(8)] for buffer in buffers]


def element(view):
    try:
        return float(view.read()[0])
    except BufferFailure:
        return None


class TestGraphsOfCuda:
    """On the real backend with a driver that is played."""

    @pytest.fixture
    def backend(self):
        return PlayedCudaBackend()

    def test_captures_and_replays(self, device, backend, stream):
        x, y, z = array(device, 1, 2, 3), zeros(device), zeros(device)
        graph = stream.capture(lambda: (double[1, 1](x, y), accumulate[1, 1](y, z)))
        for value in (1, 2, 3):
            x.write(float(value))
            graph.replay()
        assert z.read().tolist() == [12, 12, 12]
        assert graph.native is not None
        graph.destroy()
        device.sync()

    def test_other_streams_and_the_host_take_part(self, device, backend, stream):
        x, y, z = array(device, 1, 2, 3), zeros(device), zeros(device)
        graph = stream.capture(lambda: double[1, 1](x, y))
        with device.stream():
            fill[1, 1](5.0, x)
        graph.replay()
        with device.stream():
            double[1, 1](y, z)
        x.write(0.0)
        assert z.read().tolist() == [20, 20, 20]

    def test_dynamic_counts(self, device, backend, stream):
        count = device.array(np.array([1, 1, 1], np.uint32))
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: double[count, 1](x, y))
        graph.replay()
        assert y.read().tolist() == [2, 4, 6]
        count.write(np.array([1, 0, 1], np.uint32))
        x.write(9.0)
        graph.replay()
        assert y.read().tolist() == [2, 4, 6]

    def test_a_failed_input(self, device, backend, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: double[1, 1](x, y))
        broken[1, 1](y, x)
        graph.replay()
        with pytest.raises(BufferFailure, match="can not be compiled"):
            y.read()
        x.write(1.0)
        graph.replay()
        assert y.read().tolist() == [2, 2, 2]

    def test_a_fault_in_a_replay(self, device, backend, stream):
        x, y = array(device, 1, 2, 3), zeros(device)
        graph = stream.capture(lambda: (double[1, 1](x, y), trap[1, 1](y)))
        graph.replay()
        with pytest.raises(BufferFailure):
            y.read()
        device.reset()
        with pytest.raises(GraphError, match="was reset"):
            graph.replay()
