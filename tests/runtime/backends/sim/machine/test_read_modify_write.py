"""Changing elements that several threads name, against one that takes them one by one."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from periclase.runtime.backends.sim.machine.atomic_operations import operation
from periclase.runtime.backends.sim.machine.read_modify_write import Operation, apply

CASES = [
    (name, type, dtype)
    for type, dtype, names in (
        ("u32", np.uint32, ("add", "min", "max", "inc", "dec")),
        ("s32", np.int32, ("add", "min", "max")),
        ("u64", np.uint64, ("add", "min", "max")),
        ("s64", np.int64, ("add", "min", "max")),
        ("b32", np.uint32, ("and", "or", "xor", "exch", "cas")),
        ("b64", np.uint64, ("and", "or", "xor", "exch", "cas")),
        ("b16", np.uint16, ("cas",)),
        ("f32", np.float32, ("add",)),
        ("f64", np.float64, ("add",)),
        ("f16", np.float16, ("add", "min", "max")),
        ("bf16", np.uint16, ("add", "min", "max")),
    )
    for name in names
]


def one_by_one(found: Operation, array: Any, index: Any, operands: tuple[Any, ...]) -> Any:
    old = np.empty(len(index), array.dtype)
    for k, at in enumerate(index.tolist()):
        old[k] = array[at]
        array[at : at + 1] = found.combine(array[at : at + 1], *(values[k : k + 1] for values in operands))
    return old


def bits(values: Any) -> list[int]:
    return values.view(f"<u{values.itemsize}").tolist()


@pytest.mark.parametrize("flush", [False, True])
@pytest.mark.parametrize(("name", "type", "dtype"), CASES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_the_order_is_that_of_the_threads(name: str, type: str, dtype: Any, flush: bool, data: Any):
    threads = data.draw(st.integers(1, 40))
    elements = data.draw(st.sampled_from((1, 2, 3, 40, 4000)))
    seed = data.draw(st.integers(0, 2**32 - 1))
    random = np.random.default_rng(seed)
    index = random.integers(0, elements, threads)
    nbytes = np.dtype(dtype).itemsize
    # Few values, so that some compare equal; small exponents, so that some are subnormal.
    small = np.frombuffer(random.bytes(8 * nbytes), dtype)
    if np.dtype(dtype).kind == "u":
        small = small % (7 if name in ("inc", "dec", "cas") else np.iinfo(dtype).max)
    array = small[random.integers(0, 8, elements)]
    operands = tuple(small[random.integers(0, 8, threads)] for _ in range(2 if name == "cas" else 1))
    found = operation(name, type, flush=flush)
    assert found is not None
    with np.errstate(all="ignore"):
        expected = array.copy()
        old_expected = one_by_one(found, expected, index, operands)
        wanted = array.copy()
        old = apply(found, wanted, index, operands)
        unwanted = array.copy()
        apply(found, unwanted, index, operands, wanted=False)
    assert old is not None
    assert bits(wanted) == bits(expected)
    assert bits(old) == bits(old_expected)
    if name != "add" or type != "f64":
        assert bits(unwanted) == bits(expected)
    else:
        assert np.array_equal(unwanted, expected, equal_nan=True)


def test_many_threads_at_many_elements_take_turns():
    """So many elements are shared that no running sum is made of each."""
    index = np.repeat(np.arange(200), 3)
    array = np.zeros(200, np.uint32)
    found = operation("add", "u32", flush=False)
    assert found is not None
    old = apply(found, array, index, (np.ones(600, np.uint32),))
    assert old is not None
    assert old.tolist() == [0, 1, 2] * 200
    assert array.tolist() == [3] * 200
