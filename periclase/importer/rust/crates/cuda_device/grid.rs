//! All blocks of a launch together.
//!
//! This is for GPUs: the CPU runs one block after another, and says so.

use crate::stubs;
use crate::thread::{
    blockIdx_x, blockIdx_y, blockIdx_z, gridDim_x, gridDim_y, gridDim_z, sync_threads, threadIdx_x, threadIdx_y, threadIdx_z,
};

/// The bit of the count that turns when all blocks have come.
const TURN: u32 = 0x8000_0000;

/// Waits until every thread of the grid has come here. The kernel is marked `#[cooperative_launch]`, and no two launches of one module
/// do this at once: they share the count. `sync_by` has one of its own.
#[inline(always)]
pub fn sync() {
    unsafe { sync_by(stubs::grid_counter()) }
}

/// Waits until every thread of the grid has come here. The kernel is marked `#[cooperative_launch]`.
///
/// `counter` is a number in global memory, whose lower 31 bits are 0 before the launch, and after it again.
///
/// # Safety
/// Every thread of the grid comes here, with the same counter.
#[inline(always)]
pub unsafe fn sync_by(counter: *mut u32) {
    sync_threads();
    if (threadIdx_x() | threadIdx_y() | threadIdx_z()) == 0 {
        let others = gridDim_x() * gridDim_y() * gridDim_z() - 1;
        // All blocks together add what turns the highest bit, whatever it was before; so nobody has to set it back.
        let is_first = (blockIdx_x() | blockIdx_y() | blockIdx_z()) == 0;
        let share = if is_first { TURN - others } else { 1 };
        let before = stubs::atomic_add__ui32__acq_rel__device(counter, share);
        // As text, so that it is compiled for GPUs only: on the CPU nobody would ever come.
        while (unsafe { stubs::inline_ptx::<u32, _>("ld.acquire.gpu.u32 $0, [$1];", (counter,)) } ^ before) & TURN == 0 {}
    }
    sync_threads();
}
