//! A product of matrices, one element a thread.

use cuda_device::*;

#[kernel]
pub fn gemm(n: usize, k: usize, a: &[f32], b: &[f32], mut c: DisjointSlice<f32, thread::Runtime2DIndex>) {
    if let Some(index) = thread::index_2d_runtime(&c) {
        let (row, column) = (index.row(), index.col());
        if let Some(place) = c.get_mut(index) {
            let mut sum = 0.0f32;
            for step in 0..k {
                sum += a[row * k + step] * b[step * n + column];
            }
            *place = sum;
        }
    }
}
