"""Statics in constant memory, and what the host gives them."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rust_crates import needs_rustc

from periclase import rust
from periclase.runtime.device import Device

pytestmark = needs_rustc

TEXT = """
use cuda_device::*;

#[constant]
static TABLE: ConstantMemory<[f32; 4]> = ConstantMemory::new([1.0, 2.0, 3.0, 4.0]);
static FACTOR: ConstantMemory<u32> = ConstantMemory::new(5);

pub mod inner {
    use cuda_device::*;

    pub static SCALE: ConstantMemory<(u8, f64)> = ConstantMemory::UNINIT;
    pub static WIDE: ConstantMemory<u128> = ConstantMemory::new(3);
    pub static FACTOR: ConstantMemory<u32> = ConstantMemory::new(7);
}

pub static SQUARE: ConstantMemory<[[u32; 2]; 2]> = ConstantMemory::new([[1, 2], [3, 4]]);
static WIDES: ConstantMemory<[(u8, u128); 2]> = ConstantMemory::UNINIT;

#[kernel]
pub fn look(mut y: DisjointSlice<f32>) {
    if let Some((y, i)) = y.get_mut_indexed() {
        *y = TABLE.get_ref()[i.get() % 4] + inner::SCALE.get().1 as f32 * 10.0 + (inner::WIDE.get() >> 100) as f32 * 100.0;
    }
}

#[kernel]
pub fn added<T: Copy + core::ops::AddAssign<f32>>(mut y: DisjointSlice<T>) {
    if let Some((y, i)) = y.get_mut_indexed() {
        *y += TABLE.get()[i.get()];
    }
}

#[kernel]
pub fn several(mut y: DisjointSlice<u32>) {
    if let Some((y, i)) = y.get_mut_indexed() {
        let wide = WIDES.get()[i.get() % 2];
        *y = SQUARE.get()[i.get() / 2][i.get() % 2] + wide.0 as u32 * 10 + (wide.1 >> 64) as u32 * 100;
    }
}

#[kernel]
pub fn factors(mut y: DisjointSlice<u32>) {
    if let Some((y, _)) = y.get_mut_indexed() {
        *y = FACTOR.get() + 10 * inner::FACTOR.get();
    }
}
"""


@pytest.fixture
def kernels(file: Path) -> Any:
    return rust.load(file)


def looked(kernel: Any, device: Device) -> list[float]:
    y = device.zeros(4, np.float32)
    kernel[1, 4](y)
    return y.numpy().tolist()


def test_what_they_are_written_with(kernels: Any, device: Device) -> None:
    assert kernels.constants == (
        "TABLE",
        "FACTOR",
        "inner::SCALE",
        "inner::WIDE",
        "inner::FACTOR",
        "SQUARE",
        "WIDES",
    )
    assert looked(kernels.look, device) == [1, 2, 3, 4]


def test_other_values(kernels: Any, device: Device) -> None:
    before = kernels.look
    kernels.set_constant("TABLE", np.array([5, 6, 7, 8], np.float32))
    kernels.set_constant("SCALE", (1, 2.5))
    kernels.set_constant("inner::WIDE", 3 << 100)
    assert looked(kernels.look, device) == [330, 331, 332, 333]
    assert looked(kernels.added, device) == [5, 6, 7, 8], "of a generic kernel too"
    assert looked(before, device) == [1, 2, 3, 4], "a kernel keeps what it was taken with"
    again = pickle.loads(pickle.dumps(kernels.look))
    assert again.fingerprint() == kernels.look.fingerprint() != before.fingerprint()


def test_one_of_two_of_a_name(kernels: Any, device: Device) -> None:
    kernels.set_constant("FACTOR", 2)
    kernels.set_constant("inner::FACTOR", 3)
    y = device.zeros(1, np.uint32)
    kernels.factors[1, 1](y)
    assert y.numpy().tolist() == [32]


@pytest.mark.parametrize(
    "square", [[[5, 6], [7, 8]], np.array([[5, 6], [7, 8]], np.uint32), np.array([[5, 6], [7, 8]])]
)
def test_arrays_of_arrays_and_of_wide_integers(kernels: Any, device: Device, square: Any) -> None:
    kernels.set_constant("SQUARE", square)
    kernels.set_constant("WIDES", [(1, 2 << 64), (3, 4 << 64)])
    y = device.zeros(4, np.uint32)
    kernels.several[1, 4](y)
    assert y.numpy().tolist() == [5 + 210, 6 + 430, 7 + 210, 8 + 430]


def test_they_lie_in_constant_memory(kernels: Any) -> None:
    text = kernels.look.ptx("sm_80")
    assert ".const .align 4 .b8 TABLE[16]" in text and "ld.const" in text


@pytest.mark.parametrize(
    "name, value, error",
    [
        ("TABEL", 1, KeyError),
        ("TABLE", [1, 2, 3], TypeError),
        ("TABLE", 1.0, TypeError),
        ("TABLE", np.zeros(3), TypeError),
        ("TABLE", [1.0, 2.0, 3.0, 1e300], OverflowError),
        ("TABLE", [1, 2, 3, (1 << 24) + 1], ValueError),
        ("SCALE", (1, 2, 3), TypeError),
        ("SCALE", (256, 2.5), OverflowError),
        ("SCALE", (1.5, 2.5), TypeError),
        ("FACTOR", -1, OverflowError),
        ("FACTOR", np.int64(-1), OverflowError),
        ("FACTOR", 2.5, TypeError),
        ("FACTOR", np.float64(2.5), TypeError),
        ("FACTOR", np.array(2.5), TypeError),
        ("FACTOR", "5", TypeError),
        ("SQUARE", np.array([[-1, 2], [3, 4]]), OverflowError),
        ("SQUARE", np.array([[1.5, 2], [3, 4]]), TypeError),
        ("WIDES", [1, -1], TypeError),
        ("WIDE", 1 << 128, TypeError),
    ],
)
def test_what_is_no_value(kernels: Any, name: str, value: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        kernels.set_constant(name, value)
