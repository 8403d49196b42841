"""Memory shared with other libraries, in and out; arrays as arguments; the host's windows on buffers."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import mmap
import threading
import weakref

import numpy as np
import pytest
from bytecodes import interrupted, positions
from capsules import Capsule
from played_cuda import PlayedCudaBackend
from python_kernels import python_kernel

from periclase.diagnostics import DiagnosticError, LaunchError
from periclase.runtime import dlpack
from periclase.runtime.backends.cuda.driver import CudaError
from periclase.runtime.capture import CaptureError
from periclase.runtime.device_state import DeviceState
from periclase.runtime.dry_run import dry_run
from periclase.runtime.failures import BufferFailure

LIMIT = 10.0


@python_kernel("x: in float32, y: out float32")
def double(x, y):
    np.multiply(x, 2, out=y)


@python_kernel("y: inout float32")
def increment(y):
    y += 1


@python_kernel("y: out float32")
def trap(y):
    raise RuntimeError("a thread trapped")


@python_kernel("x: in float32")
def refuse(x):
    raise RuntimeError("a thread trapped")


@python_kernel("x: in float32", broken=True)
def broken_reader(x):
    pass


@python_kernel("c: out uint32", broken=True)
def no_block(c):
    pass


@python_kernel("c: out uint32")
def one_block(c):
    c[:] = 1


@python_kernel("y: out float32", broken=True)
def broken(y):
    pass


@python_kernel("x: in bfloat16, y: inout bfloat16")
def words(x, y):
    y[:] = x


class Interface:
    """An object with an `__array_interface__` of its own making."""

    def __init__(self, **interface):
        self._interface = interface

    @property
    def __array_interface__(self):
        if not self._interface:
            raise ValueError("not today")
        return {"version": 3, "typestr": "<f4", **self._interface}


class Tensor:
    """An array of another library, which gives what it likes."""

    def __init__(self, device=(1, 0), capsule=None):
        self._device, self._capsule = device, capsule

    def __dlpack_device__(self):
        return self._given(self._device)

    def __dlpack__(self, **_):
        return self._given(self._capsule)

    def _given(self, what):
        if isinstance(what, Exception):
            raise what
        return what


@pytest.fixture
def device(python_device):
    return python_device


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (Interface(), "`__array_interface__` of this Interface .*not today"),
        (Interface(shape=(-4,), data=(4096, False)), "ValueError: negative dimensions"),
        (Interface(shape=(4,), data=(0, False)), "ValueError: data is NULL"),
        (Interface(shape="four", data=(4096, False)), "TypeError: shape must be a tuple"),
        (Tensor(RuntimeError("no device")), "`__dlpack_device__` of this Tensor .*RuntimeError: no device"),
        (Tensor(None), "`__dlpack_device__` of this Tensor .*TypeError"),
        (Tensor((1, 0), BufferError("lent out")), "`__dlpack__` of this Tensor .*BufferError: lent out"),
        (Tensor((1, 0), TypeError("no")), "`__dlpack__` of this Tensor .*TypeError: no"),
        (Tensor((1, 0), 3), "this is no DLPack capsule"),
    ],
)
def test_what_another_library_refuses_is_told_at_the_users_line(device, given, reason):
    y = device.zeros(4)
    for use in (lambda: device.wrap(given), lambda: double[1, 4](given, y), lambda: double[1, 4](y, given)):
        with pytest.raises(LaunchError, match=reason) as caught:
            use()
        assert caught.value.diagnostic.code == "PC0717"
        assert caught.value.diagnostic.span.file == __file__
    if isinstance(given, Tensor):
        with pytest.raises(BufferError, match=reason):  # as the protocol has it
            device.from_dlpack(given)
    assert (y.read() == 0).all()


def test_elements_with_fields_are_no_dlpack(device):
    buffer = device.zeros(4, np.dtype([("x", np.float32), ("y", np.float32)]))
    with pytest.raises(BufferError, match="no elements with fields"):
        np.from_dlpack(buffer)
    assert np.from_dlpack(buffer.view(np.float32)).shape == (8,)


@pytest.fixture
def backend(device):
    return device.device_state.backend


@pytest.fixture(params=["near", "far"])
def any_device(request, device, far_device):
    return device if request.param == "near" else far_device


def arange(*shape):
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


class Offer:
    """Stands for an array of another library: DLPack and nothing else."""

    def __init__(self, array, *, device=(dlpack.CPU, 0), old=False):
        self.array, self.device, self.old = array, device, old

    def __dlpack__(self, **options):
        if self.old:
            if options:
                raise TypeError("no such argument")
            return self.array.__dlpack__()
        return self.array.__dlpack__(max_version=options.get("max_version"))

    def __dlpack_device__(self):
        return self.device


class Tensor(Offer):
    """A view of a part, which knows its storage as PyTorch's tensors do."""

    def __init__(self, whole, start, stop):
        super().__init__(whole[start:stop])
        self.nbytes = lambda: whole.nbytes
        self.data_ptr = lambda: whole.ctypes.data

    def untyped_storage(self):
        return self


class Interface:
    """Has `__array_interface__` and nothing else."""

    def __init__(self, array):
        self.array = array

    @property
    def __array_interface__(self):
        return self.array.__array_interface__


class CudaArray:
    def __init__(self, **interface):
        self.__cuda_array_interface__ = interface


