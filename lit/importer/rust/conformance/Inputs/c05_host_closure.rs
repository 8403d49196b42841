//! A kernel over a function that the launch passes, with what it captures.

use cuda_device::*;

#[kernel]
pub fn mapped<F: Fn(f32) -> f32 + Copy>(f: F, x: &[f32], mut y: DisjointSlice<f32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        *place = f(x[i.get()]);
    }
}
