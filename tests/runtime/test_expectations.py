"""Values of the wrong kind, wherever the interface takes one: refused at the user's line, with what was found."""

from __future__ import annotations

import copy as copying
import math
import pickle
from contextlib import contextmanager

import numpy as np
import pytest
from python_kernels import python_kernel

from periclase.diagnostics import DiagnosticError, LaunchError, shown
from periclase.kernel import dimensions
from periclase.runtime.autotune import compile_on
from periclase.runtime.device import Device, open_device
from periclase.runtime.dry_run import dry_run, precompile, real_run
from periclase.runtime.observers import observe
from periclase.runtime.profile import ProfileWindow
from periclase.runtime.streams import Stream
from periclase.runtime.trace import Trace

HUGE = 10**5000
"""Python refuses to write it out."""


@python_kernel("a: float32, y: inout float32")
def add(a, y):
    y += np.float32(a)


@contextmanager
def refused(code, fragment):
    """The block is refused at a line of this file."""
    with pytest.raises(DiagnosticError) as caught:
        yield
    diagnostic = caught.value.diagnostic
    assert diagnostic.code.startswith(code)
    assert fragment in diagnostic.message
    assert diagnostic.span is not None
    assert diagnostic.span.file == __file__


@pytest.fixture
def device(python_device):
    return python_device


