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
        let rank = self.thread_rank() + delta;
        let lane = if rank < N { self.base() + rank } else { warp::lane_id() };
        warp::shuffle_sync(self.mask(), value, lane)
    }

    #[inline(always)]
    fn shfl_down_f32(&self, value: f32, delta: u32) -> f32 {
        let rank = self.thread_rank() + delta;
        let lane = if rank < N { self.base() + rank } else { warp::lane_id() };
        warp::shuffle_f32_sync(self.mask(), value, lane)
    }
}
