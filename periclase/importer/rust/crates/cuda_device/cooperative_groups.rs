//! Groups of threads as values.

use crate::{stubs, thread, warp};

/// Threads that work together.
pub trait ThreadGroup: Copy {
    /// How many threads there are.
    fn size(&self) -> u32;
    /// Number of this thread in the group.
    fn thread_rank(&self) -> u32;
    /// Waits until all of them have come here.
    fn sync(&self);
}

/// The whole grid.
#[derive(Clone, Copy, Debug)]
pub struct Grid(());

/// The grid of this thread.
#[inline(always)]
pub fn this_grid() -> Grid {
    Grid(())
}

impl Grid {
    /// Blocks of the grid.
    #[inline(always)]
    pub fn num_blocks(&self) -> u32 {
        thread::gridDim_x() * thread::gridDim_y() * thread::gridDim_z()
    }

    /// Number of this block in the grid.
    #[inline(always)]
    pub fn block_rank(&self) -> u32 {
        (thread::blockIdx_z() * thread::gridDim_y() + thread::blockIdx_y()) * thread::gridDim_x() + thread::blockIdx_x()
    }
}

impl ThreadGroup for Grid {
    #[inline(always)]
    fn size(&self) -> u32 {
        self.num_blocks() * this_thread_block().size()
    }

    #[inline(always)]
    fn thread_rank(&self) -> u32 {
        self.block_rank() * this_thread_block().size() + this_thread_block().thread_rank()
    }

    #[inline(always)]
    fn sync(&self) {
        crate::grid::sync()
    }
}

/// The blocks of a cluster (sm_90).
#[derive(Clone, Copy, Debug)]
pub struct Cluster(());

/// The cluster of this thread.
#[inline(always)]
pub fn this_cluster() -> Cluster {
    Cluster(())
}

impl Cluster {
    /// Blocks of the cluster.
    #[inline(always)]
    pub fn num_blocks(&self) -> u32 {
        crate::cluster::cluster_size()
    }

    /// Number of this block in the cluster.
    #[inline(always)]
    pub fn block_rank(&self) -> u32 {
        crate::cluster::block_rank()
    }
}

impl ThreadGroup for Cluster {
    #[inline(always)]
    fn size(&self) -> u32 {
        self.num_blocks() * this_thread_block().size()
    }

    #[inline(always)]
    fn thread_rank(&self) -> u32 {
        self.block_rank() * this_thread_block().size() + this_thread_block().thread_rank()
    }

    #[inline(always)]
    fn sync(&self) {
        crate::cluster::cluster_sync()
    }
}

/// A block.
#[derive(Clone, Copy, Debug)]
pub struct ThreadBlock(());

/// The block of this thread.
#[inline(always)]
pub fn this_thread_block() -> ThreadBlock {
    ThreadBlock(())
}

impl ThreadBlock {
    /// The tile of `N` threads (1, 2, 4, 8, 16 or 32) of a warp that this thread is in.
    #[inline(always)]
    pub fn tiled_partition<const N: u32>(self) -> WarpTile<N> {
        const { assert!(N.is_power_of_two() && N <= 32, "a tile has 1, 2, 4, 8, 16 or 32 threads") };
        WarpTile(())
    }
}

impl ThreadGroup for ThreadBlock {
    #[inline(always)]
    fn size(&self) -> u32 {
        thread::blockDim_x() * thread::blockDim_y() * thread::blockDim_z()
    }

    #[inline(always)]
    fn thread_rank(&self) -> u32 {
        (thread::threadIdx_z() * thread::blockDim_y() + thread::threadIdx_y()) * thread::blockDim_x() + thread::threadIdx_x()
    }

    #[inline(always)]
    fn sync(&self) {
        stubs::sync_threads()
    }
}

/// `N` neighbouring threads of a warp.
#[derive(Clone, Copy, Debug)]
pub struct WarpTile<const N: u32>(());

impl<const N: u32> WarpTile<N> {
    #[inline(always)]
    fn base(&self) -> u32 {
        warp::lane_id() & !(N - 1)
    }

    #[inline(always)]
    fn mask(&self) -> u32 {
        (u32::MAX >> (32 - N)) << self.base()
    }

    #[inline(always)]
    fn lane_above(&self, delta: u32) -> u32 {
        let lane = warp::lane_id();
        if delta < N - (lane & (N - 1)) { lane + delta } else { lane }
    }

