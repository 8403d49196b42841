"""Tiles, runs, rows and columns whose bounds are checked once, vectors, plans of loads and policies, as the CPU runs them."""

from __future__ import annotations

import numpy as np
import pytest
from rust_crates import needs_rustc

from periclase import rust
from periclase.codegen.assembler import assemble, available_assemblers
from periclase.runtime.device import Device
from periclase.runtime.failures import BufferFailure

pytestmark = needs_rustc

TEXT = """
use cuda_device::*;
use cuda_device::access::{self, AccessPlan};
use cuda_device::config::*;
use cuda_device::vector::{as_vectors, as_vectors_mut, is_viewable, F32x4, Vector};

#[kernel(launch_context = lc)]
pub fn elements(mut y: DisjointSlice<u32>) {
    if let Some(mut element) = y.element_thread32(thread::index_1d_u32(lc)) {
        let value = element.read();
        element.write(value * 3 + 1);
    }
}

#[kernel(launch_context = lc)]
pub fn whole_tiles(mut y: DisjointSlice<u32, LinearTiles<4>>) {
    if let Some(mut tile) = y.tile_thread32(thread::index_1d_u32(lc)) {
        *tile.at_const::<3>().get_mut() += 100 * tile.len();
        if let Some(first) = LocalIndex32::new(0) {
            tile.at(first).write(7);
        }
    }
}

#[kernel(launch_context = lc)]
pub fn runs(mut y: DisjointSlice<u32, LinearTiles<4>>) {
    if let Some(mut run) = y.thread_run32(thread::index_1d_u32(lc)) {
        let mark = if run.is_clipped() { 1000 } else { 0 } + run.len();
        let mut i = 0;
        while let Some(mut element) = run.at(i) {
            element.write(mark);
            i += 1;
        }
    }
}

#[kernel(launch_context = lc)]
pub fn strides(mut y: DisjointSlice<u32, LinearTiles<2>>) {
    let index = thread::index_1d_u32(lc);
    let number = index.get() + 1;
    let mut runs = y.grid_stride_runs32(index);
    while let Some(mut run) = runs.next_run() {
        for i in 0..run.len() {
            if let Some(mut element) = run.at(i) {
                element.write(number);
            }
        }
    }
}

#[kernel(launch_context = lc)]
pub fn fixed_rows(mut y: DisjointSlice<u32, RowMajorTiles<2, 3, 7>>) {
    let place = thread::coord_2d_u32(lc);
    let number = 10 * (place.row() + 1) + place.col() + 1;
    if let Some(mut tile) = y.tile_2d32(place) {
        tile.at_const::<0, 0>().write(number);
        let rows = tile.rows();
        tile.at_const::<1, 2>().write(rows * 100 + number);
    }
}

#[kernel(launch_context = lc)]
pub fn rows_of_the_launch(mut y: DisjointSlice<u32, RuntimeRowMajorTiles<2, 3>>) {
    let place = thread::coord_2d_u32(lc);
    let number = 10 * (place.row() + 1) + place.col() + 1;
    if let Some(mut tile) = y.tile_2d32_rt(place) {
        tile.at_const::<0, 0>().write(number);
        let stride = tile.stride();
        tile.at_const::<1, 2>().write(stride * 100 + number);
    }
}

#[kernel]
pub fn products(m: &[i32], n: &[i32], columns: u32, inner: u32, mut y: DisjointSlice<i32, Runtime2DIndex>) {
    if let Some(place) = thread::index_2d_runtime(&y) {
        let row = MatrixView32::new(m, inner).row(place.row() as u32, inner).unwrap_or(RowView32::empty());
        let column = MatrixView32::new(n, columns).col(place.col() as u32, inner).unwrap_or(ColView32::empty());
        let mut sum = -1;
        if let Some(pairs) = row.zip_exact(column) {
            sum = pairs.map(|(a, b)| a * b).sum();
        }
        let of_row: i32 = row.iter().sum();
        let of_column: i32 = column.iter().sum();
        let last = column.get(inner - 1).unwrap_or(0) + row.get(inner).unwrap_or(0);
        if let Some(o) = y.get_mut(place) {
            *o = sum + 1000 * of_row + 100_000 * of_column + last;
        }
    }
}

#[kernel]
pub fn scaled_by_four(x: &[f32], y: &mut [f32], mut seen: DisjointSlice<u32>) {
    if let (Some(from), Some(to)) = (as_vectors::<F32x4>(x), as_vectors_mut::<F32x4>(y)) {
        let i = thread::index_1d().get();
        if i < from.len() {
            let F32x4([a, b, c, d]) = from[i];
            to[i] = F32x4::new([2.0 * a, 2.0 * b, 2.0 * c, 2.0 * d]);
        }
    }
    if let Some((o, _)) = seen.get_mut_indexed() {
        *o = is_viewable::<F32x4>(&x[..4]) as u32 | (is_viewable::<F32x4>(&x[..3]) as u32) << 1
            | (is_viewable::<F32x4>(&x[1..5]) as u32) << 2 | (F32x4::LANES as u32) << 3;
    }
}

#[kernel(launch_context = lc)]
pub fn outside(mut y: DisjointSlice<u32, LinearTiles<4>>) {
    if let Some(mut tile) = y.tile_thread32(thread::index_1d_u32(lc)) {
        tile.at_const::<3>().write(1);
        tile.at_const::<4>().write(1);
    }
}

const PLAN: AccessPlan = match access::plan::<u16>(access::TXN_128, 128) {
    Some(plan) => plan,
    None => panic!(),
};
const EACH_FOURTH: [usize; 32] = {
    let mut offsets = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        offsets[lane] = 4 * lane;
        lane += 1;
    }
    offsets
};
const _: () = assert!(PLAN.elems_per_thread == 8 && PLAN.elems_per_block == 1024 && PLAN.align == 16);

struct Square;
impl Policy for Square {
    const ID: PolicyId = PolicyId::new(7, 11);
}
type Staged = Tile<Shape3<2, 3, 5>, RowMajor, Shared, Block>;

#[kernel]
pub fn plans(mut y: DisjointSlice<u32>) {
    const {
        assert!(PLAN.min_extent(4).is_none() && PLAN.passes_for_tile(1000).is_none());
        assert!(access::plan::<f32>(6, 32).is_none() && access::plan::<f64>(access::TXN_32, 32).is_none());
        assert!(!access::is_fully_coalesced(&EACH_FOURTH, 4) && access::is_fully_coalesced(&[3; 32], 4));
    }
    if let Some((o, i)) = y.get_mut_indexed() {
        *o = match i.get() {
            0 => const { PLAN.min_extent(32).unwrap() as u32 },
            1 => const { PLAN.passes_for_tile(4096).unwrap() as u32 },
            2 => const { access::widest::<f32>(64, 32).unwrap().txn_bytes as u32 },
            3 => const { access::lines_touched(&EACH_FOURTH, 4) as u32 },
            4 => const { access::wasted_lines(&EACH_FOURTH, 4) as u32 },
            5 => const { <Staged as TileSpec>::Shape::ELEMENTS.unwrap() as u32 },
            6 => const { <Staged as TileSpec>::Shape::EXTENTS[2] as u32 },
            _ => const { (Square::ID.namespace() * Square::ID.value()) as u32 },
        };
    }
}
"""


