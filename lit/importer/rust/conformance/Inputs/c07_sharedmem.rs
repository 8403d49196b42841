//! Shared memory of a known size: each block turns its elements around.

use cuda_device::*;

#[kernel]
#[launch_bounds(64)]
pub fn turned(x: &[u32], mut y: DisjointSlice<u32>) {
    static mut HELD: SharedArray<u32, 64> = SharedArray::UNINIT;
    let lane = thread::threadIdx_x() as usize;
    let index = thread::index_1d();
    unsafe { HELD[lane] = x[index.get()] };
    thread::sync_threads();
    if let Some(place) = y.get_mut(index) {
        *place = unsafe { HELD[63 - lane] };
    }
}
