"""A barrier stands in MIR as often as in the source: rustc may not copy one into branches (rust-lang/rust#137086)."""

from __future__ import annotations

from pathlib import Path

import pytest
from rust_crates import EXAMPLES, calls_of, compiled, needs_rustc

from periclase.importer.rust.driver import compile_file
from periclase.importer.rust.kernel_headers import kernel_headers
from periclase.importer.rust.store import Store
from periclase.importer.rust.wrapping import flattened, function_text

pytestmark = needs_rustc

BARRIER = "cuda_device::stubs::sync_threads"

THREADED = """
#[kernel]
pub fn around(flag: bool, a: &[f32], mut y: DisjointSlice<f32>) {
    let index = thread::index_1d();
    let i = index.get();
    let mut x = 0.0;
    if flag {
        x = a[i];
    }
    thread::sync_threads();
    if flag {
        x += 1.0;
    }
    if let Some(y) = y.get_mut(index) {
        *y = x;
    }
}
"""


def test_between_two_branches_on_one_condition(store: Store, tmp_path: Path) -> None:
    assert calls_of(compiled(THREADED, tmp_path, store).mir, BARRIER) == 1


@pytest.mark.parametrize("example", sorted(path.stem for path in EXAMPLES.glob("*.rs")))
def test_examples(store: Store, example: str) -> None:
    file = EXAMPLES / f"{example}.rs"
    written = file.read_text(encoding="utf-8").count("sync_threads()")
    crate = compile_file(str(file), store)
    (header,) = kernel_headers(crate.mir)
    assert calls_of(crate.mir, BARRIER) == written
    around, path = flattened(crate, header, store)
    assert calls_of(function_text(around.mir, path), BARRIER) == written
