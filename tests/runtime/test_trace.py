"""Traces: what they note, the reasons of waits, and the JSON that viewers read."""

from __future__ import annotations

import itertools
import json
import threading
import time

import numpy as np
import pytest
from python_kernels import python_kernel

from periclase.diagnostics import DiagnosticError
from periclase.runtime import compilation, trace
from periclase.runtime.call_site import call_site
from periclase.runtime.launch_record import LaunchRecord
from periclase.runtime.outcome import PENDING, WROTE
from periclase.runtime.streams import current_stream
from periclase.runtime.trace import CACHE_HIT, CLAIM, COMPILE, LAUNCH, SKIP, Trace, TraceEvent, Wait
from periclase.runtime.trace_json import chrome_trace


class DispatcherStandIn:
    tracer = None


class ChannelStandIn:
    def submit_blocking(self, function):
        return function()


class StateStandIn:
    """Stands for the state of a device."""

    def __init__(self, name="python"):
        self.name = name
        self.dispatcher = DispatcherStandIn()
        self.channel = ChannelStandIn()


class StreamStandIn:
    def __init__(self, name):
        self.name = name


class WorkStandIn:
    def __init__(self, begin=None, end=None):
        self.outcome = WROTE if end is not None else PENDING
        self.times = (begin, end)
        self.waited = 0

    def wait(self, timeout=None):
        self.waited += 1
        if self.outcome == PENDING:
            self.finish(0.0, 1.0)
        return True

    def finish(self, begin, end):
        self.times, self.outcome = (begin, end), WROTE

    def seconds(self):
        return self.times


def record(kernel, work, stream="row 1"):
    made = LaunchRecord(kernel, call_site(), StreamStandIn(stream), ())
    made.work = work
    return made


@pytest.fixture
def state():
    made = StateStandIn()
    trace.register(made)
    return made


def test_nothing_is_noted_while_nobody_traces(state):
    assert state.dispatcher.tracer is None
    with Trace([state]):
        assert state.dispatcher.tracer is not None
    assert state.dispatcher.tracer is None


def test_a_trace_of_one_device_leaves_the_others_alone(state):
    other = StateStandIn("other")
    trace.register(other)
    with Trace([state]):
        assert other.dispatcher.tracer is None
    with trace.trace():
        assert state.dispatcher.tracer is not None
        assert other.dispatcher.tracer is not None
        late = StateStandIn("late")
        trace.register(late)
        assert late.dispatcher.tracer is not None
    assert late.dispatcher.tracer is None


def test_launches_and_the_reasons_of_their_waits(state):
    with Trace([state]) as t:
        tracer = state.dispatcher.tracer
        first, second = record("fill", WorkStandIn(1.0, 2.0)), record("scale", WorkStandIn(2.0, 3.0))
        tracer.launched(first, (4, 1, 1), (32, 1, 1))
        tracer.launched(second, (4, 1, 1), (32, 1, 1))
        tracer.waited(second, first, "RAW")
    assert [(e.kind, e.name, e.begin, e.end, e.outcome) for e in t.launches] == [
        (LAUNCH, "fill", 1.0, 2.0, "wrote"),
        (LAUNCH, "scale", 2.0, 3.0, "wrote"),
    ]
    assert t.launches[0].details == {"grid": (4, 1, 1), "block": (32, 1, 1)}
    assert [(w.launch.name, w.on.name, w.reason) for w in t.waits] == [("scale", "fill", "RAW")]


