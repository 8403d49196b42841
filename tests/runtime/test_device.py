"""Devices: the buffers that they make, and how they are copied."""

from __future__ import annotations

import copy
import pickle
import threading

import numpy as np
import pytest
from python_backend import PythonBackend
from refusals import refused

from periclase.runtime import device as devices
from periclase.runtime.device import open_device
from periclase.runtime.failures import BufferFailure
from periclase.types import f64, u16


@pytest.mark.parametrize("shape", [np.int64(5), (np.int32(5),), [5], (5,), 5, (5, 1)])
def test_shapes(device, shape):
    assert device.zeros(shape, np.int32).numpy().size == 5


@pytest.mark.parametrize(
    ("code", "fragment", "make"),
    [
        ("PC0406", "not 2.5", lambda d: d.zeros(2.5)),
        ("PC0406", "not (3, 1.0)", lambda d: d.zeros((3, 1.0))),
        ("PC0406", "not 'ab'", lambda d: d.zeros("ab")),
        ("PC0406", "not None", lambda d: d.empty(None)),
        ("PC0406", "shape (-1,)", lambda d: d.empty(-1)),
        ("PC0406", "no dtype 'float31'", lambda d: d.empty(3, "float31")),
        ("PC0406", "dtype timedelta64[s]", lambda d: d.empty(3, "timedelta64[s]")),
        ("PC0406", "inhomogeneous", lambda d: d.array([[1], [2, 3]])),
        ("PC0406", "inhomogeneous", lambda d: d.zeros(3).write([[1], [2, 3]])),
        ("PC0406", "byte order", lambda d: d.array(np.zeros(3, ">f4"))),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_no_such_buffer(device, code, fragment, make):
    refused(lambda: make(device), code, fragment)


@pytest.mark.parametrize("make", ["empty", "zeros"])
@pytest.mark.parametrize("shape", [10**18, (2**40, 2**40), 2**70], ids=str)
def test_a_buffer_without_memory_is_a_failure(device, scale, shape, make):
    buffer = getattr(device, make)(shape)
    with pytest.raises(BufferFailure, match="no memory for") as caught:
        buffer.read()
    assert caught.value.__cause__.diagnostic.code == "PC0703"
    assert buffer.failure().roots[0].site.file == __file__
    y = device.zeros(4)
    scale[1, 4](1.0, buffer, y)
    with pytest.raises(BufferFailure, match="no memory for"):
        y.read()


def test_a_scalar_type_is_a_dtype(device):
    assert device.zeros(3, u16).dtype == np.uint16
    assert device.array([1, 2], f64).numpy().tolist() == [1.0, 2.0]


@pytest.mark.parametrize("copy", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_buffer_is_not_copied_by_halves(device, copy):
    with pytest.raises(TypeError, match="copy its contents"):
        copy(device.zeros(3))


def test_devices_are_copied_by_name(device):
    cpu = open_device("cpu")
    assert pickle.loads(pickle.dumps(cpu)) is cpu
    assert copy.deepcopy(cpu) is cpu
    with pytest.raises(TypeError, match="`open_device` gave"):
        pickle.dumps(device)


def test_a_device_is_made_once_however_many_ask_for_it(monkeypatch):
    made = []

    def create(name):
        made.append(name)
        return PythonBackend(name=name)

    monkeypatch.setattr(devices, "_opened", {})
    monkeypatch.setattr(devices, "create_backend", create)
    together = threading.Barrier(8)
    found = []

    def ask():
        together.wait(30)
        found.append(open_device("contended"))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(found) == 8
    assert len(set(map(id, found))) == 1
    assert made == ["contended"]
