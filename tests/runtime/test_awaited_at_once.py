"""Launches behind which somebody waits at once: who waits runs them himself, and nothing is left to be noted."""

from __future__ import annotations

import numpy as np
import pytest

from periclase.runtime.failures import BufferFailure
from periclase.runtime.outcome import FAILED, PENDING, WROTE
from periclase.runtime.trace import Trace


@pytest.fixture
def given(device, scale, monkeypatch):
    """The works that are handed over; they are over then, however long they take. Only this thread does the book-keeping."""
    x, y = device.array(np.ones(4, np.float32)), device.zeros(4, np.float32)
    scale[1, 4](2.0, x, y)
    assert y.read().tolist() == [2.0] * 4
    device.state.channel.shutdown()
    monkeypatch.setattr(device.state.channel, "_rouse", lambda: None)
    submit, works = device.backend.submit, []

    def note(work):
        works.append(submit(work))
        works[-1].wait()
        return works[-1]

    monkeypatch.setattr(device.backend, "submit", note)
    return works


@pytest.fixture
def noted(device, monkeypatch):
    """The records that the book-keeping knows of."""
    device.sync()
    records, flight = [], device.state.dispatcher.flight

    class Flight(type(flight)):
        def append(self, record):
            records.append(record)
            super().append(record)

    assert not flight
    monkeypatch.setattr(device.state.dispatcher, "flight", Flight())
    return records


@pytest.fixture
def buffers(device):
    return device.array(np.array([1, 2, 3, 4], np.float32)), device.zeros(4, np.float32)


WAYS = {
    "sync": lambda device, buffer: (device.sync(), buffer)[1],
    "read": lambda device, buffer: buffer,
    "sync_buffers": lambda device, buffer: (device.sync_buffers(buffer), buffer)[1],
}


@pytest.mark.parametrize("way", WAYS)
def test_it_is_run_by_who_waits(device, scale, given, noted, buffers, way):
    x, y = buffers
    for factor in (2.0, 3.0, 4.0):
        scale[1, 4](factor, x, y)
        assert WAYS[way](device, y).read().tolist() == [factor, 2 * factor, 3 * factor, 4 * factor]
    assert [work.outcome for work in given] == [WROTE] * 3
    assert noted == []


def test_an_array_of_the_host(device, scale, given, noted):
    x, y = np.ones(4, np.float32), np.zeros(4, np.float32)
    with device.stream():
        scale[1, 4](2.0, x, y)
    assert y.tolist() == [2.0] * 4
    assert (len(given), noted) == (1, [])
    x[2] = 13.0
    with device.stream(), pytest.raises(BufferFailure, match="index out of bounds"):
        scale[1, 4](2.0, x, y)
    assert [work.outcome for work in given] == [WROTE, FAILED]
    assert len(noted) == 1


def test_one_behind_the_other(device, scale, given, noted, buffers):
    x, y = buffers
    scale[1, 4](2.0, x, y)
    scale[1, 4](0.5, y, x)
    assert x.read().tolist() == [1.0, 2.0, 3.0, 4.0]
    assert (len(given), noted) == (2, [])


def test_a_failure_is_on_the_bytes_until_they_are_written(device, scale, given, buffers):
    x, y = buffers
    x.write(np.array([1, 13, 1, 1], np.float32))
    z = device.zeros(4, np.float32)
    scale[1, 4](2.0, x, y)
    scale[1, 4](2.0, y, z)
    with pytest.raises(BufferFailure, match="index out of bounds"):
        z.read()
    assert len(given) == 1  # the second does not run, and nothing is well from then on
    with pytest.raises(BufferFailure, match="index out of bounds"):
        y.read()
    device.sync()
    x.write(np.ones(4, np.float32))
    scale[1, 4](2.0, x, y)
    scale[1, 4](2.0, y, z)
    assert (y.read().tolist(), z.read().tolist()) == ([2.0] * 4, [4.0] * 4)


def test_one_that_takes_longer_is_noted(device, held, noted):
    y = device.zeros(1, np.float32)
    state = device.state
    assert device.backend.executor  # made now
    assert state.expect_wait()
    held.launch(y)  # nobody knows yet how long it takes
    (work,) = state.channel.submit_blocking(state.dispatcher.in_flight)
    state.wait_is_over()
    assert work.outcome == PENDING
    assert [record.work for record in noted] == [work]
    held.open()
    assert y.read().tolist() == [1.0]


def test_behind_one_that_is_under_way(device, held, scale, noted):
    y, z = device.zeros(1, np.float32), device.zeros(1, np.float32)
    held.launch(y)
    device.state.channel.submit_blocking(lambda: None)
    scale[1, 1](2.0, y, z)
    assert device.state.expect_wait()
    device.state.channel.submit_blocking(lambda: None)
    device.state.wait_is_over()
    assert len(noted) == 2
    held.open()
    assert z.read().tolist() == [2.0]


class Interrupt(BaseException):
    """Raised into a thread."""


def test_an_exception_that_comes_behind_its_end(device, scale, given, buffers, monkeypatch):
    """It is not known to whoever is torn away that the launch was over: its bytes say so."""
    x, y = buffers

    class Torn:
        outcome = WROTE

        def soon_over(self):
            raise Interrupt

    with monkeypatch.context() as patch:
        patch.setattr(device.backend, "submit", lambda work: Torn())
        scale[1, 4](2.0, x, y)
        with pytest.raises(BufferFailure, match="was torn down"):
            y.read()
    assert given == []
    scale[1, 4](2.0, x, y)
    assert y.read().tolist() == [2.0, 4.0, 6.0, 8.0]


def test_whoever_traces_hears_of_it(device, scale, given, noted, buffers):
    x, y = buffers
    with Trace([device.state]) as trace:
        scale[1, 4](2.0, x, y)
        device.sync()
    scale[1, 4](2.0, x, y)
    device.sync()
    assert len(trace.launches) == 1
    assert (len(given), len(noted)) == (2, 1)  # nothing is known of the one that nobody traced


def test_whoever_measures_has_its_time(device, scale, given, buffers):
    x, y = buffers
    with device.profile() as profile:
        scale[1, 4](2.0, x, y)
    assert [each.kernel for each in profile] == ["scale"]
