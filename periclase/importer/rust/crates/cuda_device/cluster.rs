//! Clusters of blocks (sm_90).

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
