//! Memory that a launch only reads, the same for all threads.

use core::cell::UnsafeCell;

/// What constant memory may hold: plain numbers, and arrays and tuples of them.
///
/// # Safety
/// Every pattern of bits is a value.
pub unsafe trait ConstantMemoryValue: Copy {}

macro_rules! values {
    ($($type:ty)*) => {$(unsafe impl ConstantMemoryValue for $type {})*};
}

values!(i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 isize usize f16 f32 f64);

unsafe impl<T: ConstantMemoryValue, const N: usize> ConstantMemoryValue for [T; N] {}
unsafe impl<A: ConstantMemoryValue, B: ConstantMemoryValue> ConstantMemoryValue for (A, B) {}
unsafe impl<A: ConstantMemoryValue, B: ConstantMemoryValue, C: ConstantMemoryValue> ConstantMemoryValue for (A, B, C) {}

/// A static in constant memory: `static TABLE: ConstantMemory<[f32; 4]> = ConstantMemory::new([…]);`.
#[repr(transparent)]
pub struct ConstantMemory<T: ConstantMemoryValue>(UnsafeCell<T>);

unsafe impl<T: ConstantMemoryValue + Send> Sync for ConstantMemory<T> {}

impl<T: ConstantMemoryValue> ConstantMemory<T> {
    /// All zero.
    pub const UNINIT: Self = ConstantMemory(UnsafeCell::new(unsafe { core::mem::zeroed() }));

    /// With this value.
    pub const fn new(value: T) -> Self {
        ConstantMemory(UnsafeCell::new(value))
    }

    /// The value.
    #[inline(always)]
    pub fn get(&self) -> T {
        unsafe { *self.0.get() }
    }

    /// Where the value is.
    #[inline(always)]
    pub fn get_ref(&self) -> &T {
        unsafe { &*self.0.get() }
    }
}
