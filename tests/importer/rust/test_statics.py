"""Statics in Rust: each is one memory, in whichever function and crate around the kernel it is named."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from rust_crates import needs_rustc

from periclase import open_device, rust

pytestmark = needs_rustc

TWO = """
use cuda_device::*;

#[kernel]
pub fn two(mut out: DisjointSlice<u32>) {
    let thread = thread::index_1d();
    let i = thread.get();
    let first = {
        static mut SCRATCH: SharedArray<u32, 64> = SharedArray::UNINIT;
        unsafe {
            SCRATCH[i] = i as u32;
            &raw const SCRATCH as *const u32
        }
    };
    let second = {
        static mut SCRATCH: SharedArray<u32, 64> = SharedArray::UNINIT;
        unsafe {
            SCRATCH[i] = i as u32 + 100;
            &raw const SCRATCH as *const u32
        }
    };
    thread::sync_threads();
    if let Some(out) = out.get_mut(thread) {
        *out = unsafe { *first.add(63 - i) * 1000 + *second.add(63 - i) };
    }
}
"""

AROUND = """
use cuda_device::*;

static mut TILE: SharedArray<u32, 64> = SharedArray::UNINIT;

#[inline(never)]
fn put(i: usize, value: u32) {
    unsafe { TILE[i] = value }
}

#[kernel]
pub fn around(n: usize, mut out: DisjointSlice<u32>) {
    let thread = thread::index_1d();
    let i = thread.get();
    put(i, i as u32 * 3);
    thread::sync_threads();
    let most = (0..n).rev().step_by(2).map(|x| x * i).filter(|x| x % 3 != 0).take(10).max().unwrap_or(7);
    if let Some(out) = out.get_mut(thread) {
        *out = unsafe { TILE[63 - i] } + most as u32;
    }
}
"""


def test_statics_of_one_name_in_two_blocks(tmp_path: Path) -> None:
    (tmp_path / "two.rs").write_text(TWO)
    out = open_device("cpu").zeros(64, np.uint32)
    rust.load(tmp_path / "two.rs").two[1, 64](out)
    assert out.numpy().tolist() == [(63 - i) * 1000 + 163 - i for i in range(64)]


def test_a_static_of_the_crate_that_others_are_around(tmp_path: Path) -> None:
    (tmp_path / "around.rs").write_text(AROUND)
    out = open_device("cpu").zeros(64, np.uint32)
    rust.load(tmp_path / "around.rs").around[1, 64](9, out)
    most = [max([x * i for x in range(8, -1, -2) if x * i % 3] or [7]) for i in range(64)]
    assert out.numpy().tolist() == [(63 - i) * 3 + m for i, m in enumerate(most)]
