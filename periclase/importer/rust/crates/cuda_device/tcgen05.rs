//! The matrix unit with a memory of its own (sm_100a): that memory, products, and waiting for them.
//!
//! Every other form of these instructions is in `stubs`, by its name in the table of intrinsics.

use crate::cusimd::CuSimd;
use crate::forward::{forwards, unsafe_forwards};
use crate::stubs;

unsafe_forwards! {
    /// Gets `columns` columns of tensor memory; their address comes to `target` in shared memory.
    tcgen05_alloc(target: *mut u32, columns: u32) = stubs::tcgen05_alloc__1(target, columns);
    /// The same, for a pair of blocks.
    tcgen05_alloc_cg2(target: *mut u32, columns: u32) = stubs::tcgen05_alloc__2(target, columns);
    /// Gives columns back.
    tcgen05_dealloc(address: u32, columns: u32) = stubs::tcgen05_dealloc__1(address, columns);
    /// The same, for a pair of blocks.
    tcgen05_dealloc_cg2(address: u32, columns: u32) = stubs::tcgen05_dealloc__2(address, columns);
    /// Has the barrier count an arrival when this thread's instructions so far are done.
    tcgen05_commit(barrier: *mut u64) = stubs::tcgen05_commit__1(barrier);
    /// The same, for a pair of blocks.
    tcgen05_commit_cg2(barrier: *mut u64) = stubs::tcgen05_commit__2(barrier);
    /// `tcgen05_commit`, of a barrier that is known to be in shared memory.
    tcgen05_commit_shared_cluster(barrier: *mut u64) = stubs::tcgen05_commit__1(barrier);
    /// `tcgen05_commit_cg2`, of a barrier that is known to be in shared memory.
    tcgen05_commit_shared_cluster_cg2(barrier: *mut u64) = stubs::tcgen05_commit__2(barrier);
    /// Has the barrier of each block of the cluster whose bit is set count an arrival.
    tcgen05_commit_multicast(barrier: *mut u64, blocks: u16) = stubs::tcgen05_commit_multicast__1(barrier, blocks);
    /// The same, for a pair of blocks.
    tcgen05_commit_multicast_cg2(barrier: *mut u64, blocks: u16) = stubs::tcgen05_commit_multicast__2(barrier, blocks);
    /// Moves rows of tensor memory down by one.
    tcgen05_shift_down(address: u32) = stubs::tcgen05_shift_down__1(address);
    /// The same, for a pair of blocks.
    tcgen05_shift_down_cg2(address: u32) = stubs::tcgen05_shift_down__2(address);
    /// The product of two tiles in shared memory, of floats of 16 bits, to tensor memory; added to what is there where `enable_d` is.
    tcgen05_mma_f16(d_tmem: u32, a_desc: u64, b_desc: u64, idesc: u32, enable_d: bool)
        = stubs::tcgen05_mma__f16__1__discard(d_tmem, a_desc, b_desc, idesc, enable_d);
    /// The same, for a pair of blocks.
    tcgen05_mma_f16_cg2(d_tmem: u32, a_desc: u64, b_desc: u64, idesc: u32, enable_d: bool)
        = stubs::tcgen05_mma__f16__2__discard(d_tmem, a_desc, b_desc, idesc, enable_d);
    /// Four numbers of each thread, out of 16 lanes of 256 bits.
    tcgen05_ld_16x256b_pure(address: u32) -> CuSimd<f32, 4> = {
        let (a, b, c, d) = stubs::tcgen05_ld_16x256b__1(address);
        CuSimd::new([f32::from_bits(a), f32::from_bits(b), f32::from_bits(c), f32::from_bits(d)])
    };
    /// Puts two matrices of 8 by 8 numbers of 16 bits into shared memory; each thread of the first 16 says where a row is.
    stmatrix_m8n8_x2(row: *mut u8, r0: u32, r1: u32) = stubs::stmatrix__ui16__2(row as *mut u16, (r0, r1));
    /// The same, transposed.
    stmatrix_m8n8_x2_trans(row: *mut u8, r0: u32, r1: u32) = stubs::stmatrix__ui16__2__trans(row as *mut u16, (r0, r1));
    /// Puts four matrices of 8 by 8 numbers of 16 bits into shared memory; each thread says where a row is.
    stmatrix_m8n8_x4(row: *mut u8, r0: u32, r1: u32, r2: u32, r3: u32)
        = stubs::stmatrix__ui16__4(row as *mut u16, (r0, r1, r2, r3));
    /// The same, transposed.
    stmatrix_m8n8_x4_trans(row: *mut u8, r0: u32, r1: u32, r2: u32, r3: u32)
        = stubs::stmatrix__ui16__4__trans(row as *mut u16, (r0, r1, r2, r3));
}

forwards! {
    /// No columns will be asked for any more.
    tcgen05_relinquish_alloc_permit() = stubs::tcgen05_relinquish_alloc_permit__1();
    /// The same, for a pair of blocks.
    tcgen05_relinquish_alloc_permit_cg2() = stubs::tcgen05_relinquish_alloc_permit__2();
    /// Orders this thread's instructions before what it tells other threads.
    tcgen05_fence_before_thread_sync() = stubs::tcgen05_fence_before_thread_sync();
    /// Orders this thread's instructions behind what other threads told it.
    tcgen05_fence_after_thread_sync() = stubs::tcgen05_fence_after_thread_sync();
    /// Waits for this thread's loads out of tensor memory.
    tcgen05_load_wait() = stubs::tcgen05_wait_ld();
    /// Waits for this thread's stores to tensor memory.
    tcgen05_store_wait() = stubs::tcgen05_wait_st();
    /// Both as bfloat16 in a word, `a` in the lower half.
    cvt_f32x2_bf16x2(a: f32, b: f32) -> u32 = stubs::cvt_bf16x2_f32__rn(b, a);
    /// The upper half of a number, which is it as bfloat16, rounded towards zero.
    f32_to_bf16(value: f32) -> u16 = (value.to_bits() >> 16) as u16;
    /// A number as bfloat16, rounded to the nearest one, to an even one between two.
    f32_to_bf16_rne(value: f32) -> u16 = {
        let bits = value.to_bits();
        (bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16) as u16
    };
    /// Two numbers in a word.
    pack_bf16_pair(low: u16, high: u16) -> u32 = low as u32 | (high as u32) << 16;
    /// Two numbers in a word.
    pack_f16_pair(low: u16, high: u16) -> u32 = low as u32 | (high as u32) << 16;
    /// Both as bfloat16 in a word, rounded towards zero.
    f32_pair_to_packed_bf16(a: f32, b: f32) -> u32 = pack_bf16_pair(f32_to_bf16(a), f32_to_bf16(b));
}
