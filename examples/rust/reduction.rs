//! Sum of a vector: threads add up what is theirs, warps by shuffles, blocks through shared memory, and the grid by one atomic a block.

use cuda_device::atomic::{AtomicOrdering, DeviceAtomicF32};
use cuda_device::{kernel, thread, warp, SharedArray};

#[kernel]
pub fn sum(data: &[f32], total: &[DeviceAtomicF32]) {
    static mut PARTIAL: SharedArray<f32, 32> = SharedArray::UNINIT;

    let lane = warp::lane_id();
    let number = thread::threadIdx_x() / 32;
    let first = thread::index_1d().get();
    let stride = (thread::gridDim_x() * thread::blockDim_x()) as usize;

    let mut mine = 0.0f32;
    let mut i = first;
    while i < data.len() {
        mine += data[i];
        i += stride;
    }
    for delta in [16, 8, 4, 2, 1] {
        mine += warp::shuffle_down_f32(mine, delta);
    }
    if lane == 0 {
        unsafe { PARTIAL[number as usize] = mine };
    }
    thread::sync_threads();

    if number == 0 {
        let warps = thread::blockDim_x().div_ceil(32);
        let partial = if lane < warps { unsafe { PARTIAL[lane as usize] } } else { 0.0 };
        let of_block = warp::reduce_sum_f32(partial);
        if lane == 0 {
            if let Some(total) = total.first() {
                total.fetch_add(of_block, AtomicOrdering::Relaxed);
            }
        }
    }
}
