//! Shared memory whose size the launch says, in two parts of different types.

use cuda_device::*;

#[kernel]
pub fn parted(x: &[f32], mut y: DisjointSlice<f32>) {
    let lane = thread::threadIdx_x() as usize;
    let threads = thread::blockDim_x() as usize;
    let values: *mut f32 = DynamicSharedArray::<f32>::get();
    let counts: *mut u32 = DynamicSharedArray::<u32>::offset(threads * 4);
    let index = thread::index_1d();
    unsafe {
        *values.add(lane) = x[index.get()];
        *counts.add(lane) = lane as u32;
    }
    thread::sync_threads();
    let other = (lane + 1) % threads;
    if let Some(place) = y.get_mut(index) {
        *place = unsafe { *values.add(other) + *counts.add(other) as f32 };
    }
}
