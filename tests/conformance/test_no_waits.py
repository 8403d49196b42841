"""Nobody waits but for bytes: what a trace says of it, and programs that a coarser order would get wrong.

The programs at the end are run hundreds of times, and 10 000 times where `PERICLASE_TEST_PROFILE=nightly` is set: a race that
is lost once in a thousand would be found.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
import pytest
from how_much import RACE_ROUNDS
from launch_rig import WAIT, Held, Rig

from periclase.runtime.buffer import Buffer
from periclase.runtime.streams import Stream
from periclase.runtime.trace import trace

# ------------------------------------------------------------------------------------------------------------- reasons ----


@dataclass
class Busy:
    """A device whose streams are all held, so that nothing that was launched has ended when more is launched.

    Attributes:
        waits: for each wait that a trace has noted: who waits, for whom, and why. Without those for what holds the streams.
    """

    rig: Rig
    waits: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    held: list[Held] = field(default_factory=list)

    def stream(self) -> Stream:
        """One more stream."""
        stream = self.rig.device.stream()
        self.held.append(self.rig.hold(stream))
        return stream

    def go(self) -> None:
        """Let everything begin, once all that was launched has been enqueued."""
        assert self.rig.device.device_state.channel.drain(WAIT)
        for held in self.held:
            held.open()


@contextmanager
def busy(rig: Rig) -> Iterator[Busy]:
    """What is launched in the block does not begin before its end, or before `go`; then `waits` is filled."""
    made = Busy(rig)
    rig.device.sync()
    with trace() as traced:
        try:
            yield made
        finally:
            made.go()
    made.waits.update(
        (wait.launch.name, wait.on.name, wait.reason) for wait in traced.waits if wait.reason != "EVENT"
    )


def test_two_reads_do_not_wait_for_each_other(rig: Rig) -> None:
    x, outputs = rig.array(1, 2, 3, 4), [rig.zeros() for _ in range(4)]
    with busy(rig) as device:
        for y in outputs:
            with device.stream():
                rig.kernels.copy[1, 64](x, y)
        with rig.device.stream():
            assert x.read().tolist() == [1, 2, 3, 4]
    assert device.waits == {}
    assert [y.read().tolist() for y in outputs] == [[1, 2, 3, 4]] * 4


def test_disjoint_views_do_not_wait_for_each_other(rig: Rig) -> None:
    x = rig.zeros(16)
    with busy(rig) as device:
        for i in range(4):
            with device.stream():
                rig.kernels.increase[1, 64](x[4 * i : 4 * i + 4], float(i))
        with rig.device.stream():
            rig.kernels.fill[1, 64](x[4:4], 9.0)  # no byte at all
    assert device.waits == {}
    assert x.read().tolist() == [0.0] * 4 + [1.0] * 4 + [2.0] * 4 + [3.0] * 4


def test_a_read_of_one_half_does_not_wait_for_the_other(rig: Rig) -> None:
    x = rig.zeros(8)
    rig.device.sync()
    with busy(rig) as device:
        with device.stream():
            rig.kernels.fill[1, 64](x[:4], 1.0)
        with rig.device.stream():
            assert x[4:].read().tolist() == [0] * 4
            x[4:].write(2.0)
            assert x[4:].read().tolist() == [2] * 4
    assert not any(reason in ("RAW", "WAR", "WAW") for _, _, reason in device.waits)
    assert x.read().tolist() == [1] * 4 + [2] * 4


def test_one_buffer_and_two_streams_give_one_reason_for_each_pair(rig: Rig) -> None:
    kernels, x, y = rig.kernels, rig.zeros(), rig.zeros()
    with busy(rig) as device:
        with device.stream():
            kernels.fill[1, 64](x, 1.0)
        with device.stream():
            kernels.copy[1, 64](x, y)
        with device.stream():
            kernels.increase[1, 64](x, 1.0)
    # `increase` reads what `fill` writes, and must not change it under the hands of `copy`.
    assert device.waits == {
        ("copy", "fill", "RAW"): 1,
        ("increase", "fill", "RAW"): 1,
        ("increase", "copy", "WAR"): 1,
    }
    assert x.read().tolist() == [2] * 4
    assert y.read().tolist() == [1] * 4


def test_an_output_waits_for_the_write_before_it_only(rig: Rig) -> None:
    kernels, x = rig.kernels, rig.zeros()
    with busy(rig) as device:
        for value in (1.0, 2.0, 3.0):
            with device.stream():
                kernels.fill[1, 64](x, value)
    assert device.waits == {("fill", "fill", "WAW"): 2}
    assert x.read().tolist() == [3] * 4


def test_a_writer_waits_for_all_readers_since_the_last_write(rig: Rig) -> None:
    kernels, x, outputs = rig.kernels, rig.array(5), [rig.zeros(1) for _ in range(3)]
    with busy(rig) as device:
        for y in outputs:
            with device.stream():
                kernels.copy[1, 64](x, y)
        with device.stream():
            kernels.fill[1, 64](x, 6.0)
        with device.stream():
            kernels.fill[1, 64](x, 7.0)
    assert device.waits == {("fill", "copy", "WAR"): 3, ("fill", "fill", "WAW"): 1}
    assert [y.read().tolist() for y in outputs] == [[5]] * 3
    assert x.read().tolist() == [7]


def test_a_count_waits_for_its_producer_and_says_so(rig: Rig) -> None:
    kernels, count, x, y = rig.kernels, rig.count(0, 0, 0), rig.zeros(), rig.zeros()
    with busy(rig) as device:
        with device.stream():
            kernels.count[1, 1](count, 1, 1, 1)
        with device.stream():
            kernels.fill[1, 64](x, 1.0)
        with device.stream():
            kernels.fill[count, 64](y, 2.0)
    assert device.waits == {("fill", "count", "count"): 1}
    assert y.read().tolist() == [2] * 4


def test_the_host_is_a_reason_of_its_own(rig: Rig) -> None:
    kernels, x, seen = rig.kernels, rig.zeros(), []
    with ThreadPoolExecutor(1) as other, busy(rig) as device:
        with device.stream():
            kernels.fill[1, 64](x, 1.0)
        reading = other.submit(x.read)
        # Behind the read, wherever its thread has come to: the next launch is issued when it is enqueued.
        while not reading.done() and not _flight(rig, "Buffer.read"):
            pass
        device.go()
        seen.append(reading.result(WAIT).tolist())
    assert seen == [[1] * 4]
    assert device.waits == {("Buffer.read", "fill", "host"): 1}


def _flight(rig: Rig, name: str) -> bool:
    state = rig.device.device_state
    return rig.device.exclusive(lambda: any(r.kernel == name for r in state.dispatcher.flight))


def test_memory_that_changes_hands_is_waited_for_by_its_next_writer(rig: Rig) -> None:
    kernels, size = rig.kernels, 300_000  # a block of memory of its own
    x = rig.device.array(np.ones(size, np.float32))
    with busy(rig) as device:
        with device.stream():
            old = rig.device.empty(size)
            kernels.copy[2000, 256](x, old)
            place = rig.device.exclusive(lambda: old.address)
            old = None
        with device.stream():
            new = rig.device.empty(size)
            kernels.fill[2000, 256](new, 3.0)
            assert rig.device.exclusive(lambda: new.address) == place
        with device.stream():
            kernels.increase[2000, 256](new, 1.0)
    # The second writer waits for the first, who has waited for the former tenant.
    assert device.waits == {("fill", "copy", "reuse"): 1, ("increase", "fill", "RAW"): 1}
    assert (new.read() == 4).all()


def test_what_has_ended_is_not_waited_for(rig: Rig) -> None:
    kernels, x, y = rig.kernels, rig.zeros(), rig.zeros()
    kernels.fill[1, 64](x, 1.0)
    kernels.copy[1, 64](x, y)
    rig.device.sync()
    with busy(rig) as device, device.stream():
        kernels.increase[1, 64](x, 1.0)
        kernels.fill[1, 64](y, 2.0)
    assert device.waits == {}


def test_independent_launches_end_while_others_are_held(rig: Rig) -> None:
    """Not what is said, but what is done: a reader and the writer of another part end while the rest is held."""
    kernels, x, y, z = rig.kernels, rig.array(1, 2, 3, 4), rig.zeros(), rig.zeros()
    rig.device.sync()
    with busy(rig) as device:
        with device.stream():
            kernels.copy[1, 64](x, y)
            kernels.fill[1, 64](z[:2], 8.0)
        with rig.device.stream():
            free = rig.zeros()
            kernels.copy[1, 64](x, free)
            assert free.read().tolist() == [1, 2, 3, 4]
            kernels.fill[1, 64](z[2:], 9.0)
            assert z[2:].read().tolist() == [9, 9]
    assert z.read().tolist() == [8, 8, 9, 9]


# ------------------------------------------------------------------------------------------------------------ programs ----


@dataclass
class Lot:
    """What a round of a program gets: values and sizes that differ from round to round."""

    rig: Rig
    chance: random.Random
    streams: list[Stream]

    def value(self) -> float:
        """A number."""
        return float(self.chance.randrange(1, 1 << 20))

    def buffer(self) -> Buffer:
        """A new buffer: small, or so large that its kernel takes longer than the next launch takes to come."""
        return self.rig.device.empty(self.chance.choice((4, 4, 256, 20_000)))

    def fill(self, x: Buffer, value: float) -> None:
        """Launch it."""
        self.rig.kernels.fill[-(-len(x) // 256), 256](x, value)

    def copy(self, x: Buffer) -> Buffer:
        """Launch a copy into a new buffer."""
        y = self.rig.device.empty(len(x))
        self.rig.kernels.copy[-(-len(x) // 256), 256](x, y)
        return y


def expect(buffer: Buffer, value: float) -> None:
    """All elements of `buffer` are `value`."""
    array = buffer.read()
    assert np.array_equal(array, np.full(len(buffer), value, np.float32)), (array[:8], value)


def stale_read(lot: Lot) -> None:
    """A makes a buffer, B writes it, A reads it; so does a third. (A rule that asks who made a buffer reads the first bytes.)"""
    a, b, c = lot.streams
    first, second = lot.value(), lot.value()
    with a:
        x = lot.buffer()
        lot.fill(x, first)
    with b:
        lot.fill(x, second)
    with a:
        expect(x, second)
    with c:
        expect(x, second)
        expect(lot.copy(x), second)


def lost_update(lot: Lot) -> None:
    """A makes a buffer, B writes it, A overwrites it: the last word is A's."""
    a, b, c = lot.streams
    last = lot.value()
    with a:
        x = lot.buffer()
        lot.fill(x, lot.value())
    with b:
        lot.fill(x, lot.value())
    with a:
        lot.fill(x, last)
    with lot.chance.choice((a, b, c)):
        expect(x, last)