class TestArraysAsArguments:
    def test_the_launch_has_ended_when_it_returns(self, any_device):
        x, y = arange(4), np.zeros(4, np.float32)
        any_device.launch(double, 1, 1, (x, y))
        assert y.tolist() == [0, 2, 4, 6]

    def test_nothing_is_copied_where_the_device_works_on_the_hosts_memory(self, device, backend):
        x, y = arange(4), np.zeros(4, np.float32)
        device.launch(double, 1, 1, (x, y))
        assert (backend.calls["copy"], backend.calls["allocate"]) == (0, 0)

    def test_arrays_and_buffers_together(self, any_device):
        x, y = arange(3), any_device.zeros(3)
        any_device.launch(double, 1, 1, (x, y))
        x[:] = 9  # the launch is over, so that this changes nothing
        assert y.read().tolist() == [0, 2, 4]
        z = np.zeros(3, np.float32)
        any_device.launch(double, 1, 1, (y, z))
        assert z.tolist() == [0, 4, 8]

    def test_the_device_is_that_of_the_buffers(self, any_device):
        y = any_device.zeros(3)
        double[1, 1](arange(3), y)
        assert y.read().tolist() == [0, 2, 4]

    def test_overlapping_views_of_one_array_are_seen_as_such(self, device, backend):
        a = arange(8)
        gate = backend.hold("increment")
        done = []

        def launch(part):
            device.launch(increment, 1, 1, (part,))
            done.append(1)

        threads = [threading.Thread(target=launch, args=(part,)) for part in (a[0:6], a[2:8], a[4:8])]
        with device.trace() as t:
            for thread in threads:
                thread.start()
            for _ in range(1000):
                if gate.arrived == 3:
                    break
                threading.Event().wait(0.005)
            waits = len(t.waits)
            gate.open()
            for thread in threads:
                thread.join(LIMIT)
        assert gate.arrived == len(done) == 3
        assert waits >= 2  # each but the first has met another; disjoint ones would not
        assert a.tolist() == [1, 2, 4, 5, 7, 8, 8, 9]

    def test_a_failure_is_raised_by_the_launch(self, any_device):
        y = np.zeros(4, np.float32)
        with pytest.raises(BufferFailure, match="a thread trapped") as error:
            any_device.launch(trap, 1, 1, (y,))
        assert isinstance(error.value.__cause__, RuntimeError)
        y[:] = 0
        any_device.launch(
            increment, 1, 1, (y,)
        )  # an array keeps no failure, not even while the error is looked at
        assert y.tolist() == [1, 1, 1, 1]

    def test_a_buffer_over_the_array_keeps_the_failure(self, device):
        y = np.zeros(4, np.float32)
        buffer = device.wrap(y)
        with pytest.raises(BufferFailure, match="a thread trapped"):
            device.launch(trap, 1, 1, (y[:2],))
        with pytest.raises(BufferFailure, match="a thread trapped"):
            buffer.check()
        buffer[2:].check()

    def test_an_input_that_has_failed_skips_it(self, any_device):
        x, y = any_device.zeros(3), np.zeros(3, np.float32)
        trap[1, 1](x)
        with pytest.raises(BufferFailure, match="a thread trapped"):
            any_device.launch(double, 1, 1, (x, y))
        assert y.tolist() == [0, 0, 0]

    @pytest.mark.parametrize("x", [arange(4), arange(0)], ids=["four", "none"])
    @pytest.mark.parametrize("measured", [False, True])
    def test_a_failure_is_raised_where_nothing_was_to_be_written(self, any_device, x, measured, monkeypatch):
        told = []
        monkeypatch.setattr(any_device.device_state, "on_unclaimed", lambda error, claim: told.append(error))

        def failing():
            with any_device.profile() if measured else contextlib.nullcontext():
                any_device.launch(refuse, 1, 1, (x,))

        with pytest.raises(BufferFailure, match="a thread trapped") as error:
            failing()
        assert isinstance(error.value.__cause__, RuntimeError)
        assert error.value.failure.roots[0].kernel == "refuse"
        any_device.sync()
        assert told == []  # whoever waits for it has been told
        refuse[1, 1](any_device.zeros(3))
        any_device.sync()
        assert len(told) == 1  # nobody waits for this one

    def test_a_kernel_that_can_not_be_compiled_is_told_where_it_was_to_write_nothing(self, any_device):
        for _ in range(2):
            with pytest.raises(BufferFailure, match="broken_reader"):
                any_device.launch(broken_reader, 1, 1, (arange(4),))

    def test_a_grid_that_was_never_computed_is_told_where_nothing_was_to_be_written(self, any_device):
        grid = any_device.zeros(3, np.uint32)
        no_block[1, 1](grid)
        with pytest.raises(BufferFailure) as error:
            any_device.launch(refuse, grid, 1, (arange(4),))
        assert [launch.kernel for launch in error.value.failure.skipped] == ["refuse"]

    def test_what_others_have_left_on_a_buffer_is_no_failure_of_the_launch(self, any_device):
        y = any_device.zeros(4)
        trap[1, 1](y)
        any_device.launch(double, 1, 1, (arange(4), y))
        assert y.read().tolist() == [0, 2, 4, 6]

    def test_a_dry_run_takes_no_memory_for_them(self, far_device):
        with dry_run():
            double[1, 64](arange(4), arange(4))
            increment[1, 64](arange(4))
        assert far_device.memory_report().mapped == 0
        assert far_device.state.backend.calls["copy"] == 0

    def test_a_dry_run_waits_for_nothing_and_writes_nothing(self, any_device):
        y = np.zeros(3, np.float32)
        with dry_run():
            any_device.launch(double, 1, 1, (arange(3), y))
        assert y.tolist() == [0, 0, 0]

    def test_no_arrays_in_a_capture_window(self, device):
        stream = device.stream()
        with pytest.raises(CaptureError, match="arrays of the host"):
            stream.capture(lambda: device.launch(double, 1, 1, (arange(3), np.zeros(3, np.float32))))

    def test_empty_arrays(self, any_device):
        any_device.launch(double, 1, 1, (np.zeros(0, np.float32), np.zeros(0, np.float32)))

    def test_shapes_are_flat_to_a_kernel(self, any_device):
        y = np.zeros((2, 3), np.float32)
        any_device.launch(double, 1, 1, (arange(2, 3), y))
        assert y.tolist() == [[0, 2, 4], [6, 8, 10]]

    def test_read_only_arrays_are_inputs_only(self, any_device):
        x, y = arange(3), np.zeros(3, np.float32)
        x.flags.writeable = False
        any_device.launch(double, 1, 1, (x, y))
        assert y.tolist() == [0, 2, 4]
        with pytest.raises(LaunchError, match="this array is read-only") as error:
            any_device.launch(increment, 1, 1, (x,))
        assert error.value.diagnostic.code == "PC0409"
        assert "test_interop.py" in str(error.value)

    def test_bfloat16_comes_as_words(self, any_device):
        x, y = np.arange(3, dtype=np.uint16), np.zeros(3, np.float32)
        with pytest.raises(LaunchError, match=r"`y` of `words` takes elements of bfloat16.*float32"):
            any_device.launch(words, 1, 1, (x, y))

    @pytest.mark.parametrize(
        ("array", "message"),
        [
            (np.arange(3.0), "takes elements of float32, and this array has float64"),
            (np.zeros((3, 4), np.float32).T, "array in C order"),
            (np.zeros(8, np.float32)[::2], "array in C order"),
            (np.zeros(3, ">f4"), "byte order"),
            (np.zeros(9, np.uint8)[1:].view(np.float32), "multiples of 4 bytes"),
            (np.zeros(3, complex), "complex128"),
        ],
    )
    def test_arrays_that_a_kernel_can_not_use(self, any_device, array, message):
        with pytest.raises(LaunchError, match=message) as error:
            any_device.launch(increment, 1, 1, (array,))
        assert error.value.diagnostic.span is not None
        assert error.value.diagnostic.help

    @pytest.mark.parametrize("wrap", [Offer, Interface, lambda a: Offer(a, old=True)])
    def test_arrays_of_other_libraries(self, any_device, wrap):
        x, y = arange(3), np.zeros(3, np.float32)
        any_device.launch(double, 1, 1, (wrap(x), wrap(y)))
        assert y.tolist() == [0, 2, 4]

    def test_tensors_of_torch(self, device):
        torch = pytest.importorskip("torch", reason="torch is not installed")
        x, y = torch.arange(3, dtype=torch.float32), torch.zeros(3)
        device.launch(double, 1, 1, (x, y))
        assert y.tolist() == [0, 2, 4]

    def test_overlapping_views_of_a_tensor_of_torch(self, device):
        torch = pytest.importorskip("torch", reason="torch is not installed")
        whole = torch.arange(8, dtype=torch.float32)
        left, right = device.wrap(whole[:5]), device.wrap(whole[2:])
        assert left.allocation is right.allocation
        device.launch(increment, 1, 1, (left,))
        device.launch(increment, 1, 1, (whole[4:],))
        assert whole.tolist() == [1, 2, 3, 4, 6, 6, 7, 8]
        seen = torch.from_dlpack(right)
        assert seen.data_ptr() == whole[2:].data_ptr()
        assert device.wrap(torch.zeros(3, dtype=torch.complex64)).dtype == np.complex64
        with pytest.raises(LaunchError, match="type code"):
            device.wrap(torch.zeros(3, dtype=torch.float8_e4m3fn))


