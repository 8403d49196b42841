//! How the threads of a block share the loads of a tile, and which lines of the cache a warp's addresses are in: arithmetic for
//! constants, `const { assert!(…) }` among them.

use crate::swizzle::WARP_LANES;

/// Bytes of a load of 32 bits.
pub const TXN_32: usize = 4;
/// Bytes of a load of 64 bits.
pub const TXN_64: usize = 8;
/// Bytes of a load of 128 bits, the widest that a thread has.
pub const TXN_128: usize = 16;
/// Bytes of a line of the cache.
pub const LINE_BYTES: usize = 128;
/// Bytes of a sector, of which a line has four.
pub const SECTOR_BYTES: usize = 32;

/// What one load of every thread of a block moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessPlan {
    /// Bytes that a thread moves.
    pub txn_bytes: usize,
    /// What an address has to be a multiple of.
    pub align: usize,
    /// Elements that a thread moves.
    pub elems_per_thread: usize,
    /// Threads of the block.
    pub threads: usize,
    /// Elements that the block moves.
    pub elems_per_block: usize,
}

impl AccessPlan {
    /// How many rows of `other` elements the block moves; none unless a row is a whole number of loads, and the block moves a
    /// whole number of rows.
    #[must_use]
    pub const fn min_extent(&self, other: usize) -> Option<usize> {
        if other == 0 || self.elems_per_thread == 0 {
            return None;
        }
        if other % self.elems_per_thread != 0 || self.elems_per_block % other != 0 {
            return None;
        }
        Some(self.elems_per_block / other)
    }

    /// Whether the block moves a tile of `tile_elems` elements in a whole number of steps.
    #[must_use]
    pub const fn fits_tile(&self, tile_elems: usize) -> bool {
        self.passes_for_tile(tile_elems).is_some()
    }

    /// In how many steps the block moves a tile of `tile_elems` elements; none unless they are whole.
    #[must_use]
    pub const fn passes_for_tile(&self, tile_elems: usize) -> Option<usize> {
        if self.elems_per_block == 0 || tile_elems == 0 || tile_elems % self.elems_per_block != 0 {
            return None;
        }
        Some(tile_elems / self.elems_per_block)
    }
}

/// What `threads` threads move that load `txn_bytes` bytes of elements of type `T` each; none for a width that there is not, and
/// unless it is a whole number of elements.
#[must_use]
pub const fn plan<T>(txn_bytes: usize, threads: usize) -> Option<AccessPlan> {
    plan_for_elem_size(size_of::<T>(), txn_bytes, threads)
}

/// As `plan`, for elements of `elem_size` bytes.
#[must_use]
pub const fn plan_for_elem_size(elem_size: usize, txn_bytes: usize, threads: usize) -> Option<AccessPlan> {
    if !matches!(txn_bytes, TXN_32 | TXN_64 | TXN_128) || elem_size == 0 || txn_bytes % elem_size != 0 || threads == 0 {
        return None;
    }
    let elems_per_thread = txn_bytes / elem_size;
    match threads.checked_mul(elems_per_thread) {
        Some(elems_per_block) => {
            Some(AccessPlan { txn_bytes, align: txn_bytes, elems_per_thread, threads, elems_per_block })
        }
        None => None,
    }
}

/// The plan with the widest loads that moves a tile of `tile_elems` elements in a whole number of steps.
#[must_use]
pub const fn widest<T>(tile_elems: usize, threads: usize) -> Option<AccessPlan> {
    let mut bytes = TXN_128;
    while bytes >= TXN_32 {
        match plan::<T>(bytes, threads) {
            Some(found) if found.fits_tile(tile_elems) => return Some(found),
            _ => bytes /= 2,
        }
    }
    None
}

/// The first and the last line that the element at `offset` is in.
const fn lines_of(offset: usize, elem_size: usize) -> (usize, usize) {
    let first = offset.saturating_mul(elem_size);
    (first / LINE_BYTES, first.saturating_add(elem_size - 1) / LINE_BYTES)
}

/// How many lines a warp's elements are in, of `elem_size` bytes, at these offsets in elements from the start of a line.
#[must_use]
pub const fn lines_touched(offsets: &[usize; WARP_LANES], elem_size: usize) -> usize {
    let mut count = 0;
    let mut lane = 0;
    while lane < WARP_LANES && elem_size != 0 {
        let (first, last) = lines_of(offsets[lane], elem_size);
        count += last - first + 1;
        let mut line = first;
        while line <= last {
            let mut before = 0;
            while before < lane {
                let (from, to) = lines_of(offsets[before], elem_size);
                if from <= line && line <= to {
                    count -= 1;
                    break;
                }
                before += 1;
            }
            line += 1;
        }
        lane += 1;
    }
    count
}

/// In how many lines `total_bytes` bytes are at least.
#[must_use]
pub const fn minimum_lines(total_bytes: usize) -> usize {
    total_bytes.div_ceil(LINE_BYTES)
}

/// How many more lines a warp's elements are in than they would fill.
#[must_use]
pub const fn wasted_lines(offsets: &[usize; WARP_LANES], elem_size: usize) -> usize {
    lines_touched(offsets, elem_size).saturating_sub(minimum_lines(WARP_LANES.saturating_mul(elem_size)))
}

/// Whether a warp's elements are in no more lines than they fill.
#[must_use]
pub const fn is_fully_coalesced(offsets: &[usize; WARP_LANES], elem_size: usize) -> bool {
    wasted_lines(offsets, elem_size) == 0
}
