//! Views whose bounds are checked once: the tile or run of a thread in a slice that all threads write, and rows and columns of a
//! matrix that they read. Positions in them are of 32 bits, and those that the compiler knows cost no check.

use crate::disjoint::{DisjointSlice, SpaceLayout};
use crate::thread::{self, Index1D, ThreadCoord2D32, ThreadIndex32};
use core::marker::PhantomData;

/// The space of tiles of `N` neighbours, one for each thread of a launch in x.
pub enum LinearTiles<const N: usize> {}

/// The space of tiles of `ROWS` by `COLS` elements, one for each thread of a launch in x and y, in a matrix whose rows are
/// `ROW_STRIDE` elements apart.
pub enum RowMajorTiles<const ROWS: usize, const COLS: usize, const ROW_STRIDE: usize> {}

/// As `RowMajorTiles`, for a matrix that says itself how long its rows are. A launch passes a buffer of two axes.
pub enum RuntimeRowMajorTiles<const ROWS: usize, const COLS: usize> {}

impl<const N: usize> SpaceLayout for LinearTiles<N> {
    type Data = ();
}
impl<const ROWS: usize, const COLS: usize, const ROW_STRIDE: usize> SpaceLayout
    for RowMajorTiles<ROWS, COLS, ROW_STRIDE>
{
    type Data = ();
}
impl<const ROWS: usize, const COLS: usize> SpaceLayout for RuntimeRowMajorTiles<ROWS, COLS> {
    type Data = u32;
}

/// A position below `N`.
#[must_use]
pub struct LocalIndex32<const N: usize>(u32);

impl<const N: usize> LocalIndex32<N> {
    /// The position `raw`; none from `N` on.
    #[inline(always)]
    pub const fn new(raw: u32) -> Option<Self> {
        if (raw as usize) < N { Some(LocalIndex32(raw)) } else { None }
    }

    /// The position `I`. It is compared with `N` when the kernel is compiled; one that is not below it stops the launch.
    #[inline(always)]
    pub const fn constant<const I: u32>() -> Self {
        // In a `const` block this would be checked by rustc when it makes machine code alone, which it does not.
        assert!((I as usize) < N, "the position is not below the length of the view");
        LocalIndex32(I)
    }

    /// The position as a number.
    #[inline(always)]
    pub const fn get(&self) -> u32 {
        self.0
    }
}

/// An element that is there.
#[must_use]
pub struct InBounds32<'a, T>(&'a T);

impl<T> InBounds32<'_, T> {
    /// The element.
    #[inline(always)]
    pub fn get(&self) -> &T {
        self.0
    }

    /// The element's value.
    #[inline(always)]
    pub fn read(&self) -> T
    where
        T: Copy,
    {
        *self.0
    }
}

/// An element that is there and that nobody else reaches.
#[must_use]
pub struct InBoundsMut32<'a, T>(&'a mut T);

impl<T> InBoundsMut32<'_, T> {
    /// The element.
    #[inline(always)]
    pub fn get(&self) -> &T {
        self.0
    }

    /// The element, to be written.
    #[inline(always)]
    pub fn get_mut(&mut self) -> &mut T {
        self.0
    }

    /// The element's value.
    #[inline(always)]
    pub fn read(&self) -> T
    where
        T: Copy,
    {
        *self.0
    }

    /// Gives the element another value.
    #[inline(always)]
    pub fn write(&mut self, value: T) {
        *self.0 = value;
    }
}

/// `N` elements that are read.
#[must_use]
pub struct StaticView32<'a, T, const N: usize>(&'a [T; N]);

impl<'a, T, const N: usize> StaticView32<'a, T, N> {
    /// All of `slice`; none unless it has `N` elements, and at least one.
    #[inline(always)]
    pub fn from_slice(slice: &'a [T]) -> Option<Self> {
        if N == 0 || slice.len() != N {
            return None;
        }
        Some(StaticView32(unsafe { &*slice.as_ptr().cast() }))
    }

    /// The element at `index`.
    #[inline(always)]
    pub fn at(&self, index: LocalIndex32<N>) -> InBounds32<'_, T> {
        InBounds32(unsafe { self.0.get_unchecked(index.0 as usize) })
    }

    /// The element at `I`.
    #[inline(always)]
    pub fn at_const<const I: u32>(&self) -> InBounds32<'_, T> {
        self.at(LocalIndex32::constant::<I>())
    }

    /// `N`.
    #[inline(always)]
    pub const fn len(&self) -> u32 {
        N as u32
    }

    /// Never.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        false
    }
}