def a_second_turn(lot: Lot) -> None:
    """B reads what A wrote again, after B had been told once that A's stream is done."""
    a, b, c = lot.streams
    values = [lot.value() for _ in range(3)]
    with a:
        x = lot.buffer()
        lot.fill(x, values[0])
    with b:
        first = lot.copy(x)
    with a:
        lot.fill(x, values[1])
    with b:
        second = lot.copy(x)
        lot.fill(x, values[2])
    with c:
        third = lot.copy(x)
    for copied, value in zip((first, second, third), values, strict=True):
        expect(copied, value)


def in_place(lot: Lot) -> None:
    """Three streams add to one buffer in turn: none of the additions is lost."""
    with lot.streams[0]:
        x = lot.rig.device.zeros(lot.chance.choice((4, 20_000)))
    parts = [float(lot.chance.randrange(1, 1000)) for _ in range(6)]
    for i, part in enumerate(parts):
        with lot.streams[i % 3]:
            lot.rig.kernels.increase[-(-len(x) // 256), 256](x, part)
    with lot.chance.choice(lot.streams):
        expect(x, sum(parts))


def count_just_computed(lot: Lot) -> None:
    """The kernel that computes a count was issued just before, on the same stream."""
    count = lot.rig.count(0, 0, 0)
    value = lot.value()
    with lot.streams[0]:
        x = lot.buffer()
        lot.fill(x, lot.value())
        lot.rig.kernels.count[1, 1](count, -(-len(x) // 256), 1, 1)
        lot.rig.kernels.fill[count, 256](x, value)
        expect(x, value)


def count_of_another_stream(lot: Lot) -> None:
    """A makes a count, B computes it, A is launched by it: with blocks, or without any, and then with garbage behind it."""
    a, b, c = lot.streams
    before, after = lot.value(), lot.value()
    nothing = lot.chance.random() < 0.5
    with a:
        count, x = lot.rig.count(1, 1, 1), lot.buffer()
        lot.fill(x, before)
    with b:
        blocks = 0 if nothing else -(-len(x) // 256)
        lot.rig.kernels.count[1, 1](count, blocks, 1, 1)
    with a:
        lot.rig.kernels.fill[count, 256](x, after)
    with c:
        lot.rig.kernels.count[1, 1](count, 2**32 - 1, 1, 1)  # not before it was read
        expect(lot.copy(x), before if nothing else after)
    with a:
        expect(x, before if nothing else after)


@pytest.mark.parametrize(
    "program",
    [stale_read, lost_update, a_second_turn, in_place, count_just_computed, count_of_another_stream],
)
def test_the_right_bytes_every_time(rig: Rig, program: Callable[[Lot], None]) -> None:
    streams = [rig.device.stream() for _ in range(3)]
    for seed in range(RACE_ROUNDS):
        program(Lot(rig, random.Random(seed), streams))


def test_the_right_bytes_every_time_from_threads(rig: Rig) -> None:
    """The same with the threads' own streams: two threads that hand a buffer to and fro."""
    with ThreadPoolExecutor(1) as other:

        def elsewhere(function: Callable[[], object]) -> None:
            other.submit(function).result(WAIT)

        for seed in range(RACE_ROUNDS):
            lot = Lot(rig, random.Random(seed), [])
            x, y = lot.buffer(), lot.buffer()
            values = [lot.value() for _ in range(4)]
            lot.fill(x, values[0])
            elsewhere(lambda lot=lot, x=x, value=values[1]: lot.fill(x, value))
            expect(x, values[1])
            elsewhere(lambda lot=lot, y=y, value=values[2]: lot.fill(y, value))
            lot.fill(y, values[3])
            elsewhere(lambda y=y, value=values[3]: expect(y, value))
