"""Which launches take the version in which flat indices are computed in 32 bits, and that it does what the others do."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from launched_versions import launched_version

from periclase import DiagnosticError, dry_run, open_device
from periclase.codegen.compiler import stages
from periclase.launch_versions import MOST_FLAT, MOST_NARROW
from periclase.multiplied_names import multiplied_names
from periclase.runtime.arguments import ArgumentPlan
from periclase.runtime.device import Device

SOURCE = """
@kernel
def smooth(x: Slice[f32], y: MutSlice[f32], height: i32, width: i64):
    row, column = global_idx_y(), global_idx_x()
    if row < height and column < width:
        here = row * width + column
        total = x[here]
        if 0 < row and row + 1 < height:
            total += x[here - width] + x[here + width]
        y[here] = total

@kernel
def unmultiplied(x: MutSlice[f32], n: i32, gain: f32):
    i = global_idx_x()
    if i < n:
        x[i] *= gain * 2.0

@kernel
def of_a_view(x: View[f32, 2], y: MutSlice[f32], width: i32):
    i, j = global_idx_y(), global_idx_x()
    if i < x.shape[0] and j < width:
        y[i * width + j] = x[i, j]

@kernel
def generic(x, width):
    i, j = global_idx_y(), global_idx_x()
    if i < 2 and j < width:
        x[i * width + j] += 1
"""


@pytest.fixture
def device() -> Iterator[Device]:
    """One that takes the versions for small launches, as a GPU does."""
    made = open_device("cpu")
    made.device_state.narrow_indices = True
    yield made
    made.device_state.narrow_indices = False


@pytest.mark.parametrize(
    ("height", "width", "version"),
    [
        (4, 5, "with_small_products"),
        (1, MOST_FLAT, "with_narrow_indices"),  # whose square is not small
        (MOST_FLAT, 1, "with_small_products"),
        (MOST_FLAT + 1, 1, "with_narrow_indices"),
        (MOST_FLAT + 1, 0, "with_narrow_indices"),
        (23169, 23169, "with_small_products"),
        (23170, 23170, "with_narrow_indices"),
        (-1, 5, "with_small_products"),
        (-23170, -23170, "with_narrow_indices"),
        (65536, -65536, "with_narrow_indices"),
        # Products that would be small if they wrapped, in 32 bits and in 64.
        (np.int32(65536), np.int32(65536), "with_narrow_indices"),
        (np.int32(65536), np.int64(65536 * 3), "with_narrow_indices"),
        (np.int32(MOST_NARROW), np.int64(MOST_NARROW), "with_narrow_indices"),
        (np.int32(-MOST_NARROW), np.int64(4), "with_narrow_indices"),
        (np.int32(5), np.int64(7), "with_small_products"),
        (-(2**31), 1, "for_any_launch"),
        (1, 2**32, "for_any_launch"),
        (1, -(2**63), "for_any_launch"),
    ],
)
def test_at_the_border(
    load: Callable[..., ModuleType], device: Device, height: Any, width: Any, version: str
) -> None:
    assert 23169**2 <= MOST_FLAT < 23170**2
    smooth = load(SOURCE).smooth
    x, y = device.zeros(4, np.float32), device.zeros(4, np.float32)
    with dry_run(device):
        assert launched_version(smooth[1, 4], x, y, height, width) is getattr(smooth, version)


def test_who_takes_it(load: Callable[..., ModuleType], device: Device) -> None:
    module = load(SOURCE)
    assert ArgumentPlan(module.unmultiplied.parameters).find_products(module.unmultiplied) == ()
    assert module.unmultiplied.with_small_products is module.unmultiplied.with_narrow_indices
    x, y = device.zeros((2, 2), np.float32), device.zeros(4, np.float32)
    taken = launched_version(module.of_a_view[1, (2, 2)], x, y, 2)
    assert taken.small_products and taken.unit_strides and taken.product_names == {"width"}
    taken = launched_version(module.generic[1, (2, 2)], y, 2)
    assert taken.small_products and y.numpy().tolist() == [1.0] * 4
    device.device_state.narrow_indices = False
    assert launched_version(module.smooth[1, 1], y, y, 2, 2) is module.smooth


def test_each_is_one_object_with_a_key_of_its_own(load: Callable[..., ModuleType]) -> None:
    kernel = load(SOURCE).of_a_view
    flat = kernel.with_unit_strides.with_small_products
    assert flat is kernel.with_small_products.with_unit_strides
    assert flat is kernel.with_narrow_indices.with_unit_strides.with_small_products
    assert flat is flat.with_narrow_indices is flat.with_unit_strides is flat.with_small_products
    apart = flat.with_buffers_apart
    assert apart is kernel.with_buffers_apart.with_small_products.with_unit_strides
    assert apart is kernel.with_unit_strides.with_buffers_apart.with_small_products
    assert kernel.with_narrow_indices.with_buffers_apart is kernel.with_buffers_apart
    versions = [kernel, kernel.with_narrow_indices, kernel.with_small_products, flat, apart]
    assert len({version.fingerprint() for version in versions}) == 5
    for version in versions:
        assert pickle.loads(pickle.dumps(version)) is version
        assert version.for_any_launch is kernel


def test_views_that_begin_where_their_memory_does(load: Callable[..., ModuleType], device: Device) -> None:
    kernel = load(SOURCE).of_a_view
    x, y = device.array(np.arange(12, dtype=np.float32).reshape(3, 4)), device.zeros(6, np.float32)
    for view, zero in ((x, True), (x[1:], True), (x[::-1], False)):
        taken = launched_version(kernel[1, (3, 2)], view, y, 3)
        assert taken.unit_strides and taken.zero_offsets is zero
        assert y.numpy().tolist() == view.numpy()[:2, :3].ravel().tolist()
    taken = launched_version(kernel[1, (3, 2)], x.T, y, 3)
    assert not taken.unit_strides and not taken.zero_offsets
    assert y.numpy().tolist() == x.numpy().T[:2, :3].ravel().tolist()
    made = kernel.with_zero_offsets
    assert made.unit_strides and made is kernel.with_unit_strides.with_zero_offsets
    assert made.with_buffers_apart is kernel.with_buffers_apart.with_zero_offsets
    assert (
        made.with_small_products.with_buffers_apart
        is kernel.with_buffers_apart.with_small_products.with_zero_offsets
    )
    assert pickle.loads(pickle.dumps(made.with_narrow_indices)) is made.with_narrow_indices
    assert made.fingerprint() != kernel.with_unit_strides.fingerprint()
    texts = [
        each.ptx("sm_80") for each in (made.with_narrow_indices, kernel.with_unit_strides.with_narrow_indices)
    ]
    assert [len(re.findall(r"ld\.param.*_param_2\]", text)) > 0 for text in texts] == [False, True]


def test_the_index_is_one_of_32_bits(load: Callable[..., ModuleType]) -> None:
    def stage(kernel: Any) -> str:
        return next(str(text) for name, text in stages(kernel, target="sm_80") if name == "mir-opt")

    smooth = load(SOURCE).smooth
    assert re.search(r"mir\.mul .* : si64", stage(smooth.with_narrow_indices))
    assert not re.search(r"mir\.(mul|lt) .* : [su]i64", stage(smooth.with_small_products))


@pytest.mark.parametrize("seed", range(2))
def test_it_does_the_same(load: Callable[..., ModuleType], device: Device, seed: int) -> None:
    """Also where an index is out of bounds: then both stop."""
    smooth = load(SOURCE).smooth
    r = random.Random(seed)
    for height, width, length in (
        (3, 5, 15),
        (5, 3, 15),
        (2, -3, 4),
        (4, 4, 15),
        (r.randint(1, 9), r.randint(1, 9), 81),
        (MOST_FLAT // 4, 2, 12),
        (2, 16000, 12),
    ):
        found: list[Any] = []
        for narrow in (False, True):
            device.device_state.narrow_indices = narrow
            x = device.array(np.arange(length, dtype=np.float32))
            y = device.zeros(length, np.float32)
            try:
                taken = launched_version(smooth[(2, 2), (3, 4)], x, y, height, width)
                assert taken.small_products is narrow
                found.append(y.numpy().tolist())
            except DiagnosticError as error:
                found.append(str(error))
        assert found[0] == found[1], (height, width)


def test_the_host_asks_for_the_numbers_that_the_compiler_counts_on(load: Callable[..., ModuleType]) -> None:
    source = """