/// `N` elements that nobody else reaches.
#[must_use]
pub struct StaticViewMut32<'a, T, const N: usize>(&'a mut [T; N]);

impl<'a, T, const N: usize> StaticViewMut32<'a, T, N> {
    /// All of `slice`; none unless it has `N` elements, and at least one.
    #[inline(always)]
    pub fn from_slice(slice: &'a mut [T]) -> Option<Self> {
        if N == 0 || size_of::<T>() == 0 || slice.len() != N {
            return None;
        }
        Some(StaticViewMut32(unsafe { &mut *slice.as_mut_ptr().cast() }))
    }

    /// The element at `index`.
    #[inline(always)]
    pub fn at(&mut self, index: LocalIndex32<N>) -> InBoundsMut32<'_, T> {
        InBoundsMut32(unsafe { self.0.get_unchecked_mut(index.0 as usize) })
    }

    /// The element at `I`.
    #[inline(always)]
    pub fn at_const<const I: u32>(&mut self) -> InBoundsMut32<'_, T> {
        self.at(LocalIndex32::constant::<I>())
    }

    /// `N`.
    #[inline(always)]
    pub const fn len(&self) -> u32 {
        N as u32
    }

    /// Never.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        false
    }
}

/// As many elements as there are, that nobody else reaches.
#[must_use]
pub struct RuntimeViewMut32<'a, T>(&'a mut [T]);

impl<T> RuntimeViewMut32<'_, T> {
    /// The element at `index`; none where there is none.
    #[inline(always)]
    pub fn at(&mut self, index: u32) -> Option<InBoundsMut32<'_, T>> {
        Some(InBoundsMut32(self.0.get_mut(index as usize)?))
    }

    /// How many there are.
    #[inline(always)]
    pub const fn len(&self) -> u32 {
        self.0.len() as u32
    }

    /// Whether there are none.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The neighbours of a thread: all `N`, or as many as the end of the slice leaves.
#[must_use]
pub enum ThreadRunMut32<'a, T, const N: usize> {
    /// All.
    Full(StaticViewMut32<'a, T, N>),
    /// The last ones of the slice, fewer than `N`.
    Clipped(RuntimeViewMut32<'a, T>),
}

impl<T, const N: usize> ThreadRunMut32<'_, T, N> {
    /// How many there are.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        match self {
            ThreadRunMut32::Full(view) => view.len(),
            ThreadRunMut32::Clipped(view) => view.len(),
        }
    }

    /// Never: a thread that has none has no run.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Whether there are fewer than `N`.
    #[inline(always)]
    pub fn is_clipped(&self) -> bool {
        matches!(self, ThreadRunMut32::Clipped(_))
    }

    /// The element at `index`; none where there is none.
    #[inline(always)]
    pub fn at(&mut self, index: u32) -> Option<InBoundsMut32<'_, T>> {
        match self {
            ThreadRunMut32::Full(view) => Some(view.at(LocalIndex32::new(index)?)),
            ThreadRunMut32::Clipped(view) => view.at(index),
        }
    }
}

/// The runs of a thread that goes through a slice in steps of the whole grid.
#[must_use]
pub struct GridStrideRuns32<'slice, 'a, T, const N: usize> {
    slice: &'slice mut DisjointSlice<'a, T, LinearTiles<N>>,
    tile: u64,
    period: u64,
}

impl<T, const N: usize> GridStrideRuns32<'_, '_, T, N> {
    /// The next run; none behind the end of the slice.
    #[inline(always)]
    pub fn next_run(&mut self) -> Option<ThreadRunMut32<'_, T, N>> {
        let tile = self.tile;
        self.tile = tile.checked_add(self.period)?;
        run_of(self.slice, tile)
    }

    /// How many tiles are between two runs: the threads of the grid along x.
    #[inline(always)]
    pub const fn period(&self) -> u64 {
        self.period
    }
}