    #[inline(always)]
    fn lane_below(&self, delta: u32) -> u32 {
        let lane = warp::lane_id();
        if lane & (N - 1) >= delta { lane - delta } else { lane }
    }
}

impl<const N: u32> ThreadGroup for WarpTile<N> {
    #[inline(always)]
    fn size(&self) -> u32 {
        N
    }

    #[inline(always)]
    fn thread_rank(&self) -> u32 {
        warp::lane_id() & (N - 1)
    }

    #[inline(always)]
    fn sync(&self) {
        warp::sync_mask(self.mask())
    }
}

/// What the threads of a tile do together.
pub trait WarpCollective: ThreadGroup {
    /// Mask of the threads in which `predicate` is true, from the group's first thread on.
    fn ballot(&self, predicate: bool) -> u32;
    /// Whether it is true in all of them.
    fn all(&self, predicate: bool) -> bool;
    /// Whether it is true in any of them.
    fn any(&self, predicate: bool) -> bool;
    /// `value` of the thread `rank`.
    fn shfl(&self, value: u32, rank: u32) -> u32;
    /// `value` of the thread whose rank is this one's xor `lane_mask`.
    fn shfl_xor(&self, value: u32, lane_mask: u32) -> u32;
    /// `value` of the thread `rank`.
    fn shfl_f32(&self, value: f32, rank: u32) -> f32;
    /// `value` of the thread whose rank is this one's xor `lane_mask`.
    fn shfl_xor_f32(&self, value: f32, lane_mask: u32) -> f32;
    /// `value` of the thread `delta` above; its own where there is none.
    fn shfl_down(&self, value: u32, delta: u32) -> u32;
    /// `value` of the thread `delta` above; its own where there is none.
    fn shfl_down_f32(&self, value: f32, delta: u32) -> f32;
    /// `value` of the thread `delta` below; its own where there is none.
    fn shfl_up(&self, value: u32, delta: u32) -> u32;
    /// `value` of the thread `delta` below; its own where there is none.
    fn shfl_up_f32(&self, value: f32, delta: u32) -> f32;
    /// Mask of the threads with this `value`, from the group's first thread on.
    fn match_any(&self, value: u32) -> u32;
    /// Mask of the threads with this `value`, from the group's first thread on.
    fn match_any_i64(&self, value: u64) -> u32;
    /// Mask of all threads if all have this `value`, else 0.
    fn match_all(&self, value: u32) -> u32;
    /// Mask of all threads if all have this `value`, else 0.
    fn match_all_i64(&self, value: u64) -> u32;
}

impl<const N: u32> WarpCollective for WarpTile<N> {
    #[inline(always)]
    fn ballot(&self, predicate: bool) -> u32 {
        warp::ballot_sync(self.mask(), predicate) >> self.base()
    }

    #[inline(always)]
    fn all(&self, predicate: bool) -> bool {
        warp::all_sync(self.mask(), predicate)
    }

    #[inline(always)]
    fn any(&self, predicate: bool) -> bool {
        warp::any_sync(self.mask(), predicate)
    }

    #[inline(always)]
    fn shfl(&self, value: u32, rank: u32) -> u32 {
        warp::shuffle_sync(self.mask(), value, self.base() | (rank & (N - 1)))
    }

    #[inline(always)]
    fn shfl_xor(&self, value: u32, lane_mask: u32) -> u32 {
        warp::shuffle_xor_sync(self.mask(), value, lane_mask & (N - 1))
    }

    #[inline(always)]
    fn shfl_f32(&self, value: f32, rank: u32) -> f32 {
        warp::shuffle_f32_sync(self.mask(), value, self.base() | (rank & (N - 1)))
    }

    #[inline(always)]
    fn shfl_xor_f32(&self, value: f32, lane_mask: u32) -> f32 {
        warp::shuffle_xor_f32_sync(self.mask(), value, lane_mask & (N - 1))
    }

    #[inline(always)]
    fn shfl_down(&self, value: u32, delta: u32) -> u32 {
        warp::shuffle_sync(self.mask(), value, self.lane_above(delta))
    }

    #[inline(always)]
    fn shfl_down_f32(&self, value: f32, delta: u32) -> f32 {
        warp::shuffle_f32_sync(self.mask(), value, self.lane_above(delta))
    }

