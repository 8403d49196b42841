"""The state machine of a capture, and what a window keeps and refuses."""

from __future__ import annotations

import asyncio
import threading

import pytest

from periclase.diagnostics import Diagnostic, DiagnosticError, Span
from periclase.runtime import capture
from periclase.runtime.allocation import Allocation
from periclase.runtime.call_site import call_site
from periclase.runtime.capture import IDLE, PREPARED, RECORDING, Capture, CaptureError, CaptureState, Owner
from periclase.runtime.graph import RecordedLaunch
from periclase.runtime.ranges import ByteRange


def ended_thread(name: str = "gone") -> threading.Thread:
    thread = threading.Thread(target=lambda: None, name=name)
    thread.start()
    thread.join(10)
    return thread


class Stranger(Owner):
    """An owner that is alive, and is not the caller."""

    def __init__(self) -> None:
        super().__init__(threading.main_thread(), task=self)

    def done(self) -> bool:
        return False

    def get_name(self) -> str:
        return "stranger"


class Channel:
    def submit_blocking(self, function):
        return function()


class StandInDispatcher:
    tracer = None


class DeviceStateStandIn:
    generation = 0

    def __init__(self) -> None:
        self.channel = Channel()
        self.dispatcher = StandInDispatcher()


class StreamStandIn:
    def __init__(self) -> None:
        self.device_state = DeviceStateStandIn()
        self.capture_state = CaptureState()
        self.window = None
        self.entered = 0

    def __enter__(self):
        self.entered += 1
        return self

    def __exit__(self, *_):
        self.entered -= 1


def allocation(nbytes: int = 64) -> Allocation:
    made = Allocation.__new__(Allocation)
    made.nbytes, made.address = nbytes, 4096
    return made


def launch(name: str = "k", reads=(), writes=()) -> RecordedLaunch:
    uses = [
        *((*span, True, False, "x", None) for span in reads),
        *((*span, False, True, "y", None) for span in writes),
    ]
    return RecordedLaunch(name, None, (1, 1, 1), (1, 1, 1), 0, b"", tuple(uses), call_site())


@pytest.fixture
def stream(monkeypatch):
    monkeypatch.setattr(capture, "_refuse_dry_run", lambda _: None)
    return StreamStandIn()


class TestState:
    def test_transitions_follow_the_order(self):
        state, me = CaptureState(), Owner.current()
        assert (state.phase, state.owner) == (IDLE, None)
        state.prepare(me)
        assert (state.phase, state.owner) == (PREPARED, me)
        state.start(me)
        assert (state.phase, state.owner) == (RECORDING, me)
        state.stop(me)
        assert (state.phase, state.owner) == (IDLE, None)

    @pytest.mark.parametrize(
        ("before", "call"),
        [
            ((), "start"),
            ((), "stop"),
            (("prepare",), "prepare"),
            (("prepare",), "stop"),
            (("prepare", "start"), "prepare"),
            (("prepare", "start"), "start"),
            (("prepare", "start", "stop"), "stop"),
        ],
    )
    def test_a_rejected_transition_changes_nothing(self, before, call):
        state, me = CaptureState(), Owner.current()
        for step in before:
            getattr(state, step)(me)
        stands = state.phase, state.owner
        with pytest.raises(CaptureError) as error:
            getattr(state, call)(me)
        assert error.value.diagnostic.code == "PC0710"
        assert (state.phase, state.owner) == stands

    @pytest.mark.parametrize(("before", "call"), [(("prepare",), "start"), (("prepare", "start"), "stop")])
    def test_only_the_owner_goes_on(self, before, call):
        state, me = CaptureState(), Owner.current()
        for step in before:
            getattr(state, step)(me)
        stands = state.phase
        with pytest.raises(CaptureError, match=f"stranger .* cannot {call} the capture that thread"):
            getattr(state, call)(Stranger())
        assert (state.phase, state.owner) == (stands, me)
        getattr(state, call)(me)

    @pytest.mark.parametrize("before", [(), ("prepare",), ("prepare", "start")])
    def test_abort_recovers_whatever_it_was(self, before):
        state, me = CaptureState(), Owner.current()
        for step in before:
            getattr(state, step)(me)
        state.abort()
        assert (state.phase, state.owner) == (IDLE, None)
        state.prepare(me)

    def test_an_owner_that_has_ended_leaves_an_orphan(self):
        state = CaptureState()
        assert not state.orphaned
        state.prepare(Owner(ended_thread()))
        assert state.orphaned


class TestOwner:
    def test_two_threads_are_two_owners(self):
        owners = []
        thread = threading.Thread(target=lambda: owners.append(Owner.current()))
        thread.start()
        thread.join(10)
        assert owners[0] != Owner.current() == Owner.current()
        assert not owners[0].alive
        assert Owner.current().alive

    def test_two_tasks_of_a_loop_are_two_owners(self):
        async def owner():
            return Owner.current()

        async def both():
            mine = Owner.current()
            return mine, Owner.current(), await asyncio.create_task(owner(), name="second")

        mine, again, other = asyncio.run(both())
        assert mine == again != other
        assert "task second" in str(other)
        assert not other.alive