/// The run of tile number `tile`.
#[inline(always)]
fn run_of<'slice, T, const N: usize>(
    slice: &'slice mut DisjointSlice<'_, T, LinearTiles<N>>,
    tile: u64,
) -> Option<ThreadRunMut32<'slice, T, N>> {
    let length = slice.len() as u64;
    let first = tile.checked_mul(N as u64)?;
    if N == 0 || size_of::<T>() == 0 || first >= length {
        return None;
    }
    let pointer = unsafe { slice.as_mut_ptr().add(first as usize) };
    let left = length - first;
    Some(if left >= N as u64 {
        ThreadRunMut32::Full(StaticViewMut32(unsafe { &mut *pointer.cast() }))
    } else {
        ThreadRunMut32::Clipped(RuntimeViewMut32(unsafe { core::slice::from_raw_parts_mut(pointer, left as usize) }))
    })
}

macro_rules! tiles {
    ($name:ident $(, $stride:ident)?) => {
        impl<T, const ROWS: usize, const COLS: usize $(, const $stride: usize)?> $name<'_, T, ROWS, COLS $(, $stride)?> {
            /// The element in row `row` and column `col` of the tile.
            #[inline(always)]
            pub fn at(&mut self, row: LocalIndex32<ROWS>, col: LocalIndex32<COLS>) -> InBoundsMut32<'_, T> {
                let place = row.0 as usize * self.row_stride() + col.0 as usize;
                InBoundsMut32(unsafe { &mut *self.pointer.add(place) })
            }

            /// The element in row `ROW` and column `COL` of the tile.
            #[inline(always)]
            pub fn at_const<const ROW: u32, const COL: u32>(&mut self) -> InBoundsMut32<'_, T> {
                self.at(LocalIndex32::constant::<ROW>(), LocalIndex32::constant::<COL>())
            }

            /// `ROWS`.
            #[inline(always)]
            pub const fn rows(&self) -> u32 {
                ROWS as u32
            }

            /// `COLS`.
            #[inline(always)]
            pub const fn cols(&self) -> u32 {
                COLS as u32
            }
        }
    };
}

/// `ROWS` by `COLS` elements that nobody else reaches, whose rows are `ROW_STRIDE` elements apart.
#[must_use]
pub struct StaticTileMut32<'a, T, const ROWS: usize, const COLS: usize, const ROW_STRIDE: usize> {
    pointer: *mut T,
    elements: PhantomData<&'a mut [T]>,
}

impl<T, const ROWS: usize, const COLS: usize, const ROW_STRIDE: usize> StaticTileMut32<'_, T, ROWS, COLS, ROW_STRIDE> {
    #[inline(always)]
    const fn row_stride(&self) -> usize {
        ROW_STRIDE
    }
}

tiles!(StaticTileMut32, ROW_STRIDE);

/// `ROWS` by `COLS` elements that nobody else reaches, of a matrix that says itself how long its rows are.
#[must_use]
pub struct RuntimeTileMut32<'a, T, const ROWS: usize, const COLS: usize> {
    pointer: *mut T,
    stride: u32,
    elements: PhantomData<&'a mut [T]>,
}

impl<T, const ROWS: usize, const COLS: usize> RuntimeTileMut32<'_, T, ROWS, COLS> {
    #[inline(always)]
    const fn row_stride(&self) -> usize {
        self.stride as usize
    }

    /// How many elements two rows are apart.
    #[inline(always)]
    pub const fn stride(&self) -> u32 {
        self.stride
    }
}

tiles!(RuntimeTileMut32);

/// Where the tile of `thread` begins in a matrix of `length` elements; none unless all of it is there, within its rows.
#[inline(always)]
fn tile_of<T, const ROWS: usize, const COLS: usize>(
    thread: ThreadCoord2D32<'_>,
    stride: usize,
    length: usize,
) -> Option<usize> {
    if ROWS == 0 || COLS == 0 || size_of::<T>() == 0 {
        return None;
    }
    let row = (thread.row() as usize).checked_mul(ROWS)?;
    let column = (thread.col() as usize).checked_mul(COLS)?;
    if column.checked_add(COLS)? > stride {
        return None;
    }
    let last_row = row.checked_add(ROWS - 1)?.checked_mul(stride)?;
    if last_row.checked_add(column + COLS)? > length {
        return None;
    }
    Some(row * stride + column)
}