@pytest.mark.parametrize(
    ("fragment", "call"),
    [
        ("a device has a name, not None", lambda d: open_device(None)),
        ("a device has a name, not <device", lambda d: open_device(d)),
        ("made of a backend, not 'cpu'", lambda d: Device("cpu")),
        ("no dtype None", lambda d: d.zeros(3, None)),
        ("no dtype None", lambda d: d.zeros(3).view(None)),
        ("not range(0, 3)", lambda d: d.zeros(range(3))),
        ("takes a kernel, not None", lambda d: d.launch(None, 1, 1, ())),
        ("takes a kernel, not <built-in function len>", lambda d: d.launch(len, 1, 1, ())),
        ("a tuple or a list, not None", lambda d: d.launch(add, 1, 1, None)),
        ("a tuple or a list, not {'a': 1}", lambda d: d.launch(add, 1, 1, {"a": 1})),
        ("at least 0, not '1'", lambda d: d.launch(add, 1, 1, (1.0, d.zeros(1)), shared_bytes="1")),
        ("at least 0, not -1", lambda d: d.launch(add, 1, 1, (1.0, d.zeros(1)), shared_bytes=-1)),
        ("buffers expected, not None", lambda d: d.check(None)),
        ("buffers expected, not [", lambda d: d.check([d.zeros(1)])),
        ("buffers expected, not array", lambda d: d.sync_buffers(np.zeros(1))),
        ("pinned to a stream, or to None, not 'a'", lambda d: d.set_stream("a")),
        ("takes an event, not None", lambda d: d.stream().wait(None)),
        ("takes an event, not <stream", lambda d: d.stream().wait(d.stream())),
        ("number of seconds, or None for no limit, not '1'", lambda d: d.stream().record().wait("1")),
        ("or None for no limit, not nan", lambda d: d.stream().record().wait(math.nan)),
        ("or None for no limit, not 'soon'", lambda d: d.shutdown("soon")),
        ("`Device.exclusive` takes a function, not None", lambda d: d.exclusive(None)),
        ("`Stream.capture` takes a function, not 'f'", lambda d: d.stream().capture("f")),
        ("`observe` takes a function, not None", lambda d: observe(None)),
        ("`dry_run` takes a device, or nothing for all of them, not 'cpu'", lambda d: dry_run("cpu")),
        ("`real_run` takes a device, or nothing for all of them, not 3", lambda d: real_run(3)),
        ("`precompile` takes a device, or nothing for all of them, not 3", lambda d: precompile(3)),
        ("an executor of `concurrent.futures`, not 4", lambda d: precompile(executor=4)),
        ("an executor of `concurrent.futures`, not 'x'", lambda d: compile_on("x")),
        ("written to a path, not 3", lambda d: d.trace(3)),
        ("its event, its name or its number, not None", lambda d: d.trace().why(None)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_value_of_the_wrong_kind(device, fragment, call):
    with refused("PC04", fragment):
        call(device)


@pytest.mark.parametrize(
    ("fragment", "call"),
    [
        ("this trace is not open", lambda d: d.trace().__exit__()),
        ("this block was not entered", lambda d: d.zeros(3).host().__exit__(None, None, None)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_was_not_entered_can_not_be_left(device, fragment, call):
    with refused("PC0", fragment):
        call(device)


@pytest.mark.parametrize("guard", [dry_run, real_run, precompile])
def test_a_guard_that_was_not_entered_can_not_be_left(guard):
    with pytest.raises(RuntimeError, match="was not entered"):
        guard().__exit__(None, None, None)


def test_a_profile_and_a_trace_are_opened_once_and_say_where(device):
    window: ProfileWindow = device.profile()
    with window:
        pass
    with refused("PC0715", "only once"):
        window.__enter__()
    trace: Trace = device.trace()
    with trace, refused("PC0716", "opened twice"):
        trace.__enter__()


def test_a_trace_that_can_not_be_written_says_where_it_was_asked_for(device, tmp_path):
    trace = device.trace(tmp_path / "no such folder" / "trace.json")
    trace.__enter__()
    with refused("PC0801", "cannot be written"):
        trace.__exit__(None, None, None)


@pytest.mark.parametrize(
    "call",
    [
        lambda d: add[HUGE, 1](1.0, d.zeros(1)),
        lambda d: add[1, HUGE](1.0, d.zeros(1)),
        lambda d: add[1, 1](HUGE, d.zeros(1)),
        lambda d: d.empty(HUGE).reshape(3),
        lambda d: d.zeros(3, np.int32).write(HUGE),
        lambda d: d.zeros(3)[::HUGE].reshape(7),
        lambda d: dimensions((HUGE, "x"), "grid"),
    ],
    ids=["grid", "block", "scalar", "shape", "write", "step", "dimensions"],
)
def test_numbers_that_can_not_be_written_out(device, call):
    with pytest.raises(LaunchError) as caught:
        call(device)
    assert len(str(caught.value)) < 2000


def test_a_shape_that_can_not_be_written_out_is_without_memory(device):
    buffer = device.empty(HUGE)
    assert "a tuple" in repr(buffer)
    with pytest.raises(DiagnosticError):
        buffer.read()


class _NoRepr:
    def __repr__(self):
        raise KeyError("no text")


def test_what_a_message_shows_of_a_value():
    assert shown(3) == "3"
    assert shown("a" * 500).count("a") < 100
    assert shown(_NoRepr()) == "a _NoRepr"
    assert shown(HUGE) == f"a number of {HUGE.bit_length()} bits"


def test_a_stream_that_was_not_made_to_the_end_is_dropped_in_silence(device):
    stream = Stream.__new__(Stream)
    del stream  # an exception here would fail the test as an unraisable one


@pytest.mark.parametrize(
    ("what", "make"),
    [
        ("stream", lambda d: d.stream()),
        ("event", lambda d: d.stream().record()),
        ("graph", lambda d: d.stream().capture(lambda: None)),
        ("buffer", lambda d: d.zeros(1)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("copy", [copying.copy, copying.deepcopy, pickle.dumps], ids=lambda f: f.__name__)
def test_what_belongs_to_a_device_is_not_copied(device, what, make, copy):
    with pytest.raises(TypeError, match=f"{what} belongs to its device and can not be copied or pickled"):
        copy(make(device))


class TestValues:
    """What numpy would convert in silence, or would not take."""

    @pytest.mark.parametrize(
        ("values", "dtype"),
        [
            (np.array([300]), np.uint8),
            ([300], np.uint8),
            ([-1], np.uint8),
            ([1.5], np.int32),
            (np.array([1e30]), np.int32),
            ([math.nan], np.int32),
            ([0, 2], bool),
        ],
    )
    def test_an_array_of_another_kind_has_to_fit(self, device, values, dtype):
        with refused("PC0406", ""):
            device.array(values, dtype)

    @pytest.mark.parametrize(
        ("values", "dtype"),
        [
            ([1, 2], np.uint8),
            (np.array([1.0, 2.0]), np.int32),
            ([0, 2**64 - 1], np.uint64),
            ([0, 1], bool),
            ([0.1, 1e-8], np.float32),
            (np.array([0.1]), np.float16),
        ],
    )
    def test_what_fits_is_converted(self, device, values, dtype):
        buffer = device.array(values, dtype)
        assert buffer.dtype == dtype
        assert np.array_equal(buffer.read(), np.asarray(values, dtype))

    @pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.uint64, np.int32])
    def test_whole_numbers_of_python_are_looked_at_one_by_one(self, device, dtype):
        buffer = device.zeros(2, dtype)
        info = np.iinfo(dtype)
        buffer.write([int(info.min), int(info.max)])
        assert buffer.read().tolist() == [info.min, info.max]
        for beyond in (info.min - 1, info.max + 1):
            with refused("PC0406", "does not fit"):
                buffer.write([0, int(beyond)])


class TestReadOnly:
    """A read-only buffer is what it was made of."""

    def test_the_host_can_not_write_it(self, device):
        buffer = device.array([1.0, 2.0], np.float32, read_only=True)
        for write in (
            lambda: buffer.write(3),
            lambda: buffer.fill(3),
            lambda: buffer[:1].write(3),
            lambda: buffer.view(np.int32).write(3),
        ):
            with refused("PC0406", "this buffer is read-only"):
                write()
        assert buffer.read().tolist() == [1, 2]

    def test_an_array_that_can_not_be_written_stays_as_it_is(self, device):
        values = np.arange(4, dtype=np.float32)
        values.flags.writeable = False
        with refused("PC0406", "this buffer is read-only"):
            device.wrap(values).write(9)
        assert values.tolist() == [0, 1, 2, 3]
