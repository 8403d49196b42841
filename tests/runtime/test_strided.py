"""Views of buffers with strides: what they hold, how they are written, and whom launches on them wait for."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from periclase import MutSlice, f32, kernel, open_device
from periclase.diagnostics import LaunchError
from periclase.gpu import thread_idx_x, thread_idx_y, trap
from periclase.runtime.artifact import Access
from periclase.runtime.autotune.stand_ins import _locked, _same_view
from periclase.runtime.backends.cpu.verification import read_only_bytes
from periclase.runtime.buffer import Buffer
from periclase.runtime.failures import BufferFailure
from periclase.runtime.host_arguments import HostArguments
from periclase.runtime.pieces import MOST_PIECES
from periclase.runtime.strided import HullBuffer, StridedBuffer, is_dense, parts_of_argument
from periclase.views import OutView, View

VALUES = np.arange(60, dtype=np.float32).reshape(3, 4, 5)

INDICES = [
    np.s_[1], np.s_[-1], np.s_[1:], np.s_[::2], np.s_[::-1], np.s_[:, 1], np.s_[:, ::2], np.s_[..., 0], np.s_[1, 2],
    np.s_[1:, :, ::-2], np.s_[:, None, 1], np.s_[2:1], np.s_[:, 4:], np.s_[0, :, 3:4], np.s_[1, 1, ::-1], np.s_[...],
]  # fmt: skip


@kernel
def fill(x: OutView[f32, 2], value: f32):
    i, j = thread_idx_y(), thread_idx_x()
    if i < x.shape[0] and j < x.shape[1]:
        x[i, j] = value


@kernel
def double(x: View[f32, 2], y: OutView[f32, 2]):
    i, j = thread_idx_y(), thread_idx_x()
    if i < x.shape[0] and j < x.shape[1]:
        y[i, j] = x[i, j] * 2


@kernel
def breaks(x: MutSlice[f32]):
    x[0] = 1.0
    trap()


@kernel
def breaks_view(x: OutView[f32, 2]):
    x[0, 0] = 1.0
    trap()


@pytest.fixture
def dev():
    return open_device("cpu")


@pytest.mark.parametrize("index", INDICES, ids=str)
def test_views_are_numpys(dev, index):
    buffer = dev.array(VALUES)
    for array, seen in ((VALUES, buffer), (VALUES.T, buffer.T), (VALUES[::-1, ::2], buffer[::-1, ::2])):
        try:
            expected = array[index]
        except IndexError:
            with pytest.raises(LaunchError, match="no view of a buffer"):
                seen[index]
            continue
        view = seen[index]
        assert view.shape == expected.shape
        np.testing.assert_array_equal(view.read(), expected)
        assert view.is_contiguous == expected.flags.c_contiguous
        if expected.size:
            assert view.strides == expected.strides or view.is_contiguous
            assert view.address - buffer.address == expected.ctypes.data - VALUES.ctypes.data
            back = np.from_dlpack(view)
            np.testing.assert_array_equal(back, expected)
            assert back.ctypes.data == view.address


@pytest.mark.parametrize("index", [np.s_[:, ::2], np.s_[::-1], np.s_[..., 1], np.s_[:, 1:3, 1:-1]], ids=str)
def test_writing_leaves_the_gaps(dev, index):
    expected = VALUES.copy()
    buffer = dev.array(VALUES)
    new = -VALUES[index]
    expected[index] = new
    buffer[index].write(new)
    np.testing.assert_array_equal(buffer.read(), expected)
    buffer[index].fill(7.0)
    expected[index] = 7
    np.testing.assert_array_equal(buffer.read(), expected)
    with buffer[index].host() as array:
        assert (array == 7).all()
        array += 1
    expected[index] += 1
    np.testing.assert_array_equal(buffer.read(), expected)
    assert not array.flags.writeable
    with buffer[index].host("w") as array:
        array[...] = 3
    expected[index] = 3
    np.testing.assert_array_equal(buffer.read(), expected)
    np.testing.assert_array_equal(asyncio.run(buffer[index].aread()), expected[index])


def test_many_pieces(dev):
    buffer = dev.zeros((10_000, 2))
    buffer[:, 1].write(np.arange(10_000))
    assert buffer.read()[:, 0].tolist() == [0] * 10_000
    assert buffer.read()[:, 1].tolist() == list(range(10_000))


def test_writing_many_pieces_repairs_them_and_nothing_else(dev):
    buffer = dev.zeros((5_000, 2))
    breaks[1, 1](buffer)
    buffer[:, 1].write(np.arange(5_000))
    with pytest.raises(BufferFailure):
        buffer[7, :1].read()
    assert buffer[7, 1:].read() == 7
    buffer[:, 0].write(1)
    assert buffer.read().sum() == 5_000 + 4_999 * 2_500


def test_what_there_is_not(dev):
    view = dev.array(VALUES)[:, ::2]
    with pytest.raises(LaunchError, match="no other shape without a copy"):
        view.reshape(-1)
    with pytest.raises(LaunchError, match="elements have another size"):
        view.view(np.float64)
    np.testing.assert_array_equal(view.view(np.int32).read(), VALUES.view(np.int32)[:, ::2])
    read_only = dev.array(VALUES, read_only=True)[:, ::2]
    assert read_only.read_only
    with pytest.raises(LaunchError, match="read-only"):
        read_only.write(1)
    with pytest.raises(LaunchError, match="elements lie one behind the other"):
        breaks[1, 1](view)
    with pytest.raises(LaunchError, match="read-only"):
        fill[1, (4, 4)](read_only[0], 1.0)


def test_elements_without_bytes(dev):
    with pytest.raises(LaunchError, match="no bytes"):
        fill[1, (4, 4)](np.zeros((2, 2), np.dtype([])), 1.0)


def test_a_view_is_its_pieces(dev):
    """What happens to the bytes between its elements is nothing to a launch on it, and the other way round."""
    buffer = dev.zeros((4, 4))
    breaks[1, 1](buffer[3])
    fill[1, (4, 4)](buffer[:, ::2], 5.0)
    assert (buffer[:, ::2].read() == 5).all()
    assert (buffer[:3].read() == [5, 0, 5, 0]).all()
    for part in (buffer, buffer[3], buffer[:, 1::2], buffer[2:, 1]):
        assert part.failure() is not None
        with pytest.raises(BufferFailure):
            part.read()
    dev.check(buffer[:3, 1::2], buffer[:, ::2])
    # What reads the elements that are there runs; what reads the others is skipped, and spoils its own elements only.
    out = dev.zeros((4, 4))
    double[1, (4, 4)](buffer[:, ::2], out[:, 1::2])
    double[1, (4, 4)](buffer[2:, 1::2], out[2:, ::2])
    assert (out[:, 1::2].read() == 10).all()
    assert (out[:2].read() == [0, 10, 0, 10]).all()
    with pytest.raises(BufferFailure):
        dev.sync_buffers(out[2:, ::2])


def test_a_launch_that_fails_on_a_view_spoils_its_elements(dev):
    buffer = dev.zeros((4, 6))
    breaks_view[1, 1](buffer[::2, 1:3])
    assert (buffer[1::2].read() == 0).all()
    assert (buffer[:, 3:].read() == 0).all()
    assert (buffer[:, 0].read() == 0).all()
    with pytest.raises(BufferFailure):
        buffer[::2, 2].read()
    buffer[::2, 1:3].write(4)
    assert buffer.read().sum() == 16


def test_a_view_of_too_many_pieces_is_its_hull(dev):
    """It may not end the failure of bytes that it does not write, and is skipped for it."""
    buffer = dev.zeros((MOST_PIECES + 1, 4))
    breaks[1, 1](buffer[3])
    fill[1, (4, 4)](buffer[:, :2], 5.0)
    for part in (buffer, buffer[0], buffer[:, ::2], buffer[7, 3:]):
        with pytest.raises(BufferFailure):
            part.read()
    buffer.write(0)
    fill[1, (4, 4)](buffer[:, ::2], 5.0)
    assert buffer[:5].read().tolist() == [[5, 0, 5, 0]] * 4 + [[0] * 4]
    # Without gaps all of it is written, in whatever order.
    breaks[1, 1](buffer[3])
    fill[1, (4, 4)](buffer[:4].T, 6.0)
    assert (buffer[:4].read() == 6).all()


def test_who_reads_a_view_of_too_many_pieces_is_told_of_what_is_in_between(dev):
    """It may be told of a failure that none of its elements has, and never misses one."""
    buffer = dev.zeros((MOST_PIECES + 1, 4))
    out = dev.zeros((MOST_PIECES + 1, 2))
    few, many = buffer[:MOST_PIECES, ::2][:8], buffer[:, ::2]
    breaks[1, 1](buffer[3, 1:2])
    double[1, (8, 2)](few, out[:8])
    assert (out[:8].read() == 0).all()
    for waited in (False, True):
        double[1, (8, 2)](many, out)
        if waited:
            dev.sync()
        for spoiled in (many, out):
            with pytest.raises(BufferFailure, match="`breaks` failed"):
                spoiled.read()
    buffer[3, 1:2].write(0)
    double[1, (8, 2)](many, out[:, :2])
    assert (out[:8].read() == 0).all()
    # The other way round: what a launch on such a view spoils is more than it was to write.
    breaks_view[1, 1](many)
    with pytest.raises(BufferFailure, match="`breaks_view` failed"):
        buffer[3, 1:2].read()


def test_interlocked_views_do_not_wait_for_each_other(dev):
    buffer = dev.zeros((8, 8))
    with buffer[:, ::2].host() as even:
        even += 1
        # This block is not over, and nobody waits for its end but who wants its bytes.
        fill[1, (8, 8)](buffer[:, 1::2], 2.0)
        assert (buffer[:, 1::2].read() == 2).all()
        with buffer[:, 1::2].host() as odd:
            odd += 1
        with dev.trace() as trace:
            fill[1, (8, 8)](buffer[:, 1::2][::-1], 5.0)
            dev.sync_buffers(buffer[:, 1::2])
        assert not trace.waits
        even += 1
    assert (buffer.read() == [2, 5] * 4).all()


def test_a_block_that_fails_spoils_the_elements_of_its_view(dev, far_device):
    for device in (dev, far_device):
        buffer = device.zeros((2, 4))
        with pytest.raises(ZeroDivisionError), buffer[:, 1:3].host() as array:
            array[...] = 1 // 0
        assert (buffer[:, 0].read() == 0).all()
        assert (buffer[:, 3].read() == 0).all()
        assert buffer[:, 2].failure() is not None


def test_a_block_elsewhere_brings_back_its_elements_only(far_device):
    """Others may write what is between them in the meantime."""
    for mode in ("rw", "w"):
        buffer = far_device.zeros((3, 4))
        with buffer[:, 1:3].host(mode) as array:
            buffer[:, 0].write(7)
            array[...] = 1
        assert (buffer.read() == [7, 1, 1, 0]).all()


def test_launches_on_interlocked_views_keep_their_order(dev):
    buffer = dev.zeros((8, 8))
    for _ in range(50):
        fill[1, (8, 8)](buffer[:, ::2], 1.0)
        double[1, (8, 8)](buffer[:, ::2], buffer[:, 1::2])
        double[1, (8, 8)](buffer[:, 1::2][::-1], buffer[:, ::2].T[::-1].T)
        assert buffer.read().tolist() == [[4, 2] * 4] * 8


def test_what_is_read_in_pieces_has_one_guard(dev):
    """A reader asks about a writer once, in however many pieces the bytes are."""
    buffer, out = dev.zeros((MOST_PIECES, 4)), dev.zeros((MOST_PIECES, 4))
    guards = []
    stream = dev.stream()
    submit = dev.backend.submit

    def seen(work):
        guards.append(work.guards)
        return submit(work)

    with pytest.MonkeyPatch.context() as patch, buffer[:, :2].host():
        patch.setattr(dev.backend, "submit", seen)
        with stream:
            double[1, (2, 8)](buffer[:, :2], out[:, 1:3])
        dev.flush()
    dev.sync()
    assert len(guards[0]) == 1


def test_of_what_class_a_view_is(dev):
    buffer = dev.zeros((4, 6))
    assert type(buffer[1:3]) is type(buffer[2]) is type(buffer[:, :]) is type(buffer.T.T) is Buffer
    turned = buffer.T
    assert isinstance(turned, StridedBuffer)
    assert type(turned.hull) is Buffer
    columns = buffer[:, 1:3]
    assert isinstance(columns, StridedBuffer)
    assert type(columns.hull) is HullBuffer
    assert (columns.hull.offset, columns.hull.stop) == (4, 4 * (18 + 3))
    assert columns.nbytes == 32
    assert columns[0].is_contiguous
    assert repr(columns) == "<buffer (4, 2) float32 on cpu>"


def test_arrays_of_the_host_are_shared_as_one(dev):
    """Two interlocked views of one array are seen to be parts of it."""
    array = np.zeros((4, 8), np.float32)
    even, odd = dev.wrap(array[:, ::2]), dev.wrap(array[:, 1::2])
    assert even.allocation is odd.allocation
    fill[1, (8, 8)](even, 3.0)
    double[1, (8, 8)](even, odd)
    double[1, (8, 8)](array[:2, 1::2], array[2:, ::2])
    assert array.tolist() == [[3, 6] * 4] * 2 + [[12, 6] * 4] * 2


def test_verified_effects():
    """The check that read-only bytes stay leaves views alone that are interlocked with what is written."""
    artifact = double.compile("cpu")
    assert artifact.effects_complete
    layout = [2, 3, 8, 1]  # two rows of three elements, eight elements apart
    slots = np.array([4096, 20, 9, *layout[:2], -8, 1, 4176, 20, 0, *layout], np.int64)
    assert read_only_bytes(artifact, slots.tobytes()) == [("x", 4100, 4112), ("x", 4132, 4144)]
    slots[7] = 4112
    assert read_only_bytes(artifact, slots.tobytes()) == [("x", 4100, 4112), ("x", 4132, 4144)]
    slots[7] = 4108
    assert read_only_bytes(artifact, slots.tobytes()) == []
    slots[3:7] = 300, 1, 2, 1
    slots[2] = 0
    assert read_only_bytes(artifact, slots.tobytes()) == []  # all of it is read, as for who waits for whom
    slots[7] = 4096 + 80
    assert read_only_bytes(artifact, slots.tobytes()) == [("x", 4096, 4176)]


def test_which_views_have_gaps():
    assert is_dense((3, 4), (16, 4), 4)
    assert is_dense((3, 4), (4, 12), 4)
    assert is_dense((3, 4), (-16, -4), 4)
    assert is_dense((1, 4, 1), (999, 4, 7), 4)
    assert is_dense((2, 3, 4), (16, 32, 4), 4)
    assert not is_dense((3, 4), (32, 4), 4)
    assert not is_dense((2, 2), (0, 12), 4)  # as many bytes from end to end, but two of them twice
    assert not is_dense((4,), (8,), 4)


def test_memory_that_is_not_the_hosts(far_device):
    buffer = far_device.array(VALUES[0])
    view = buffer[::-1, ::2]
    np.testing.assert_array_equal(view.read(), VALUES[0, ::-1, ::2])
    view.write(-1)
    with view.host() as array:
        array[0, 0] = 50
    expected = VALUES[0].copy()
    expected[:, ::2] = -1
    expected[-1, 0] = 50
    np.testing.assert_array_equal(buffer.read(), expected)
    interface = view.__cuda_array_interface__
    assert (interface["shape"], interface["strides"]) == ((4, 3), (-20, 8))
    assert interface["data"][0] == buffer.address + 3 * 20


@pytest.mark.parametrize("access", [Access.WRITE, Access.READ_WRITE, Access.READ])
def test_arrays_with_gaps_are_copied_and_brought_back(far_device, access):
    """Only the elements of the view are set, also where nobody reads what was in them."""
    array = np.arange(24, dtype=np.float32).reshape(4, 6)
    before = array.copy()
    hull, offset, *_ = parts_of_argument(array[::-1, 1::3], 2)
    lent = HostArguments([hull])
    lent.lend(0, far_device, hull.hull_memory, access, hull)
    buffer = lent.arguments[0]
    assert isinstance(buffer, HullBuffer)
    assert offset == 3 * 6
    np.testing.assert_array_equal(buffer.read(), np.arange(1, 23))
    buffer.write(np.full(buffer.size, -5, np.float32))
    array[0, 0] = 77  # meanwhile
    lent.bring_back()
    before[0, 0] = 77
    if access.writes:
        before[:, 1::3] = -5
    assert (array == before).all()


def test_what_stands_in_for_a_view_in_a_measurement(dev):
    values = np.arange(32, dtype=np.float32).reshape(4, 8)
    memory = dev.array(values)
    stand_in = _same_view(dev.empty(256, np.uint8), memory[1:, ::2], 0)
    assert (stand_in.shape, stand_in.strides, stand_in.offset) == ((3, 4), (32, 8), 32)
    locked = _locked(memory[1:, ::2])
    assert locked.read_only
    np.testing.assert_array_equal(locked.read(), values[1:, ::2])


def test_in_a_graph(dev):
    x, y = dev.array(VALUES[0]), dev.zeros((5, 4))
    double[1, (8, 8)](x.T, y)
    stream = dev.stream()
    stream.prepare()
    stream.start()
    with stream:
        double[1, (8, 8)](x.T, y[:, ::-1])
        double[1, (8, 8)](y[::2], y[::2])
    graph = stream.stop()
    y.write(0)
    graph.replay()
    expected = (VALUES[0].T * 2)[:, ::-1].copy()
    expected[::2] *= 2
    np.testing.assert_array_equal(y.read(), expected)
