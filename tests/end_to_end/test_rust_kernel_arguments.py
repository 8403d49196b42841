"""What stands in the parentheses of `#[kernel(…)]`: types, checks of overflow, the launch; and what does not."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rust_crates import needs_rustc

from periclase import rust
from periclase.diagnostics import CompileError, LaunchError
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure

pytestmark = needs_rustc

TEXT = """
use cuda_device::*;

pub trait Op: Copy {
    fn apply(self, x: i32) -> i32;
}

#[derive(Clone, Copy)]
pub struct Scale { pub k: i32 }

#[derive(Clone, Copy)]
pub struct Square;

impl Op for Scale {
    fn apply(self, x: i32) -> i32 {
        x.wrapping_mul(self.k)
    }
}

impl Op for Square {
    fn apply(self, x: i32) -> i32 {
        x.wrapping_mul(x)
    }
}

#[cuda_module]
mod kernels {
    use super::*;

    #[kernel(Scale, self::Square)]
    #[launch_bounds(64)]
    pub fn map<F: Op>(f: F, input: &[i32], mut out: DisjointSlice<i32>) {
        if let Some((o, i)) = out.get_mut_indexed() {
            *o = f.apply(input[i.get()]);
        }
    }

    #[kernel(u32, (f32, f32), launch_context = lc)]
    pub unsafe fn fill<T: Copy>(x: T, mut out: DisjointSlice<T>) {
        let i = thread::index_1d_u32(lc).get() as usize;
        if i < out.len() {
            unsafe { *out.get_unchecked_mut(i) = x };
        }
    }

    #[kernel(launch_context = lc)]
    pub fn plane(mut out: DisjointSlice<u32>) {
        let at = thread::coord_2d_u32(lc);
        let (row, column) = (at.row(), at.col());
        unsafe { *out.get_unchecked_mut((row * 4 + column) as usize) = 10 * row + column };
    }

    #[kernel]
    pub fn wraps(x: &[u32], mut out: DisjointSlice<u32>) {
        if let Some((o, i)) = out.get_mut_indexed() {
            *o = x[i.get()] + 1;
        }
    }

    #[kernel(debug)]
    pub fn checked(x: &[u32], mut out: DisjointSlice<u32>) {
        if let Some((o, i)) = out.get_mut_indexed() {
            *o = x[i.get()] * 2;
        }
    }
}
"""


class TestTypes:
    def test_each_has_a_kernel(self, kernels: Any, device: Device) -> None:
        assert {"map", "map_Scale", "map_Square", "fill_u32"} <= set(kernels)
        x, y = device.array(np.arange(5, dtype=np.int32)), device.zeros(5, np.int32)
        kernels.map_Scale[1, 5]((3,), x, y)
        assert y.numpy().tolist() == [0, 3, 6, 9, 12]
        kernels.map_Square[1, 5]((), x, y)
        assert y.numpy().tolist() == [0, 1, 4, 9, 16]
        with pytest.raises(LaunchError, match="`Square` has no bytes"):
            kernels.map_Square[1, 5](1, x, y)

    def test_it_has_the_attributes_of_the_generic_one(self, kernels: Any) -> None:
        ptx = kernels.map_Scale.ptx("sm_80")
        assert ".visible .entry map_Scale(" in ptx and ".maxntid 64" in ptx

    def test_a_tuple_is_a_type(self, kernels: Any, device: Device) -> None:
        y = device.zeros(2, np.dtype([("f0", "f4"), ("f1", "f4")]))
        kernels.fill_f32_f32[1, 2]((1.0, 2.0), y)
        assert y.numpy().tolist() == [(1.0, 2.0)] * 2


class TestTheLaunch:
    def test_an_index_in_32_bits(self, kernels: Any, device: Device) -> None:
        y = device.zeros(5, np.uint32)
        kernels.fill_u32[2, 3](7, y)
        assert y.numpy().tolist() == [7] * 5

    def test_a_launch_with_another_axis_is_stopped(self, kernels: Any, device: Device) -> None:
        y = device.zeros(5, np.uint32)
        kernels.fill_u32[(1, 2), 3](7, y)
        with pytest.raises(BufferFailure):
            y.numpy()

    def test_row_and_column(self, kernels: Any, device: Device) -> None:
        y = device.zeros(12, np.uint32)
        kernels.plane[(2, 3), (2, 1)](y)
        assert y.numpy().tolist() == [10 * r + c for r in range(3) for c in range(4)]


class TestOverflow:
    def told(self, kernel: Any, device: Device) -> str | list[int]:
        y = device.zeros(2, np.uint32)
        kernel[1, 2](device.array(np.array([1, 2**32 - 1], np.uint32)), y)
        try:
            return y.numpy().tolist()
        except BufferFailure as failure:
            return str(failure)

    def test_it_wraps(self, kernels: Any, device: Device) -> None:
        assert self.told(kernels.wraps, device) == [2, 0]

    def test_it_traps_where_a_kernel_says_so(self, kernels: Any, device: Device, file: Path) -> None:
        told = str(self.told(kernels.checked, device))
        line = next(number for number, text in enumerate(TEXT.splitlines(), 1) if "* 2" in text)
        assert "attempt to multiply with overflow" in told and f"{file}:{line}" in told

    def test_it_traps_where_the_file_was_loaded_so(self, device: Device, file: Path) -> None:
        kernel = rust.load(file, debug=True).wraps
        assert "attempt to add with overflow" in str(self.told(kernel, device))
        again = pickle.loads(pickle.dumps(kernel))
        assert again.fingerprint() == kernel.fingerprint() != rust.load(file).wraps.fingerprint()


@pytest.mark.parametrize(
    "text, message",
    [
        ("#[kernel(3)] pub fn k<T>(x: &[T]) {}", "takes types, and no values"),
        ("#[kernel(size = 3)] pub fn k<T>(x: &[T]) {}", "takes types, `debug`"),
        ("#[kernel(u32)] pub fn k(x: &[u32]) {}", "a kernel with one type parameter"),
        ("#[kernel(u32)] pub fn k<T, U>(x: &[T], y: &[U]) {}", "a kernel with one type parameter"),
        (
            "#[kernel(str)] pub fn k<T: Copy>(x: &[T]) {}",
            "the trait bound `str: std::marker::Copy` is not satisfied",
        ),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "refused.rs"
    file.write_text(f"use cuda_device::*;\n{text}\n", encoding="utf-8")
    with pytest.raises(CompileError, match=message):
        rust.load(file)
