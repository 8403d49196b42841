//! Copies of tiles of tensors by the tensor memory accelerator (sm_90). Coordinates are those of the tile's first element, the
//! innermost first.

use crate::barrier::Barrier;
use crate::forward::{by_number, forwards, unsafe_forwards};
use crate::stubs;

/// What the driver makes of a tensor in global memory (`cuTensorMapEncodeTiled`).
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub struct TmaDescriptor {
    words: [u64; 16],
}

impl TmaDescriptor {
    /// Memory for one.
    pub const UNINIT: Self = TmaDescriptor { words: [0; 16] };
}

macro_rules! tiles {
    ($($load:ident $store:ident $load_stub:ident $store_stub:ident ($($coordinate:ident),*);)*) => {
        unsafe_forwards! {$(
            /// Starts copying a tile of a tensor to shared memory; the barrier counts its bytes.
            $load(target: *mut u8, tensor_map: *const TmaDescriptor, $($coordinate: i32,)* barrier: *mut Barrier)
                = stubs::$load_stub(target, tensor_map as *mut u64, ($($coordinate,)*), barrier as *mut u64);
            /// Starts copying a tile of a tensor from shared memory, as a part of the thread's group.
            $store(source: *const u8, tensor_map: *const TmaDescriptor, $($coordinate: i32),*)
                = stubs::$store_stub(tensor_map as *mut u64, ($($coordinate,)*), source as *mut u8);
        )*}
    };
}

tiles! {
    cp_async_bulk_tensor_1d_g2s cp_async_bulk_tensor_1d_s2g
        cp_async_bulk_tensor_g2s__ui8__1 cp_async_bulk_tensor_s2g__ui8__1 (coord0);
    cp_async_bulk_tensor_2d_g2s cp_async_bulk_tensor_2d_s2g
        cp_async_bulk_tensor_g2s__ui8__2 cp_async_bulk_tensor_s2g__ui8__2 (coord0, coord1);
    cp_async_bulk_tensor_3d_g2s cp_async_bulk_tensor_3d_s2g
        cp_async_bulk_tensor_g2s__ui8__3 cp_async_bulk_tensor_s2g__ui8__3 (coord0, coord1, coord2);
    cp_async_bulk_tensor_4d_g2s cp_async_bulk_tensor_4d_s2g
        cp_async_bulk_tensor_g2s__ui8__4 cp_async_bulk_tensor_s2g__ui8__4 (coord0, coord1, coord2, coord3);
    cp_async_bulk_tensor_5d_g2s cp_async_bulk_tensor_5d_s2g
        cp_async_bulk_tensor_g2s__ui8__5 cp_async_bulk_tensor_s2g__ui8__5 (coord0, coord1, coord2, coord3, coord4);
}

unsafe_forwards! {
    /// Starts copying a tile to the same place in each block of the cluster whose bit in `blocks` is set.
    cp_async_bulk_tensor_2d_g2s_multicast(
        target: *mut u8, tensor_map: *const TmaDescriptor, coord0: i32, coord1: i32, barrier: *mut Barrier, blocks: u16,
    ) = stubs::cp_async_bulk_tensor_g2s_multicast__ui8__2(
        target, tensor_map as *mut u64, (coord0, coord1), barrier as *mut u64, blocks);
    /// The same, for pairs of blocks, either of which may have the barrier (sm_100).
    cp_async_bulk_tensor_2d_g2s_multicast_cg2(
        target: *mut u8, tensor_map: *const TmaDescriptor, coord0: i32, coord1: i32, barrier: *mut Barrier, blocks: u16,
    ) = stubs::cp_async_bulk_tensor_g2s_multicast__ui8__2__pair(
        target, tensor_map as *mut u64, (coord0, coord1), barrier as *mut u64, blocks);
}

forwards! {
    /// Makes a group of the thread's copies out of shared memory so far.
    cp_async_bulk_commit_group() = stubs::cp_async_bulk_commit_group();
    /// Waits until at most `pending` of the thread's groups are not done; for a number over 7 until 7 are.
    cp_async_bulk_wait_group(pending: u32) = by_number!(pending,
        0 => stubs::cp_async_bulk_wait_group__0(), 1 => stubs::cp_async_bulk_wait_group__1(),
        2 => stubs::cp_async_bulk_wait_group__2(), 3 => stubs::cp_async_bulk_wait_group__3(),
        4 => stubs::cp_async_bulk_wait_group__4(), 5 => stubs::cp_async_bulk_wait_group__5(),
        6 => stubs::cp_async_bulk_wait_group__6(); stubs::cp_async_bulk_wait_group__7());
    /// Waits until at most `pending` of the thread's groups still read shared memory; for a number over 7 until 7 do.
    cp_async_bulk_wait_group_read(pending: u32) = by_number!(pending,
        0 => stubs::cp_async_bulk_wait_group__0__read(), 1 => stubs::cp_async_bulk_wait_group__1__read(),
        2 => stubs::cp_async_bulk_wait_group__2__read(), 3 => stubs::cp_async_bulk_wait_group__3__read(),
        4 => stubs::cp_async_bulk_wait_group__4__read(), 5 => stubs::cp_async_bulk_wait_group__5__read(),
        6 => stubs::cp_async_bulk_wait_group__6__read(); stubs::cp_async_bulk_wait_group__7__read());
}
