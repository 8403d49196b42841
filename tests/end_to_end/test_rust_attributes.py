"""What attributes of functions in Rust do to what is compiled."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from rust_crates import needs_rustc

from periclase import rust
from periclase.tools.command import ToolError
from periclase.tools.kernel_files import find_kernel, find_kernels

pytestmark = needs_rustc

KERNELS = """
use cuda_device::*;

#[kernel]
#[fastmath(contract, arcp)]
pub fn fast(x: &[f32], mut y: DisjointSlice<f32>) {
    if let Some((y, i)) = y.get_mut_indexed() {
        *y = x[i.get()] / 3.0 + x[i.get()].sqrt();
    }
}

#[kernel]
#[launch_bounds(128, 4)]
pub fn bounded(mut y: DisjointSlice<f32>) {
    if let Some((y, _)) = y.get_mut_indexed() {
        *y = 1.0;
    }
}

#[required_block(8, 4, 2)]
#[kernel]
pub fn shaped(mut y: DisjointSlice<f32>) {
    unsafe { *y.get_unchecked_mut(thread::threadIdx_x() as usize) = 1.0 };
}

#[kernel]
#[cluster_launch(2, 1, 1)]
pub fn clustered(mut y: DisjointSlice<u32>) {
    cluster::cluster_sync();
    if let Some((y, _)) = y.get_mut_indexed() {
        *y = cluster::block_rank();
    }
}

#[kernel]
#[cooperative_launch]
pub fn together(y: *mut u32) {
    unsafe { grid::sync_by(y) };
}

#[kernel]
pub fn unrolled(x: &[f32], mut y: DisjointSlice<f32>) {
    if let Some((y, _)) = y.get_mut_indexed() {
        let mut i = 0;
        #[unroll]
        while i < 4 {
            *y += x[i];
            i += 1;
        }
    }
}
"""

LIBRARY = """
use cuda_device::*;

#[device]
pub fn area(radius: f32) -> f32 {
    3.14159 * square(radius)
}

#[device]
#[inline(never)]
pub fn square(x: f32) -> f32 {
    x * x
}

#[device]
pub fn same<T: Copy>(x: T) -> T {
    x
}

pub fn unmarked(x: f32) -> f32 {
    x
}
"""


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("rust") / "attributes.rs"
    path.write_text(KERNELS, encoding="utf-8")
    return rust.load(path)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rust") / "library.rs"
    path.write_text(LIBRARY, encoding="utf-8")
    return path


def test_fastmath_is_on_every_float_operation(kernels: Any) -> None:
    text = kernels.fast.mir()
    operations = re.findall(r"mir\.(?:div|sqrt|add) .* : f32", text)
    assert len(operations) == 3
    assert all("fastmath<arcp, contract>" in line for line in operations)
    assert "fastmath" not in kernels.bounded.mir()


def test_bounds_and_shapes_are_directives(kernels: Any) -> None:
    bounded = kernels.bounded.ptx("sm_80")
    assert ".maxntid 128, 1, 1" in bounded
    assert ".minnctapersm 4" in bounded
    assert ".reqntid 8, 4, 2" in kernels.shaped.ptx("sm_80")
    assert ".reqnctapercluster 2, 1, 1" in kernels.clustered.ptx("sm_90")
    assert kernels.shaped.options.required_block == (8, 4, 2)
    assert kernels.together.options.cooperative


def test_unrolled_loop_has_no_branch_back(kernels: Any) -> None:
    ptx = kernels.unrolled.ptx("sm_80")
    assert ptx.count("add.rn.f32") + ptx.count("add.f32") == 4


def test_device_functions_alone_are_exported(library: Path) -> None:
    module = rust.load(library)
    assert len(module) == 0
    assert module.library is not None
    assert module.library.functions == ("area", "square")
    ptx = module.library.ptx("sm_80")
    assert ".visible .func  (.param .b32 func_retval0) area(" in ptx
    assert ".visible .func  (.param .b32 func_retval0) square(" in ptx
    assert ".entry" not in ptx


def test_device_functions_beside_kernels_are_none_of_it(kernels: Any) -> None:
    assert kernels.library is None


def test_tools_find_them(kernels: Any, library: Path, tmp_path: Path) -> None:
    assert [kernel.name for kernel in find_kernels(kernels.path)] == list(kernels)
    assert find_kernel(f"{kernels.path}:fast").name == "fast"
    assert find_kernel(str(library)).name == "library"
    with pytest.raises(ToolError, match="has no kernel `faste`"):
        find_kernel(f"{kernels.path}:faste")
    empty = tmp_path / "empty.rs"
    empty.write_text("pub fn nothing() {}\n")
    with pytest.raises(ToolError, match="defines no kernel"):
        find_kernels(str(empty))
    with pytest.raises(ToolError, match="no such file"):
        find_kernels(str(tmp_path / "none.rs"))
