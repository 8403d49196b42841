//! Memory that the threads of a block share.

use crate::stubs;
use core::cell::UnsafeCell;
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};

/// `N` elements in the shared memory of a block: `static mut TILE: SharedArray<f32, 256> = SharedArray::UNINIT;`.
///
/// The type takes no memory by itself. The compiler knows its statics, and gives each its place; the elements have no value until
/// one is written.
pub struct SharedArray<T, const N: usize, const ALIGN: usize = 0> {
    elements: PhantomData<UnsafeCell<[T; N]>>,
}

unsafe impl<T: Send, const N: usize, const ALIGN: usize> Sync for SharedArray<T, N, ALIGN> {}

impl<T, const N: usize, const ALIGN: usize> SharedArray<T, N, ALIGN> {
    /// What every shared array begins as.
    pub const UNINIT: Self = SharedArray { elements: PhantomData };

    /// How many elements there are.
    #[inline(always)]
    pub const fn len() -> usize {
        N
    }

    /// Whether there are none.
    #[inline(always)]
    pub const fn is_empty() -> bool {
        N == 0
    }

    /// The least alignment of its first element, in bytes; 0 for that of the element.
    #[inline(always)]
    pub const fn alignment() -> usize {
        ALIGN
    }

    /// Where the elements are.
    #[inline(always)]
    pub fn as_ptr(&self) -> *const T {
        self as *const Self as *const T
    }

    /// Where the elements are.
    #[inline(always)]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self as *mut Self as *mut T
    }

    /// Where the elements of the array at `shared` are.
    ///
    /// # Safety
    /// `shared` is a static.
    #[inline(always)]
    pub unsafe fn as_raw_mut_ptr(shared: *mut Self) -> *mut T {
        shared as *mut T
    }
}

impl<T, const N: usize, const ALIGN: usize> Index<usize> for SharedArray<T, N, ALIGN> {
    type Output = T;

    #[inline(always)]
    fn index(&self, index: usize) -> &T {
        // As an array, so that the bounds are checked as those of any other.
        let elements = self as *const Self as *const [T; N];
        unsafe { &(*elements)[index] }
    }
}

impl<T, const N: usize, const ALIGN: usize> IndexMut<usize> for SharedArray<T, N, ALIGN> {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut T {
        let elements = self as *mut Self as *mut [T; N];
        unsafe { &mut (*elements)[index] }
    }
}

/// The shared memory of a block whose size the launch says, as elements of `T`, aligned to `ALIGN` bytes.
pub struct DynamicSharedArray<T, const ALIGN: usize = 16>(PhantomData<UnsafeCell<T>>);

impl<T, const ALIGN: usize> DynamicSharedArray<T, ALIGN> {
    /// The alignment, in bytes.
    #[inline(always)]
    pub const fn alignment() -> usize {
        ALIGN
    }

    /// Its first element.
    #[inline(always)]
    pub fn get() -> *mut T {
        stubs::dynamic_shared::<T, ALIGN>(0)
    }

    /// Its first byte.
    #[inline(always)]
    pub fn get_raw() -> *mut u8 {
        stubs::dynamic_shared::<u8, ALIGN>(0)
    }

    /// The element at an offset in bytes.
    #[inline(always)]
    pub fn offset(byte_offset: usize) -> *mut T {
        stubs::dynamic_shared::<T, ALIGN>(byte_offset)
    }
}

/// Where something in shared memory is, as an offset in that memory.
///
/// # Safety
/// `pointer` is to shared memory.
#[inline(always)]
pub unsafe fn cvta_generic_to_shared_offset(pointer: *const u8) -> u64 {
    stubs::shared_address__ui8(pointer as *mut u8) as u64
}

/// The bytes of dynamic shared memory of the launch.
#[inline(always)]
pub fn dynamic_smem_size() -> u32 {
    stubs::dynamic_shared_size()
}

/// The bytes of all shared memory of a block.
#[inline(always)]
pub fn total_smem_size() -> u32 {
    stubs::total_shared_size()
}
