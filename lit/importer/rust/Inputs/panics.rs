#![no_std]

#[unsafe(no_mangle)]
pub fn literal(a: u32) -> u32 {
    if a == 13 {
        panic!("thirteen");
    }
    a
}

#[unsafe(no_mangle)]
pub fn formatted(a: u32) -> u32 {
    assert!(a < 9, "{a} is not below {}", 9);
    a
}

#[unsafe(no_mangle)]
pub fn unwrapped(a: Option<u32>) -> u32 {
    a.unwrap()
}

#[unsafe(no_mangle)]
pub fn bounds(a: &[u32], i: usize) -> u32 {
    a[i]
}
