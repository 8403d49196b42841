//! PTX text in a kernel: `ptx_asm!("add.u32 %0, %1, %2;", out("=r") sum, in("r") a, in("r") b)`.
//!
//! The functions here see to it that an operand is of a type that its kind of register holds.

pub use cuda_macros::ptx_asm;

macro_rules! registers {
    ($($(#[$meta:meta])* $name:ident $trait:ident $($type:ty)*;)*) => {$(
        $(#[$meta])*
        pub trait $trait: Copy {}

        $(impl $trait for $type {})*

        /// The operand as it is.
        #[inline(always)]
        pub fn $name<T: $trait>(operand: T) -> T {
            operand
        }
    )*};
}

registers! {
    /// What a register of 16 bits holds: constraint `h`.
    halfword Halfword u16 i16;
    /// What a register of 32 bits holds: constraint `r`.
    word Word u32 i32;
    /// What a register of 64 bits holds: constraint `l`.
    long Long u64 i64 usize isize;
    /// What a register for an `f32` holds: constraint `f`.
    single Single f32;
    /// What a register for an `f64` holds: constraint `d`.
    double Double f64;
}

impl<T> Long for *const T {}
impl<T> Long for *mut T {}