def test_why_did_it_wait(state):
    with Trace([state]) as t:
        tracer = state.dispatcher.tracer
        free, slow, fast = (record(n, WorkStandIn(1.0, 2.0)) for n in ("free", "slow", "fast"))
        waiting = record("waiting", WorkStandIn(5.0, 6.0))
        for each in (free, slow, fast, waiting):
            tracer.launched(each)
        tracer.waited(waiting, fast, "WAR")
        tracer.waited(waiting, slow, "RAW")
        now = t.launches[3].issued
        slow.work.times, fast.work.times = (now - 1, now + 2), (now - 1, now + 1)
        for event in t.launches:
            event.begin = None
    why = t.why("waiting")
    assert [(w.on.name, w.reason) for w in why.waits] == [("fast", "WAR"), ("slow", "RAW")]
    assert [w.seconds for w in why.waits] == [pytest.approx(1.0), pytest.approx(2.0)]
    text = str(why)
    assert "`waiting` (" in text
    assert "test_trace.py:" in text
    assert "reads what it writes, 2000000.0 µs, the last to end" in text
    assert str(t.why("free")).endswith("waited for nothing")
    assert t.why(3).launch is t.why(t.launches[3]).launch is why.launch
    assert t.why(-1).launch is why.launch
    with pytest.raises(DiagnosticError, match="no launch 'nobody'") as error:
        t.why("nobody")
    assert "fast, free, slow, waiting" in str(error.value)
    with pytest.raises(DiagnosticError, match="no launch 17"):
        t.why(17)


def test_a_wait_for_what_was_issued_before_the_trace(state):
    early = record("early", WorkStandIn(1.0, 2.0))
    with Trace([state]) as t:
        tracer = state.dispatcher.tracer
        late = record("late", WorkStandIn(2.0, 3.0))
        tracer.launched(late)
        tracer.waited(late, early, "WAW")
    assert [e.name for e in t.launches] == ["late"]
    assert t.waits[0].on.name == "early"


def test_leaving_waits_for_the_launches_and_takes_their_times(state):
    work = WorkStandIn()
    with Trace([state]) as t:
        state.dispatcher.tracer.launched(record("k", work))
        assert t.launches[0].outcome == "pending"
    assert work.waited == 1
    assert (t.launches[0].begin, t.launches[0].end) == (0.0, 1.0)


def test_two_traces_share_their_events_and_see_what_is_in_flight(state):
    with Trace([state]) as outer:
        first = record("first", WorkStandIn(1.0, 2.0))
        state.dispatcher.tracer.launched(first)
        with Trace([state]) as inner:
            second = record("second", WorkStandIn(2.0, 3.0))
            state.dispatcher.tracer.launched(second)
            state.dispatcher.tracer.waited(second, first, "RAW")
    assert [e.name for e in outer.launches] == ["first", "second"]
    assert inner.launches == outer.launches[1:]
    assert inner.waits[0].on is outer.launches[0]


def test_a_trace_opens_once(state):
    with Trace([state]) as t, pytest.raises(DiagnosticError, match="twice"), t:
        pass
    assert state.dispatcher.tracer is None


def test_skips_claims_repairs_and_replays(state):
    class Memory:
        address = 0x1000

    class Graph:
        stream = StreamStandIn("row 1")

        def __len__(self):
            return 3

    with Trace([state]) as t:
        tracer, site = state.dispatcher.tracer, call_site()
        tracer.failed("bad", site, StreamStandIn("row 1"), "its reason")
        tracer.claimed([(Memory, 0, 16)], "bad", site)
        tracer.skipped("reader", site, StreamStandIn("row 1"), "its input")
        tracer.repaired([(Memory, 8, 16)], "Buffer.write", site)
        tracer.captured(Graph())
        tracer.replayed(Graph(), site)
        tracer.replayed(Graph(), site, skipped=True)
    assert [e.kind for e in t.events] == ["failure", "claim", "skip", "repair", "capture", "replay", "replay"]
    assert t.events[1].details == {"ranges": ["16 bytes at 0x1000"]}
    assert t.events[3].details == {"ranges": ["8 bytes at 0x1008"]}
    assert [e.details for e in t.events[4:]] == [
        {"launches": 3},
        {"launches": 3},
        {"launches": 3, "skipped": True},
    ]


def test_compilations_are_noted(state):
    class Kernel:
        name = "k"

    with Trace([state]) as t:
        compilation.tell(compilation.COMPILED, Kernel, "key", 1.0)
        compilation.tell(compilation.LOADED, Kernel, "key", 1.0)
        compilation.tell(compilation.FAILED, Kernel, "key", 1.0, ValueError("odd\nand more"))
    compilation.tell(compilation.COMPILED, Kernel, "key", 1.0)
    assert [(e.kind, e.name, e.details) for e in t.events] == [
        (COMPILE, "k", {}),
        (CACHE_HIT, "k", {}),
        (COMPILE, "k", {"error": "odd"}),
    ]
    assert t.events[0].row == f"thread {threading.current_thread().name}"


