//! Clusters of blocks (sm_90).

use crate::forward::{forwards, unsafe_forwards};
use crate::stubs;

macro_rules! registers {
    ($($(#[$meta:meta])* $name:ident = $stub:ident;)*) => {$(
        $(#[$meta])*
        #[inline(always)]
        #[allow(non_snake_case)]
        pub fn $name() -> u32 {
            stubs::$stub()
        }
    )*};
}

registers! {
    /// Index of the block in its cluster along x.
    cluster_ctaidX = cluster_block_idx_x;
    /// Index of the block in its cluster along y.
    cluster_ctaidY = cluster_block_idx_y;
    /// Index of the block in its cluster along z.
    cluster_ctaidZ = cluster_block_idx_z;
    /// Blocks of a cluster along x.
    cluster_nctaidX = cluster_dim_x;
    /// Blocks of a cluster along y.
    cluster_nctaidY = cluster_dim_y;
    /// Blocks of a cluster along z.
    cluster_nctaidZ = cluster_dim_z;
    /// Number of the block in its cluster.
    block_rank = cluster_block_rank;
    /// Blocks of the cluster.
    cluster_size = cluster_block_count;
}

/// Waits until every thread of the cluster has come here.
#[inline(always)]
pub fn cluster_sync() {
    stubs::cluster_arrive();
    stubs::cluster_wait();
}

forwards! {
    /// Number of the cluster in the grid.
    cluster_idx() -> u32 = stubs::cluster_idx_x()
        + stubs::cluster_grid_dim_x() * (stubs::cluster_idx_y() + stubs::cluster_grid_dim_y() * stubs::cluster_idx_z());
    /// Clusters of the grid.
    num_clusters() -> u32 = stubs::cluster_grid_dim_x() * stubs::cluster_grid_dim_y() * stubs::cluster_grid_dim_z();
}

unsafe_forwards! {
    /// Arrives at the barrier of the cluster; threads of a warp may do so apart.
    barrier_cluster_arrive() = stubs::cluster_arrive_unaligned();
    /// The same, done by all threads of a warp together.
    barrier_cluster_arrive_aligned() = stubs::cluster_arrive();
    /// Arrives at the barrier of the cluster, without ordering accesses; threads of a warp may do so apart.
    barrier_cluster_arrive_relaxed() = stubs::cluster_arrive_relaxed_unaligned();
    /// The same, done by all threads of a warp together.
    barrier_cluster_arrive_relaxed_aligned() = stubs::cluster_arrive_relaxed();
    /// Waits until all threads of the cluster have arrived; threads of a warp may do so apart.
    barrier_cluster_wait() = stubs::cluster_wait_unaligned();
    /// The same, done by all threads of a warp together.
    barrier_cluster_wait_aligned() = stubs::cluster_wait();
    /// What is at the place of `local` in the shared memory of the block `target_rank` of the cluster.
    dsmem_read_u32(local: *const u32, target_rank: u32) -> u32 = stubs::dsmem_load__ui32(local as *mut u32, target_rank);
}

/// The place of `local` in the shared memory of the block `target_rank` of the cluster.
///
/// # Safety
/// `local` is in shared memory, and the other block is there as long as the place is used.
#[inline(always)]
pub unsafe fn map_shared_rank<T>(local: *const T, target_rank: u32) -> *const T {
    // Of a generic address, so that the result is one, too: PTX ISA, "mapa".
    unsafe { stubs::inline_ptx::<u64, _>("mapa.u64 $0, $1, $2;", (local, target_rank)) as *const T }
}

/// `map_shared_rank`, of a place that is written.
///
/// # Safety
/// As for `map_shared_rank`.
#[inline(always)]
pub unsafe fn map_shared_rank_mut<T>(local: *mut T, target_rank: u32) -> *mut T {
    unsafe { map_shared_rank(local, target_rank) as *mut T }
}
