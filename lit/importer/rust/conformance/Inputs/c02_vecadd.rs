//! One element a thread; threads behind the end do nothing.

use cuda_device::*;

#[kernel]
pub fn vecadd(a: &[f32], b: &[f32], mut c: DisjointSlice<f32>) {
    let index = thread::index_1d();
    let i = index.get();
    if let Some(place) = c.get_mut(index) {
        *place = a[i] + b[i];
    }
}