impl<'a, T> DisjointSlice<'a, T, Index1D> {
    /// The element of this thread; none where there is none.
    #[inline(always)]
    pub fn element_thread32(&mut self, thread: ThreadIndex32<'_>) -> Option<InBoundsMut32<'_, T>> {
        let place = thread.get() as usize;
        if size_of::<T>() == 0 || place >= self.len() {
            return None;
        }
        Some(InBoundsMut32(unsafe { self.get_unchecked_mut(place) }))
    }
}

impl<'a, T, const N: usize> DisjointSlice<'a, T, LinearTiles<N>> {
    /// The tile of this thread; none unless all of it is there.
    #[inline(always)]
    pub fn tile_thread32(&mut self, thread: ThreadIndex32<'_>) -> Option<StaticViewMut32<'_, T, N>> {
        match run_of(self, thread.get() as u64)? {
            ThreadRunMut32::Full(view) => Some(view),
            ThreadRunMut32::Clipped(_) => None,
        }
    }

    /// The tile of this thread as far as it is there; none where nothing of it is.
    #[inline(always)]
    pub fn thread_run32(&mut self, thread: ThreadIndex32<'_>) -> Option<ThreadRunMut32<'_, T, N>> {
        run_of(self, thread.get() as u64)
    }

    /// The tiles of this thread in steps of the whole grid.
    #[inline(always)]
    pub fn grid_stride_runs32(&mut self, thread: ThreadIndex32<'_>) -> GridStrideRuns32<'_, 'a, T, N> {
        let period = thread::gridDim_x() as u64 * thread::blockDim_x() as u64;
        GridStrideRuns32 { slice: self, tile: thread.get() as u64, period }
    }
}

impl<T, const ROWS: usize, const COLS: usize, const ROW_STRIDE: usize>
    DisjointSlice<'_, T, RowMajorTiles<ROWS, COLS, ROW_STRIDE>>
{
    /// The tile of this thread; none unless all of it is there, within its rows.
    #[inline(always)]
    pub fn tile_2d32(
        &mut self,
        thread: ThreadCoord2D32<'_>,
    ) -> Option<StaticTileMut32<'_, T, ROWS, COLS, ROW_STRIDE>> {
        let first = tile_of::<T, ROWS, COLS>(thread, ROW_STRIDE, self.len())?;
        Some(StaticTileMut32 { pointer: unsafe { self.as_mut_ptr().add(first) }, elements: PhantomData })
    }
}

impl<T, const ROWS: usize, const COLS: usize> DisjointSlice<'_, T, RuntimeRowMajorTiles<ROWS, COLS>> {
    /// How many elements a row has.
    #[inline(always)]
    pub fn row_width(&self) -> u32 {
        self.row_elements()
    }

    /// The tile of this thread; none unless all of it is there, within its rows.
    #[inline(always)]
    pub fn tile_2d32_rt(&mut self, thread: ThreadCoord2D32<'_>) -> Option<RuntimeTileMut32<'_, T, ROWS, COLS>> {
        let stride = self.row_width();
        let first = tile_of::<T, ROWS, COLS>(thread, stride as usize, self.len())?;
        Some(RuntimeTileMut32 { pointer: unsafe { self.as_mut_ptr().add(first) }, stride, elements: PhantomData })
    }
}

/// A matrix that is read, whose rows are `stride` elements apart.
#[must_use]
pub struct MatrixView32<'a, T> {
    elements: &'a [T],
    stride: u32,
}

impl<T> Clone for MatrixView32<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for MatrixView32<'_, T> {}

impl<'a, T> MatrixView32<'a, T> {
    /// The matrix in `slice`.
    #[inline(always)]
    pub fn new(slice: &'a [T], stride: u32) -> Self {
        MatrixView32 { elements: slice, stride }
    }

    /// The first `cols` elements of row `row`; none unless all are there, within the row.
    #[inline(always)]
    pub fn row(&self, row: u32, cols: u32) -> Option<RowView32<'a, T>> {
        if cols == 0 || cols > self.stride {
            return None;
        }
        let first = row as u64 * self.stride as u64;
        if first + cols as u64 > self.elements.len() as u64 {
            return None;
        }
        Some(RowView32 { pointer: unsafe { self.elements.as_ptr().add(first as usize) }, length: cols, of: PhantomData })
    }