def test_elements(kernels: rust.RustModule, device: Device) -> None:
    y = device.array(np.arange(10, dtype=np.uint32))
    kernels.elements[2, 8](y)
    assert (y.numpy() == np.arange(10) * 3 + 1).all()


def test_more_threads_than_indices_of_32_bits_stop_the_launch(
    kernels: rust.RustModule, device: Device
) -> None:
    """Two of them would have one index, and so one element."""
    y = device.zeros(4, np.uint32)
    kernels.elements[(1 << 22) + 1, 1024](y)
    with pytest.raises(BufferFailure):
        y.numpy()


def test_tiles_that_are_whole(kernels: rust.RustModule, device: Device) -> None:
    y = device.array(np.arange(11, dtype=np.uint32))
    kernels.whole_tiles[1, 8](y)
    assert y.numpy().tolist() == [7, 1, 2, 403, 7, 5, 6, 407, 8, 9, 10]


def test_runs_that_the_end_cuts(kernels: rust.RustModule, device: Device) -> None:
    y = device.zeros(10, np.uint32)
    kernels.runs[1, 8](y)
    assert y.numpy().tolist() == [4] * 8 + [1002] * 2


def test_runs_in_steps_of_the_grid(kernels: rust.RustModule, device: Device) -> None:
    y = device.zeros(15, np.uint32)
    kernels.strides[1, 3](y)
    assert y.numpy().tolist() == [1, 1, 2, 2, 3, 3] * 2 + [1, 1, 2]