    #[inline(always)]
    fn shfl_up(&self, value: u32, delta: u32) -> u32 {
        warp::shuffle_sync(self.mask(), value, self.lane_below(delta))
    }

    #[inline(always)]
    fn shfl_up_f32(&self, value: f32, delta: u32) -> f32 {
        warp::shuffle_f32_sync(self.mask(), value, self.lane_below(delta))
    }

    #[inline(always)]
    fn match_any(&self, value: u32) -> u32 {
        warp::match_any_sync(self.mask(), value) >> self.base()
    }

    #[inline(always)]
    fn match_any_i64(&self, value: u64) -> u32 {
        warp::match_any_i64_sync(self.mask(), value) >> self.base()
    }

    #[inline(always)]
    fn match_all(&self, value: u32) -> u32 {
        warp::match_all_sync(self.mask(), value) >> self.base()
    }

    #[inline(always)]
    fn match_all_i64(&self, value: u64) -> u32 {
        warp::match_all_i64_sync(self.mask(), value) >> self.base()
    }
}

/// The threads of a warp that run the same instruction.
#[derive(Clone, Copy, Debug)]
pub struct CoalescedThreads {
    mask: u32,
}

/// The threads of the warp that come here together.
#[inline(always)]
pub fn coalesced_threads() -> CoalescedThreads {
    CoalescedThreads { mask: warp::active_mask() }
}

impl CoalescedThreads {
    /// The mask of their lanes.
    #[inline(always)]
    pub fn raw_mask(&self) -> u32 {
        self.mask
    }

    /// The lane of the thread `rank`; this one where there is none.
    #[inline(always)]
    fn lane(&self, rank: u32) -> u32 {
        if rank >= self.size() {
            return warp::lane_id();
        }
        let mut left = self.mask;
        let mut skipped = 0;
        while skipped < rank {
            left &= left - 1;
            skipped += 1;
        }
        left.trailing_zeros()
    }

    /// Of a mask of lanes that of the threads' ranks.
    #[inline(always)]
    fn packed(&self, lanes: u32) -> u32 {
        let (mut left, mut packed, mut rank) = (self.mask, 0, 0);
        while left != 0 {
            packed |= (lanes >> left.trailing_zeros() & 1) << rank;
            rank += 1;
            left &= left - 1;
        }
        packed
    }

    #[inline(always)]
    fn lane_above(&self, delta: u32) -> u32 {
        self.lane(self.thread_rank().saturating_add(delta))
    }

    #[inline(always)]
    fn lane_below(&self, delta: u32) -> u32 {
        let rank = self.thread_rank();
        self.lane(if rank >= delta { rank - delta } else { rank })
    }
}

impl ThreadGroup for CoalescedThreads {
    #[inline(always)]
    fn size(&self) -> u32 {
        self.mask.count_ones()
    }

    #[inline(always)]
    fn thread_rank(&self) -> u32 {
        (self.mask & warp::lanemask_lt()).count_ones()
    }

    #[inline(always)]
    fn sync(&self) {
        warp::sync_mask(self.mask)
    }
}

impl WarpCollective for CoalescedThreads {
    #[inline(always)]
    fn ballot(&self, predicate: bool) -> u32 {
        self.packed(warp::ballot_sync(self.mask, predicate))
    }

    #[inline(always)]
    fn all(&self, predicate: bool) -> bool {
        warp::all_sync(self.mask, predicate)
    }

    #[inline(always)]
    fn any(&self, predicate: bool) -> bool {
        warp::any_sync(self.mask, predicate)
    }

    #[inline(always)]
    fn shfl(&self, value: u32, rank: u32) -> u32 {
        warp::shuffle_sync(self.mask, value, self.lane(rank))
    }

    #[inline(always)]
    fn shfl_xor(&self, value: u32, lane_mask: u32) -> u32 {
        warp::shuffle_sync(self.mask, value, self.lane(self.thread_rank() ^ lane_mask))
    }

    #[inline(always)]
    fn shfl_f32(&self, value: f32, rank: u32) -> f32 {
        warp::shuffle_f32_sync(self.mask, value, self.lane(rank))
    }

    #[inline(always)]
    fn shfl_xor_f32(&self, value: f32, lane_mask: u32) -> f32 {
        warp::shuffle_f32_sync(self.mask, value, self.lane(self.thread_rank() ^ lane_mask))
    }

