//! Sum of two vectors: each thread adds one pair of elements.

use cuda_device::{kernel, thread, DisjointSlice};

#[kernel]
pub fn vecadd(a: &[f32], b: &[f32], mut c: DisjointSlice<f32>) {
    let index = thread::index_1d();
    let i = index.get();
    if let Some(sum) = c.get_mut(index) {
        *sum = a[i] + b[i];
    }
}
