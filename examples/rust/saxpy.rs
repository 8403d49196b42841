//! `y = a x + y`: the end of the shorter vector is the end of the work, and nothing can go wrong.

use cuda_device::{kernel, launch_bounds, thread, DisjointSlice};

#[kernel]
#[launch_bounds(256)]
pub fn saxpy(a: f32, x: &[f32], mut y: DisjointSlice<f32>) {
    let index = thread::index_1d();
    let i = index.get();
    if let (Some(y), Some(x)) = (y.get_mut(index), x.get(i)) {
        *y = x.mul_add(a, *y);
    }
}