class TestImport:
    @pytest.mark.parametrize("wrap", [lambda a: a, Offer, Interface, lambda a: Offer(a, old=True)])
    def test_a_buffer_over_the_memory_of_others(self, device, backend, wrap):
        x = arange(2, 3)
        buffer = device.wrap(wrap(x))
        assert (buffer.shape, buffer.dtype) == ((2, 3), np.float32)
        increment[1, 1](buffer)
        device.sync()
        assert x.tolist() == [[1, 2, 3], [4, 5, 6]]
        x[0, 0] = 50
        assert buffer.read()[0, 0] == 50
        assert backend.calls["allocate"] == 0

    def test_an_interrupt_leaves_what_is_shared_in_order(self, device):
        # Each is noted behind all the others.
        parts = iter(
            sorted((np.zeros(16, np.float32) for _ in range(999)), key=lambda part: part.ctypes.data)
        )

        def share():
            device.wrap(next(parts))

        found = [position for position in positions(share) if position[0].co_name in ("lease", "_add")]
        came = 0
        for position in found:
            came += interrupted(share, position)
            buffer = device.wrap(next(parts))
            increment[1, 1](buffer)
            assert buffer.read().tolist() == [1.0] * 16
        assert came > 20

    def test_the_owner_is_kept_while_anything_uses_it(self, device, backend):
        class Owner(np.ndarray):
            pass

        x = arange(4).view(Owner)
        alive = weakref.ref(x)
        buffer, y = device.wrap(x), device.zeros(2)
        part = buffer[1:3]
        del x, buffer
        gc.collect()
        assert alive() is not None
        gate = backend.hold("double")
        double[1, 1](part, y)
        del part
        gc.collect()
        device.memory_report()
        assert alive() is not None
        gate.open()
        assert y.read().tolist() == [2, 4]
        device.sync()
        device.memory_report()
        gc.collect()
        assert alive() is None

    def test_two_imports_of_one_array_are_one_allocation(self, device):
        x = arange(8)
        a, b = device.wrap(x[:4]), device.wrap(x[2:])
        assert a.allocation is b.allocation
        trap[1, 1](a)
        with pytest.raises(BufferFailure):
            b.read()
        assert b[2:].read().tolist() == [4, 5, 6, 7]

    @pytest.mark.parametrize("make", [bytearray, lambda n: mmap.mmap(-1, n)])
    def test_two_arrays_of_one_piece_of_memory_are_one_allocation(self, device, make):
        memory = make(4096)
        a = np.frombuffer(memory, np.float32, 4)
        b = np.frombuffer(memory, np.float32, 4, 8)
        one, other = device.wrap(a), device.wrap(b)
        assert one.allocation is other.allocation
        assert other.offset - one.offset == 8
        del a, b, one, other
        device.sync()
        device.memory_report()

    def test_strided_tricks_keep_their_root(self, device):
        x = arange(8)
        view = np.lib.stride_tricks.as_strided(x[2:], (4,), (4,))
        assert device.wrap(view).allocation is device.wrap(x).allocation

    def test_memory_that_overlaps_beyond_what_is_known_is_refused(self, device):
        x = arange(8)

        class Piece:
            """Hides that it is part of a larger array."""

            def __init__(self, start, stop):
                self.__array_interface__ = {**x[start:stop].__array_interface__}

        kept = device.wrap(Piece(0, 4))
        inside = device.wrap(Piece(1, 3))
        assert inside.allocation is kept.allocation
        beside = device.wrap(Piece(4, 8))
        assert beside.allocation is not kept.allocation
        with pytest.raises(LaunchError, match="goes beyond it") as error:
            device.wrap(Piece(2, 6))
        assert error.value.diagnostic.code == "PC0717"
        del kept, inside, beside, error
        gc.collect()
        assert device.wrap(Piece(2, 6)).shape == (4,)

    def test_imports_that_are_gone_are_forgotten(self, device):
        from periclase.runtime.interop import _imports

        kept = [np.zeros(4, np.float32) for _ in range(500)]
        first = device.wrap(kept[0])
        for each in kept[1:]:
            device.wrap(each)
        assert len(_imports[device.device_state]) <= 64
        assert device.wrap(kept[0]).allocation is first.allocation

    def test_read_only_memory_stays_read_only(self, device):
        x = arange(3)
        x.flags.writeable = False
        for value in (x, Offer(x), Interface(x)):
            buffer = device.wrap(value)
            assert buffer.read_only
            with pytest.raises(LaunchError):
                increment[1, 1](buffer)

    def test_what_can_not_be_shared(self, device, far_device):
        with pytest.raises(LaunchError, match="shares no memory"):
            device.wrap([1.0, 2.0])
        with pytest.raises(LaunchError, match="has no `__dlpack__`"):
            device.from_dlpack([1.0])
        with pytest.raises(LaunchError, match="elements lie one behind the other"):
            double[1, 1](device.wrap(arange(3, 4).T), device.zeros(12))
        with pytest.raises(LaunchError, match="can not reach the host's memory"):
            far_device.wrap(arange(3))
        with pytest.raises(LaunchError, match="can not reach the host's memory"):
            far_device.from_dlpack(Offer(arange(3)))
        with pytest.raises(LaunchError, match="can not reach a GPU's memory"):
            device.from_dlpack(Offer(arange(3), device=(dlpack.CUDA, 0)))
        with pytest.raises(LaunchError, match="can not reach a GPU's memory"):
            device.wrap(CudaArray(data=(4096, False), shape=(3,), typestr="<f4", version=3))

    def test_a_report_counts_memory_of_others(self, device):
        before = device.memory_report()
        buffer = device.wrap(arange(1000))
        report = device.memory_report()
        assert (report.external, report.in_use) == (before.external + 1, before.in_use)
        del buffer
        gc.collect()
        assert device.memory_report().external == before.external

    def test_arrays_of_a_gpu(self, far_device, monkeypatch):
        x = far_device.array(arange(2, 3))
        address = x.address
        y = far_device.zeros(6)
        interface = {
            "data": (address, False),
            "shape": (2, 3),
            "typestr": "<f4",
            "version": 3,
            "strides": None,
        }
        buffer = far_device.wrap(CudaArray(**interface))
        double[1, 1](buffer, y)
        assert y.read().tolist() == [0, 2, 4, 6, 8, 10]
        assert far_device.wrap(CudaArray(**{**interface, "strides": (12, 4)})).allocation is buffer.allocation
        assert far_device.wrap(CudaArray(**{**interface, "data": (address, True)})).read_only
        turned = far_device.wrap(CudaArray(**{**interface, "strides": (4, 8)}))
        assert turned.read().tolist() == [[0, 2, 4], [1, 3, 5]]
        assert turned.allocation is buffer.allocation
        with pytest.raises(LaunchError, match="no multiple of the 4 bytes"):
            far_device.wrap(CudaArray(**{**interface, "shape": (2,), "strides": (6,)}))
        with pytest.raises(LaunchError, match="mask"):
            far_device.wrap(CudaArray(**{**interface, "mask": x}))

    def test_an_array_that_is_on_another_gpu_is_refused(self, python_compiler):
        backend = PlayedCudaBackend()
        device = DeviceState(backend).client()
        x, theirs = device.array(arange(4)), backend.allocate(16, 16)
        backend.fake.elsewhere[theirs] = 2
        interface = {"shape": (4,), "typestr": "<f4", "version": 3, "stream": None}
        assert device.wrap(CudaArray(data=(x.address, False), **interface)).read().tolist() == [0, 1, 2, 3]
        with pytest.raises(LaunchError, match="can not use the memory of GPU 2") as caught:
            device.wrap(CudaArray(data=(theirs, False), **interface))
        assert caught.value.diagnostic.span.file == __file__
        assert 'open_device("cuda:2")' in str(caught.value)
        with pytest.raises(LaunchError, match="knows no memory at 0x10"):
            device.wrap(CudaArray(data=(16, False), **interface))
        assert device.wrap(CudaArray(data=(0, False), **{**interface, "shape": (0,)})).shape == (0,)
        assert device.shutdown(LIMIT)

    def test_the_stream_of_an_array_is_waited_for_and_no_other(self, far_device, monkeypatch):
        x, waits = far_device.array(arange(6)), []
        interface = {"data": (x.address, False), "shape": (6,), "typestr": "<f4", "version": 3}
        monkeypatch.setattr(far_device.backend, "wait_for_others", lambda: waits.append("all"), raising=False)
        monkeypatch.setattr(far_device.backend, "wait_for_stream", waits.append, raising=False)
        far_device.wrap(CudaArray(**interface, stream=None))
        assert waits == []
        far_device.wrap(CudaArray(**interface, stream=1))
        far_device.wrap(CudaArray(**interface, stream=4711))
        assert waits == [1, 4711]
        far_device.wrap(CudaArray(**{**interface, "version": 2}))
        assert waits == [1, 4711, "all"]

    @pytest.mark.parametrize("old", [False, True])
    def test_a_producer_is_told_the_stream_that_is_to_wait(self, far_device, monkeypatch, old):
        x, said, order = far_device.array(arange(3)), [], []

        class Producer:
            def __dlpack__(self, **options):
                if old and "max_version" in options:
                    raise TypeError("no such argument")
                said.append(options.get("stream"))
                order.append("produced")
                return x.__dlpack__()

            def __dlpack_device__(self):
                return dlpack.CUDA, 0

        def receive(produce):
            made = produce(4711)
            order.append("waited")
            return made

        monkeypatch.setattr(far_device.backend, "ordinal", 0, raising=False)
        monkeypatch.setattr(far_device.backend, "receive", receive, raising=False)
        assert far_device.from_dlpack(Producer()).address == x.address
        assert (said, order) == ([4711], ["produced", "waited"])

    def test_only_memory_of_the_very_device_is_taken(self, far_device, monkeypatch):
        monkeypatch.setattr(far_device.backend, "ordinal", 0, raising=False)
        with pytest.raises(LaunchError, match="can not use the memory of GPU 1"):
            far_device.wrap(Offer(arange(3), device=(dlpack.CUDA, 1)))
        rocm = 10
        with pytest.raises(LaunchError, match="DLPack's device type 10"):
            far_device.wrap(Offer(arange(3), device=(rocm, 0)))

    def test_elements_that_no_kernel_can_use(self, device, monkeypatch):
        assert device.wrap(Offer(np.zeros(3, np.complex64))).dtype == np.complex64
        monkeypatch.delitem(dlpack._NAMES, 5)
        with pytest.raises(LaunchError, match="type code 5"):
            device.wrap(Offer(np.zeros(3, np.complex64)))

    def test_a_tensor_tells_what_it_is_a_view_of(self, device):
        whole = arange(8)
        left, right = Tensor(whole, 0, 5), Tensor(whole, 2, 8)
        one, other = device.wrap(left), device.wrap(right)
        assert one.allocation is other.allocation
        assert (one.offset, other.offset) == (0, 8)
        increment[1, 1](one)
        increment[1, 1](other)
        assert other.read().tolist() == [4, 5, 6, 6, 7, 8]
        lost = Tensor(whole, 0, 8)
        lost.nbytes = lambda: 4  # whatever a library says, the array is its own memory at least
        assert device.wrap(lost).read().tolist() == whole.tolist()