    #[inline(always)]
    fn shfl_down(&self, value: u32, delta: u32) -> u32 {
        warp::shuffle_sync(self.mask, value, self.lane_above(delta))
    }

    #[inline(always)]
    fn shfl_down_f32(&self, value: f32, delta: u32) -> f32 {
        warp::shuffle_f32_sync(self.mask, value, self.lane_above(delta))
    }

    #[inline(always)]
    fn shfl_up(&self, value: u32, delta: u32) -> u32 {
        warp::shuffle_sync(self.mask, value, self.lane_below(delta))
    }

    #[inline(always)]
    fn shfl_up_f32(&self, value: f32, delta: u32) -> f32 {
        warp::shuffle_f32_sync(self.mask, value, self.lane_below(delta))
    }

    #[inline(always)]
    fn match_any(&self, value: u32) -> u32 {
        self.packed(warp::match_any_sync(self.mask, value))
    }

    #[inline(always)]
    fn match_any_i64(&self, value: u64) -> u32 {
        self.packed(warp::match_any_i64_sync(self.mask, value))
    }

    #[inline(always)]
    fn match_all(&self, value: u32) -> u32 {
        self.packed(warp::match_all_sync(self.mask, value))
    }

    #[inline(always)]
    fn match_all_i64(&self, value: u64) -> u32 {
        self.packed(warp::match_all_i64_sync(self.mask, value))
    }
}

/// How two values are made one, for reductions and scans.
pub mod ops {
    /// An operation that is associative, with the value that changes nothing.
    pub trait ReduceOp<T> {
        /// The value that changes nothing.
        fn identity() -> T;

        /// Both in one.
        fn combine(a: T, b: T) -> T;
    }

    /// The sum.
    pub struct Sum;
    /// The least.
    pub struct Min;
    /// The greatest.
    pub struct Max;
    /// All bits that are in both.
    pub struct BitAnd;
    /// All bits that are in either.
    pub struct BitOr;
    /// All bits that are in one of them.
    pub struct BitXor;

    macro_rules! of_integers {
        ($($type:ident)*) => {$(
            impl ReduceOp<$type> for Sum {
                #[inline(always)]
                fn identity() -> $type { 0 }
                #[inline(always)]
                fn combine(a: $type, b: $type) -> $type { a.wrapping_add(b) }
            }
            impl ReduceOp<$type> for Min {
                #[inline(always)]
                fn identity() -> $type { $type::MAX }
                #[inline(always)]
                fn combine(a: $type, b: $type) -> $type { if b < a { b } else { a } }
            }
            impl ReduceOp<$type> for Max {
                #[inline(always)]
                fn identity() -> $type { $type::MIN }
                #[inline(always)]
                fn combine(a: $type, b: $type) -> $type { if b > a { b } else { a } }
            }
            impl ReduceOp<$type> for BitAnd {
                #[inline(always)]
                fn identity() -> $type { !0 }
                #[inline(always)]
                fn combine(a: $type, b: $type) -> $type { a & b }
            }
            impl ReduceOp<$type> for BitOr {
                #[inline(always)]
                fn identity() -> $type { 0 }
                #[inline(always)]
                fn combine(a: $type, b: $type) -> $type { a | b }
            }
            impl ReduceOp<$type> for BitXor {
                #[inline(always)]
                fn identity() -> $type { 0 }
                #[inline(always)]
                fn combine(a: $type, b: $type) -> $type { a ^ b }
            }
        )*};
    }

    of_integers!(u32 i32);

    impl ReduceOp<f32> for Sum {
        #[inline(always)]
        fn identity() -> f32 { 0.0 }

        #[inline(always)]
        fn combine(a: f32, b: f32) -> f32 {
            a + b
        }
    }

    impl ReduceOp<f32> for Min {
        #[inline(always)]
        fn identity() -> f32 { f32::INFINITY }

        #[inline(always)]
        fn combine(a: f32, b: f32) -> f32 {
            a.min(b)
        }
    }

    impl ReduceOp<f32> for Max {
        #[inline(always)]
        fn identity() -> f32 { f32::NEG_INFINITY }

        #[inline(always)]
        fn combine(a: f32, b: f32) -> f32 {
            a.max(b)
        }
    }
}