@pytest.mark.parametrize(("name", "mark"), [("fixed_rows", 200), ("rows_of_the_launch", 700)])
def test_tiles_of_matrices(name: str, mark: int, kernels: rust.RustModule, device: Device) -> None:
    """Five rows of seven: two by two tiles of two by three are whole; the others are none."""
    y = device.zeros((5, 7), np.uint32)
    kernels[name][1, (4, 4)](y.reshape(-1) if name == "fixed_rows" else y)
    expected = np.zeros((5, 7), np.uint32)
    for row in range(2):
        for column in range(2):
            number = 10 * (row + 1) + column + 1
            expected[2 * row, 3 * column] = number
            expected[2 * row + 1, 3 * column + 2] = mark + number
    assert (y.numpy() == expected).all()


def test_rows_and_columns(kernels: rust.RustModule, device: Device) -> None:
    m = np.arange(6, dtype=np.int32).reshape(2, 3)
    n = np.arange(12, dtype=np.int32).reshape(3, 4) - 5
    y = device.zeros((2, 4), np.int32)
    kernels.products[1, (4, 2)](device.array(m.reshape(-1)), device.array(n.reshape(-1)), 4, 3, y)
    assert (y.numpy() == m @ n + 1000 * m.sum(1)[:, None] + 100_000 * n.sum(0) + n[2]).all()
    kernels.products[1, (4, 2)](device.array(m.reshape(-1)), device.array(n.reshape(-1)[:11]), 4, 3, y)
    assert (y.numpy()[:, 3] == -1 + 1000 * m.sum(1)).all()


def test_vectors(kernels: rust.RustModule, device: Device) -> None:
    x = np.arange(8, dtype=np.float32)
    y, seen = device.zeros(8, np.float32), device.zeros(1, np.uint32)
    kernels.scaled_by_four[1, 4](device.array(x), y, seen)
    assert (y.numpy() == 2 * x).all()
    assert seen.numpy().tolist() == [0b100_001]


def test_vectors_are_one_instruction(kernels: rust.RustModule) -> None:
    ptx = kernels.scaled_by_four.ptx("sm_90")
    assert "v4.f32" in ptx or "v4.b32" in ptx


@pytest.mark.skipif(not available_assemblers(), reason="there is no assembler for PTX")
@pytest.mark.parametrize("arch", ["sm_75", "sm_100"])
def test_all_of_them_assemble(arch: str, kernels: rust.RustModule) -> None:
    for name in kernels:
        assemble(kernels[name].ptx(arch), arch)


def test_plans_and_policies(kernels: rust.RustModule, device: Device) -> None:
    y = device.zeros(8, np.uint32)
    kernels.plans[1, 8](y)
    assert y.numpy().tolist() == [32, 4, 8, 4, 3, 30, 5, 77]


def test_a_position_outside_of_a_view_stops_the_launch(kernels: rust.RustModule, device: Device) -> None:
    y = device.zeros(8, np.uint32)
    kernels.outside[1, 1](y)
    with pytest.raises(BufferFailure, match="the position is not below the length of the view"):
        y.numpy()
