//! Dot products of packed integers.

use crate::stubs;

/// Sum of the products of four signed bytes, and `c`.
#[inline(always)]
pub fn dp4a_s32(a: u32, b: u32, c: i32) -> i32 {
    stubs::dp4a__si32(a as i32, b as i32, c)
}

/// Sum of the products of four unsigned bytes, and `c`.
#[inline(always)]
pub fn dp4a_u32(a: u32, b: u32, c: u32) -> u32 {
    stubs::dp4a__ui32(a, b, c)
}

/// Sum of the products of two signed 16-bit numbers with the lower two signed bytes of `b`, and `c`.
#[inline(always)]
pub fn dp2a_s32(a: u32, b: u32, c: i32) -> i32 {
    stubs::dp2a_lo__si32(a as i32, b as i32, c)
}

/// Sum of the products of two unsigned 16-bit numbers with the lower two unsigned bytes of `b`, and `c`.
#[inline(always)]
pub fn dp2a_u32(a: u32, b: u32, c: u32) -> u32 {
    stubs::dp2a_lo__ui32(a, b, c)
}
