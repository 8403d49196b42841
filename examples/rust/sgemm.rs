//! `C = A B` of row-major matrices: each block of 16 by 16 threads computes a tile, for which it brings tiles of A and B into shared
//! memory one after another.

use cuda_device::{kernel, required_block, thread, DisjointSlice, SharedArray};

const TILE: usize = 16;

#[kernel]
#[required_block(16, 16, 1)]
pub fn sgemm(m: u32, n: u32, k: u32, a: &[f32], b: &[f32], mut c: DisjointSlice<f32>) {
    static mut TILE_A: SharedArray<f32, { TILE * TILE }> = SharedArray::UNINIT;
    static mut TILE_B: SharedArray<f32, { TILE * TILE }> = SharedArray::UNINIT;

    let (m, n, k) = (m as usize, n as usize, k as usize);
    let (x, y) = (thread::threadIdx_x() as usize, thread::threadIdx_y() as usize);
    let (row, column) = (thread::index_2d_row(), thread::index_2d_col());

    let mut sum = 0.0f32;
    let mut tile = 0;
    while tile < k {
        let (a_column, b_row) = (tile + x, tile + y);
        unsafe {
            TILE_A[y * TILE + x] = if row < m && a_column < k { a[row * k + a_column] } else { 0.0 };
            TILE_B[y * TILE + x] = if b_row < k && column < n { b[b_row * n + column] } else { 0.0 };
        }
        thread::sync_threads();
        #[unroll]
        for i in 0..TILE {
            sum = unsafe { TILE_A[y * TILE + i].mul_add(TILE_B[i * TILE + x], sum) };
        }
        thread::sync_threads();
        tile += TILE;
    }
    if row < m && column < n && row * n + column < c.len() {
        // Each thread has a row and a column of its own.
        unsafe { *c.get_unchecked_mut(row * n + column) = sum };
    }
}
