//! Who a thread is, and indices that no two threads of a launch share.

use crate::disjoint::DisjointSlice;
use crate::stubs;
use core::marker::PhantomData;

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
    /// Index of the thread in its block along x.
    threadIdx_x = thread_idx_x;
    /// Index of the thread in its block along y.
    threadIdx_y = thread_idx_y;
    /// Index of the thread in its block along z.
    threadIdx_z = thread_idx_z;
    /// Index of the block in the grid along x.
    blockIdx_x = block_idx_x;
    /// Index of the block in the grid along y.
    blockIdx_y = block_idx_y;
    /// Index of the block in the grid along z.
    blockIdx_z = block_idx_z;
    /// Threads of a block along x.
    blockDim_x = block_dim_x;
    /// Threads of a block along y.
    blockDim_y = block_dim_y;
    /// Threads of a block along z.
    blockDim_z = block_dim_z;
    /// Blocks of the grid along x.
    gridDim_x = grid_dim_x;
    /// Blocks of the grid along y.
    gridDim_y = grid_dim_y;
    /// Blocks of the grid along z.
    gridDim_z = grid_dim_z;
    /// The multiprocessor that the thread is on.
    smid = smid;
    /// One more than the greatest number of a multiprocessor.
    nsmid = nsmid;
}

/// Waits until every thread of the block has come here; what they wrote before is visible to all after.
#[inline(always)]
pub fn sync_threads() {
    stubs::sync_threads()
}

/// `sync_threads`, and the number of threads whose `predicate` is true.
#[inline(always)]
pub fn sync_threads_count(predicate: bool) -> u32 {
    stubs::sync_threads_count(predicate)
}

/// `sync_threads`, and whether `predicate` is true in all threads.
#[inline(always)]
pub fn sync_threads_and(predicate: bool) -> bool {
    stubs::sync_threads_and(predicate)
}

/// `sync_threads`, and whether `predicate` is true in any thread.
#[inline(always)]
pub fn sync_threads_or(predicate: bool) -> bool {
    stubs::sync_threads_or(predicate)
}

/// The space of indices `0, 1, 2, …`, one for each thread of a launch in x.
pub enum Index1D {}

/// The space of indices of a matrix whose rows are `ROW_STRIDE` elements apart, one for each thread of a launch in x and y.
pub enum Index2D<const ROW_STRIDE: usize> {}

/// The space with one index for each warp of a launch in x.
pub enum WarpIndex {}

/// As `Index2D`, for a matrix that says itself how long its rows are.
pub enum Runtime2DIndex {}

mod sealed {
    pub trait Sealed {}

    impl Sealed for super::Index1D {}
    impl<const ROW_STRIDE: usize> Sealed for super::Index2D<ROW_STRIDE> {}
    impl Sealed for super::WarpIndex {}
}

/// A space whose indices are single numbers.
pub trait FlatIndexSpace: sealed::Sealed {}

impl FlatIndexSpace for Index1D {}
impl<const ROW_STRIDE: usize> FlatIndexSpace for Index2D<ROW_STRIDE> {}
impl FlatIndexSpace for WarpIndex {}

/// A space in which each thread can find its index by itself.
pub trait IndexFormula: Sized + FlatIndexSpace {
    /// The index of this thread; none where it has none.
    fn of_this_thread<'kernel>() -> Option<ThreadIndex<'kernel, Self>>;
}

impl IndexFormula for Index1D {
    #[inline(always)]
    fn of_this_thread<'kernel>() -> Option<ThreadIndex<'kernel, Self>> {
        let index = index_1d();
        if index.valid { Some(index) } else { None }
    }
}

impl<const ROW_STRIDE: usize> IndexFormula for Index2D<ROW_STRIDE> {
    #[inline(always)]
    fn of_this_thread<'kernel>() -> Option<ThreadIndex<'kernel, Self>> {
        index_2d::<ROW_STRIDE>()
    }
}

/// An index that no other thread of the launch has, in the space `S`. It can be neither copied nor made up.
pub struct ThreadIndex<'kernel, S = Index1D> {
    raw: usize,
    column: usize,
    valid: bool,
    space: PhantomData<(&'kernel (), *mut S)>,
}

impl<S> ThreadIndex<'_, S> {
    #[inline(always)]
    const fn new(raw: usize, column: usize, valid: bool) -> Self {
        ThreadIndex { raw, column, valid, space: PhantomData }
    }

    /// Whether the launch has the shape that makes indices of this space unique.
    #[inline(always)]
    pub fn is_valid(&self) -> bool {
        self.valid
    }
}

impl<S: FlatIndexSpace> ThreadIndex<'_, S> {
    /// The index as a number.
    #[inline(always)]
    pub fn get(&self) -> usize {
        self.raw
    }

    /// Whether it is one of `len` elements.
    #[inline(always)]
    pub fn in_bounds(&self, len: usize) -> bool {
        self.valid && self.raw < len
    }
}

impl ThreadIndex<'_, Runtime2DIndex> {
    /// The row.
    #[inline(always)]
    pub fn row(&self) -> usize {
        self.raw
    }

    /// The column.
    #[inline(always)]
    pub fn col(&self) -> usize {
        self.column
    }
}

