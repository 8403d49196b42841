"""What the names in a kernel stand for: what they were when it was first launched, however late it is compiled."""

from __future__ import annotations

import gc
import sys
import threading
import types
import weakref

import numpy as np
import pytest

from periclase import MutSlice, MutView, device, f32, i32, kernel, struct
from periclase.constants import Constants, attribute_of
from periclase.diagnostics import LaunchError
from periclase.gpu import thread_idx_x
from periclase.runtime.backends.cpu.backend import CpuBackend
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure

WAIT = 30.0
HERE = sys.modules[__name__]

settings = types.ModuleType("settings")
settings.OFFSET = 1.0
GAIN = 3.0
WEIGHTS = (1.0, 2.0)


@struct
class Shift:
    x: f32
    y: f32


SHIFT = Shift(1.0, 2.0)


class Names:
    SCALE = 2.0


def fresh(marked):
    """The same function as a kernel that nobody has launched yet."""
    return kernel(marked.function)


@device
def amplified(value: f32) -> f32:
    return GAIN * value


@kernel
def by_name(x: MutSlice[f32]):
    i = thread_idx_x()
    if i < len(x):
        x[i] = amplified(x[i])


@kernel
def by_attribute(x: MutSlice[f32]):
    x[0] = x[0] * settings.OFFSET


@kernel
def by_class(x: MutSlice[f32]):
    x[0] = x[0] * Names.SCALE


@kernel
def by_object(x: MutSlice[f32]):
    x[0] = x[0] * SHIFT.x + SHIFT.y


@kernel
def by_item(x: MutSlice[f32]):
    x[0] = x[0] * WEIGHTS[1]


@kernel
def generic(function, x):
    i = thread_idx_x()
    if i < len(x):
        x[i] = function(x[i]) * WEIGHTS[1]


@kernel
def needs_a_name(x: MutSlice[f32]):
    x[0] = x[0] * LATER  # noqa: F821


Number = f32


@device
def halved(value: Number, part: Number = 0.5) -> Number:
    return value * part


@kernel
def by_annotation(x: MutSlice[f32]):
    x[0] = f32(halved(x[0]))


@kernel
def by_shape(x: MutView[f32, 2]):
    x[0, 0] = f32(x.shape[0])


@kernel
def of_views(x: MutView[f32, 2]):
    x[0, 0] = amplified(x[0, 0])


@kernel
def needs_a_name_for_views(x: MutView[f32, 2]):
    x[0, 0] = x[0, 0] * LATER  # noqa: F821


@pytest.fixture
def dev():
    return Device(CpuBackend(workers=1))


class Busy:
    """Until it is left, nothing that is launched on the device is looked at."""

    def __init__(self, device):
        self._device = device
        self._go = threading.Event()

    def __enter__(self):
        self._device.state.channel.submit(lambda: self._go.wait(WAIT))

    def __exit__(self, *_):
        self._go.set()


CASES = [
    (by_name, HERE, "GAIN", 5.0, 3.0),
    (by_attribute, settings, "OFFSET", 5.0, 1.0),
    (by_class, Names, "SCALE", 5.0, 2.0),
    (by_object, SHIFT, "x", 5.0, 3.0),
    (by_object, HERE, "SHIFT", Shift(7.0, 7.0), 3.0),
    (by_item, HERE, "WEIGHTS", (5.0, 5.0), 2.0),
    (by_name, HERE, "amplified", abs, 3.0),
]


@pytest.mark.parametrize(
    ("marked", "owner", "name", "later", "expected"),
    CASES,
    ids=[f"{case[0].name}-{case[2]}" for case in CASES],
)
def test_what_is_assigned_behind_the_launch_does_not_count(
    dev, monkeypatch, marked, owner, name, later, expected
):
    launched = fresh(marked)
    x = dev.array(np.ones(1, np.float32))
    with Busy(dev):
        launched[1, 1](x)
        monkeypatch.setattr(owner, name, later)
    assert x.numpy()[0] == expected
    # Nor for later launches, on whatever device.
    other = Device(CpuBackend(workers=1))
    for each in (dev, other):
        x = each.array(np.ones(1, np.float32))
        launched[1, 1](x)
        assert x.numpy()[0] == expected


