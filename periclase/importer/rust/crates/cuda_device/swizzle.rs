//! Layouts of shared memory in which neither rows nor columns of a tile meet in one bank.

/// The threads of a warp.
pub const WARP_LANES: usize = 32;
/// The banks of shared memory, of four bytes each.
pub const BANKS: usize = 32;

/// Offsets whose bits from `M` on, `B` of them, are changed by those from `S` on (exclusive or). Done twice it is undone.
pub struct Swizzle<const B: usize, const M: usize, const S: usize>;

impl<const B: usize, const M: usize, const S: usize> Swizzle<B, M, S> {
    const FITS: () = assert!(M + B <= S, "a swizzle takes its bits from behind those that it changes: M + B <= S");

    /// How many bits are changed.
    pub const BITS: usize = B;
    /// To how many places an offset may go.
    pub const SPREAD: usize = 1 << B;

    /// Where the element with this offset lies.
    #[inline(always)]
    pub const fn apply(offset: usize) -> usize {
        let () = Self::FITS;
        offset ^ (((offset >> S) & (Self::SPREAD - 1)) << M)
    }

    /// Which element lies there.
    #[inline(always)]
    pub const fn undo(offset: usize) -> usize {
        Self::apply(offset)
    }
}

/// The bank that an element lies in.
#[inline(always)]
pub const fn bank_of(elem_offset: usize, elem_size: usize) -> usize {
    elem_offset * elem_size / 4 % BANKS
}

/// How many lanes of a warp meet in the bank where most do, each with another word: 1 is best.
pub const fn conflict_degree(offsets: &[usize; WARP_LANES], elem_size: usize) -> usize {
    let (mut most, mut bank) = (0, 0);
    while bank < BANKS {
        let (mut count, mut lane) = (0, 0);
        while lane < WARP_LANES {
            let word = offsets[lane] * elem_size / 4;
            let mut is_new = word % BANKS == bank;
            let mut before = 0;
            while before < lane {
                is_new = is_new && offsets[before] * elem_size / 4 != word;
                before += 1;
            }
            count += is_new as usize;
            lane += 1;
        }
        if count > most {
            most = count;
        }
        bank += 1;
    }
    most
}

/// How many banks the lanes of a warp touch.
pub const fn banks_used(offsets: &[usize; WARP_LANES], elem_size: usize) -> usize {
    let (mut used, mut bank) = (0, 0);
    while bank < BANKS {
        let (mut touched, mut lane) = (false, 0);
        while lane < WARP_LANES {
            touched = touched || bank_of(offsets[lane], elem_size) == bank;
            lane += 1;
        }
        used += touched as usize;
        bank += 1;
    }
    used
}

/// The offsets of a warp that reads a column, one row a lane.
pub const fn column_offsets(row_stride_elems: usize, col: usize) -> [usize; WARP_LANES] {
    let (mut offsets, mut lane) = ([0; WARP_LANES], 0);
    while lane < WARP_LANES {
        offsets[lane] = lane * row_stride_elems + col;
        lane += 1;
    }
    offsets
}

/// The offsets of a warp that reads a row, one column a lane.
pub const fn row_offsets(row: usize, row_stride_elems: usize) -> [usize; WARP_LANES] {
    let (mut offsets, mut lane) = ([0; WARP_LANES], 0);
    while lane < WARP_LANES {
        offsets[lane] = row * row_stride_elems + lane;
        lane += 1;
    }
    offsets
}
