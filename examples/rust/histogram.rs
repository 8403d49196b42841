//! How often each byte occurs: each block counts in shared memory, then adds what it has to the counts of all.

use cuda_device::atomic::{AtomicOrdering, BlockAtomicU32, DeviceAtomicU32};
use cuda_device::{kernel, thread, SharedArray};

const BINS: usize = 256;

#[kernel]
pub fn histogram(data: &[u8], counts: &[DeviceAtomicU32]) {
    static mut PARTIAL: SharedArray<u32, BINS> = SharedArray::UNINIT;
    let partial = unsafe { SharedArray::as_raw_mut_ptr(&raw mut PARTIAL) };

    let lane = thread::threadIdx_x() as usize;
    let threads = thread::blockDim_x() as usize;
    for bin in (lane..BINS).step_by(threads) {
        unsafe { *partial.add(bin) = 0 };
    }
    thread::sync_threads();

    let first = thread::blockIdx_x() as usize * threads + lane;
    let stride = thread::gridDim_x() as usize * threads;
    for byte in data.iter().skip(first).step_by(stride) {
        let count = unsafe { BlockAtomicU32::from_ptr(partial.add(*byte as usize)) };
        count.fetch_add(1, AtomicOrdering::Relaxed);
    }
    thread::sync_threads();

    for (bin, count) in counts.iter().enumerate().skip(lane).step_by(threads) {
        let found = unsafe { *partial.add(bin) };
        if found != 0 {
            count.fetch_add(found, AtomicOrdering::Relaxed);
        }
    }
}