def test_a_captured_variable(dev):
    def make():
        factor = 2.0

        @kernel
        def scaled(x: MutSlice[f32]):
            x[0] = x[0] * factor

        def set_factor(value):
            nonlocal factor
            factor = value

        return scaled, set_factor

    scaled, set_factor = make()
    x = dev.array(np.ones(1, np.float32))
    with Busy(dev):
        scaled[1, 1](x)
        set_factor(5.0)
    assert x.numpy()[0] == 2


def test_annotations_and_defaults_of_functions(dev, monkeypatch):
    launched = fresh(by_annotation)
    x = dev.array(np.full(1, 3, np.float32))
    with Busy(dev):
        launched[1, 1](x)
        monkeypatch.setattr(HERE, "Number", i32)
        monkeypatch.setattr(halved.function, "__defaults__", (7,))
    assert x.numpy()[0] == 1.5
    assert launched.fingerprint() != launched.fingerprint_now()


def test_what_is_looked_at_without_a_launch_is_as_it_is_then(dev, monkeypatch):
    launched = fresh(by_name)
    launched[1, 1](dev.zeros(1))
    dev.sync()
    monkeypatch.setattr(HERE, "GAIN", 5.0)
    assert "5.0" in launched.mir()
    assert "3.0" not in launched.mir()


def test_one_kernel_has_one_meaning_for_a_name_in_all_that_it_becomes(dev, monkeypatch):
    """A generic kernel is one kernel; so is what its function arguments call."""
    launched = fresh(generic)
    for dtype in (np.float32, np.float64):
        x = dev.array(np.ones(2, dtype))
        launched[1, 2](lambda value: amplified(f32(value)) + value, x)
        monkeypatch.setattr(HERE, "GAIN", 50.0)
        monkeypatch.setattr(HERE, "WEIGHTS", (50.0, 50.0))
        assert x.numpy().tolist() == [8.0, 8.0]
    # Another kernel is another.
    x = dev.array(np.ones(2, np.float32))
    fresh(generic)[1, 2](lambda value: amplified(value), x)
    assert x.numpy().tolist() == [2500.0, 2500.0]


def test_numbers_that_an_argument_names_itself_are_read_at_each_launch(dev, monkeypatch):
    launched = fresh(generic)
    for gain in (3.0, 4.0, 5):
        monkeypatch.setattr(HERE, "GAIN", gain)
        x = dev.array(np.ones(2, np.float32))
        with Busy(dev):
            launched[1, 2](lambda value: GAIN * value, x)
            monkeypatch.setattr(HERE, "GAIN", 99.0)
        assert x.numpy().tolist() == [2 * gain, 2 * gain]


def test_what_can_not_be_compiled_is_looked_up_again(dev, monkeypatch):
    x = dev.array(np.ones(1, np.float32))
    needs_a_name[1, 1](x)
    with pytest.raises(BufferFailure, match="`LATER` is not defined"):
        x.numpy()
    monkeypatch.setattr(HERE, "LATER", 4.0, raising=False)
    x.write(1)
    needs_a_name[1, 1](x)
    assert x.numpy()[0] == 4
    monkeypatch.setattr(HERE, "LATER", 5.0)
    needs_a_name[1, 1](x)
    assert x.numpy()[0] == 16


def test_a_form_that_can_not_be_compiled_takes_nothing_from_another(dev, monkeypatch):
    """Of two forms of a generic kernel that nobody has compiled yet the one fails: the other has what its launch has found."""
    launched = fresh(generic)
    x, y = dev.array(np.ones(2, np.float32)), dev.array(np.ones(2, np.float32))
    with Busy(dev):
        launched[1, 2](lambda value: value.nothing, x)
        launched[1, 2](lambda value: amplified(value), y)
        monkeypatch.setattr(HERE, "GAIN", 50.0)
    assert y.numpy().tolist() == [6.0, 6.0]
    assert x.failure() is not None


def test_what_was_refused_is_no_launch(dev, monkeypatch):
    launched = fresh(by_name)
    with pytest.raises(LaunchError):
        launched[1, 1](3)
    launched[0, 1](dev.zeros(1))
    monkeypatch.setattr(HERE, "GAIN", 8.0)
    x = dev.array(np.ones(1, np.float32))
    launched[1, 1](x)
    assert x.numpy()[0] == 8