#[inline(always)]
fn axis_x() -> usize {
    blockIdx_x() as usize * blockDim_x() as usize + threadIdx_x() as usize
}

#[inline(always)]
fn axis_y() -> usize {
    blockIdx_y() as usize * blockDim_y() as usize + threadIdx_y() as usize
}

#[inline(always)]
fn flat_in_z() -> bool {
    (blockDim_z() == 1) & (gridDim_z() == 1)
}

#[inline(always)]
fn flat_in_y_and_z() -> bool {
    (blockDim_y() == 1) & (gridDim_y() == 1) & flat_in_z()
}

/// The index of this thread along x. It is valid where the launch has no other axes.
#[inline(always)]
pub fn index_1d<'kernel>() -> ThreadIndex<'kernel> {
    ThreadIndex::new(axis_x(), 0, flat_in_y_and_z())
}

/// The index of this thread in a matrix with rows of `ROW_STRIDE` elements; none beyond the end of a row.
#[inline(always)]
pub fn index_2d<'kernel, const ROW_STRIDE: usize>() -> Option<ThreadIndex<'kernel, Index2D<ROW_STRIDE>>> {
    let (row, column) = (axis_y(), axis_x());
    if !flat_in_z() || column >= ROW_STRIDE || row > (usize::MAX - column) / ROW_STRIDE {
        return None;
    }
    Some(ThreadIndex::new(row * ROW_STRIDE + column, column, true))
}

/// Row and column of this thread in `slice`; none beyond the end of a row.
#[inline(always)]
pub fn index_2d_runtime<'kernel, T>(
    slice: &DisjointSlice<'_, T, Runtime2DIndex>,
) -> Option<ThreadIndex<'kernel, Runtime2DIndex>> {
    let column = axis_x();
    if !flat_in_z() || column >= slice.row_width() as usize {
        return None;
    }
    Some(ThreadIndex::new(axis_y(), column, true))
}

/// The index of this warp, in its first lane; none in the others.
#[inline(always)]
pub fn warp_index<'kernel>() -> Option<ThreadIndex<'kernel, WarpIndex>> {
    if !flat_in_y_and_z() || crate::warp::lane_id() != 0 {
        return None;
    }
    let warps = blockDim_x().div_ceil(32) as usize;
    let raw = blockIdx_x() as usize * warps + (threadIdx_x() / 32) as usize;
    Some(ThreadIndex::new(raw, 0, true))
}

/// What a kernel knows of its launch: `#[kernel(launch_context = name)]` has one.
pub struct LaunchContext<'kernel>(PhantomData<&'kernel ()>);

/// The launch that this thread is of.
#[inline(always)]
pub fn launch_context<'kernel>() -> LaunchContext<'kernel> {
    LaunchContext(PhantomData)
}

/// An index along x in 32 bits, which no other thread of the launch has.
pub struct ThreadIndex32<'kernel> {
    raw: u32,
    space: PhantomData<(&'kernel (), *mut ())>,
}

impl ThreadIndex32<'_> {
    /// The index as a number.
    #[inline(always)]
    pub fn get(&self) -> u32 {
        self.raw
    }
}

/// Row and column in 32 bits, which no other thread of the launch has.
pub struct ThreadCoord2D32<'kernel> {
    row: u32,
    column: u32,
    space: PhantomData<(&'kernel (), *mut ())>,
}

impl ThreadCoord2D32<'_> {
    /// The row.
    #[inline(always)]
    pub fn row(&self) -> u32 {
        self.row
    }

    /// The column.
    #[inline(always)]
    pub fn col(&self) -> u32 {
        self.column
    }
}

/// The index of this thread along x. A launch in which it would not be the only one, with other axes or with more than 2^32
/// threads, is stopped.
#[inline(always)]
pub fn index_1d_u32<'kernel>(_launch: &'kernel LaunchContext<'kernel>) -> ThreadIndex32<'kernel> {
    if !flat_in_y_and_z() | (gridDim_x() as u64 * blockDim_x() as u64 > 1 << 32) {
        stubs::trap()
    }
    ThreadIndex32 { raw: blockIdx_x() * blockDim_x() + threadIdx_x(), space: PhantomData }
}

/// Row and column of this thread. A launch with a z axis is stopped.
#[inline(always)]
pub fn coord_2d_u32<'kernel>(_launch: &'kernel LaunchContext<'kernel>) -> ThreadCoord2D32<'kernel> {
    if !flat_in_z() {
        stubs::trap()
    }
    ThreadCoord2D32 {
        row: blockIdx_y() * blockDim_y() + threadIdx_y(),
        column: blockIdx_x() * blockDim_x() + threadIdx_x(),
        space: PhantomData,
    }
}

/// The number of the grid among those that were launched.
#[inline(always)]
pub fn gridid() -> u64 {
    stubs::grid_id() as u64
}

/// The row of this thread: its index along y.
#[inline(always)]
pub fn index_2d_row() -> usize {
    axis_y()
}

/// The column of this thread: its index along x.
#[inline(always)]
pub fn index_2d_col() -> usize {
    axis_x()
}