class TestExport:
    @pytest.mark.parametrize("stream", [0, 1, 2, 4711, "1"])
    def test_memory_of_the_host_has_no_streams(self, device, stream):
        with pytest.raises(BufferError, match="has no streams"):
            device.array(arange(3)).__dlpack__(stream=stream)

    @pytest.mark.parametrize("stream", [0, -2, True, 1.5, "1"])
    def test_no_such_stream_of_a_gpu(self, far_device, monkeypatch, stream):
        monkeypatch.setattr(far_device.backend, "ordinal", 0, raising=False)
        buffer = far_device.array(arange(3))
        with pytest.raises(BufferError, match="`stream` is None, -1, 1, 2 or"):
            buffer.__dlpack__(stream=stream)
        for good in (None, -1, 1, 2, 1 << 40):
            assert dlpack.Imported(buffer.__dlpack__(stream=good)).description.address == buffer.address

    def test_who_wants_no_order_waits_for_nothing(self, any_device, monkeypatch):
        monkeypatch.setattr(any_device.backend, "ordinal", 0, raising=False)
        buffer = any_device.array(arange(3))
        gate = any_device.backend.hold("increment")
        increment[1, 1](buffer)
        capsule = buffer.__dlpack__(stream=-1)
        assert any_device.backend.ran["increment"] == 0
        gate.open()
        assert dlpack.Imported(capsule).description.address == buffer.address
        trap[1, 1](buffer)
        any_device.sync()
        with pytest.raises(BufferFailure):
            buffer.__dlpack__(stream=-1)

    def test_a_producer_is_told_that_a_copy_would_not_do(self, device):
        array, asked = arange(3), []

        class Producer:
            def __dlpack__(self, **options):
                asked.append(options)
                return array.__dlpack__(max_version=(1, 0))

            def __dlpack_device__(self):
                return dlpack.CPU, 0

        assert device.from_dlpack(Producer()).address == array.ctypes.data
        assert asked == [{"max_version": (1, 0), "copy": False}]

    def test_numpy_sees_the_memory_of_a_buffer(self, device):
        buffer = device.array(arange(2, 3))
        seen = np.from_dlpack(buffer)
        assert seen.tolist() == arange(2, 3).tolist()
        increment[1, 1](buffer)
        device.sync()
        assert seen.tolist() == (arange(2, 3) + 1).tolist()

    def test_what_comes_in_again_is_the_buffers_own_memory(self, any_device, monkeypatch):
        monkeypatch.setattr(any_device.backend, "ordinal", 0, raising=False)
        buffer = any_device.array(arange(8))
        back = any_device.from_dlpack(buffer)
        assert back.allocation is buffer.allocation
        part = any_device.wrap(buffer[2:6])
        assert (part.allocation, part.offset) == (buffer.allocation, 8)
        before = any_device.memory_report().external
        assert before == 0
        del buffer, part
        gc.collect()
        increment[1, 1](back)
        assert back.read().tolist() == (arange(8) + 1).tolist()
        del back
        gc.collect()
        fresh = any_device.array(arange(8))  # in the same place, maybe
        assert any_device.from_dlpack(fresh).allocation is fresh.allocation

    def test_after_a_reset_a_buffers_memory_is_another(self, far_device, monkeypatch):
        monkeypatch.setattr(far_device.backend, "ordinal", 0, raising=False)
        buffer = far_device.array(arange(8))
        assert far_device.from_dlpack(buffer).allocation is buffer.allocation
        before = buffer.address
        interface = {"data": (before, False), "shape": (8,), "typestr": "<f4", "version": 3, "stream": None}
        far_device.reset()
        other = far_device.zeros(8)
        other.write(arange(8))
        buffer.write(arange(8))
        assert buffer.address != before
        assert far_device.from_dlpack(buffer).allocation is buffer.allocation
        assert far_device.wrap(CudaArray(**interface)).allocation is not buffer.allocation
        assert other.address == before

    def test_a_launch_on_an_array_over_a_buffer_waits_for_those_on_the_buffer(self, device, backend):
        buffer = device.array(arange(4))
        seen = np.from_dlpack(buffer)
        gate = backend.hold("increment")
        increment[1, 1](buffer)
        y = device.zeros(2)
        double[1, 1](device.wrap(seen[1:3]), y)
        gate.open()
        assert y.read().tolist() == [4, 6]
        with pytest.raises(BufferFailure):
            device.launch(trap, 1, 1, (seen,))
        assert buffer.failure() is not None

    def test_the_buffer_is_kept_by_its_consumer(self, device):
        buffer = device.array(arange(3))
        lease = weakref.ref(buffer.lease)
        seen = np.from_dlpack(buffer)
        del buffer
        gc.collect()
        assert lease() is not None
        assert seen.tolist() == [0, 1, 2]
        del seen
        gc.collect()
        assert lease() is None

    def test_an_export_waits_for_the_writer_and_sees_its_failure(self, device, backend):
        x, y = device.array(arange(3)), device.zeros(3)
        gate = backend.hold("double")
        double[1, 1](x, y)
        opener = threading.Timer(0.05, gate.open)
        opener.start()
        assert np.from_dlpack(y).tolist() == [0, 2, 4]
        opener.join(LIMIT)
        trap[1, 1](y)
        with pytest.raises(BufferFailure, match="a thread trapped"):
            np.from_dlpack(y)

    def test_versions_copies_and_devices(self, device):
        buffer = device.array(arange(3))
        assert buffer.__dlpack_device__() == (dlpack.CPU, 0)
        address = buffer.address
        assert dlpack.Imported(buffer.__dlpack__()).description.address == address
        assert dlpack.Imported(buffer.__dlpack__(max_version=(1, 0))).description.address == address
        assert dlpack.Imported(buffer.__dlpack__(copy=False)).description.address == address
        assert dlpack.Imported(buffer.__dlpack__(dl_device=(dlpack.CPU, 0))).description.address == address
        assert dlpack.Imported(buffer.__dlpack__(copy=True)).description.address != address
        with pytest.raises(BufferError, match="without a copy"):
            buffer.__dlpack__(dl_device=(dlpack.CUDA, 0))

    def test_read_only_buffers(self, device):
        buffer = device.array(arange(3), read_only=True)
        assert dlpack.Imported(buffer.__dlpack__(max_version=(1, 0))).description.read_only
        with pytest.raises(BufferError, match="read-only"):
            buffer.__dlpack__()

    def test_no_exports_in_a_capture_window(self, device):
        buffer, stream = device.array(arange(3)), device.stream()
        with pytest.raises(CaptureError, match="__dlpack__"):
            stream.capture(buffer.__dlpack__)

    def test_a_gpus_buffers(self, far_device, monkeypatch):
        buffer = far_device.array(arange(2, 3))
        interface = buffer.__cuda_array_interface__
        assert interface["data"] == (buffer.address, False)
        assert (interface["shape"], interface["typestr"], interface["version"]) == ((2, 3), "<f4", 3)
        with pytest.raises(BufferError, match="knows no device"):
            buffer.__dlpack__()
        monkeypatch.setattr(far_device.backend, "ordinal", 1, raising=False)
        assert buffer.__dlpack_device__() == (dlpack.CUDA, 1)
        told = dlpack.Imported(buffer.__dlpack__(max_version=(1, 0))).description
        assert (told.address, told.device) == (buffer.address, (dlpack.CUDA, 1))
        copied = np.from_dlpack(Capsule(buffer.__dlpack__(max_version=(1, 0), dl_device=(dlpack.CPU, 0))))
        assert copied.tolist() == arange(2, 3).tolist()
        assert far_device.from_dlpack(buffer).read().tolist() == arange(2, 3).tolist()

    def test_a_copy_is_on_the_same_device(self, far_device, monkeypatch):
        monkeypatch.setattr(far_device.backend, "ordinal", 1, raising=False)
        buffer = far_device.array(arange(2, 3), read_only=True)
        copied = far_device.from_dlpack(
            Capsule(buffer.__dlpack__(max_version=(1, 0), copy=True), (dlpack.CUDA, 1))
        )
        assert copied.address != buffer.address
        assert not copied.read_only
        increment[1, 1](copied)
        assert copied.read().tolist() == (arange(2, 3) + 1).tolist()
        assert buffer.read().tolist() == arange(2, 3).tolist()

    def test_the_hosts_buffers_have_no_cuda_interface(self, device):
        assert not hasattr(device.array(arange(3)), "__cuda_array_interface__")

    def test_there_and_back(self, device):
        buffer = device.array(arange(3))
        assert device.from_dlpack(buffer).read().tolist() == [0, 1, 2]


