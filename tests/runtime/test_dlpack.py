"""Capsules of DLPack, against numpy, which makes and consumes them in C."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest
from capsules import Capsule
from dtypes import FORMATS

from periclase.runtime import dlpack
from periclase.runtime.dlpack import CPU, CUDA, Description, Imported, c_order_strides, export


class Owner:
    pass


def describe(array, *, read_only=False):
    return Description(array.ctypes.data, array.shape, None, array.dtype.name, (CPU, 0), read_only)


@pytest.mark.parametrize("versioned", [False, True])
@pytest.mark.parametrize("dtype", FORMATS)
def test_numpy_sees_the_same_memory(dtype, versioned):
    array = np.arange(12).reshape(3, 4).astype(dtype)
    seen = np.from_dlpack(Capsule(export(describe(array), array, versioned=versioned)))
    assert seen.dtype == array.dtype
    assert seen.shape == (3, 4)
    assert seen.ctypes.data == array.ctypes.data
    assert np.array_equal(seen, array)


@pytest.mark.parametrize("dtype", FORMATS)
def test_memory_of_numpy(dtype):
    array = np.arange(12).reshape(3, 4).astype(dtype)
    assert Imported(array.__dlpack__()).description == Description(
        array.ctypes.data, (3, 4), (4, 1), dtype, (CPU, 0), False
    )


def test_read_only_memory_needs_version_1():
    array = np.arange(3)
    with pytest.raises(BufferError, match="read-only"):
        export(describe(array, read_only=True), array, versioned=False)
    capsule = export(describe(array, read_only=True), array, versioned=True)
    assert Imported(capsule).description.read_only


@pytest.mark.parametrize("versioned", [False, True])
def test_the_owner_lives_as_long_as_the_consumer_wants(versioned):
    array, owner = np.arange(3), Owner()
    alive = weakref.ref(owner)
    seen = np.from_dlpack(Capsule(export(describe(array), owner, versioned=versioned)))
    del owner
    gc.collect()
    assert alive() is not None
    del seen
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize("versioned", [False, True])
def test_a_capsule_that_nobody_consumes_gives_its_owner_up(versioned):
    array, owner = np.arange(3), Owner()
    alive = weakref.ref(owner)
    before = len(dlpack._exported)
    capsule = export(describe(array), owner, versioned=versioned)
    del owner
    gc.collect()
    assert alive() is not None
    del capsule
    gc.collect()
    assert alive() is None
    assert len(dlpack._exported) == before


@pytest.mark.parametrize("versioned", [False, True])
def test_what_is_imported_is_given_back_once(versioned):
    array, owner = np.arange(3), Owner()
    alive = weakref.ref(owner)
    capsule = export(describe(array), owner, versioned=versioned)
    imported = Imported(capsule)
    with pytest.raises(BufferError, match="consumed before"):
        Imported(capsule)
    del owner, capsule
    gc.collect()
    assert alive() is not None
    del imported
    gc.collect()
    assert alive() is None


def test_other_objects_are_no_capsules():
    with pytest.raises(BufferError, match="no DLPack capsule"):
        Imported(object())


def test_shapes_without_dimensions_or_elements():
    for array in (np.array(5.0), np.zeros((0, 3))):
        assert np.from_dlpack(Capsule(export(describe(array), array, versioned=True))).shape == array.shape
        assert Imported(array.__dlpack__()).description.shape == array.shape


def test_views_of_numpy_bring_their_strides_and_offset():
    array = np.arange(24).reshape(4, 6)
    description = Imported(array[1:, ::2].__dlpack__()).description
    assert (description.address, description.strides) == (array.ctypes.data + 48, (6, 2))


def test_a_device_and_bfloat16_come_through():
    told = Description(1 << 40, (2, 3), (3, 1), "bfloat16", (CUDA, 1), False)
    assert Imported(export(told, None, versioned=True)).description == told


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_complex_elements_come_through(dtype):
    array = np.array([1 + 2j, 3 - 4j], dtype)
    assert Imported(array.__dlpack__()).description.dtype == dtype
    assert np.from_dlpack(Capsule(export(describe(array), array, versioned=True))).tolist() == array.tolist()


@pytest.mark.parametrize(
    ("dtype", "told"),
    [("complex32", "5, of 32"), ("int4", "0, of 4"), ("float8", "2, of 8"), ("uint128", "1, of 128")],
)
def test_numbers_of_other_widths_are_refused(dtype, told):
    told_of = Description(1 << 40, (2,), (1,), dtype, (CUDA, 0), False)
    with pytest.raises(BufferError, match=f"type code {told} bits"):
        Imported(export(told_of, None, versioned=True))


def test_what_is_no_number_is_refused(monkeypatch):
    monkeypatch.delitem(dlpack._NAMES, 5)
    with pytest.raises(BufferError, match="type code 5"):
        Imported(np.zeros(3, complex).__dlpack__())


def test_strides_of_c_order():
    assert c_order_strides((2, 3, 4)) == (12, 4, 1)
    assert c_order_strides(()) == ()