    /// The first `rows` elements of column `col`; none unless all are there.
    #[inline(always)]
    pub fn col(&self, col: u32, rows: u32) -> Option<ColView32<'a, T>> {
        if rows == 0 || col >= self.stride {
            return None;
        }
        let last = (rows - 1) as u64 * self.stride as u64 + col as u64;
        if last >= self.elements.len() as u64 {
            return None;
        }
        let pointer = unsafe { self.elements.as_ptr().add(col as usize) };
        Some(ColView32 { pointer, length: rows, stride: self.stride, of: PhantomData })
    }

    /// How many elements two rows are apart.
    #[inline(always)]
    pub const fn stride(&self) -> u32 {
        self.stride
    }

    /// How many elements there are in all rows.
    #[inline(always)]
    pub const fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are none.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }
}

macro_rules! lines {
    ($($(#[$meta:meta])* $line:ident, $iterator:ident, ($($stride:ident)?);)*) => {$(
        $(#[$meta])*
        #[must_use]
        pub struct $line<'a, T> {
            pointer: *const T,
            length: u32,
            $($stride: u32,)?
            of: PhantomData<&'a [T]>,
        }

        impl<T> Clone for $line<'_, T> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $line<'_, T> {}

        impl<'a, T> $line<'a, T> {
            /// No elements.
            #[inline(always)]
            pub const fn empty() -> Self {
                $line { pointer: core::ptr::null(), length: 0, $($stride: 0,)? of: PhantomData }
            }

            /// How many there are.
            #[inline(always)]
            pub const fn len(&self) -> u32 {
                self.length
            }

            /// Whether there are none.
            #[inline(always)]
            pub const fn is_empty(&self) -> bool {
                self.length == 0
            }

            /// The element `i`; none where there is none.
            #[inline(always)]
            pub fn get(&self, i: u32) -> Option<T>
            where
                T: Copy,
            {
                if i < self.length { Some(unsafe { self.unchecked(i) }) } else { None }
            }

            /// All of them, in order.
            #[inline(always)]
            pub fn iter(&self) -> $iterator<'a, T> {
                $iterator { of: *self, next: 0 }
            }

            #[inline(always)]
            unsafe fn unchecked(&self, i: u32) -> T
            where
                T: Copy,
            {
                unsafe { *self.pointer.add(i as usize $(* self.$stride as usize)?) }
            }
        }

        #[doc = concat!("What `", stringify!($line), "::iter` gives.")]
        #[must_use]
        pub struct $iterator<'a, T> {
            of: $line<'a, T>,
            next: u32,
        }

        impl<T: Copy> Iterator for $iterator<'_, T> {
            type Item = T;

            #[inline(always)]
            fn next(&mut self) -> Option<T> {
                let value = self.of.get(self.next)?;
                self.next += 1;
                Some(value)
            }
        }
    )*};
}

lines! {
    /// Neighbours in a row of a matrix.
    RowView32, RowViewIter32, ();
    /// Neighbours in a column of a matrix.
    ColView32, ColViewIter32, (stride);
}

impl<T> ColView32<'_, T> {
    /// How many elements of the matrix two of the column are apart.
    #[inline(always)]
    pub const fn stride(&self) -> u32 {
        self.stride
    }
}

impl<'a, T> RowView32<'a, T> {
    /// Pairs of an element of the row and one of `col`; none unless they are equally long.
    #[inline(always)]
    pub fn zip_exact(self, col: ColView32<'a, T>) -> Option<ZipView32<'a, T>> {
        if self.length == col.length { Some(ZipView32 { row: self, col, next: 0 }) } else { None }
    }
}

/// What `RowView32::zip_exact` gives.
#[must_use]
pub struct ZipView32<'a, T> {
    row: RowView32<'a, T>,
    col: ColView32<'a, T>,
    next: u32,
}

impl<T: Copy> Iterator for ZipView32<'_, T> {
    type Item = (T, T);

    #[inline(always)]
    fn next(&mut self) -> Option<(T, T)> {
        let i = self.next;
        let value = self.row.get(i)?;
        self.next = i + 1;
        // Both are equally long.
        Some((value, unsafe { self.col.unchecked(i) }))
    }
}