class TestStreamsOfOthers:
    """What another library does on a stream of its own with memory that it was given."""

    @pytest.fixture
    def gpu(self, python_compiler):
        made = DeviceState(PlayedCudaBackend()).client()
        yield made
        assert made.shutdown(LIMIT)

    @pytest.fixture
    def theirs(self, gpu):
        return gpu.backend.create_stream(99).handle

    def put(self, gpu, theirs, buffer, source):
        """Enqueue a copy on their stream."""
        with gpu.backend.context as context:
            context.call("cuMemcpyDtoDAsync", buffer.address, source.address, buffer.nbytes, theirs)

    def test_launches_behind_it_wait(self, gpu, theirs):
        x, source, y = gpu.zeros(3), gpu.array(arange(3) + 1), gpu.zeros(3)
        gpu.sync()
        with gpu.backend.fake.holding(theirs):
            self.put(gpu, theirs, x, source)
            x.used_on(int(theirs))
            double[1, 1](x, y)
            increment[1, 1](x)
            gpu.device_state.channel.drain()
            gpu.backend.fake.pump()
            assert not gpu.backend.ran
            with pytest.raises(CudaError, match="INVALID_HANDLE"):
                x.used_on(1 << 40)
        assert y.read().tolist() == [2, 4, 6]
        assert x.read().tolist() == [2, 3, 4]

    def test_launches_before_it_are_not_forgotten(self, gpu, theirs):
        x, y = gpu.array(arange(3)), gpu.zeros(3)
        gate = gpu.backend.hold("increment")
        increment[1, 1](x)
        x.used_on(int(theirs))
        with gpu.stream():
            double[1, 1](x, y)
        gpu.device_state.channel.drain()
        assert gpu.backend.ran["double"] == 0
        gate.open()
        assert y.read().tolist() == [2, 4, 6]

    def test_the_next_tenant_of_the_memory_waits(self, gpu, theirs):
        size = 1 << 19  # with memory of its own
        x, source = gpu.zeros(size), gpu.zeros(size)
        gpu.sync()
        address = x.address
        with gpu.backend.fake.holding(theirs):
            self.put(gpu, theirs, x, source)
            x.used_on(int(theirs))
            del x
            gc.collect()
            after = gpu.empty(size)
            after.write(7.0)
            assert after.address == address
        assert (after.read() == 7).all()

    def test_behind_a_writer_that_is_skipped_late(self, gpu, theirs):
        """What the other library does goes on, whatever has become of the bytes before."""
        x, bad, count, source = gpu.zeros(3), gpu.zeros(3), gpu.zeros(3, np.uint32), gpu.array(arange(3))
        broken[1, 1](bad)
        gpu.sync()
        gate = gpu.backend.hold("one_block")
        one_block[1, 1](count)
        with gpu.stream():
            double[count, 1](bad, x)  # if that is a block, it is skipped
        with gpu.backend.fake.holding(theirs):
            self.put(gpu, theirs, x, source)
            x.used_on(int(theirs))
            gate.open()
            x.write(7.0)
            gpu.sync_buffers(count)
            for _ in range(20):
                gpu.device_state.channel.drain()
                gpu.backend.fake.pump()
        assert x.read().tolist() == [7, 7, 7]

    def test_what_has_failed(self, gpu, theirs):
        x, source = gpu.zeros(3), gpu.array(arange(3))
        broken[1, 1](x)
        start = len(gpu.backend.fake.calls)
        self.put(gpu, theirs, x, source)
        with pytest.raises(BufferFailure):
            x.used_on(int(theirs))
        assert "cuStreamSynchronize" in gpu.backend.fake.names(start)
        assert x.failure().kernel == "broken"

    def test_no_stream(self, device, gpu):
        with pytest.raises(BufferError, match="has no streams"):
            device.zeros(3).used_on(1)
        for none in (None, -1):
            with pytest.raises(BufferError, match="names no stream"):
                gpu.zeros(3).used_on(none)
        gpu.zeros(0).used_on(1)
        (x := gpu.zeros(3)).used_on(1)
        with pytest.raises(CaptureError, match=r"`Buffer\.used_on` is refused"):
            gpu.stream().capture(lambda: x.used_on(1))