def event(name, begin, end, row="row 1", device="python", kind=LAUNCH, issued=None):
    work = WorkStandIn(begin, end)
    return TraceEvent(
        kind, name, device, row, begin if issued is None else issued, begin, end, None, {}, work
    )


def of_phase(data, phase):
    return [entry for entry in data["traceEvents"] if entry["ph"] == phase]


class TestJson:
    def test_a_file_that_viewers_read(self, state, tmp_path):
        path = tmp_path / "trace.json"
        with Trace([state], path):
            tracer = state.dispatcher.tracer
            a, b = record("a", WorkStandIn(1.0, 2.0)), record("b", WorkStandIn(2.0, 3.0), "row 2")
            tracer.launched(a, (1, 1, 1), (1, 1, 1))
            tracer.launched(b)
            tracer.waited(b, a, "RAW")
        data = json.loads(path.read_text())
        slices = {entry["name"]: entry for entry in of_phase(data, "X")}
        assert set(slices) == {"a", "b"}
        assert slices["a"]["dur"] == pytest.approx(1e6)
        assert slices["b"]["ts"] - slices["a"]["ts"] == pytest.approx(1e6)
        assert slices["a"]["pid"] == slices["b"]["pid"]
        assert slices["a"]["tid"] != slices["b"]["tid"]
        assert slices["a"]["args"]["outcome"] == "wrote"
        assert slices["a"]["args"]["grid"] == [1, 1, 1]
        assert "test_trace.py:" in slices["a"]["args"]["site"]
        rows = {
            (e["pid"], e["tid"]): e["args"]["name"] for e in of_phase(data, "M") if e["name"] == "thread_name"
        }
        assert rows[slices["a"]["pid"], slices["a"]["tid"]] == "row 1"
        assert rows[slices["b"]["pid"], slices["b"]["tid"]] == "row 2"

    def test_an_arrow_begins_in_one_slice_and_ends_in_the_other(self):
        a, b = event("a", 1.0, 2.0), event("b", 2.5, 3.0, "row 2")
        data = chrome_trace([a, b], [Wait(b, a, "WAR")])
        (start,), (end,) = of_phase(data, "s"), of_phase(data, "f")
        slices = {e["name"]: e for e in of_phase(data, "X")}
        assert start["id"] == end["id"]
        assert start["name"] == end["name"] == "WAR"
        assert (start["pid"], start["tid"]) == (slices["a"]["pid"], slices["a"]["tid"])
        assert slices["a"]["ts"] <= start["ts"] <= slices["a"]["ts"] + slices["a"]["dur"]
        assert end["ts"] == slices["b"]["ts"]
        assert end["bp"] == "e"
        assert start["ts"] <= end["ts"]

    def test_an_arrow_begins_before_the_next_slice_of_the_row(self):
        a, next_in_row, b = event("a", 1.0, 2.0), event("c", 2.0, 9.0), event("b", 2.0, 3.0, "row 2")
        data = chrome_trace([a, next_in_row, b], [Wait(b, a, "RAW")])
        slices = {e["name"]: e for e in of_phase(data, "X")}
        (start,) = of_phase(data, "s")
        assert slices["a"]["tid"] == slices["c"]["tid"] == start["tid"]
        assert slices["a"]["ts"] <= start["ts"] < slices["c"]["ts"]

    def test_slices_that_follow_at_once_do_not_overlap(self):
        ends = [index * 1.00044e-6 for index in range(50)]
        events = [event(str(index), *ends[index : index + 2]) for index in range(49)]
        slices = of_phase(chrome_trace(events, ()), "X")
        assert len({each["tid"] for each in slices}) == 1
        for before, after in itertools.pairwise(slices):
            assert round(before["ts"] + before["dur"], 6) == after["ts"]

    def test_an_arrow_needs_both_its_ends(self):
        a, b = event("a", 1.0, 2.0), event("b", None, None, issued=3.0)
        assert not of_phase(chrome_trace([a, b], [Wait(b, a, "RAW")]), "s")
        c = event("c", 3.0, 4.0)
        assert not of_phase(chrome_trace([c], [Wait(c, a, "RAW")]), "s")

    def test_slices_of_one_row_nest(self):
        events = [event("a", 0.0, 3.0), event("b", 1.0, 4.0), event("c", 2.0, 5.0), event("d", 3.5, 6.0)]
        slices = {e["name"]: e for e in of_phase(chrome_trace(events, ()), "X")}
        assert slices["d"]["tid"] == slices["a"]["tid"]
        assert len({slices[name]["tid"] for name in "abc"}) == 3
        names = {e["args"]["name"] for e in of_phase(chrome_trace(events, ()), "M")}
        assert {"row 1", "row 1 (2)", "row 1 (3)"} <= names

    def test_what_takes_no_time_is_an_instant(self):
        claim = TraceEvent(CLAIM, "k", "python", "thread Main", 1.0, 1.0, 1.0)
        unknown = event("unknown", None, None, issued=2.0)
        instants = of_phase(chrome_trace([claim, unknown], ()), "i")
        assert [(e["name"], e["ts"]) for e in instants] == [("k", 0.0), ("unknown", 1e6)]
        assert instants[0]["pid"] != instants[1]["pid"]

    def test_what_is_no_work_is_on_the_hosts_clock(self):
        work = event("a", 0.5, 0.6, issued=100.0)
        skip = TraceEvent(SKIP, "b", "python", "row 1", 100.2, 100.2, 100.2)
        data = chrome_trace([work, skip], ())
        assert [e["name"] for e in of_phase(data, "X")] == ["a"]
        ((name, ts),) = [(e["name"], e["ts"]) for e in of_phase(data, "i")]
        assert (name, ts) == ("b", pytest.approx(0.2e6))

    def test_a_clock_of_its_own_is_moved_so_that_nothing_runs_before_it_was_issued(self):
        events = [event("a", 0.5, 0.6, issued=100.0), event("b", 0.7, 0.8, issued=100.1)]
        slices = of_phase(chrome_trace(events, ()), "X")
        assert [e["ts"] for e in slices] == [pytest.approx(0.0, abs=1), pytest.approx(0.2e6)]

    def test_a_stream_named_as_a_thread_is_a_row_of_the_device(self):
        a, hit = (
            event("a", 0.0, 1.0, "thread Main"),
            TraceEvent(CACHE_HIT, "a", "host", "thread Main", 0.0, 0.0, 0.0),
        )
        (launch,), (instant,) = (of_phase(chrome_trace([a, hit], ()), phase) for phase in "Xi")
        assert launch["pid"] != instant["pid"]

    def test_an_empty_trace(self):
        assert not of_phase(chrome_trace([], ()), "X")

    def test_a_file_that_can_not_be_written(self, state, tmp_path):
        with (
            pytest.raises(DiagnosticError, match="cannot be written") as error,
            Trace([state], tmp_path / "no" / "t"),
        ):
            pass
        assert error.value.diagnostic.code == "PC0801"