@struct
class Size:
    width: i32

@kernel
def mixed(
    x: MutSlice[f32], y: MutSlice[i64], a: i32, v: View[f32, 1], b: i64, c: u32, size: Size, d: isize, e: i16,
    pair: tuple[i32, i64],
):
    if a < b:
        x[a * d + b + size.width * pair[0]] = f32(c) + f32(e) * v[0]
        y[0] *= y[1]
"""
    kernel = load(source).mixed
    version = kernel.with_small_products
    text = next(str(text) for name, text in stages(version, target="sm_80") if name == "mir")
    found = re.search(r"small_products = \[array<i64: ([^>]*)>, array<i64: ([^>]*)>\]", text)
    assert found is not None
    names = [parameter.name for parameter in kernel.parameters]
    products = ArgumentPlan(kernel.parameters).find_products(kernel)
    for group, pick, expected in zip(found.groups(), products, (["a", "d"], ["a", "b", "d"]), strict=True):
        assert list(pick(tuple(names))) == [names[int(each)] for each in group.split(",")] == expected


def test_names_that_are_multiplied() -> None:
    def code(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any) -> Any:
        x = (b + 1) * a
        y = c * (x - b)
        for _ in range(3):
            y *= d
        g[e] = y * 2.0 + b
        return (f if x else b) * g[f](b, e)

    assert multiplied_names(code.__code__) & set("abcdefg") >= {"a", "c", "d"}
    assert "e" not in multiplied_names(code.__code__)

    def none(a: Any, b: Any) -> Any:
        return a + b - a @ b

    assert multiplied_names(none.__code__) == frozenset()
