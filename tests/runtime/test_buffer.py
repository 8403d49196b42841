"""Buffers: views, reading and writing, and what is refused."""

from __future__ import annotations

import asyncio
import threading

import numpy as np
import pytest
from python_kernels import python_kernel

from periclase.diagnostics import LaunchError
from periclase.runtime.failures import BufferFailure, ForeignHandle


@python_kernel("x: in float32, y: out float32")
def copy(x, y):
    y[:] = x


@python_kernel("y: inout float32, value: float32")
def add(y, value):
    y += np.float32(value)


@python_kernel("y: out float32")
def fails(y):
    raise RuntimeError("on purpose")


def refused(function, *fragments, code="PC0411"):
    with pytest.raises(LaunchError) as caught:
        function()
    assert caught.value.diagnostic.code == code
    assert caught.value.diagnostic.span.file == __file__
    for fragment in fragments:
        assert fragment in str(caught.value)


class TestViews:
    def test_they_share_the_memory(self, python_device):
        whole = python_device.array(np.arange(12, dtype=np.float32))
        part = whole[4:8]
        assert (part.shape, part.size, part.nbytes, len(part)) == ((4,), 4, 16, 4)
        assert part.address == whole.address + 16
        part.write(0)
        assert whole.read().tolist() == [0, 1, 2, 3, 0, 0, 0, 0, 8, 9, 10, 11]
        add[1, 1](whole[6:], 100.0)
        assert whole.read()[4:9].tolist() == [0, 0, 100, 100, 108]

    def test_rows(self, python_device):
        values = np.arange(12, dtype=np.int32).reshape(4, 3)
        rows = python_device.array(values)[1:-1]
        assert rows.shape == (2, 3)
        np.testing.assert_array_equal(rows.read(), values[1:-1])

    @pytest.mark.parametrize("index", [slice(2, 2), slice(5, 2), slice(9, None), slice(-99, -50)])
    def test_empty_ones(self, python_device, index):
        part = python_device.array(np.arange(4, dtype=np.float32))[index]
        assert part.shape == (0,)
        assert part.read().shape == (0,)
        part.write(1.0)
        fails[1, 1](part)
        part.check()

    def test_views_of_views(self, python_device):
        values = np.arange(100)
        view = python_device.array(values)[10:90][5:]
        np.testing.assert_array_equal(view[:3].read(), values[10:90][5:][:3])

    def test_reshape(self, python_device):
        values = np.arange(12, dtype=np.float32)
        buffer = python_device.array(values)
        assert buffer.reshape(3, 4).shape == buffer.reshape((3, -1)).shape == (3, 4)
        np.testing.assert_array_equal(buffer.reshape(3, 4)[1:2].read(), values.reshape(3, 4)[1:2])
        assert buffer.reshape(-1).shape == (12,)
        assert python_device.zeros(0).reshape(0, 5).shape == (0, 5)
        refused(lambda: buffer.reshape(5, -1), "(12,)", "(5, -1)")
        refused(lambda: buffer.reshape(11), "(11,)")
        refused(lambda: buffer.reshape(-1, -1), "(-1, -1)")
        refused(lambda: buffer.reshape("a"), "'a'")

    def test_other_dtypes(self, python_device):
        values = np.arange(4, dtype=np.float32)
        buffer = python_device.array(values)
        np.testing.assert_array_equal(buffer.view(np.uint32).read(), values.view(np.uint32))
        np.testing.assert_array_equal(buffer.view(np.uint8).read(), values.view(np.uint8))
        np.testing.assert_array_equal(buffer.view(np.float64).read(), values.view(np.float64))
        refused(lambda: buffer[:3].view(np.float64), "float64")
        refused(lambda: buffer[1:3].view(np.float64), "float64")

    def test_what_is_no_view(self, python_device):
        buffer = python_device.zeros(8)
        refused(lambda: buffer[0], "`[0]` is a single element")
        refused(lambda: buffer[1, 2], "buffer[a:b]", "too many indices")
        refused(lambda: buffer[8:][0], "out of bounds")
        refused(lambda: buffer[1.5], "slices and whole numbers")
        refused(lambda: buffer[[1, 2]], "slices and whole numbers")
        refused(lambda: buffer[True], "slices and whole numbers")
        refused(lambda: buffer["a":], "whole numbers")
        refused(lambda: python_device.zeros(())[:], "without dimensions")
        with pytest.raises(TypeError, match="not iterable"):
            list(buffer)

    def test_read_only_stays_so(self, python_device):
        view = python_device.array(np.zeros(4, np.float32), read_only=True)[1:]
        assert view.read_only
        refused(lambda: add[1, 1](view, 1.0), "read-only", code="PC0409")

    def test_a_view_knows_the_failure_of_what_it_covers(self, python_device):
        whole = python_device.zeros(12)
        fails[1, 1](whole[4:8])
        whole[:4].check()
        whole[8:].check()
        for spoiled in (whole, whole[:5], whole[7:], whole[4:8]):
            with pytest.raises(BufferFailure, match="on purpose"):
                spoiled.read()
        whole[4:6].write(1.0)
        whole[:6].check()
        with pytest.raises(BufferFailure):
            whole.check()
        copy[1, 1](python_device.zeros(2), whole[6:8])
        assert whole.read().tolist() == [0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0]