@python_kernel("x: in float32, y: out float32")
def double(x, y):
    np.multiply(x, 2, out=y)


@python_kernel("y: inout float32")
def increment(y):
    y += 1


@python_kernel("y: out float32")
def trap(y):
    raise RuntimeError("a thread trapped")


broken = python_kernel("y: out float32", name="broken", broken=True)(lambda y: None)


class TestOnADevice:
    @pytest.fixture
    def device(self, python_device):
        return python_device

    @pytest.fixture
    def backend(self, device):
        return device.device_state.backend

    def waits(self, t):
        return [(w.launch.name, w.on.name, w.reason) for w in t.waits]

    def test_the_reasons_of_waits(self, device, backend):
        x, y, z = device.zeros(4), device.zeros(4), device.zeros(4)
        device.sync()
        with device.trace() as t:
            gate = backend.hold("double")
            double[1, 1](x, y)
            increment[1, 1](y)  # reads and writes what it writes
            trap[1, 1](x)  # overwrites what it reads
            trap[1, 1](y)
            device.device_state.channel.drain()
            gate.open()
            device.sync()
        assert self.waits(t) == [
            ("increment", "double", "RAW"),
            ("trap", "double", "WAR"),
            ("trap", "increment", "WAW"),
        ]
        del z

    def test_reads_and_disjoint_ranges_wait_for_nothing(self, device, backend):
        x, y = device.zeros(8), device.zeros(8)
        device.sync()
        with device.trace() as t:
            gate = backend.hold("double")
            double[1, 1](x[:4], y[:4])
            double[1, 1](x[2:6], y[4:])
            increment[1, 1](x[6:])
            device.device_state.channel.drain()
            gate.open()
            device.sync()
        assert len(t.launches) == 3
        assert self.waits(t) == []

    def test_counts_hosts_and_events(self, device, backend):
        count, x, y = device.array(np.array([1, 1, 1], np.uint32)), device.zeros(4), device.zeros(4)
        other = device.stream("other")
        fill = python_kernel("n: out uint32")(lambda n: n.fill(1))
        fill.name = "fill"
        device.sync()
        with device.trace() as t:
            gate = backend.hold("fill")
            fill[1, 1](count)
            double[count, 1](x, y)
            x.write(5.0)
            event = current_stream(device).record()
            other.wait(event)
            with other:
                increment[1, 1](device.zeros(1))
            device.device_state.channel.drain()
            gate.open()
            device.sync()
        found = self.waits(t)
        assert ("double", "fill", "count") in found
        assert ("Buffer.write", "double", "host") in found
        assert any(launch == "increment" and reason == "EVENT" for launch, _, reason in found)
        assert {e.row for e in t.launches} >= {"other"}
        assert next(e for e in t.events if e.name == "Buffer.write").kind == "copy"

    def test_failures_skips_claims_and_repairs(self, device):
        x, y = device.zeros(4), device.zeros(4)
        device.sync()
        with device.trace() as t:
            trap[1, 1](x)
            device.sync()
            double[1, 1](x, y)
            broken[1, 1](x)
            x.write(1.0)
            device.sync()
        kinds = [(e.kind, e.name) for e in t.events if e.kind in ("claim", "skip", "failure", "repair")]
        assert kinds == [
            ("claim", "trap"),
            ("claim", "double"),
            ("skip", "double"),
            ("claim", "broken"),
            ("failure", "broken"),
            ("repair", "Buffer.write"),
        ]
        assert ("compile", "broken") in [(e.kind, e.name) for e in t.events]
        assert t.launches[0].outcome == "failed"

    def test_times_are_of_one_clock_with_the_host(self, device):
        x = device.zeros(4)
        begin = time.perf_counter()
        with device.trace() as t:
            increment[1, 1](x)
        assert begin <= t.launches[0].begin <= t.launches[0].end <= time.perf_counter()

    def test_the_hosts_own_copies(self, device):
        x = device.zeros(4)
        x.read()
        with device.trace() as t:
            x.write(1.0)
            x.read()
        copies = [(e.name, e.details["nbytes"], e.on_host) for e in t.events if e.kind == "copy"]
        assert copies == [("Buffer.write", 16, True), ("Buffer.read", 16, True)]
        assert all(e.begin <= e.end for e in t.events)

    def test_why_in_words(self, device, backend):
        x, y = device.zeros(4), device.zeros(4)
        with device.trace() as t:
            gate = backend.hold("increment")
            increment[1, 1](x)
            double[1, 1](x, y)
            device.device_state.channel.drain()
            gate.open()
        text = str(t.why("double"))
        assert "`increment` (" in text
        assert "RAW, reads what it writes" in text
        assert text.count("test_trace.py:") == 2

    def test_an_untraced_launch_is_not_timed(self, device, backend):
        x = device.zeros(4)
        increment[1, 1](x)
        device.sync()
        seen = []
        submit = backend.submit

        def spy(work):
            seen.append(work.timed)
            return submit(work)

        backend.submit = spy
        increment[1, 1](x)
        with device.trace():
            increment[1, 1](x)
        increment[1, 1](x)
        device.sync()
        assert seen == [False, True, False]
