//! A slice that all threads write, each its own element.

use crate::thread::{FlatIndexSpace, Index1D, Index2D, IndexFormula, Runtime2DIndex, ThreadIndex, WarpIndex};
use core::marker::PhantomData;

/// What a slice has to know besides its elements, for indices of a space.
pub trait SpaceLayout {
    /// Nothing, or the length of a row.
    type Data: Copy;
}

impl SpaceLayout for Index1D {
    type Data = ();
}
impl<const ROW_STRIDE: usize> SpaceLayout for Index2D<ROW_STRIDE> {
    type Data = ();
}
impl SpaceLayout for WarpIndex {
    type Data = ();
}
impl SpaceLayout for Runtime2DIndex {
    type Data = u32;
}

/// Elements of which each thread may write the one at its index, and no other. A launch passes a buffer.
#[repr(C)]
pub struct DisjointSlice<'a, T, S: SpaceLayout = Index1D> {
    pointer: *mut T,
    length: usize,
    data: S::Data,
    space: PhantomData<(&'a mut [T], *mut S)>,
}

impl<'a, T, S: SpaceLayout<Data = ()>> DisjointSlice<'a, T, S> {
    /// The `length` elements at `pointer`.
    ///
    /// # Safety
    /// They are there, for the life of the slice, and nobody else reaches them.
    #[inline(always)]
    pub unsafe fn from_raw_parts(pointer: *mut T, length: usize) -> Self {
        DisjointSlice { pointer, length, data: (), space: PhantomData }
    }

    /// The elements of `slice`.
    ///
    /// # Safety
    /// Every thread has the same ones, and nobody else reaches them.
    #[inline(always)]
    pub unsafe fn from_mut_slice(slice: &'a mut [T]) -> Self {
        unsafe { Self::from_raw_parts(slice.as_mut_ptr(), slice.len()) }
    }
}

impl<T, S: SpaceLayout> DisjointSlice<'_, T, S> {
    /// The elements at `pointer`, with what the space has to know.
    ///
    /// # Safety
    /// As for `from_raw_parts`.
    #[inline(always)]
    pub unsafe fn from_raw_parts_with_space(pointer: *mut T, length: usize, data: S::Data) -> Self {
        DisjointSlice { pointer, length, data, space: PhantomData }
    }

    /// How many elements there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Where the elements are.
    #[inline(always)]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.pointer
    }

    /// The element at `index`, unchecked.
    ///
    /// # Safety
    /// There is one, and no other thread has it.
    #[inline(always)]
    pub unsafe fn get_unchecked_mut(&mut self, index: usize) -> &mut T {
        unsafe { &mut *self.pointer.add(index) }
    }
}

impl<T, S: SpaceLayout<Data = u32>> DisjointSlice<'_, T, S> {
    #[inline(always)]
    pub(crate) fn row_elements(&self) -> u32 {
        self.data
    }
}

impl<T, S: FlatIndexSpace + SpaceLayout> DisjointSlice<'_, T, S> {
    /// The element of this thread; none where there is none.
    #[inline(always)]
    pub fn get_mut(&mut self, index: ThreadIndex<'_, S>) -> Option<&mut T> {
        if index.in_bounds(self.length) {
            Some(unsafe { &mut *self.pointer.add(index.get()) })
        } else {
            None
        }
    }
}

impl<T, S: IndexFormula + SpaceLayout> DisjointSlice<'_, T, S> {
    /// The element of this thread with its index; none where there is none.
    #[inline(always)]
    pub fn get_mut_indexed<'kernel>(&mut self) -> Option<(&mut T, ThreadIndex<'kernel, S>)> {
        let index = S::of_this_thread()?;
        if index.in_bounds(self.length) {
            Some((unsafe { &mut *self.pointer.add(index.get()) }, index))
        } else {
            None
        }
    }
}

impl<T> DisjointSlice<'_, T, Runtime2DIndex> {
    /// How many elements a row has.
    #[inline(always)]
    pub fn row_width(&self) -> u32 {
        self.data
    }

    /// The element of this thread; none where there is none.
    #[inline(always)]
    pub fn get_mut(&mut self, index: ThreadIndex<'_, Runtime2DIndex>) -> Option<&mut T> {
        let place = index.row() * self.data as usize + index.col();
        if index.is_valid() && index.col() < self.data as usize && place < self.length {
            Some(unsafe { &mut *self.pointer.add(place) })
        } else {
            None
        }
    }
}
