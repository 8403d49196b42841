"""Random programs of several streams on every backend, against the same done one after another on arrays."""

from __future__ import annotations

import contextlib
import random

import numpy as np
import pytest
from launch_rig import Rig

from periclase.runtime.buffer import Buffer
from periclase.runtime.dry_run import dry_run, real_run
from periclase.runtime.failures import BufferFailure

SIZE = 24
STEPS = 150


class Modelled:
    """A buffer, what its elements are, and which of them have failed."""

    def __init__(self, rig: Rig):
        self.buffer: Buffer = rig.zeros(SIZE)
        self.values = np.zeros(SIZE, np.float32)
        self.failed = np.zeros(SIZE, bool)

    def put(self, span: slice, values: float | np.ndarray, failed: bool) -> None:
        """Something was to write there."""
        self.failed[span] = failed
        if not failed:
            self.values[span] = values

    def check(self, span: slice) -> None:
        """A read gives the values if, and only if, nothing in the span has failed."""
        if self.failed[span].any():
            with pytest.raises(BufferFailure):
                self.buffer[span].read()
        else:
            assert self.buffer[span].read().tolist() == self.values[span].tolist()


@pytest.mark.parametrize("seed", range(8))
def test_they_end_as_if_one_after_another(rig: Rig, seed: int) -> None:
    rng = random.Random(seed)
    kernels = rig.kernels
    memory = [Modelled(rig) for _ in range(4)]
    streams = [rig.device.stream() for _ in range(3)]
    zero, one, garbage = rig.count(1, 0, 1), rig.count(1, 1, 1), rig.count(2**32 - 1, 7, 7)
    x, y, z, _ = memory

    def recorded() -> None:
        kernels.copy[1, 64](x.buffer, y.buffer)
        kernels.add[1, 64](y.buffer, y.buffer, z.buffer)

    graph = streams[0].capture(recorded)
    held = []
    for number in range(1, STEPS + 1):
        operation = rng.choices(
            ["fill", "copy", "add", "increase", "broken", "count", "dry", "write", "read", "replay", "hold"],
            [3, 4, 3, 3, 1, 3, 2, 2, 3, 1, 1],
        )[0]
        a, b, c = rng.sample(memory, 3)
        start = rng.randrange(SIZE)
        span = slice(start, rng.randint(start, SIZE))
        whole = rng.random() < 0.4
        if whole:
            span = slice(0, SIZE)
        stream = rng.choice([*streams, None])
        with stream or contextlib.nullcontext():
            if operation == "fill":
                kernels.fill[1, 64](a.buffer[span], float(number))
                a.put(span, number, False)
            elif operation == "copy":
                kernels.copy[1, 64](a.buffer[span], b.buffer[span])
                b.put(span, a.values[span], bool(a.failed[span].any()))
            elif operation == "add":
                kernels.add[1, 64](a.buffer[span], b.buffer[span], c.buffer[span])
                c.put(span, a.values[span] + b.values[span], bool((a.failed | b.failed)[span].any()))
            elif operation == "increase":
                with dry_run() if rng.random() < 0.2 else contextlib.nullcontext(), real_run():
                    kernels.increase[1, 64](a.buffer[span], 1.0)
                a.put(span, a.values[span] + 1, bool(a.failed[span].any()))
            elif operation == "broken":
                kernels.broken[1, 64](b.buffer, a.buffer[span])
                a.put(span, 0, True)
            elif operation == "count":
                count = rng.choice([zero, one, garbage, zero])
                kernels.fill[count, 64](a.buffer[span], float(number))
                if count is not zero:
                    a.put(span, number, count is garbage)
            elif operation == "dry":
                with dry_run():
                    kernels.fill[1, 64](a.buffer[span], -1.0)
                    kernels.broken[1, 64](a.buffer, b.buffer)
            elif operation == "write":
                a.buffer[span].write(float(number))
                a.put(span, number, False)
            elif operation == "replay":
                graph.replay()
                failed = bool(x.failed.any())
                y.put(slice(None), x.values, failed)
                z.put(slice(None), 2 * x.values, failed)
            elif operation == "hold" and stream is not None:
                held.append(rig.hold(stream))
            elif operation == "read":
                while held:
                    held.pop().open()
                a.check(span)
    while held:
        held.pop().open()
    for each in memory:
        each.check(slice(0, SIZE))
        for at in range(SIZE):
            each.check(slice(at, at + 1))
        each.buffer.write(0.0)
    assert rig.failures() == 0
