"""Pointers in Rust that leave their object by `wrapping_add`, which is no undefined behaviour."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from rust_crates import PRELUDE, needs_rustc

from periclase import open_device, rust

KERNEL = """
#[kernel]
pub fn wraps(x: &[u32], n: usize, mut y: DisjointSlice<u32>) {
    if let Some((y, _)) = y.get_mut_indexed() {
        let p = x.as_ptr();
        let q = p.wrapping_add(n);
        *y = if q < p { 1 } else { 0 };
    }
}
"""


@needs_rustc
@pytest.mark.parametrize("n, wraps", [(3, 0), (2**62 - 1, 1)])
def test_a_pointer_behind_the_end_of_memory_is_before_the_object(tmp_path: Path, n: int, wraps: int) -> None:
    file = tmp_path / "wraps.rs"
    file.write_text(PRELUDE + KERNEL, encoding="utf-8")
    device = open_device("cpu")
    x, y = device.zeros(8, np.uint32), device.zeros(1, np.uint32)
    rust.load(file).wraps[1, 1](x, n, y)
    assert y.numpy().tolist() == [wraps]
