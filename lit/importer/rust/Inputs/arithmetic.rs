#![no_std]

#[unsafe(no_mangle)]
pub fn checked(a: i32, b: i32) -> (i32, bool) {
    a.overflowing_add(b)
}

#[unsafe(no_mangle)]
pub fn divided(a: i32, b: i32) -> i32 {
    a / b
}

#[unsafe(no_mangle)]
pub fn saturated(a: u8, b: u8) -> u8 {
    a.saturating_add(b)
}

#[unsafe(no_mangle)]
pub fn shifted(a: u32, n: u32) -> u32 {
    a.wrapping_shl(n)
}

#[unsafe(no_mangle)]
pub fn cast(x: f32) -> u8 {
    x as u8
}

#[unsafe(no_mangle)]
pub fn bits(x: f32) -> u32 {
    x.to_bits().count_ones()
}

#[unsafe(no_mangle)]
pub fn power(a: i32) -> i32 {
    a.pow(3)
}

#[unsafe(no_mangle)]
pub fn wide(a: u64, b: u64) -> u64 {
    ((a as u128 * b as u128) >> 64) as u64
}
