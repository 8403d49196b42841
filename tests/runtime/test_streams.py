"""Streams: which one a launch is made on, events, and the order that streams add to that of data."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import threading
import weakref

import numpy as np
import pytest
from other_threads import in_thread
from python_kernels import python_kernel

from periclase.runtime.context import launch_context
from periclase.runtime.failures import ForeignHandle
from periclase.runtime.outcome import PENDING
from periclase.runtime.streams import current_stream, current_task, entered_stream

WAIT = 30
"""Seconds after which a test that waits has failed."""


@pytest.fixture
def device(python_device):
    return python_device


@pytest.fixture
def backend(device):
    return device.device_state.backend


@pytest.fixture
def add():
    return python_kernel("a: float32, x: in float32, y: out float32", name="add")(
        lambda a, x, y: np.add(x, a, out=y)
    )


# ------------------------------------------------------------------------------------------------ which is the current ----


def test_a_thread_keeps_its_default_stream(device):
    assert current_stream(device) is current_stream(device)
    assert in_thread(current_stream, device) is not current_stream(device)


def test_numbers_differ(device):
    streams = [device.stream() for _ in range(5)]
    assert len({stream.number for stream in [*streams, current_stream(device)]}) == 6


def test_each_device_has_its_own_default(device, other_device):
    assert current_stream(device).device_state is device.device_state
    assert current_stream(other_device).device_state is other_device.device_state


def test_entering_makes_it_the_current_one_and_leaving_restores(device):
    default = current_stream(device)
    with device.stream() as outer:
        assert current_stream(device) is outer
        with device.stream() as inner:
            assert current_stream(device) is inner
            with outer:
                assert current_stream(device) is outer
            assert current_stream(device) is inner
        assert current_stream(device) is outer
    assert current_stream(device) is default


def test_leaving_by_an_exception_restores(device):
    default = current_stream(device)
    with pytest.raises(KeyError), device.stream():
        raise KeyError
    assert current_stream(device) is default


def test_streams_may_be_left_in_any_order(device):
    default = current_stream(device)
    one, two = device.stream(), device.stream()
    one.__enter__()
    two.__enter__()
    one.__exit__(None, None, None)
    assert current_stream(device) is two
    two.__exit__(None, None, None)
    assert current_stream(device) is default


def test_a_stream_of_another_device_is_passed_over(device, other_device):
    assert entered_stream() is None
    with device.stream() as stream, other_device.stream() as other:
        assert current_stream(device) is stream
        assert current_stream(other_device) is other
        assert entered_stream() is other


def test_a_client_can_be_pinned_and_an_entered_stream_goes_first(device):
    client = device.client()
    pinned = client.stream()
    client.set_stream(pinned)
    assert current_stream(client) is pinned
    assert in_thread(current_stream, client) is pinned
    assert current_stream(device) is not pinned
    with client.stream() as entered:
        assert current_stream(client) is entered
    client.set_stream(None)
    assert current_stream(client) is current_stream(device)


def test_an_entered_stream_does_not_reach_another_thread_but_by_a_copied_context(device):
    with device.stream() as stream:
        copied = contextvars.copy_context()
        assert in_thread(current_stream, device) is not stream
        assert in_thread(copied.run, current_stream, device) is stream
    assert in_thread(copied.run, current_stream, device) is stream


def test_a_default_stream_ends_with_its_thread(device):
    gone = in_thread(lambda: weakref.ref(current_stream(device)))
    gc.collect()
    assert gone() is None


def test_each_task_has_its_own_stream(device):
    async def look():
        first = current_stream(device)
        await asyncio.sleep(0)
        assert current_stream(device) is first
        return first

    async def main():
        mine = await look()
        others = await asyncio.gather(*(asyncio.create_task(look()) for _ in range(5)))
        assert await look() is mine
        return {mine, *others}

    streams = asyncio.run(main())
    assert len(streams) == 6
    assert current_stream(device) not in streams


def test_an_entered_stream_goes_into_the_tasks_that_are_made_inside(device):
    async def look():
        await asyncio.sleep(0)
        return current_stream(device)

    async def main():
        async with device.stream() as stream:
            inside = asyncio.create_task(look())
        outside = asyncio.create_task(look())
        assert await inside is stream
        assert await outside is not stream
        return await asyncio.gather(*(in_own_stream() for _ in range(5)))

    async def in_own_stream():
        async with device.stream() as stream:
            for _ in range(3):
                await asyncio.sleep(0)
                assert current_stream(device) is stream
        return stream

    assert len(set(asyncio.run(main()))) == 5


def test_without_a_task_there_is_none(device):
    assert current_task() is None

    async def main():
        loop = asyncio.get_running_loop()
        in_callback = loop.create_future()
        loop.call_soon(lambda: in_callback.set_result((current_task(), current_stream(device))))
        return await in_callback

    task, stream = asyncio.run(main())
    assert task is None
    assert stream is current_stream(device)


def test_a_context_names_the_stream_and_the_place(device):
    with device.stream("mine") as stream:
        context = launch_context(device)
    assert context.stream is stream
    assert context.capture is None
    assert context.profile == ()
    assert context.site.code.co_name == "test_a_context_names_the_stream_and_the_place"
    assert "launch_context(device)" in context.site.span().source_line
    assert repr(stream) == "<stream mine>"


def test_a_launch_without_buffers_goes_to_the_device_of_the_entered_stream(device, backend):
    nothing = python_kernel("a: float32", name="nothing")(lambda a: None)
    with device.stream() as stream:
        nothing[1, 1](1.0)
        stream.sync()
    assert backend.ran["nothing"] == 1


# ------------------------------------------------------------------------------------------------------------- events ----


def test_an_event_is_done_when_the_work_before_it_is(device, backend, add):
    x, y, z = device.zeros(4), device.zeros(4), device.zeros(4)
    gate = backend.hold("add")
    with device.stream() as stream:
        add[1, 1](1.0, x, y)
        event = stream.record()
        assert not event.wait(0.01)
        assert not event.done()
        gate.open()
        assert event.wait(WAIT)
        assert event.done()
        add[1, 1](1.0, x, z)
        assert event.done()


def test_an_event_of_an_idle_stream_is_done(device):
    event = device.stream().record()
    assert event.wait(WAIT)
    assert event.done()
    assert event.works == ()


def test_an_event_says_nothing_of_other_streams(device, backend, add):
    x, y = device.zeros(4), device.zeros(4)
    gate = backend.hold("add")
    add[1, 1](1.0, x, y)
    stream = device.stream()
    assert stream.record().wait(WAIT)
    assert stream.sync() is None
    gate.open()


def test_a_launch_waits_for_the_event_its_stream_was_told_of(device, backend, add):
    x, y, z = device.zeros(4), device.zeros(4), device.zeros(4)
    late = python_kernel("z: out float32", name="late")(lambda z: z.fill(5))
    gate = backend.hold("add")
    one, two = device.stream(), device.stream()
    with one:
        add[1, 1](1.0, x, y)
    two.wait(one.record())
    with two:
        late[1, 1](z)
    # No data orders the two.
    event = two.record()
    assert not event.wait(0.05)
    assert backend.ran["late"] == 0
    gate.open()
    assert event.wait(WAIT)
    np.testing.assert_array_equal(z.numpy(), np.full(4, 5))


def test_an_event_tells_what_its_stream_waits_for(device, backend, add):
    """Though nothing was launched behind that."""
    x, y, z = device.zeros(4), device.zeros(4), device.zeros(4)
    late = python_kernel("z: out float32", name="late")(lambda z: z.fill(5))
    gate = backend.hold("add")
    one, two, three = device.stream(), device.stream(), device.stream()
    with one:
        add[1, 1](1.0, x, y)
    two.wait(one.record())
    three.wait(two.record())
    with three:
        late[1, 1](z)
    assert not three.record().wait(0.05)
    assert backend.ran["late"] == 0
    gate.open()
    assert three.record().wait(WAIT)


def test_the_host_waits_for_bytes_not_for_the_events_of_its_stream(device, backend, add):
    x, y = device.zeros(4), device.zeros(4)
    copy = python_kernel("x: in float32, y: out float32", name="copy")(lambda x, y: np.copyto(y, x))
    gate, copying = backend.hold("add"), backend.hold("copy")
    one, two = device.stream(), device.stream()
    with one:
        add[1, 1](1.0, x, device.zeros(4))
    two.wait(one.record())
    copy[1, 1](x, y)
    read: list[float] = []

    def reads():
        with two:
            read.extend(y.read())
            y.write(2.0)
            read.extend(y.read())

    thread = threading.Thread(target=reads)
    thread.start()
    copying.open()
    thread.join(WAIT)
    alive = thread.is_alive()
    gate.open()
    thread.join(WAIT)
    assert not alive
    assert read == [0.0] * 4 + [2.0] * 4


@pytest.mark.parametrize("waits_on_the_host", [False, True])
def test_an_event_of_another_thread_inside_exclusive(device, backend, add, waits_on_the_host):
    """What that thread has launched is still queued then."""
    x, y, z = device.zeros(4), device.zeros(4), device.zeros(4)
    late = python_kernel("z: out float32", name="late")(lambda z: z.fill(5))
    gate = backend.hold("add")
    one, two = device.stream(), device.stream()
    events = []

    def another():
        with one:
            add[1, 1](1.0, x, y)
        events.append(one.record())

    def inside():
        thread = threading.Thread(target=another)
        thread.start()
        thread.join(WAIT)
        (event,) = events
        if waits_on_the_host:
            return event.wait(0.05) or event.done()
        two.wait(event)
        with two:
            late[1, 1](z)
        return two.record().wait(0.05)

    assert device.exclusive(inside) is False
    gate.open()
    assert events[0].wait()


def test_streams_are_made_while_others_look_at_them_all(device):
    over = threading.Event()

    def make():
        while not over.is_set():
            kept = [device.stream() for _ in range(50)]
            del kept

    threads = [threading.Thread(target=make) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(300):
            device.reset()
    finally:
        over.set()
        for thread in threads:
            thread.join(WAIT)


def test_streams_wait_for_data_only(device, backend, add):
    x, y, z = device.zeros(4), device.zeros(4), device.zeros(4)
    late = python_kernel("z: out float32", name="late")(lambda z: z.fill(5))
    gate = backend.hold("add")
    with device.stream():
        add[1, 1](1.0, x, y)
        late[1, 1](z)  # the same stream
    with device.stream():
        late[1, 1](z)
    np.testing.assert_array_equal(z.numpy(), np.full(4, 5))
    gate.open()


def test_a_wait_for_what_is_over_keeps_nothing(device, add):
    x, y = device.zeros(4), device.zeros(4)
    one, two = device.stream(), device.stream()
    with one:
        add[1, 1](1.0, x, y)
    one.sync()
    two.wait(one.record())
    assert device.exclusive(two.waits) == ()


def test_an_event_of_another_device_is_refused(device, other_device):
    with pytest.raises(ForeignHandle) as caught:
        device.stream().wait(other_device.stream().record())
    assert caught.value.diagnostic.code == "PC0405"
    assert caught.value.diagnostic.span.file == __file__


def test_a_failed_launch_does_not_fail_its_stream(device, backend, add):
    x, y = device.zeros(4), device.zeros(4)
    backend.fail_next("run", RuntimeError("trapped"))
    with device.stream() as stream:
        add[1, 1](1.0, x, y)
        event = stream.record()
        assert event.wait(WAIT)
        stream.sync()
    assert y.failure() is not None


def test_work_that_is_over_is_not_remembered(device, add):
    """However many launches: a stream that nobody asks keeps only what is under way."""
    x, y = device.zeros(4), device.zeros(4)
    with device.stream() as stream:
        for _ in range(500):
            add[1, 1](1.0, x, y)
            y.numpy()
    assert len(stream._pending) <= 64
    assert device.exclusive(stream.pending) == ()
    assert all(work.outcome != PENDING for work in stream._pending)


def test_the_backend_gets_a_stream_when_it_is_needed_and_gets_it_back(device, backend, add):
    before = backend.calls["create_stream"]
    stream = device.stream()
    device.sync()
    assert backend.calls["create_stream"] == before
    with stream:
        add[1, 1](1.0, device.zeros(4), device.zeros(4))
    stream.sync()
    assert backend.calls["create_stream"] == before + 1
    destroyed = backend.calls["destroy_stream"]
    del stream
    gc.collect()
    device.sync()
    assert backend.calls["destroy_stream"] == destroyed + 1
