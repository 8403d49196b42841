"""Profile windows: what they count, for whom, and what makes them errors."""

from __future__ import annotations

import threading

import pytest

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.runtime.call_site import call_site
from periclase.runtime.context import open_windows
from periclase.runtime.launch_record import LaunchRecord
from periclase.runtime.ledger import Ledger
from periclase.runtime.profile import ProfileError, ProfileWindow, failed, measured


class State:
    """Stands for the state of a device."""


class StreamStandIn:
    name = "row 1"
    window = None


class WorkStandIn:
    def __init__(self, begin, end):
        self.times = None if begin is None else (begin, end)
        self.asked = 0

    def seconds(self):
        self.asked += 1
        return self.times


STATE = State()


def window(state=STATE):
    return ProfileWindow(state, StreamStandIn())


def run(kernel, begin, end, windows=None):
    """A launch that has ended."""
    record = LaunchRecord(kernel, call_site(), StreamStandIn(), ())
    record.work = WorkStandIn(begin, end)
    record.grid, record.block = (2, 1, 1), (32, 1, 1)
    record.profile = open_windows.get() if windows is None else windows
    return record


def claim(cause=None):
    cause = cause or DiagnosticError(Diagnostic("PC0701", "the kernel `bad` failed"))
    return Ledger().fail(cause, "bad", call_site())


def test_a_window_has_the_launches_made_in_it():
    measured(run("before", 0, 1))
    with window() as p:
        measured(run("a", 1.0, 1.5))
        measured(run("b", 2.0, 2.25))
    measured(run("after", 3, 4))
    assert [(m.kernel, m.begin, m.seconds) for m in p.launches] == [("a", 1.0, 0.5), ("b", 2.0, 0.25)]
    assert (p.launches[0].grid, p.launches[0].block, p.launches[0].stream) == ((2, 1, 1), (32, 1, 1), "row 1")
    assert p.seconds == 0.75
    assert (len(p), list(p)) == (2, list(p.launches))


def test_windows_nest_and_share_one_measurement():
    with window() as outer:
        measured(run("a", 0, 1))
        with window() as inner:
            record = run("b", 1, 3)
            measured(record)
        measured(run("c", 3, 4))
    assert [m.kernel for m in outer.launches] == ["a", "b", "c"]
    assert [m.kernel for m in inner.launches] == ["b"]
    assert inner.launches[0] is outer.launches[1]
    assert record.work.asked == 1


def test_another_thread_has_windows_of_its_own():
    seen = []
    with window():
        thread = threading.Thread(target=lambda: seen.append(open_windows.get()))
        thread.start()
        thread.join(10)
    assert seen == [()]


def test_windows_may_be_closed_in_another_order():
    first, second = window(), window()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert open_windows.get() == (second,)
    measured(run("a", 0, 1))
    second.__exit__(None, None, None)
    assert open_windows.get() == ()
    assert (len(first), len(second)) == (0, 1)


def test_a_window_opens_once():
    with window() as p, pytest.raises(ProfileError, match="only once"), p:
        pass
    with pytest.raises(ProfileError, match="only once"):
        p.__enter__()
    assert open_windows.get() == ()


def test_a_failed_launch_makes_the_windows_it_was_issued_in_errors():
    cause = DiagnosticError(Diagnostic("PC0701", "the kernel `bad` failed"))
    with window() as outer:
        with window() as earlier:
            measured(run("good", 0, 1))
        with window() as inner:
            measured(run("good", 1, 2))
            record = run("bad", 2, 3)
            record.claim = claim(cause)
            measured(record)
            failed(open_windows.get(), claim(RuntimeError("a later one")))
    assert len(earlier) == 1
    for p in (outer, inner):
        for ask in (lambda p=p: p.launches, lambda p=p: p.seconds, lambda p=p: p.totals, lambda p=p: len(p)):
            with pytest.raises(ProfileError, match="the kernel `bad` failed") as error:
                ask()
            assert error.value.__cause__.__cause__ is cause
        assert "the kernel `bad` failed" in str(p)
        assert "a launch failed while its profile was open" in str(p)


def test_what_can_not_be_timed_is_counted():
    with window() as p:
        measured(run("a", None, None))
        measured(run("b", 0, 1))
    assert (p.untimed, len(p)) == (1, 1)
    assert "1 more could not be timed" in str(p)


def test_totals_by_kernel_and_the_table():
    with window() as p:
        for begin, end in ((0.0, 0.001), (1.0, 1.003)):
            measured(run("small", begin, end))
        measured(run("large", 2.0, 2.5))
    assert list(p.totals) == ["large", "small"]
    small = p.totals["small"]
    assert (small.launches, small.seconds) == (2, pytest.approx(0.004))
    assert (small.least, small.most) == (pytest.approx(0.001), pytest.approx(0.003))
    text = str(p)
    assert "3 launches, 504 ms" in text
    rows = [line for line in text.splitlines() if "small" in line]
    assert rows
    assert all(part in rows[0] for part in ("2", "4 ms", "2 ms", "1 ms", "3 ms"))


def test_times_in_words():
    from periclase.runtime.profile import _time

    assert [_time(s) for s in (2.5, 0.0125, 3.2e-6, 4e-9, 0.0)] == [
        "2.5 s",
        "12.5 ms",
        "3.2 µs",
        "4 ns",
        "0 ns",
    ]


def test_a_record_without_windows_is_not_asked_for_its_time():
    record = run("a", 0, 1, windows=())
    measured(record)
    assert record.work.asked == 0
