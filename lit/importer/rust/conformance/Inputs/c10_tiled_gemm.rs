//! A product of matrices by tiles in shared memory; the sizes need not be multiples of a tile's.

use cuda_device::*;

const TILE: usize = 8;

#[kernel]
#[launch_bounds(64)]
pub fn tiled_gemm(m: usize, n: usize, k: usize, a: &[f32], b: &[f32], mut c: DisjointSlice<f32, thread::Runtime2DIndex>) {
    static mut LEFT: SharedArray<f32, 64> = SharedArray::UNINIT;
    static mut RIGHT: SharedArray<f32, 64> = SharedArray::UNINIT;
    let (x, y) = (thread::threadIdx_x() as usize, thread::threadIdx_y() as usize);
    let (row, column) = (thread::index_2d_row(), thread::index_2d_col());
    let mut sum = 0.0f32;
    let mut first = 0;
    while first < k {
        unsafe {
            LEFT[y * TILE + x] = if row < m && first + x < k { a[row * k + first + x] } else { 0.0 };
            RIGHT[y * TILE + x] = if column < n && first + y < k { b[(first + y) * n + column] } else { 0.0 };
        }
        thread::sync_threads();
        for step in 0..TILE {
            sum += unsafe { LEFT[y * TILE + step] * RIGHT[step * TILE + x] };
        }
        thread::sync_threads();
        first += TILE;
    }
    if let Some(index) = thread::index_2d_runtime(&c) {
        if let Some(place) = c.get_mut(index) {
            *place = sum;
        }
    }
}
