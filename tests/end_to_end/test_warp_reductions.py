"""The least and the greatest of the floats of a warp, on the CPU against numpy, and as instructions."""

from __future__ import annotations

import numpy as np
import pytest

from periclase import CompileError, MutSlice, Slice, f32, i32, kernel
from periclase.gpu import redux_sync_max, redux_sync_min, thread_idx_x


@kernel
def reduced(x: Slice[f32], y: MutSlice[f32], z: MutSlice[i32]):
    i = thread_idx_x()
    y[i] = redux_sync_min(x[i])
    y[32 + i] = redux_sync_max(x[i])
    y[64 + i] = redux_sync_min(x[i], abs=True)
    y[96 + i] = redux_sync_max(x[i], abs=True)
    y[128 + i] = redux_sync_min(x[i], nan=True)
    y[160 + i] = redux_sync_max(x[i], abs=True, nan=True)
    if i < 8:
        y[192 + i] = redux_sync_max(x[i], 0xFF)
    z[i] = redux_sync_min(i32(i) - 5)


@pytest.mark.parametrize("with_nan", [False, True])
def test_floats(with_nan: bool) -> None:
    x = np.random.default_rng(4).normal(size=32).astype(np.float32)
    if with_nan:
        x[20] = np.nan
    y, z = np.zeros(224, np.float32), np.zeros(32, np.int32)
    reduced[1, 32](x, y, z)
    size = np.abs(x)
    found = y[:192].reshape(6, 32)
    wanted = [np.nanmin(x), np.nanmax(x), np.nanmin(size), np.nanmax(size), np.min(x), np.max(size)]
    for row, value in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(row, np.full(32, value))
    np.testing.assert_array_equal(y[192:], np.where(np.arange(32) < 8, x[:8].max(), 0))
    np.testing.assert_array_equal(z, -5)


def test_zeros_have_an_order() -> None:
    x = np.zeros(32, np.float32)
    x[7] = -0.0
    y, z = np.ones(224, np.float32), np.zeros(32, np.int32)
    reduced[1, 32](x, y, z)
    assert np.signbit(y[:32]).all() and not np.signbit(y[32:64]).any()


def test_instructions() -> None:
    text = reduced.ptx("sm_100a")
    for each in (
        "min.f32",
        "max.f32",
        "min.abs.f32",
        "max.abs.f32",
        "min.NaN.f32",
        "max.abs.NaN.f32",
        "min.s32",
    ):
        assert f"redux.sync.{each}" in text
    with pytest.raises(CompileError, match=r"'nvvm\.redux\.sync' needs sm_100a, sm_100f, sm_103a or sm_103f"):
        reduced.ptx("sm_90")
