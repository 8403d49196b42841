"""The loops of kernels that are unrolled: four loads together in the PTX, and as many rounds as before."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from launched_versions import launched_version
from xdsl.ir import Operation

from periclase import MutSlice, Slice, View, f32, i32, kernel, open_device, unroll
from periclase.gpu import thread_idx_x
from periclase.ir.effects import effects_of
from periclase.passes import hint_unrolling, pipelines


@kernel
def sums(x: View[f32, 2], y: MutSlice[f32], z: MutSlice[i32]):
    lane = thread_idx_x()
    total = f32(0)
    for i in range(lane, x.shape[1], 32):
        total += x[0, i]
    y[lane] = total
    found = i32(0)
    for k in range(lane, len(z), 3):
        found += z[k]
    y[lane] += f32(found)


@kernel
def by_pairs(x: Slice[f32], y: MutSlice[f32]):
    total = f32(0)
    for i in unroll(range(thread_idx_x(), len(x), 32), 2):
        total += x[i]
    y[thread_idx_x()] = total


@kernel
def through_others(x: Slice[f32], where: Slice[i32], y: MutSlice[f32]):
    total = f32(0)
    for i in range(thread_idx_x(), len(where), 32):
        total += x[where[i]]
    y[thread_idx_x()] = total


@kernel
def guarded(x: Slice[i32], y: MutSlice[i32], n: i32):
    total = i32(0)
    for _ in range(n):
        much = n
        for _ in unroll(range(32)):
            much = much * much
        assert much != i32(2)
        total += x[0]
    y[0] = total


def loads_together(text: str) -> list[int]:
    """The loads between each two branches."""
    return [part.count("ld.global") for part in text.split("bra")]


def test_four_loads_are_together() -> None:
    together = loads_together(sums.with_unit_strides.with_narrow_indices.ptx(arch="sm_80"))
    assert together.count(4) == 2  # and each has what is left over behind it, one by one
    assert together.count(1) >= 2


def test_whoever_asks_for_two_gets_two() -> None:
    text = by_pairs.with_narrow_indices.ptx(arch="sm_80")
    assert max(loads_together(text)) == 2


def test_a_loop_that_may_trap_is_not_unrolled() -> None:
    pipeline = pipelines.ptx("sm_80").remove(
        "inductive-range-check-elimination"
    )  # which does so in its own way
    text = through_others.with_narrow_indices.ptx(arch="sm_80", pipeline=pipeline)
    assert sum(loads_together(text)) == 2


def test_each_operation_of_a_loop_is_looked_at_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: Counter[Operation] = Counter()

    def counting(op: Operation) -> Any:
        looked_at[op] += 1
        assert looked_at[op] < 10, "the work doubles with each operation"
        return effects_of(op)

    monkeypatch.setattr(hint_unrolling, "effects_of", counting)
    guarded.ptx(arch="sm_80")
    assert sum(op.name == "mir.mul" for op in looked_at) == 32


@pytest.mark.parametrize("columns", [0, 1, 32, 127, 129])
def test_what_does_not_wrap_gives_the_same(columns: int) -> None:
    device = open_device("cpu")
    device.device_state.narrow_indices = True
    try:
        x = np.arange(columns, dtype=np.float32).reshape(1, columns)
        numbers = np.arange(columns, dtype=np.int32)
        y, z = device.zeros(32, np.float32), device.array(numbers)
        taken = launched_version(sums[1, 32], device.array(x), y, z)
        assert taken is sums.with_unit_strides.with_zero_offsets.with_narrow_indices
        expected = [x[0, lane::32].sum() + numbers[lane::3].sum() for lane in range(32)]
        assert y.numpy().tolist() == expected
    finally:
        device.device_state.narrow_indices = False
