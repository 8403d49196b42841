//! Collectives of a warp.
//!
//! Every thread that a mask names has to run the same collective with the same mask. Functions without a mask are for full warps.

use crate::stubs;

const FULL: u32 = 0xFFFF_FFFF;

/// The lane of this thread.
#[inline(always)]
pub fn lane_id() -> u32 {
    stubs::lane_id()
}

/// The warp of this thread in its block.
#[inline(always)]
pub fn warp_id() -> u32 {
    stubs::warp_id()
}

/// Where the hardware has this warp, a number that may change.
#[inline(always)]
pub fn warpid() -> u32 {
    stubs::hardware_warp_id()
}

/// One more than the greatest such number.
#[inline(always)]
pub fn nwarpid() -> u32 {
    stubs::hardware_warp_slots()
}

/// The least lane of `mask` that is chosen (sm_90), and whether it is this one.
#[inline(always)]
pub fn elect_sync(mask: u32) -> (u32, bool) {
    let chosen = stubs::elect_sync(mask);
    let of_warp = stubs::ballot_sync(chosen, mask);
    (of_warp.trailing_zeros(), chosen)
}

macro_rules! masks {
    ($($(#[$meta:meta])* $name:ident;)*) => {$(
        $(#[$meta])*
        #[inline(always)]
        pub fn $name() -> u32 {
            stubs::$name()
        }
    )*};
}

masks! {
    /// Mask of the lanes below this one.
    lanemask_lt;
    /// Mask of this lane and those below.
    lanemask_le;
    /// Mask of this lane.
    lanemask_eq;
    /// Mask of this lane and those above.
    lanemask_ge;
    /// Mask of the lanes above this one.
    lanemask_gt;
    /// Mask of the lanes that run this instruction together.
    active_mask;
}

/// Waits until the threads of the warp that `mask` names have come here; orders their accesses.
#[inline(always)]
pub fn sync_mask(mask: u32) {
    stubs::sync_warp(mask)
}

macro_rules! shuffles {
    ($type:ident, $idx:ident $xor:ident $down:ident $up:ident, $idx_sync:ident $xor_sync:ident $down_sync:ident $up_sync:ident,
     $idx_stub:ident $xor_stub:ident $down_stub:ident $up_stub:ident) => {
        /// `value` of the lane `lane`.
        #[inline(always)]
        pub fn $idx_sync(mask: u32, value: $type, lane: u32) -> $type {
            stubs::$idx_stub(value, lane, mask)
        }

        /// `value` of the lane whose number is this lane's xor `lane_mask`.
        #[inline(always)]
        pub fn $xor_sync(mask: u32, value: $type, lane_mask: u32) -> $type {
            stubs::$xor_stub(value, lane_mask, mask)
        }

        /// `value` of the lane `delta` above; the last `delta` lanes keep their own.
        #[inline(always)]
        pub fn $down_sync(mask: u32, value: $type, delta: u32) -> $type {
            stubs::$down_stub(value, delta, mask)
        }

        /// `value` of the lane `delta` below; the first `delta` lanes keep their own.
        #[inline(always)]
        pub fn $up_sync(mask: u32, value: $type, delta: u32) -> $type {
            stubs::$up_stub(value, delta, mask)
        }

        /// The same in a full warp.
        #[inline(always)]
        pub fn $idx(value: $type, lane: u32) -> $type {
            $idx_sync(FULL, value, lane)
        }

        /// The same in a full warp.
        #[inline(always)]
        pub fn $xor(value: $type, lane_mask: u32) -> $type {
            $xor_sync(FULL, value, lane_mask)
        }

        /// The same in a full warp.
        #[inline(always)]
        pub fn $down(value: $type, delta: u32) -> $type {
            $down_sync(FULL, value, delta)
        }

        /// The same in a full warp.
        #[inline(always)]
        pub fn $up(value: $type, delta: u32) -> $type {
            $up_sync(FULL, value, delta)
        }
    };
}

shuffles!(u32, shuffle shuffle_xor shuffle_down shuffle_up,
    shuffle_sync shuffle_xor_sync shuffle_down_sync shuffle_up_sync,
    shfl_sync__ui32 shfl_sync_xor__ui32 shfl_sync_down__ui32 shfl_sync_up__ui32);
shuffles!(f32, shuffle_f32 shuffle_xor_f32 shuffle_down_f32 shuffle_up_f32,
    shuffle_f32_sync shuffle_xor_f32_sync shuffle_down_f32_sync shuffle_up_f32_sync,
    shfl_sync__f32 shfl_sync_xor__f32 shfl_sync_down__f32 shfl_sync_up__f32);
shuffles!(u64, shuffle_u64 shuffle_xor_u64 shuffle_down_u64 shuffle_up_u64,
    shuffle_u64_sync shuffle_xor_u64_sync shuffle_down_u64_sync shuffle_up_u64_sync,
    shfl_sync__ui64 shfl_sync_xor__ui64 shfl_sync_down__ui64 shfl_sync_up__ui64);
shuffles!(f64, shuffle_f64 shuffle_xor_f64 shuffle_down_f64 shuffle_up_f64,
    shuffle_f64_sync shuffle_xor_f64_sync shuffle_down_f64_sync shuffle_up_f64_sync,
    shfl_sync__f64 shfl_sync_xor__f64 shfl_sync_down__f64 shfl_sync_up__f64);
shuffles!(i32, shuffle_i32 shuffle_xor_i32 shuffle_down_i32 shuffle_up_i32,
    shuffle_i32_sync shuffle_xor_i32_sync shuffle_down_i32_sync shuffle_up_i32_sync,
    shfl_sync__si32 shfl_sync_xor__si32 shfl_sync_down__si32 shfl_sync_up__si32);

/// Whether `predicate` is true in all lanes of `mask`.
#[inline(always)]
pub fn all_sync(mask: u32, predicate: bool) -> bool {
    stubs::all_sync(predicate, mask)
}

/// Whether `predicate` is true in any lane of `mask`.
#[inline(always)]
pub fn any_sync(mask: u32, predicate: bool) -> bool {
    stubs::any_sync(predicate, mask)
}

/// Whether `predicate` is the same in all lanes of `mask`.
#[inline(always)]
pub fn uni_sync(mask: u32, predicate: bool) -> bool {
    stubs::uni_sync(predicate, mask)
}

/// Mask of the lanes of `mask` in which `predicate` is true.
#[inline(always)]
pub fn ballot_sync(mask: u32, predicate: bool) -> u32 {
    stubs::ballot_sync(predicate, mask)
}

/// Whether `predicate` is true in all lanes.
#[inline(always)]
pub fn all(predicate: bool) -> bool {
    all_sync(FULL, predicate)
}

/// Whether `predicate` is true in any lane.
#[inline(always)]
pub fn any(predicate: bool) -> bool {
    any_sync(FULL, predicate)
}

/// Mask of the lanes in which `predicate` is true.
#[inline(always)]
pub fn ballot(predicate: bool) -> u32 {
    ballot_sync(FULL, predicate)
}

/// In how many lanes `predicate` is true.
#[inline(always)]
pub fn popc(predicate: bool) -> u32 {
    ballot(predicate).count_ones()
}

/// Mask of the lanes of `mask` that have the same `value`.
#[inline(always)]
pub fn match_any_sync(mask: u32, value: u32) -> u32 {
    stubs::match_any_sync__ui32(value, mask)
}

/// Mask of the lanes of `mask` that have the same `value`.
#[inline(always)]
pub fn match_any_i64_sync(mask: u32, value: u64) -> u32 {
    stubs::match_any_sync__ui64(value, mask)
}

/// `mask` if all its lanes have the same `value`, else 0.
#[inline(always)]
pub fn match_all_sync(mask: u32, value: u32) -> u32 {
    stubs::match_all_sync__ui32(value, mask).0
}

/// `mask` if all its lanes have the same `value`, else 0.
#[inline(always)]
pub fn match_all_i64_sync(mask: u32, value: u64) -> u32 {
    stubs::match_all_sync__ui64(value, mask).0
}

macro_rules! reductions_by_instruction {
    ($($name:ident $type:ident $stub:ident;)*) => {$(
        /// A reduction of `value` over the lanes of `mask`, by one instruction (sm_80).
        #[inline(always)]
        pub fn $name(mask: u32, value: $type) -> $type {
            stubs::$stub(value, mask)
        }
    )*};
}

reductions_by_instruction! {
    redux_sync_add u32 redux_sync_add__ui32;
    redux_sync_min_u32 u32 redux_sync_min__ui32;
    redux_sync_min_i32 i32 redux_sync_min__si32;
    redux_sync_max_u32 u32 redux_sync_max__ui32;
    redux_sync_max_i32 i32 redux_sync_max__si32;
    redux_sync_and u32 redux_sync_and__ui32;
    redux_sync_or u32 redux_sync_or__ui32;
    redux_sync_xor u32 redux_sync_xor__ui32;
}

/// True in one lane of `mask` (sm_90).
#[inline(always)]
pub fn is_elected_sync(mask: u32) -> bool {
    stubs::elect_sync(mask)
}

macro_rules! reductions {
    ($type:ident, $xor:ident $xor_sync:ident, $sum:ident $max:ident $min:ident,
     $sum_partial:ident $max_partial:ident $min_partial:ident) => {
        reductions!(@one $sum $sum_partial $type $xor $xor_sync, "Sum", 0.0, |a, b| a + b);
        reductions!(@one $max $max_partial $type $xor $xor_sync, "Greatest", $type::NEG_INFINITY, |a, b| if a > b { a } else { b });
        reductions!(@one $min $min_partial $type $xor $xor_sync, "Least", $type::INFINITY, |a, b| if a < b { a } else { b });
    };
    (@one $name:ident $partial:ident $type:ident $xor:ident $xor_sync:ident, $what:literal, $neutral:expr,
     |$a:ident, $b:ident| $combine:expr) => {
        #[doc = concat!($what, " of `value` over the lanes of a full warp, in every lane.")]
        #[inline(always)]
        pub fn $name(value: $type) -> $type {
            let $a = value;
            let $b = $xor($a, 16);
            let $a = $combine;
            let $b = $xor($a, 8);
            let $a = $combine;
            let $b = $xor($a, 4);
            let $a = $combine;
            let $b = $xor($a, 2);
            let $a = $combine;
            let $b = $xor($a, 1);
            $combine
        }

        #[doc = concat!($what, " of `value` over the first `live_lanes` lanes; the whole warp has to come here.")]
        #[inline(always)]
        pub fn $partial(value: $type, live_lanes: u32) -> $type {
            $name(if lane_id() < live_lanes { value } else { $neutral })
        }
    };
}

reductions!(f32, shuffle_xor_f32 shuffle_xor_f32_sync, reduce_sum_f32 reduce_max_f32 reduce_min_f32,
    reduce_sum_f32_partial reduce_max_f32_partial reduce_min_f32_partial);
reductions!(f64, shuffle_xor_f64 shuffle_xor_f64_sync, reduce_sum_f64 reduce_max_f64 reduce_min_f64,
    reduce_sum_f64_partial reduce_max_f64_partial reduce_min_f64_partial);

/// How many lanes of this warp have a thread, in a launch along x.
#[inline(always)]
pub fn live_lanes_1d() -> u32 {
    let first = crate::thread::threadIdx_x() & !31;
    let rest = crate::thread::blockDim_x() - first;
    if rest < 32 { rest } else { 32 }
}
