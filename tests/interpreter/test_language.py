"""Views, complex numbers, tables and dynamic shared memory in the interpreter: it leaves what the processor does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from periclase import (
    MutSlice,
    MutView,
    Slice,
    View,
    complex64,
    constant_array,
    dynamic_shared_array,
    f32,
    i32,
    kernel,
)
from periclase.gpu import shfl_sync_xor, sync_threads, thread_idx_x
from periclase.importer.python.import_kernels import import_kernels
from periclase.interpreter.failure import InterpretationError
from periclase.interpreter.machine import Machine
from periclase.library.blocks import block_scan
from periclase.runtime.artifact import ParameterKind
from periclase.runtime.kernel_parameters import values_of
from periclase.runtime.strided import HostHull

TABLE = constant_array([[1.0, 2.0], [3.0, 4.0]], f32)


@kernel
def views(x: View[f32, 2], y: MutView[f32, 2], n: i32):
    i = thread_idx_x()
    if i < len(x):
        row = x[i, ::-2]
        for k in range(len(row)):
            y.T[k, i] += row[k]
        y[i][-1] = x[n:][0][i] + f32(x.size)


@kernel
def numbers(z: MutSlice[complex64], factor: complex64):
    i = thread_idx_x()
    z[i] = z[i] * factor + 1j - z[i].conjugate() / (z[i] + 2)


@kernel
def memory(x: MutSlice[f32], n: i32):
    i = thread_idx_x()
    halves = dynamic_shared_array(n, f32)
    doubles = dynamic_shared_array(n, f32, after=halves)
    halves[i], doubles[n - 1 - i] = x[i] / 2, x[i] * 2
    sync_threads()
    x[i] = halves[n - 1 - i] + doubles[i] + TABLE[i % 2, -1] + shfl_sync_xor(x[i], 1)


@kernel
def scanned(x: MutSlice[i32], y: Slice[i32]):
    x[thread_idx_x()] = block_scan(y[thread_idx_x()], lambda a, b: a + b)


def _interpret(
    kernel: Any, block: int, arguments: Sequence[Any], dynamic: int = 0
) -> list[np.ndarray[Any, Any]]:
    """The arrays among the arguments, as the interpreter leaves them: each as all the memory from its first byte to its last."""
    machine = Machine(import_kernels([kernel]))
    leaves: list[Any] = []
    memories: list[tuple[Any, Any]] = []
    given = [
        leaf
        for parameter, argument in zip(kernel.signature.parameters, arguments, strict=True)
        for leaf in values_of(parameter.type, argument)
    ]
    for parameter, leaf in zip(kernel.parameters, given, strict=True):
        if parameter.kind is ParameterKind.SLICE:
            array = leaf.hull_memory.as_array() if isinstance(leaf, HostHull) else leaf.reshape(-1)
            allocation = machine.allocate(array.tobytes())
            memories.append((allocation, array))
            leaves.append(tuple(allocation.base.to_bytes(8, "little") + array.size.to_bytes(8, "little")))
        else:
            number = np.array(leaf, parameter.dtype)
            leaves.append(int(number.view(f"u{number.itemsize}")))
    machine.run_kernel(kernel.name, leaves, block=(block, 1, 1), dynamic_shared=dynamic)
    return [np.frombuffer(memory.content(), array.dtype) for memory, array in memories]


def _hull(array: np.ndarray[Any, Any], type: Any) -> np.ndarray[Any, Any]:
    leaf = next(iter(values_of(type, array)))
    return leaf.hull_memory.as_array() if isinstance(leaf, HostHull) else leaf.reshape(-1)


CASES = {
    "views": (views, 4, (np.arange(40, dtype=np.float32).reshape(4, 10)[:, 1:8], np.ones((8, 6), np.float32)[::2].T[:4].T, 1), 0),
    "backwards": (views, 4, (np.arange(40, dtype=np.float32).reshape(4, 10)[::-1, ::-3], np.ones((4, 4), np.float32), 2), 0),
    "numbers": (numbers, 3, (np.array([1, 2j, -1 + 1j], np.complex64), 0.5 - 1j), 0),
    "memory": (memory, 4, (np.arange(4, dtype=np.float32), 4), 32),
    "scanned": (scanned, 40, (np.zeros(40, np.int32), np.arange(40, dtype=np.int32)), 0),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_as_on_the_processor(name: str) -> None:
    function, block, arguments, dynamic = CASES[name]
    found = _interpret(function, block, arguments, dynamic)
    function[1, block, dynamic](*arguments)
    types = [parameter.type for parameter in function.signature.parameters]
    arrays = [_hull(a, t) for a, t in zip(arguments, types, strict=True) if isinstance(a, np.ndarray)]
    for mine, theirs in zip(found, arrays, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-6)


def test_out_of_bounds() -> None:
    with pytest.raises(InterpretationError, match=r"index out of bounds of `y\.T` in axis 0"):
        _interpret(views, 5, (np.zeros((5, 5), np.float32), np.zeros((5, 2), np.float32)[:4], 0))


def test_too_little_dynamic_shared_memory() -> None:
    with pytest.raises(InterpretationError, match="too little dynamic shared memory"):
        _interpret(memory, 4, (np.zeros(4, np.float32), 4), 31)