class TestContents:
    def test_a_read_is_a_copy(self, python_device):
        buffer = python_device.zeros(4)
        contents = buffer.read()
        contents[:] = 5
        assert (buffer.read() == 0).all()
        assert buffer.numpy().flags.writeable

    def test_a_write_takes_the_values_of_now(self, python_device, python_backend):
        buffer = python_device.zeros(4)
        gate = python_backend.hold("add")
        add[1, 1](buffer, 1.0)
        values = np.full(4, 7.0, np.float32)
        buffer.write(values)  # behind the launch, and yet it returns
        values[:] = 9.0
        gate.open()
        assert (buffer.read() == 7.0).all()

    def test_a_write_of_disjoint_bytes_does_not_wait(self, python_device, python_backend):
        buffer = python_device.zeros(8)
        gate = python_backend.hold("add")
        add[1, 1](buffer[:4], 1.0)
        buffer[4:].write(7.0)
        assert (buffer[4:].read() == 7.0).all()
        gate.open()
        assert (buffer[:4].read() == 1.0).all()

    def test_a_read_waits_for_its_own_writer_only(self, python_device, python_backend):
        x, y = python_device.zeros(4), python_device.zeros(4)
        gate = python_backend.hold("add")
        add[1, 1](x, 1.0)
        copy[1, 1](python_device.array(np.ones(4, np.float32)), y)
        assert (y.read() == 1.0).all()  # while the other launch is held
        gate.open()

    def test_a_pending_read_holds_later_writers_back(self, python_device, python_backend):
        x = python_device.zeros(4)
        gate = python_backend.hold("add")
        add[1, 1](x, 1.0)
        python_device.flush()
        seen = []
        reader = threading.Thread(target=lambda: seen.append(x.read()))
        reader.start()
        while not python_backend.calls["copy"]:
            python_device.flush()
        x.write(9.0)
        gate.open()
        reader.join(30)
        assert seen[0].tolist() == [1, 1, 1, 1]
        assert (x.read() == 9.0).all()

    def test_fill_and_broadcast(self, python_device):
        buffer = python_device.empty((2, 3), np.int16)
        buffer.fill(4)
        assert (buffer.read() == 4).all()
        buffer.write([1, 2, 3])
        assert buffer.read().tolist() == [[1, 2, 3], [1, 2, 3]]
        refused(lambda: buffer.write([1, 2]), "(2,)", code="PC0406")
        refused(lambda: buffer.write(1.5), "without loss", code="PC0406")

    @pytest.mark.parametrize(
        ("dtype", "value"), [("uint64", 2**64 - 1), ("int8", -128), ("uint8", 255), ("bool", 1)]
    )
    def test_a_whole_number_has_to_fit(self, python_device, dtype, value):
        buffer = python_device.zeros(2, dtype)
        if dtype == "bool":
            refused(lambda: buffer.fill(value), "without loss", code="PC0406")
            return
        buffer.fill(value)
        assert (buffer.read() == value).all()
        refused(lambda: buffer.fill(value * 2), code="PC0406")

    def test_no_dimensions(self, python_device):
        buffer = python_device.array(np.float32(2.5))
        assert buffer.shape == ()
        assert buffer.read() == np.float32(2.5)
        with pytest.raises(TypeError, match="without dimensions"):
            len(buffer)

    def test_numpy_takes_a_copy(self, python_device):
        buffer = python_device.array([1.0, 2.0], np.float32)
        assert np.asarray(buffer).tolist() == [1, 2]
        assert np.asarray(buffer, np.int32).dtype == np.int32

    def test_await(self, python_device, python_backend):
        x = python_device.zeros(4)
        gate = python_backend.hold("add")
        add[1, 1](x, 1.0)

        async def read():
            task = asyncio.create_task(x.aread())
            await asyncio.sleep(0)  # the loop goes on
            assert not task.done()
            gate.open()
            return await asyncio.wait_for(task, 30)

        assert asyncio.run(read()).tolist() == [1, 1, 1, 1]

    def test_await_raises_the_failure(self, python_device):
        x = python_device.zeros(4)
        fails[1, 1](x)
        with pytest.raises(BufferFailure, match="on purpose"):
            asyncio.run(x.aread())

    def test_foreign(self, python_device, device):
        buffer = device.zeros(4)
        with pytest.raises(ForeignHandle):
            python_device.check(buffer)
        with pytest.raises(ForeignHandle):
            python_device.sync_buffers(buffer)