class TestHostWindow:
    def test_the_memory_itself(self, any_device):
        buffer = any_device.array(arange(3))
        with buffer.host() as array:
            assert array.tolist() == [0, 1, 2]
            array += 5
        increment[1, 1](buffer)
        assert buffer.read().tolist() == [6, 7, 8]

    def test_it_begins_when_the_writers_before_have_ended(self, device, backend):
        x, y = device.array(arange(3)), device.zeros(3)
        gate = backend.hold("double")
        double[1, 1](x, y)
        opener = threading.Timer(0.05, gate.open)
        opener.start()
        with y.host("r") as array:
            assert array.tolist() == [0, 2, 4]
        opener.join(LIMIT)

    def test_launches_behind_it_wait_until_it_is_left(self, device, backend):
        x, y = device.array(arange(3)), device.zeros(3)
        with x.host() as array:
            double[1, 1](x, y)
            device.device_state.channel.drain()
            array[:] = 4
            assert backend.ran["double"] == 0
        assert y.read().tolist() == [8, 8, 8]

    def test_readers_do_not_wait_for_a_reading_window(self, device):
        x, y = device.array(arange(3)), device.zeros(3)
        with x.host("r") as array, x.host("r") as again:
            double[1, 1](x, y)
            assert y.read().tolist() == [0, 2, 4]
            assert array.tolist() == again.tolist()
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1

    def test_a_writer_waits_for_a_reading_window(self, device, backend):
        x = device.array(arange(3))
        with x.host("r") as array:
            increment[1, 1](x)
            device.device_state.channel.drain()
            assert backend.ran["increment"] == 0
            assert array.tolist() == [0, 1, 2]
        assert x.read().tolist() == [1, 2, 3]

    @pytest.mark.parametrize("mode", ["r", "rw"])
    def test_what_has_failed_can_not_be_looked_at(self, any_device, mode):
        buffer = any_device.zeros(3)
        trap[1, 1](buffer)
        with pytest.raises(BufferFailure, match="a thread trapped"), buffer.host(mode):
            pass
        assert buffer.failure().kernel == "trap"

    def test_writing_all_of_it_repairs(self, any_device):
        buffer = any_device.zeros(3)
        trap[1, 1](buffer)
        with buffer.host("w") as array:
            array[:] = 3
        assert buffer.read().tolist() == [3, 3, 3]
        assert buffer.failure() is None

    def test_who_keeps_the_array_can_not_write_it(self, device):
        buffer = device.array(arange(3))
        with buffer.host() as array:
            pass
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1

    def test_the_array_keeps_the_memory(self, device):
        buffer = device.array(arange(3))
        lease = weakref.ref(buffer.lease)
        with buffer.host("r") as array:
            pass
        del buffer
        gc.collect()
        assert lease() is not None
        assert array.tolist() == [0, 1, 2]

    def test_a_thread_does_not_wait_for_itself(self, device):
        buffer, view = device.array(arange(4)), None
        view = buffer[1:]
        with buffer.host() as array:
            for wait in (
                buffer.read,
                view.read,
                device.sync,
                lambda: device.sync_buffers(buffer),
                lambda: buffer.host().__enter__(),
            ):
                with pytest.raises(DiagnosticError, match="block that it is in itself") as error:
                    wait()
                assert error.value.diagnostic.code == "PC0718"
            assert array.tolist() == [0, 1, 2, 3]
        assert view.read().tolist() == [1, 2, 3]

    def test_nor_by_way_of_a_launch_that_waits_for_it(self, device):
        buffer, result = device.array(arange(4)), device.zeros(4)
        stream, other = device.stream(), device.stream()
        with stream, buffer.host() as array:
            array[:] = 1
            double[1, 1](buffer, result)
            double[1, 1](result, device.zeros(4))
            with other:
                other.wait(stream.record())
                double[1, 1](device.zeros(4), barred := device.zeros(4))
            for wait in (
                result.read,
                barred.read,
                device.sync,
                stream.sync,
                stream.record().wait,
                other.sync,
                lambda: device.sync_buffers(result),
                lambda: result.host().__enter__(),
            ):
                with pytest.raises(DiagnosticError, match="block that it is in itself"):
                    wait()
            assert not stream.record().wait(0.01)
            # Another thread may wait: this one goes on.
            reader = threading.Thread(target=lambda: seen.append(result.read()))
            seen = []
            reader.start()
        reader.join(60)
        assert seen[0].tolist() == [2, 2, 2, 2]

    def test_a_profile_does_not_wait_for_it(self, device):
        buffer, result = device.array(arange(4)), device.zeros(4)
        with device.profile() as profile, buffer.host() as array:
            array[:] = 1
            double[1, 1](buffer, result)
        assert result.read().tolist() == [2, 2, 2, 2]
        assert (len(profile), profile.untimed) == (0, 1)

    def test_a_task_does_not_wait_for_itself(self, device):
        buffer, result = device.array(arange(4)), device.zeros(4)

        async def own():
            with buffer.host():
                double[1, 1](buffer, result)
                with pytest.raises(DiagnosticError, match="block that it is in itself"):
                    await result.aread()

        async def of_another():
            with buffer.host() as array:
                array[:] = 1
                double[1, 1](buffer, result)
                reader = asyncio.create_task(result.aread())
                await asyncio.sleep(0)
            return await reader

        asyncio.run(own())
        assert asyncio.run(of_another()).tolist() == [2, 2, 2, 2]

    def test_modes_and_read_only_buffers(self, device):
        buffer = device.array(arange(3), read_only=True)
        with pytest.raises(LaunchError, match="no mode 'x'"):
            buffer.host("x")
        with pytest.raises(LaunchError, match="read-only"):
            buffer.host()
        with buffer.host("r") as array:
            assert array.tolist() == [0, 1, 2]

    def test_none_in_a_capture_window(self, device):
        buffer, stream = device.array(arange(3)), device.stream()
        with pytest.raises(CaptureError, match=r"`Buffer\.host` is refused"):
            stream.capture(lambda: buffer.host().__enter__())

    def test_empty_buffers(self, any_device):
        with any_device.zeros(0).host() as array:
            assert array.shape == (0,)

    def test_it_opens_once(self, device):
        window = device.array(arange(3)).host()
        with window:
            pass
        with pytest.raises(LaunchError, match="entered before"):
            window.__enter__()


