//! Values that are the same in all threads of a launch.

use crate::thread;
use core::ops::{Add, Div, Mul, Rem, Sub};

/// A value that all threads of a launch have.
#[repr(transparent)]
pub struct Uniform<T> {
    value: T,
}

impl<T: Copy> Clone for Uniform<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy> Copy for Uniform<T> {}

impl<T> Uniform<T> {
    /// The value `value`.
    ///
    /// # Safety
    /// All threads of the launch have it.
    #[inline(always)]
    pub const unsafe fn new_unchecked(value: T) -> Self {
        Uniform { value }
    }

    /// The value.
    #[inline(always)]
    pub const fn get(&self) -> T
    where
        T: Copy,
    {
        self.value
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident)*) => {$(
        impl<T: Copy + $trait<Output = T>> $trait for Uniform<T> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Uniform { value: $trait::$method(self.value, other.value) }
            }
        }
    )*};
}

operators!(Add add Sub sub Mul mul Div div Rem rem);

impl Uniform<u32> {
    /// The value times `C`, wrapping.
    #[inline(always)]
    pub const fn wrapping_mul_const<const C: u32>(self) -> Self {
        Uniform { value: self.value.wrapping_mul(C) }
    }

    /// The value and `C` added, wrapping.
    #[inline(always)]
    pub const fn wrapping_add_const<const C: u32>(self) -> Self {
        Uniform { value: self.value.wrapping_add(C) }
    }
}

macro_rules! registers {
    ($($(#[$meta:meta])* $name:ident = $register:ident;)*) => {$(
        $(#[$meta])*
        #[inline(always)]
        pub fn $name() -> Uniform<u32> {
            Uniform { value: thread::$register() }
        }
    )*};
}

registers! {
    /// Threads of a block along x.
    block_dim_x = blockDim_x;
    /// Threads of a block along y.
    block_dim_y = blockDim_y;
    /// Threads of a block along z.
    block_dim_z = blockDim_z;
    /// Blocks of the grid along x.
    grid_dim_x = gridDim_x;
    /// Blocks of the grid along y.
    grid_dim_y = gridDim_y;
    /// Blocks of the grid along z.
    grid_dim_z = gridDim_z;
}
