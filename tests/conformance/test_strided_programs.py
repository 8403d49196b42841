"""Random programs on views of two small matrices, in any order and with gaps, against numpy arrays of values and failures.

Who waits for whom, what a failure spoils and what a write repairs is exact, element by element, as long as the views have no more
pieces than are told apart: that of a matrix of 8 by 8 can not.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from periclase import MutSlice, MutView, OutView, View, f32, kernel, u32
from periclase.gpu import block_idx_x, trap
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure
from periclase.runtime.pieces import MOST_PIECES

SIDE = 8
STEPS = 120
WAIT = 30.0


@kernel
def fill(y: OutView[f32, 2], value: f32):
    for i in range(y.shape[0]):
        for j in range(y.shape[1]):
            y[i, j] = value


@kernel
def copy(x: View[f32, 2], y: OutView[f32, 2]):
    for i in range(y.shape[0]):
        for j in range(y.shape[1]):
            y[i, j] = x[i, j] + 1.0


@kernel
def increment(y: MutView[f32, 2]):
    for i in range(y.shape[0]):
        for j in range(y.shape[1]):
            y[i, j] += 1.0


@kernel
def fail(y: OutView[f32, 2]):
    y[0, 0] = -1.0
    trap()


@kernel
def set_count(count: MutSlice[u32], blocks: u32):
    count[block_idx_x()] = blocks


class Model:
    """Two matrices on the device and on the host."""

    def __init__(self, device: Device, chance: random.Random):
        assert SIDE * SIDE <= MOST_PIECES
        self.chance = chance
        self.device = device
        self.buffers = [device.zeros((SIDE, SIDE)) for _ in range(2)]
        self.values = [np.zeros((SIDE, SIDE), np.float32) for _ in range(2)]
        self.failed = [np.zeros((SIDE, SIDE), bool) for _ in range(2)]

    def _slice(self) -> slice:
        start, step = self.chance.randrange(SIDE), self.chance.choice([1, 1, 2, 3])
        stop = self.chance.randint(start + 1, SIDE)
        return (
            slice(stop - 1, None if not start else start - 1, -step)
            if self.chance.random() < 0.3
            else slice(start, stop, step)
        )

    def view(self, which: int | None = None):
        """A view of one of them, and the same of values and failures."""
        which = self.chance.randrange(2) if which is None else which
        index, turned = (self._slice(), self._slice()), self.chance.random() < 0.3
        found = [each[which][index] for each in (self.buffers, self.values, self.failed)]
        return [each.T if turned else each for each in found]

    def step(self) -> str:
        action = self.chance.choice(
            [self.fill, self.copy, self.increment, self.fail, self.write, self.host, self.read, self.counted]
        )
        action()
        return action.__name__

    def fill(self):
        buffer, values, failed = self.view()
        value = float(self.chance.randrange(100))
        fill[1, 1](buffer, value)
        values[...], failed[...] = value, False

    def pair(self):
        """Two views of one shape, of different matrices."""
        x, y = self.view(0), self.view(1)
        if self.chance.random() < 0.5:
            x, y = y, x
        rows, columns = (min(a, b) for a, b in zip(x[0].shape, y[0].shape, strict=True))
        return ([each[:rows, :columns] for each in view] for view in (x, y))

    def copy(self):
        (x, from_values, from_failed), (y, to_values, to_failed) = self.pair()
        copy[1, 1](x, y)
        self.copied(from_values, from_failed, to_values, to_failed)

    @staticmethod
    def copied(from_values, from_failed, to_values, to_failed):
        if from_failed.any():
            to_failed[...] = True
        else:
            to_values[...], to_failed[...] = from_values + 1, False

    def increment(self):
        buffer, values, failed = self.view()
        increment[1, 1](buffer)
        if failed.any():
            failed[...] = True
        values += 1

    def fail(self):
        buffer, _, failed = self.view()
        fail[1, 1](buffer)
        failed[...] = True

    def counted(self):
        """A launch that may turn out to be none."""
        blocks = self.chance.randrange(2)
        count = self.device.array(np.ones(3, np.uint32))
        set_count[1, 1](count, blocks)
        (x, from_values, from_failed), (y, to_values, to_failed) = self.pair()
        copy[count, 1](x, y)
        if blocks:
            self.copied(from_values, from_failed, to_values, to_failed)

    def write(self):
        buffer, values, failed = self.view()
        value = float(self.chance.randrange(100))
        buffer.write(value)
        values[...], failed[...] = value, False

    def host(self):
        buffer, values, failed = self.view()
        try:
            with buffer.host() as array:
                assert not failed.any()
                np.testing.assert_array_equal(array, values)
                if self.chance.random() < 0.3:
                    failed[...] = True
                    raise ZeroDivisionError
                array[...] = 5
                values[...] = 5
        except BufferFailure:
            if not failed.any():
                raise
        except ZeroDivisionError:
            pass

    def read(self):
        self.compare(*self.view())

    def compare(self, buffer, values, failed):
        if failed.any():
            with pytest.raises(BufferFailure):
                buffer.read()
            assert buffer.failure() is not None
        else:
            np.testing.assert_array_equal(buffer.read(), values)
            self.device.check(buffer)

    def finish(self):
        self.device.sync()
        for buffer, values, failed in zip(self.buffers, self.values, self.failed, strict=True):
            for i in range(SIDE):
                for j in range(SIDE):
                    cell = np.s_[i : i + 1, j : j + 1]
                    self.compare(buffer[cell], values[cell], failed[cell])
        assert not any(
            allocation.accesses is not None and len(allocation.accesses) > 1
            for allocation in (buffer.allocation for buffer in self.buffers)
        ), "something is left of works that are over"


@pytest.fixture(params=[True, False], ids=["native", "portable"], scope="module")
def device(request):
    made = Device(CpuBackend(workers=3, native=request.param))
    yield made
    assert made.shutdown(WAIT)


@pytest.mark.parametrize("seed", range(6))
def test_views_of_two_matrices(device, seed):
    model = Model(device, random.Random(seed))
    steps: list[str] = []
    try:
        for _ in range(STEPS):
            steps.append(model.step())
        model.finish()
    except BaseException as error:
        error.add_note(f"seed {seed}: {', '.join(steps)}")
        raise
