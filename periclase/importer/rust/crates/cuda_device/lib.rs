//! What kernels in Rust are written with. Names are those of cuda-oxide's crate `cuda-device`, whose users' kernels compile here.
//!
//! Every function ends in a stub of the module `stubs`, which is written from the compiler's table of intrinsics; everything else is
//! plain Rust, and is gone when rustc has inlined it.

#![no_std]
#![allow(internal_features)]
#![feature(f16)]

pub use cuda_macros::{
    cluster_launch, constant, convergent, cooperative_launch, cuda_module, device, fastmath, gpu_assert, gpu_printf,
    kernel, launch_bounds, launch_contract, pure, readonly, required_block,
};

pub mod atomic;
pub mod barrier;
pub mod block;
pub mod cluster;
pub mod constant;
pub mod cooperative_groups;
pub mod debug;
pub mod disjoint;
pub mod dotprod;
pub mod fence;
pub mod float;
pub mod grid;
pub mod prmt;
pub mod shared;
pub mod stubs;
pub mod thread;
pub mod warp;

pub use barrier::Barrier;
pub use constant::{ConstantMemory, ConstantMemoryValue};
pub use disjoint::{DisjointSlice, SpaceLayout};
pub use fence::*;
pub use shared::{DynamicSharedArray, SharedArray};
pub use thread::*;
