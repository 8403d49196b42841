#![no_std]

const TABLE: [u32; 4] = [2, 3, 5, 7];
static SHORTS: [i16; 3] = [-1, 2, -3];
static mut COUNTER: u32 = 0;

const fn squares() -> [u8; 3] {
    let mut x = [0; 3];
    let mut i = 0;
    while i < 3 {
        x[i] = (i * i) as u8;
        i += 1;
    }
    x
}
const SQUARES: [u8; 3] = squares();

#[unsafe(no_mangle)]
pub fn table(i: usize) -> u32 {
    TABLE[i & 3]
}

#[unsafe(no_mangle)]
pub fn promoted(i: usize) -> u32 {
    let t: &[u32] = &[10, 20];
    t[i]
}

#[unsafe(no_mangle)]
pub fn of_static(i: usize) -> i16 {
    SHORTS[i]
}

#[unsafe(no_mangle)]
pub fn counter() -> *mut u32 {
    &raw mut COUNTER
}

#[unsafe(no_mangle)]
pub fn computed(i: usize) -> u8 {
    SQUARES[i]
}

#[unsafe(no_mangle)]
pub fn text() -> &'static str {
    "kernel"
}
