"""The runtime on the played GPU with kernels of Python functions: what other backends do, this one does."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from played_cuda import PlayedCudaBackend
from python_kernels import PythonCompiler, python_kernel

from periclase.runtime import compilation
from periclase.runtime.capture import CaptureError
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure, DeviceLost
from periclase.runtime.graph_replay import GraphError


@python_kernel("x: in float32, y: out float32, a: float32", name="scale")
def scale(x: np.ndarray, y: np.ndarray, a: float) -> None:
    y[:] = x * np.float32(a)


@python_kernel("y: inout float32", name="trap")
def trap(y: np.ndarray) -> None:
    raise ValueError("a trap")


@pytest.fixture
def played() -> PlayedCudaBackend:
    return PlayedCudaBackend()


@pytest.fixture
def device(played: PlayedCudaBackend, monkeypatch: pytest.MonkeyPatch) -> Iterator[Device]:
    compiler = PythonCompiler()
    monkeypatch.setattr(compilation, "compiler", lambda: compiler)
    made = Device(played)
    yield made
    made.shutdown(10)


def test_a_held_launch_holds_up_its_readers_only(device: Device, played: PlayedCudaBackend) -> None:
    x, y, z = device.array(np.arange(4, dtype=np.float32)), device.zeros(4), device.zeros(4)
    device.sync()
    gate = played.hold("scale")
    scale[1, 4](x, y, 2.0)
    with device.stream():
        scale[1, 4](y, z, 2.0)
    np.testing.assert_array_equal(x.numpy(), np.arange(4))
    assert gate.arrived == 2
    assert played.ran["scale"] == 0
    gate.open_one()
    np.testing.assert_array_equal(y.numpy(), np.arange(4) * 2)
    gate.open()
    np.testing.assert_array_equal(z.numpy(), np.arange(4) * 4)
    assert played.submitted["scale"] == played.ran["scale"] == 2


def test_a_read_of_the_last_writer_and_no_lost_update(device: Device) -> None:
    """A buffer made on one stream, written by another and read by a third; then overwritten in the order of the program."""
    made, writer, reader = (device.stream() for _ in range(3))
    ones = device.array(np.ones(8, np.float32))
    for step in range(200):
        with made:
            x = device.zeros(8)
            scale[1, 8](ones, x, 1.0)
        with writer:
            scale[1, 8](ones, x, 2.0 + step)
        with reader:
            y = device.empty(8)
            scale[1, 8](x, y, 1.0)
            np.testing.assert_array_equal(y.numpy(), np.full(8, 2.0 + step))
        with made:
            scale[1, 8](ones, x, 5.0)
        np.testing.assert_array_equal(x.numpy(), np.full(8, 5.0))


@pytest.mark.parametrize("stage", ["load", "submit", "stream"])
def test_what_never_started_claims_its_outputs_and_is_repaired(
    device: Device, played: PlayedCudaBackend, stage: str
) -> None:
    x, y = device.array(np.ones(4, np.float32)), device.empty(4)
    device.sync()
    played.fail_next(stage, RuntimeError("refused"))
    with device.stream():
        scale[1, 4](x, y, 2.0)
        with pytest.raises(BufferFailure, match="refused"):
            y.numpy()
        scale[1, 4](x, y, 2.0)
        np.testing.assert_array_equal(y.numpy(), np.full(4, 2))


def test_a_trap_spoils_what_was_in_flight_and_nothing_that_was_done(device: Device) -> None:
    x, y = device.array(np.ones(4, np.float32)), device.zeros(4)
    device.sync()
    trap[1, 1](y)
    with pytest.raises(BufferFailure, match="CUDA_ERROR_LAUNCH_FAILED"):
        y.numpy()
    device.reset()
    with pytest.raises(BufferFailure):
        x.numpy()
    fresh = device.array(np.ones(4, np.float32))
    np.testing.assert_array_equal(fresh.numpy(), np.ones(4))


@python_kernel("x: in int64, y: inout int64, k: int64", name="mix")
def mix(x: np.ndarray, y: np.ndarray, k: int) -> None:
    y[:] = y * 3 + x + k


@pytest.mark.parametrize("seed", range(25))
def test_random_programs_compute_what_they_say(device: Device, played: PlayedCudaBackend, seed: int) -> None:
    """Launches on views from several streams, with counts that may be zero and held streams, against the same in order."""
    chance = random.Random(seed)
    values = [np.arange(16, dtype=np.int64) + i for i in range(4)]
    buffers = [device.array(array) for array in values]
    counts = [device.array(np.array(count, np.uint32)) for count in ((1, 1, 1), (0, 1, 1))]
    streams = [device.stream() for _ in range(3)]
    natives = [device.exclusive(lambda stream=stream: stream.make_native()).handle for stream in streams]

    def release() -> None:
        for native in natives:
            played.fake.release(native)

    for step in range(120):
        source, target = chance.randrange(4), chance.randrange(4)
        length = chance.choice([4, 8])
        first, second = (chance.randrange(0, 16 - length + 1, 2) for _ in range(2))
        apart = source != target or abs(first - second) >= length
        if not apart:
            continue
        count = chance.choice([None, None, None, *range(len(counts))])
        number = chance.randrange(3)
        with streams[number]:
            if chance.random() < 0.1:
                played.fake.hold(natives[number])
            x, y = buffers[source][first : first + length], buffers[target][second : second + length]
            mix[1 if count is None else counts[count], length](x, y, step)
        if count != 1:
            into = values[target][second : second + length]
            into[:] = into * 3 + values[source][first : first + length] + step
        action = chance.random()
        if action < 0.1:
            release()
        if action < 0.05:
            np.testing.assert_array_equal(buffers[target].numpy(), values[target])
        elif action < 0.08:
            fresh = np.full(16, step, np.int64)
            buffers[source].write(fresh)
            values[source][:] = fresh
    release()
    for buffer, array in zip(buffers, values, strict=True):
        np.testing.assert_array_equal(buffer.numpy(), array)


def test_a_replay_is_a_launch_in_a_trace(device: Device) -> None:
    x, y = device.array(np.arange(3, dtype=np.float32)), device.zeros(3)
    graph = device.stream().capture(lambda: scale[1, 1](x, y, 2.0))
    with device.trace() as trace:
        graph.replay()
        assert y.read().tolist() == [0, 2, 4]
    assert [launch.name for launch in trace.launches] == ["graph"]
    (row,) = {e["tid"] for e in trace.chrome()["traceEvents"] if e.get("name") == "graph"}
    longest = max(e.get("dur", 0) for e in trace.chrome()["traceEvents"])
    assert longest <= 1e6  # of the played GPU's seconds; a replay itself takes none
    assert row


def recorded_edges(played: PlayedCudaBackend, monkeypatch: pytest.MonkeyPatch) -> list[list[tuple[int, ...]]]:
    """Gets, for each graph that is made from now on, whom each of its nodes waits for."""
    found: list[list[tuple[int, ...]]] = []
    instantiate = played.fake.cuGraphInstantiate

    def noted(graph: Any, flags: int) -> Any:
        nodes = graph.nodes
        found.append([tuple(sorted(nodes.index(before) for before in node.before)) for node in nodes])
        return instantiate(graph, flags)

    monkeypatch.setattr(played.fake, "cuGraphInstantiate", noted, raising=False)
    return found


def test_a_graph_has_the_edges_of_its_bytes(
    device: Device, played: PlayedCudaBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = recorded_edges(played, monkeypatch)
    x, y, z, w = (device.array(np.arange(4, dtype=np.float32)) for _ in range(4))
    device.sync()

    def launches() -> None:
        scale[1, 4](x, y, 2.0)  # 0
        scale[1, 4](x, z, 3.0)  # 1: reads what 0 reads
        scale[1, 2](y[:2], w[:2], 5.0)  # 2: RAW on 0
        scale[1, 2](z[2:], w[2:], 7.0)  # 3: RAW on 1, and other bytes of w than 2
        scale[1, 4](w, x, 1.0)  # 4: RAW on 2 and 3, WAR on 0 and 1
        scale[1, 2](z[:2], y[2:], 1.0)  # 5: RAW on 1, WAW on 0
        scale[1, 2](x[:2], y[:2], 1.0)  # 6: RAW on 4, WAR on 2

    graph = device.stream().capture(launches)
    expected = [np.arange(4, dtype=np.float32) for _ in range(4)]
    for _ in range(3):
        graph.replay()
        a, b, c, d = expected
        b[:], c[:] = a * 2, a * 3
        d[:2], d[2:] = b[:2] * 5, c[2:] * 7
        a[:] = d
        b[2:], b[:2] = c[:2], a[:2]
    for buffer, array in zip((x, y, z, w), expected, strict=True):
        np.testing.assert_array_equal(buffer.numpy(), array)
    assert found == [[(), (), (0,), (1,), (0, 1, 2, 3), (0, 1), (2, 4)]]


@pytest.mark.parametrize("seed", range(10))
def test_random_graphs_compute_what_they_say(device: Device, seed: int) -> None:
    """The stand-in runs the last of the nodes that may begin: an edge that is missing gives other bytes."""
    chance = random.Random(seed)
    values = [np.arange(16, dtype=np.int64) + i for i in range(3)]
    buffers = [device.array(array) for array in values]
    device.sync()
    steps: list[tuple[int, int, int, int, int]] = []
    while len(steps) < 40:
        source, target, length = chance.randrange(3), chance.randrange(3), chance.choice([2, 4, 8])
        first, second = (chance.randrange(0, 17 - length) for _ in range(2))
        if source != target or abs(first - second) >= length:
            steps.append((source, target, first, second, length))

    def launches() -> None:
        for step, (source, target, first, second, length) in enumerate(steps):
            mix[1, 1](
                buffers[source][first : first + length], buffers[target][second : second + length], step
            )

    graph = device.stream().capture(launches)
    for _ in range(2):
        graph.replay()
        for step, (source, target, first, second, length) in enumerate(steps):
            into = values[target][second : second + length]
            into[:] = into * 3 + values[source][first : first + length] + step
    for buffer, array in zip(buffers, values, strict=True):
        np.testing.assert_array_equal(buffer.numpy(), array)


def test_a_replay_carries_the_failure_of_an_input_and_its_own(
    device: Device, played: PlayedCudaBackend
) -> None:
    x, y, z = device.array(np.ones(4, np.float32)), device.zeros(4), device.zeros(4)
    graph = device.stream().capture(lambda: (scale[1, 4](x, y, 2.0), scale[1, 4](x, z, 3.0)))
    played.fail_next("submit", RuntimeError("refused"))
    scale[1, 4](z, x, 1.0)
    ran = played.ran["scale"]
    graph.replay()
    for buffer in (y, z):
        with pytest.raises(BufferFailure, match="refused"):
            buffer.numpy()
    assert played.ran["scale"] == ran
    x.write(np.ones(4, np.float32))
    played.fake.fail("cuGraphLaunch", "CUDA_ERROR_INVALID_VALUE")
    graph.replay()
    for buffer in (y, z):
        with pytest.raises(BufferFailure, match="cuGraphLaunch failed"):
            buffer.numpy()
    graph.replay()
    np.testing.assert_array_equal(y.numpy(), np.full(4, 2))
    np.testing.assert_array_equal(z.numpy(), np.full(4, 3))


def test_a_trace_tells_how_long_a_wait_took(device: Device, played: PlayedCudaBackend) -> None:
    x, y, z = device.array(np.ones(4, np.float32)), device.zeros(4), device.zeros(4)
    device.sync()
    gate = played.hold("scale")
    with device.trace() as trace:
        scale[1, 4](x, y, 2.0)
        with device.stream():
            scale[1, 4](y, z, 2.0)
        device.flush()
        gate.open()
    (wait,) = [wait for wait in trace.waits if wait.reason == "RAW"]
    assert wait.on.begin is not None
    assert wait.on.end == pytest.approx(wait.on.begin + 1.0)  # a second of the played GPU's
    # It was asked for before the other one ended, which is what `seconds` counts from.
    assert wait.seconds == pytest.approx(wait.on.end - wait.launch.issued)
    assert 0.0 < wait.seconds <= 1.0 + 1e-6
    assert " µs" in str(trace.why(1))


def test_a_loss_takes_all_that_is_under_way_with_it(device: Device, played: PlayedCudaBackend) -> None:
    """Launches in flight and deferred, a replay, a window, pinned memory and an event, when the context dies."""
    x, y, z, w = device.array(np.ones(4, np.float32)), device.zeros(4), device.zeros(4), device.zeros(4)
    count = device.array(np.array([1, 1, 1], np.uint32))
    kept = device.pinned(4, np.float32)
    kept[:] = 7
    stream, other = device.stream(), device.stream()
    graph = stream.capture(lambda: scale[1, 4](x, w, 2.0))
    device.sync()
    gate = played.hold("scale")
    with other:
        scale[1, 4](x, y, 2.0)
        scale[count, 4](y, z, 2.0)  # deferred: its count is read when it may begin
        event = other.record()
    graph.replay()
    window = device.stream()
    window.prepare()
    window.start()
    with window:
        scale[1, 4](x, y, 3.0)
    trapped = device.zeros(1)
    trap[1, 1](trapped)
    assert event.wait(10)
    for buffer in (trapped, y, z, w):
        with pytest.raises(BufferFailure, match="CUDA_ERROR_LAUNCH_FAILED"):
            buffer.numpy()
    with pytest.raises(DeviceLost, match="CUDA_ERROR_LAUNCH_FAILED"):
        device.sync()
    fresh = device.empty(4)
    scale[1, 4](x, fresh, 1.0)
    graph.replay()
    with pytest.raises(BufferFailure, match="CUDA_ERROR_LAUNCH_FAILED"):
        fresh.numpy()
    assert (kept == 7).all()
    device.reset()
    gate.open()
    with pytest.raises(CaptureError):
        window.stop()
    with pytest.raises(GraphError, match="was reset since"):
        graph.replay()
    assert (kept == 7).all()
    again, result = device.array(np.ones(4, np.float32)), device.zeros(4)
    with other:
        scale[1, 4](again, result, 4.0)
    np.testing.assert_array_equal(result.numpy(), np.full(4, 4))


def test_resets_while_other_threads_launch(device: Device) -> None:
    """Whatever a thread is told, it is a failure that names the device; and nothing hangs."""
    stop = threading.Event()
    errors: list[BaseException] = []
    done = [0] * 3

    def launches(number: int) -> None:
        while not stop.is_set():
            try:
                with device.stream():
                    x, y = device.array(np.ones(4, np.float32)), device.zeros(4)
                    scale[1, 4](x, y, float(number))
                    np.testing.assert_array_equal(y.numpy(), np.full(4, number))
                done[number] += 1
            except (BufferFailure, DeviceLost):
                pass
            except BaseException as error:
                errors.append(error)
                return

    threads = [threading.Thread(target=launches, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(20):
        y = device.zeros(1)
        trap[1, 1](y)
        with pytest.raises((BufferFailure, DeviceLost)):
            y.numpy()
        device.reset()
    stop.set()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    assert errors == []
    launches_after = device.array(np.ones(4, np.float32))
    np.testing.assert_array_equal(launches_after.numpy(), np.ones(4))