class TestWindow:
    def test_launches_are_recorded_in_order(self, stream):
        capture.prepare(stream)
        assert stream.window is None  # the warm-up is not recorded
        capture.start(stream)
        for name in "abc":
            stream.window.record(launch(name))
        graph = capture.stop(stream)
        assert [node.launch.kernel for node in graph.nodes] == ["a", "b", "c"]
        assert stream.window is None

    def test_a_new_capture_starts_from_an_empty_recording(self, stream):
        for name in "ab":
            capture.prepare(stream)
            capture.start(stream)
            stream.window.record(launch(name))
            assert [n.launch.kernel for n in capture.stop(stream).nodes] == [name]

    def test_a_doomed_window_says_why_and_leaves_the_stream_well(self, stream):
        capture.prepare(stream)
        capture.start(stream)
        stream.window.record(launch("good"))
        first = DiagnosticError(Diagnostic("PC0701", "the kernel `bad` failed", Span("here.py", 7)))
        stream.window.fail(first)
        stream.window.fail(RuntimeError("a later one"))
        stream.window.record(launch("late"))
        assert len(stream.window) == 1
        with pytest.raises(CaptureError) as error:
            capture.stop(stream)
        assert error.value.__cause__ is first
        assert error.value.diagnostic.code == "PC0712"
        assert "the kernel `bad` failed" in str(error.value)
        assert "here.py:7" in str(error.value)
        assert stream.window is None
        assert len(capture.capture(stream, lambda: None)) == 0

    def test_a_doom_that_is_no_diagnostic_is_named(self, stream):
        with pytest.raises(CaptureError, match="ValueError: odd"):
            capture.capture(stream, lambda: stream.window.fail(ValueError("odd")))

    def test_a_stranger_can_not_stop_a_window(self, stream):
        capture.prepare(stream)
        capture.start(stream)
        stream.window.record(launch())
        errors = []

        def stop():
            for call in (capture.stop, capture.abort, capture.prepare):
                try:
                    call(stream)
                except CaptureError as error:
                    errors.append(error)

        thread = threading.Thread(target=stop)
        thread.start()
        thread.join(10)
        assert len(errors) == 3
        assert len(capture.stop(stream)) == 1

    def test_a_window_whose_owner_has_ended_is_discarded_by_whoever_stops_it(self, stream):
        def leave_open():
            capture.prepare(stream)
            capture.start(stream)
            stream.window.record(launch())
            stream.window.fail(RuntimeError("its doom"))

        thread = threading.Thread(target=leave_open, name="forgetful")
        thread.start()
        thread.join(10)
        with pytest.raises(CaptureError, match="forgetful ended without closing its capture") as error:
            capture.stop(stream)
        assert "it was doomed: its doom" in str(error.value)
        assert stream.window is None
        assert stream.capture_state.phase is IDLE
        assert len(capture.capture(stream, lambda: None)) == 0

    def test_a_window_whose_owner_has_ended_does_not_wedge_the_stream(self, stream):
        stream.capture_state.prepare(Owner(ended_thread()))
        capture.prepare(stream)
        assert stream.capture_state.owner == Owner.current()

    def test_the_error_of_the_function_is_raised_and_the_capture_given_up(self, stream):
        def function():
            raise KeyError("mine")

        with pytest.raises(KeyError, match="mine"):
            capture.capture(stream, function)
        assert (stream.window, stream.capture_state.phase, stream.entered) == (None, IDLE, 0)

    def test_capture_makes_its_stream_the_current_one(self, stream):
        seen = []
        capture.capture(stream, lambda: seen.append((stream.entered, stream.window is not None)))
        assert seen == [(1, True)]

    def test_abort_before_start_and_without_anything(self, stream):
        capture.abort(stream)
        capture.prepare(stream)
        capture.abort(stream)
        assert stream.capture_state.phase is IDLE

    def test_what_a_window_refuses_leaves_it_as_it_was(self, stream):
        capture.refuse_in_window(stream, "`Buffer.read`")
        capture.prepare(stream)
        capture.refuse_in_window(stream, "`Buffer.read`")
        capture.start(stream)
        with pytest.raises(CaptureError, match=r"`Buffer\.read` is refused inside a capture window") as error:
            capture.refuse_in_window(stream, "`Buffer.read`")
        assert error.value.diagnostic.code == "PC0711"
        assert stream.window.doom is None
        assert len(capture.stop(stream)) == 0

    def test_memory_that_would_be_mapped_dooms_it(self):
        window = Capture(StreamStandIn(), Owner.current())
        mapped, empty, unmapped = allocation(), allocation(0), allocation()
        empty.address = unmapped.address = 0
        window.refuse_mapping("k", [mapped, empty], call_site())
        assert window.doom is None
        with pytest.raises(CaptureError, match="no memory yet") as error:
            window.refuse_mapping("k", [mapped, unmapped], call_site())
        assert window.doom is error.value

    def test_inputs_that_recorded_launches_write_do_not_come_from_outside(self):
        window = Capture(StreamStandIn(), Owner.current())
        memory = allocation(100)
        window.record(launch(writes=[ByteRange(memory, 20, 40)]))
        assert window.external([ByteRange(memory, 0, 60)]) == [
            ByteRange(memory, 0, 20),
            ByteRange(memory, 40, 60),
        ]
        assert window.external([ByteRange(memory, 20, 30)]) == []
