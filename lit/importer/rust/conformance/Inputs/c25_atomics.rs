//! Atomics of several scopes and orders.

use cuda_device::atomic::{AtomicOrdering, BlockAtomicU32, DeviceAtomicF32, DeviceAtomicI32, DeviceAtomicU32, DeviceAtomicU64, SystemAtomicU32};
use cuda_device::*;

#[kernel]
pub fn counted(x: &[u32], counts: &[DeviceAtomicU32], sum: &[DeviceAtomicU64], ends: &[DeviceAtomicI32], total: &[DeviceAtomicF32]) {
    let i = thread::index_1d().get();
    if let Some(&value) = x.get(i) {
        counts[0].fetch_add(value, AtomicOrdering::Relaxed);
        counts[1].fetch_max(value, AtomicOrdering::AcqRel);
        counts[2].fetch_or(1 << (value % 32), AtomicOrdering::Release);
        counts[3].fetch_xor(value, AtomicOrdering::SeqCst);
        sum[0].fetch_add((value as u64) << 20, AtomicOrdering::Relaxed);
        ends[0].fetch_min(-(value as i32), AtomicOrdering::Acquire);
        total[0].fetch_add(value as f32, AtomicOrdering::Relaxed);
        let mut old = counts[4].load(AtomicOrdering::Relaxed);
        while let Err(now) = counts[4].compare_exchange(old, old + 2, AtomicOrdering::AcqRel, AtomicOrdering::Relaxed) {
            old = now;
        }
    }
}

#[kernel]
pub fn load_store(flags: &[SystemAtomicU32], mut y: DisjointSlice<u32>) {
    static mut HELD: SharedArray<u32, 1> = SharedArray::UNINIT;
    let held = unsafe { BlockAtomicU32::from_ptr(SharedArray::as_raw_mut_ptr(&raw mut HELD)) };
    if thread::threadIdx_x() == 0 {
        held.store(flags[0].load(AtomicOrdering::Acquire), AtomicOrdering::Release);
        flags[1].store(77, AtomicOrdering::SeqCst);
    }
    thread::sync_threads();
    if let Some((place, _)) = y.get_mut_indexed() {
        *place = held.load(AtomicOrdering::Acquire);
    }
}
