//! Control of the launch of clusters (sm_100): a cluster takes over the work of one that has not begun.

use crate::barrier::Barrier;
use crate::forward::unsafe_forwards;
use crate::stubs;

unsafe_forwards! {
    /// Asks for a cluster that has not begun; the answer, 16 bytes, comes to `response`, and the barrier is told.
    clc_try_cancel(response: *mut u8, barrier: *mut Barrier)
        = stubs::clc_try_cancel(response as *mut u64, barrier as *mut u64);
    /// The same, with the answer for every block of the cluster.
    clc_try_cancel_multicast(response: *mut u8, barrier: *mut Barrier)
        = stubs::clc_try_cancel__multicast(response as *mut u64, barrier as *mut u64);
    /// Whether there was one: 1 or 0.
    clc_query_is_canceled(low: u64, high: u64) -> u32 = stubs::clc_is_canceled(low, high) as u32;
    /// The first block of it along x.
    clc_query_get_first_ctaid_x(low: u64, high: u64) -> u32 = stubs::clc_first_block_x(low, high);
    /// The first block of it along y.
    clc_query_get_first_ctaid_y(low: u64, high: u64) -> u32 = stubs::clc_first_block_y(low, high);
    /// The first block of it along z.
    clc_query_get_first_ctaid_z(low: u64, high: u64) -> u32 = stubs::clc_first_block_z(low, high);
}
