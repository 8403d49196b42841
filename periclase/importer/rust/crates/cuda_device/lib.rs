//! What kernels in Rust are written with. Names are those of cuda-oxide's crate `cuda-device`, whose users' kernels compile here.
//!
//! Every function ends in a stub of the module `stubs`, which is written from the compiler's table of intrinsics; everything else is
//! plain Rust, and is gone when rustc has inlined it.

#![no_std]
#![allow(internal_features)]
#![feature(f16)]

pub use cuda_macros::{
    cluster_launch, constant, convergent, cooperative_launch, cuda_module, device, fastmath, gpu_assert, gpu_printf,
    kernel, launch_bounds, launch_contract, ptx_asm, pure, readonly, required_block,
};

mod forward;

pub mod access;
pub mod async_copy;
pub mod atomic;
pub mod barrier;
pub mod bf16;
pub mod bf16x2;
pub mod block;
pub mod clc;
pub mod cluster;
pub mod config;
pub mod constant;
pub mod convert;
pub mod cooperative_groups;
pub mod cusimd;
pub mod debug;
pub mod disjoint;
pub mod dotprod;
pub mod f16;
pub mod f16x2;
pub mod fence;
pub mod float;
pub mod grid;
pub mod prmt;
pub mod ptx;
pub mod shared;
pub mod stubs;
pub mod swizzle;
pub mod tcgen05;
pub mod thread;
pub mod tma;
pub mod uniform;
pub mod vector;
pub mod view;
pub mod warp;
pub mod wgmma;
pub mod wmma;

pub use barrier::{
    Barrier, BarrierToken, GeneralBarrier, Invalidated, ManagedBarrier, MmaBarrier, MmaBarrierHandle, Ready, TmaBarrier,
    TmaBarrier0, TmaBarrier1, TmaBarrierHandle, Uninit,
};
pub use constant::{ConstantMemory, ConstantMemoryValue};
pub use cusimd::{CuSimd, Float2, Float4, TmemRegs4, TmemRegs32};
pub use disjoint::{DisjointSlice, SpaceLayout};
pub use fence::*;
pub use shared::{DynamicSharedArray, SharedArray};
pub use thread::*;
pub use tma::TmaDescriptor;
pub use uniform::Uniform;
pub use view::*;
