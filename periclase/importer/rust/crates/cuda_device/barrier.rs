//! Barriers as objects in shared memory (sm_80).

use crate::stubs;

/// A barrier: `static mut BARRIER: SharedArray<Barrier, 1> = SharedArray::UNINIT;`.
#[repr(C, align(8))]
pub struct Barrier {
    state: u64,
}

/// Makes a barrier for `count` arrivals.
///
/// # Safety
/// `barrier` is in shared memory, and one thread does this before the others use it.
#[inline(always)]
pub unsafe fn mbarrier_init(barrier: *mut Barrier, count: u32) {
    stubs::mbarrier_init(barrier as *mut u64, count)
}

/// Arrives; gives what to wait for.
///
/// # Safety
/// `barrier` is a barrier in shared memory.
#[inline(always)]
pub unsafe fn mbarrier_arrive(barrier: *const Barrier) -> u64 {
    stubs::mbarrier_arrive(barrier as *mut u64)
}

/// Whether the phase that `token` is from is over.
///
/// # Safety
/// `barrier` is a barrier in shared memory.
#[inline(always)]
pub unsafe fn mbarrier_test_wait(barrier: *const Barrier, token: u64) -> bool {
    stubs::mbarrier_test_wait(barrier as *mut u64, token)
}

/// Makes the memory of a barrier ordinary memory again.
///
/// # Safety
/// `barrier` is a barrier in shared memory that nobody waits for.
#[inline(always)]
pub unsafe fn mbarrier_inval(barrier: *mut Barrier) {
    stubs::mbarrier_inval(barrier as *mut u64)
}
