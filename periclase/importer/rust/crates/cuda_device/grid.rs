//! All blocks of a launch together.

/// Waits until every thread of the grid has come here. The kernel is marked `#[cooperative_launch]`.
///
/// `counter` is a number in global memory, 0 before the launch; it counts how many blocks have come.
///
/// # Safety
/// Every thread of the grid comes here, with the same counter.
#[inline(always)]
pub unsafe fn sync_by(counter: *mut u32) {
    use crate::stubs;
    use crate::thread::{gridDim_x, gridDim_y, gridDim_z, sync_threads, threadIdx_x, threadIdx_y, threadIdx_z};

    sync_threads();
    if threadIdx_x() == 0 && threadIdx_y() == 0 && threadIdx_z() == 0 {
        let blocks = gridDim_x() * gridDim_y() * gridDim_z();
        let before = stubs::atomic_add__ui32__acq_rel__device(counter, 1);
        let goal = before - before % blocks + blocks;
        while (stubs::atomic_load__ui32__acquire__device(counter).wrapping_sub(goal) as i32) < 0 {}
    }
    sync_threads();
}