class TestPinned:
    def test_ordinary_memory_without_a_gpu(self, device):
        array = device.pinned((2, 3), np.float64)
        array[:] = 1
        assert (array.shape, array.dtype, array.sum()) == ((2, 3), np.float64, 6)

    def test_the_backends_own_memory_where_it_has_any(self, device, monkeypatch):
        kept = {}

        def allocate(nbytes):
            memory = np.zeros(nbytes, np.uint8)
            kept[memory.ctypes.data] = memory
            return memory.ctypes.data

        monkeypatch.setattr(device.backend, "allocate_host", allocate, raising=False)
        monkeypatch.setattr(device.backend, "free_host", kept.pop, raising=False)
        array = device.pinned(6, np.float32)
        assert list(kept) == [array.ctypes.data]
        array[:] = 2
        part = array[3:]
        del array
        gc.collect()
        assert kept
        assert part.sum() == 6
        del part
        gc.collect()
        device.device_state.channel.drain()
        assert not kept

    def test_no_memory(self, device, monkeypatch):
        def allocate(nbytes):
            raise MemoryError

        monkeypatch.setattr(device.backend, "allocate_host", allocate, raising=False)
        with pytest.raises(LaunchError, match="no pinned memory") as error:
            device.pinned(6)
        assert error.value.diagnostic.code == "PC0703"
