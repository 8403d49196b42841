"""Kernels of views that are compiled for contiguous last axes: taken by a launch where they are, and only there."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from launched_versions import launched_version

from periclase import dry_run, open_device
from periclase.codegen.assembler import assemble, find_tool

SOURCE = """
@struct
class Pair:
    left: View[f32, 2]
    factor: f32
    right: View[f32, 1]

@kernel
def scale(x: View[f32, 2], y: OutView[f32, 2], factor: f32 = 2.0):
    i, j = thread_idx_y(), thread_idx_x()
    if i < x.shape[0] and j < x.shape[1]:
        y[i, j] = factor * x[i, j] + f32(x.strides[1])

@kernel
def paired(pair: Pair, y: MutView[f32, 1]):
    j = thread_idx_x()
    if j < len(y):
        y[j] += pair.factor * pair.left[1, j] + pair.right[j] + sum(pair.left[0, ::2])

@kernel
def generic(x, y):
    j = thread_idx_x()
    if j < x.shape[1]:
        y[0, j] = x[1, j] + x.T[j, 0]

@kernel
def rows(x: View[f32, 3], y: OutView[f32, 1]):
    total = f32(0)
    for plane in x:
        for row in plane[:, ::-1]:
            for value in row:
                total = total * 0.5 + value
    y[0] = total
"""

ORDERS: dict[str, Callable[[np.ndarray[Any, Any]], np.ndarray[Any, Any]]] = {
    "C": np.ascontiguousarray,
    "rows with gaps": lambda x: np.concatenate((x, x), -1)[..., : x.shape[-1]],
    "rows in reverse": lambda x: x[::-1],
    "Fortran": np.asfortranarray,
    "columns in reverse": lambda x: x[..., ::-1],
    "every other column": lambda x: np.repeat(x, 2, -1)[..., ::2],
}


def launched(module: ModuleType, kernel: Any, block: Any, *arguments: Any) -> Any:
    """The version of the kernel that a launch has taken."""
    return launched_version(kernel[1, block], *arguments)


@pytest.mark.parametrize("order", ORDERS)
def test_all_orders_give_the_same(load: Callable[..., ModuleType], order: str) -> None:
    module = load(SOURCE)
    arrange = ORDERS[order]
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    unit = order in ("C", "rows with gaps", "rows in reverse")
    given, y = arrange(x), np.zeros((3, 4), np.float32)
    assert launched(module, module.scale, (4, 3), given, y, 2.0).unit_strides is unit
    assert y.tolist() == (2 * given + given.strides[1] // 4).tolist()
    a, b, y = arrange(x), arrange(x[2]), np.ones(4, np.float32)
    wanted = y + 2 * a[1] + b + a[0, ::2].sum()
    taken = launched(module, module.paired, 4, module.Pair(a, 2.0, b), y)
    assert taken.unit_strides is (a.strides[-1] == 4 and b.strides[-1] == 4)
    assert y.tolist() == wanted.tolist()
    y = np.zeros((1, 4), np.float32)
    module.generic[1, 4](a, y)
    assert y[0].tolist() == (a[1] + a[0]).tolist()
    z, y = arrange(np.arange(8, dtype=np.float32).reshape(2, 2, 2)), np.zeros(1, np.float32)
    total = 0.0
    for value in z[:, :, ::-1].ravel():
        total = total * 0.5 + value
    module.rows[1, 1](z, y)
    assert y[0] == total


def test_buffers(load: Callable[..., ModuleType]) -> None:
    module, dev = load(SOURCE), open_device("cpu")
    x, y = dev.array(np.arange(12, dtype=np.float32).reshape(3, 4)), dev.zeros((3, 4), np.float32)
    square = dev.zeros((3, 3), np.float32)
    assert launched(module, module.scale, (4, 3), x, y).unit_strides
    assert launched(module, module.scale, (4, 3), x[:, 1:3], y[1:, :2]).unit_strides
    assert not launched(module, module.scale, (4, 3), x[:, ::2], y).unit_strides
    assert not launched(module, module.scale, (3, 3), square.T, square).unit_strides
    assert not launched(module, module.scale, (3, 3), square, square.T).unit_strides
    assert launched(module, module.scale, (3, 3), square[:0], square).unit_strides


def test_both_are_the_same_to_whoever_looks(load: Callable[..., ModuleType]) -> None:
    module = load(SOURCE)
    kernel = module.scale
    unit = kernel.with_unit_strides
    assert unit is kernel.with_unit_strides is unit.with_unit_strides is not kernel
    assert (unit.name, unit.span, unit.parameters) == (kernel.name, kernel.span, kernel.parameters)
    assert unit.fingerprint() != kernel.fingerprint()
    filled = module.generic.specialise(*_types(module))
    for one in (unit, filled.with_unit_strides):
        assert pickle.loads(pickle.dumps(one)) is one
    dev = open_device("cpu")
    x, y = dev.zeros((2, 2), np.float32), dev.zeros((2, 2), np.float32)
    with dry_run(dev) as seen:
        kernel[1, (2, 2)](x, y)
        kernel[1, (2, 2)](x.T, y)
        kernel[1, (2, 2)](x, y)
    assert (seen.seen, seen.failed) == (2, 0)


def _types(module: ModuleType) -> list[Any]:
    from periclase import MutView, f32

    return [MutView[f32, 2], MutView[f32, 2]]


@pytest.mark.parametrize("target", ["sm_75", "sm_120"])
def test_it_takes_fewer_instructions(load: Callable[..., ModuleType], target: str) -> None:
    module = load(SOURCE)
    for kernel in (module.scale, module.paired):
        both = [each.ptx(target) for each in (kernel, kernel.with_unit_strides)]
        counts = [text.count(";") for text in both]
        assert counts[1] < counts[0]
        if find_tool("ptxas") is not None:
            assemble(both[1], target)


def test_each_has_a_key_of_its_own_and_names_stand_for_one_thing(load: Callable[..., ModuleType]) -> None:
    source = "GAIN = 2.0\n@kernel\ndef gain(x: MutView[f32, 1]):\n    x[thread_idx_x()] *= GAIN * f32(x.strides[0])\n"
    for unit_first in (True, False):
        module = load(source, name=f"gains_{unit_first}")
        for unit in (unit_first, not unit_first):
            x = np.ones(8, np.float32)
            module.gain[1, 4](x[:4] if unit else x[::2])
            assert x.tolist() == ([2.0] * 4 + [1.0] * 4 if unit else [4.0, 1.0] * 4)
            module.GAIN = 100.0
        assert module.gain.fingerprint() != module.gain.with_unit_strides.fingerprint()