use crate::shared::SharedArray;
use ops::ReduceOp;

/// A value that the threads of a group give one another.
pub trait WarpShuffle: Copy + Sized {
    /// `value` of the thread whose rank is this one's xor `lane_mask`.
    fn shfl_xor_via<G: WarpCollective>(group: &G, value: Self, lane_mask: u32) -> Self;
    /// `value` of the thread `delta` below.
    fn shfl_up_via<G: WarpCollective>(group: &G, value: Self, delta: u32) -> Self;
}

macro_rules! shuffles {
    ($($type:ident $xor:ident $up:ident;)*) => {$(
        impl WarpShuffle for $type {
            #[inline(always)]
            fn shfl_xor_via<G: WarpCollective>(group: &G, value: Self, lane_mask: u32) -> Self {
                group.$xor(value as _, lane_mask) as $type
            }

            #[inline(always)]
            fn shfl_up_via<G: WarpCollective>(group: &G, value: Self, delta: u32) -> Self {
                group.$up(value as _, delta) as $type
            }
        }
    )*};
}

shuffles! {
    u32 shfl_xor shfl_up;
    i32 shfl_xor shfl_up;
    f32 shfl_xor_f32 shfl_up_f32;
}

/// A reduction of `value` over the threads of a tile, in every thread.
#[inline(always)]
pub fn warp_reduce<T: WarpShuffle, Op: ReduceOp<T>, const N: u32>(tile: &WarpTile<N>, value: T) -> T {
    let (mut result, mut step) = (value, N / 2);
    while step > 0 {
        result = Op::combine(result, T::shfl_xor_via(tile, result, step));
        step /= 2;
    }
    result
}

/// The reduction of `value` over this thread of a tile and all before it.
#[inline(always)]
pub fn warp_scan<T: WarpShuffle, Op: ReduceOp<T>, const N: u32>(tile: &WarpTile<N>, value: T) -> T {
    let (mut result, mut step) = (value, 1);
    while step < N {
        let before = T::shfl_up_via(tile, result, step);
        if tile.thread_rank() >= step {
            result = Op::combine(before, result);
        }
        step *= 2;
    }
    result
}

/// A reduction of `value` over the block, which has `NUM_WARPS` whole warps, in every thread.
///
/// `scratch` is a static that nothing else is in at the time, and all threads of the block come here.
#[inline(always)]
pub fn block_reduce<T: WarpShuffle, Op: ReduceOp<T>, const NUM_WARPS: usize>(
    block: &ThreadBlock,
    value: T,
    scratch: *mut SharedArray<T, NUM_WARPS>,
) -> T {
    let tile = block.tiled_partition::<32>();
    let (rank, partials) = (block.thread_rank(), unsafe { SharedArray::as_raw_mut_ptr(scratch) });
    let of_warp = warp_reduce::<T, Op, 32>(&tile, value);
    if tile.thread_rank() == 0 {
        unsafe { *partials.add((rank / 32) as usize) = of_warp };
    }
    block.sync();
    let mut result = Op::identity();
    let mut number = 0;
    while number < NUM_WARPS {
        result = Op::combine(result, unsafe { *partials.add(number) });
        number += 1;
    }
    block.sync();
    result
}

/// The reduction of `value` over this thread of the block, which has `NUM_WARPS` whole warps, and all before it.
///
/// `scratch` and the threads as for `block_reduce`.
#[inline(always)]
pub fn block_scan<T: WarpShuffle, Op: ReduceOp<T>, const NUM_WARPS: usize>(
    block: &ThreadBlock,
    value: T,
    scratch: *mut SharedArray<T, NUM_WARPS>,
) -> T {
    let tile = block.tiled_partition::<32>();
    let (own_warp, partials) = ((block.thread_rank() / 32) as usize, unsafe { SharedArray::as_raw_mut_ptr(scratch) });
    let in_warp = warp_scan::<T, Op, 32>(&tile, value);
    if tile.thread_rank() == 31 {
        unsafe { *partials.add(own_warp) = in_warp };
    }
    block.sync();
    let mut before = Op::identity();
    let mut number = 0;
    while number < NUM_WARPS {
        if number < own_warp {
            before = Op::combine(before, unsafe { *partials.add(number) });
        }
        number += 1;
    }
    block.sync();
    Op::combine(before, in_warp)
}