def test_views_in_whatever_order_see_one_state(dev, monkeypatch):
    """Launches of views whose last axes are contiguous take a kernel of their own."""
    for first, then in ((np.s_[:], np.s_[:, ::2]), (np.s_[:, ::2], np.s_[:])):
        monkeypatch.setattr(HERE, "GAIN", 3.0)
        launched = fresh(of_views)
        for part in (first, then):
            x = dev.array(np.ones((2, 4), np.float32))
            with Busy(dev):
                launched[1, 1](x[part])
                monkeypatch.setattr(HERE, "GAIN", 99.0)
            assert x.numpy()[0, 0] == 3
        assert launched.fingerprint() != launched.with_unit_strides.fingerprint()


def test_views_of_what_can_not_be_compiled(dev, monkeypatch):
    x = dev.array(np.ones((2, 4), np.float32))
    launched = fresh(needs_a_name_for_views)
    launched[1, 1](x)
    with pytest.raises(BufferFailure, match="`LATER` is not defined"):
        x.numpy()
    monkeypatch.setattr(HERE, "LATER", 4.0, raising=False)
    x.write(1)
    with Busy(dev):
        launched[1, 1](x)
        monkeypatch.setattr(HERE, "LATER", 5.0)
    assert x.numpy()[0, 0] == 4


def test_first_launches_of_many_threads_see_one_state(dev, monkeypatch):
    launched = fresh(by_name)
    buffers = [dev.array(np.ones(1, np.float32)) for _ in range(8)]
    start = threading.Barrier(len(buffers))

    def launch(number):
        start.wait(WAIT)
        monkeypatch.setattr(HERE, "GAIN", float(number + 10))
        launched[1, 1](buffers[number])

    threads = [threading.Thread(target=launch, args=(number,)) for number in range(len(buffers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)
    assert len({buffer.numpy()[0] for buffer in buffers}) == 1


def test_objects_with_fields_are_copied_as_they_are():
    constants = Constants()

    class Owner:
        value = (Shift(1.0, 2.0), 3)
        table = np.arange(4)

    with constants.in_force():
        found, table = attribute_of(Owner, "value", None), attribute_of(Owner, "table", None)
        Owner.value[0].x = 9.0
        Owner.table[0] = 9
        assert attribute_of(Owner, "value", None) is found
        assert found == (Shift(1.0, 2.0), 3)
        assert table.tolist() == [0, 1, 2, 3]
        itself = Shift(1.0, 2.0)
        itself.x = itself
        Owner.itself = itself
        assert attribute_of(Owner, "itself", None) is itself
    assert attribute_of(Owner, "value", None) is Owner.value


def test_what_a_kernel_can_not_name_is_not_kept(dev, monkeypatch):
    """The module has something of a name that is an attribute in the kernel, and it is large."""

    class Anything:
        pass

    for large in (dev.zeros(4), np.zeros(1 << 16), Anything()):
        for held in (large, (large, 1)):
            monkeypatch.setattr(HERE, "shape", held, raising=False)
            launched = fresh(by_shape)
            launched[1, 1](dev.zeros((2, 2)))
            dev.sync()
            assert launched.shared_constants is not None
            kept = launched.shared_constants._found.values()
            assert not any(each is large or each is held for each in kept)


def test_looking_up_may_run_the_program(dev, monkeypatch):
    """Whatever that does: here another kernel is launched, and waited for."""

    class Computed(types.ModuleType):
        @property
        def OFFSET(self):
            x = dev.array(np.ones(1, np.float32))
            fresh(by_name)[1, 1](x)
            return float(x.numpy()[0])

    monkeypatch.setattr(HERE, "settings", Computed("settings"))
    x = dev.array(np.ones(1, np.float32))
    fresh(by_attribute)[1, 1](x)
    assert x.numpy()[0] == 3


def test_a_kernel_that_is_gone_leaves_nothing(dev):
    launched = fresh(by_name)
    launched[1, 1](dev.zeros(1))
    dev.sync()
    gone = weakref.ref(launched)
    del launched
    gc.collect()
    assert gone() is None


def doubled(value):
    return value * 2


def quadrupled(value):
    return value * 4


@kernel
def by_function(x: MutSlice[f32]):
    x[0] = doubled(x[0])


def test_what_comes_of_code_that_was_replaced_before_the_compile_is_not_kept_for_others(dev, monkeypatch):
    x = dev.array(np.float32([3.0]))
    launched = fresh(by_function)
    launched.look_up_constants()  # as the launch does
    with monkeypatch.context() as replaced:
        replaced.setattr(doubled, "__code__", quadrupled.__code__)
        launched[1, 1](x)
        assert x.numpy().tolist() == [12.0]
    fresh(by_function)[1, 1](x)
    assert x.numpy().tolist() == [24.0]
