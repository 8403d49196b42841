//! Copies from global to shared memory that go on while the thread does (sm_80): `cp.async`.

use crate::barrier::Barrier;
use crate::forward::{by_number, forwards, unsafe_forwards};
use crate::stubs;

unsafe_forwards! {
    /// Starts copying 4 bytes.
    cp_async_ca_4(shared: *mut u32, global: *const u32) = stubs::cp_async__ui32__4__ca(shared, global as *mut u32);
    /// Starts copying 8 bytes, aligned to 8.
    cp_async_ca_8(shared: *mut u32, global: *const u32) = stubs::cp_async__ui32__8__ca(shared, global as *mut u32);
    /// Starts copying 16 bytes, aligned to 16.
    cp_async_ca_16(shared: *mut u32, global: *const u32) = stubs::cp_async__ui32__16__ca(shared, global as *mut u32);
    /// Starts copying 16 bytes, aligned to 16, past the first-level cache.
    cp_async_cg_16(shared: *mut u32, global: *const u32) = stubs::cp_async__ui32__16__cg(shared, global as *mut u32);
    /// Starts copying `bytes` bytes and zeros up to 4.
    cp_async_ca_zfill_4(shared: *mut u32, global: *const u8, bytes: u32)
        = stubs::cp_async_zfill__ui8__4__ca(shared as *mut u8, global as *mut u8, bytes);
    /// Starts copying `bytes` bytes and zeros up to 8.
    cp_async_ca_zfill_8(shared: *mut u32, global: *const u8, bytes: u32)
        = stubs::cp_async_zfill__ui8__8__ca(shared as *mut u8, global as *mut u8, bytes);
    /// Starts copying `bytes` bytes and zeros up to 16.
    cp_async_ca_zfill_16(shared: *mut u32, global: *const u8, bytes: u32)
        = stubs::cp_async_zfill__ui8__16__ca(shared as *mut u8, global as *mut u8, bytes);
    /// Starts copying `bytes` bytes and zeros up to 16, past the first-level cache.
    cp_async_cg_zfill_16(shared: *mut u32, global: *const u8, bytes: u32)
        = stubs::cp_async_zfill__ui8__16__cg(shared as *mut u8, global as *mut u8, bytes);
    /// Has the barrier count an arrival when the thread's copies so far are done; it is one more that the barrier waits for.
    cp_async_mbarrier_arrive(barrier: *mut Barrier) = stubs::cp_async_mbarrier_arrive(barrier as *mut u64);
    /// Has the barrier count an arrival when the thread's copies so far are done.
    cp_async_mbarrier_arrive_noinc(barrier: *mut Barrier) = stubs::cp_async_mbarrier_arrive_noinc(barrier as *mut u64);
    /// `cp_async_mbarrier_arrive`, of a barrier that is known to be in shared memory.
    cp_async_mbarrier_arrive_shared(barrier: *mut Barrier) = stubs::cp_async_mbarrier_arrive(barrier as *mut u64);
    /// `cp_async_mbarrier_arrive_noinc`, of a barrier that is known to be in shared memory.
    cp_async_mbarrier_arrive_noinc_shared(barrier: *mut Barrier)
        = stubs::cp_async_mbarrier_arrive_noinc(barrier as *mut u64);
    /// Makes a group of the thread's copies so far.
    cp_async_commit_group() = stubs::cp_async_commit_group();
    /// Waits for all of the thread's copies.
    cp_async_wait_all() = stubs::cp_async_wait_all();
    /// Waits until at most `pending` of the thread's groups are not done; for a number over 7 until 7 are.
    cp_async_wait_group(pending: u32) = by_number!(pending,
        0 => stubs::cp_async_wait_group::<0>(), 1 => stubs::cp_async_wait_group::<1>(),
        2 => stubs::cp_async_wait_group::<2>(), 3 => stubs::cp_async_wait_group::<3>(),
        4 => stubs::cp_async_wait_group::<4>(), 5 => stubs::cp_async_wait_group::<5>(),
        6 => stubs::cp_async_wait_group::<6>(); stubs::cp_async_wait_group::<7>());
}

forwards! {
    /// Makes a group of the thread's copies so far.
    commit_group() = stubs::cp_async_commit_group();
    /// Waits for all of the thread's copies.
    wait_all() = stubs::cp_async_wait_all();
}
