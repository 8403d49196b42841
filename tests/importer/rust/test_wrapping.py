"""Crates around a crate: what rustc's inliner leaves is inlined by one more."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from rust_crates import PRELUDE, compiled, needs_rustc

from periclase import open_device, rust
from periclase.importer.rust.kernel_headers import kernel_headers
from periclase.importer.rust.store import Store
from periclase.importer.rust.wrapping import flattened, function_text, inner_texts, left_to_inline

CHAIN = """
#[kernel]
pub fn chain(n: usize, mut y: DisjointSlice<u64>) {
    if let Some((y, i)) = y.get_mut_indexed() {
        let i = i.get();
        *y = (0..n).rev().step_by(2).map(|x| x * i).filter(|x| x % 3 != 0).take(10).max().unwrap_or(7) as u64;
    }
}
"""

PRIVATE = """
mod inner {
    use super::*;
    #[kernel]
    pub fn hidden(n: usize, mut y: DisjointSlice<u64>) {
        if let Some((y, i)) = y.get_mut_indexed() {
            *y = (0..n).rev().step_by(2).map(|x| x + i.get()).filter(|x| x % 3 != 0).take(3).max().unwrap_or(7) as u64;
        }
    }
}
"""


@pytest.mark.parametrize(
    "line, left",
    [
        ("        _1 = std::slice::Iter::<'_, f32>::nth(move _2, const 1_usize) -> [return: bb1, unwind unreachable];", 1),
        ("        _1 = <std::slice::Iter<'_, f32> as std::iter::Iterator>::nth(move _2) -> [return: bb1, unwind continue];", 1),
        ("        _1 = <u32 as std::ops::Add>::add(copy _2, copy _3) -> [return: bb1, unwind unreachable];", 1),
        ("        _1 = <&[f32] as std::iter::IntoIterator>::into_iter(copy _2) -> [return: bb1, unwind unreachable];", 1),
        ("        _1 = <C32 as std::ops::Mul>::mul(copy _2, copy _3) -> [return: bb1, unwind unreachable];", 0),
        ("        _1 = <{closure@std::iter::f::{closure#0}} as FnMut<(u8,)>>::call_mut(copy _2) -> bb1;", 1),
        ("        _1 = <{closure@<char as core::A>::f::{closure#1}} as FnMut<(u8,)>>::call_mut(copy _2) -> bb1;", 1),
        ("        _1 = <{closure@kernel::f::{closure#0}} as FnMut<(u8,)>>::call_mut(copy _2) -> bb1;", 0),
        ("        _1 = helper(copy _2) -> [return: bb1, unwind unreachable];", 0),
        ("        _1 = std::intrinsics::fmaf32(copy _2, copy _3, copy _4) -> [return: bb1, unwind unreachable];", 0),
        ("        _1 = std::sys::cmath::tanf(copy _2) -> [return: bb1, unwind unreachable];", 0),
        ("        _1 = core::panicking::panic(const \"no\") -> unwind unreachable;", 0),
        ("        _1 = cuda_device::stubs::thread_idx_x() -> [return: bb1, unwind unreachable];", 0),
        ("        _1 = std::option::Option::<u32>::Some(copy _2); // scope 1 at a.rs:1:1: 1:2", 0),
    ],
)  # fmt: skip
def test_left_to_inline(line: str, left: int) -> None:
    assert len(left_to_inline(line + "\n")) == left


@needs_rustc
def test_a_long_chain_of_adapters(store: Store, tmp_path: Path) -> None:
    crate = compiled(CHAIN, tmp_path, store)
    (header,) = kernel_headers(crate.mir)
    assert left_to_inline(function_text(crate.mir, header.path))
    around, path = flattened(crate, header, store)
    assert not left_to_inline(function_text(around.mir, path))
    assert around.name.startswith("kernel_around_")
    assert ("kernel", crate.mir) in inner_texts(around)
    assert around.source_file("kernel.rs") == crate.root


@needs_rustc
def test_it_computes_what_it_says(tmp_path: Path) -> None:
    file = tmp_path / "chain.rs"
    file.write_text(PRELUDE + CHAIN, encoding="utf-8")
    device = open_device("cpu")
    y = device.zeros(8, np.uint64)
    rust.load(file).chain[1, 8](31, y)
    for i, found in enumerate(y.numpy()):
        taken = [x * i for x in range(30, -1, -2) if x * i % 3 != 0][:10]
        assert found == max(taken, default=7)


@needs_rustc
def test_a_kernel_that_nobody_else_sees_stays_as_it_is(store: Store, tmp_path: Path) -> None:
    crate = compiled(PRIVATE, tmp_path, store)
    (header,) = kernel_headers(crate.mir)
    assert flattened(crate, header, store) == (crate, header.path)
