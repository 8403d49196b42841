//! Collectives of a block, for launches along x.

use crate::shared::SharedArray;
use crate::thread::{blockDim_x, sync_threads, threadIdx_x};
use crate::warp;

macro_rules! reductions {
    ($($name:ident $type:ident $within:ident $neutral:expr;)*) => {$(
        /// A reduction of `value` over all threads of the block, in every thread. `partials` has room for one element a warp.
        ///
        /// The block has whole warps, and all its threads come here.
        ///
        /// # Safety
        /// `partials` is a static of the block that nothing else is in at the time.
        #[inline(always)]
        pub unsafe fn $name<const WARPS: usize, const ALIGN: usize>(
            value: $type,
            partials: *mut SharedArray<$type, WARPS, ALIGN>,
        ) -> $type {
            let partials = unsafe { SharedArray::as_raw_mut_ptr(partials) };
            let of_warp = warp::$within(value);
            let (lane, number) = (warp::lane_id(), threadIdx_x() / 32);
            if lane == 0 {
                unsafe { *partials.add(number as usize) = of_warp };
            }
            sync_threads();
            let there = lane < blockDim_x() / 32;
            let partial = if there { unsafe { *partials.add(lane as usize) } } else { $neutral };
            let result = warp::$within(partial);
            sync_threads();
            result
        }
    )*};
}

reductions! {
    reduce_sum_f32 f32 reduce_sum_f32 0.0;
    reduce_max_f32 f32 reduce_max_f32 f32::NEG_INFINITY;
    reduce_min_f32 f32 reduce_min_f32 f32::INFINITY;
    reduce_sum_f64 f64 reduce_sum_f64 0.0;
    reduce_max_f64 f64 reduce_max_f64 f64::NEG_INFINITY;
    reduce_min_f64 f64 reduce_min_f64 f64::INFINITY;
}
