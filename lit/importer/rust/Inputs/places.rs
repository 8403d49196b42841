#![no_std]

#[repr(C, packed)]
pub struct Packed {
    pub a: u8,
    pub b: u32,
}

pub struct Reordered {
    pub a: u8,
    pub b: u64,
    pub c: u16,
}

#[unsafe(no_mangle)]
pub fn packed(p: &mut Packed) -> u32 {
    p.b += 1;
    p.b
}

#[unsafe(no_mangle)]
pub fn reordered(a: u8, b: u64) -> Reordered {
    Reordered { a, b, c: 3 }
}

#[unsafe(no_mangle)]
pub fn slices(x: &mut [f32], i: usize) {
    x[i] = x[1] * 2.0;
}

#[unsafe(no_mangle)]
pub fn arrays(x: &[[u16; 4]; 3], i: usize) -> u16 {
    x[2][i & 3]
}

#[unsafe(no_mangle)]
pub fn unsizes(x: &[u32; 5]) -> &[u32] {
    x
}

#[unsafe(no_mangle)]
pub fn volatile(p: *mut u32) -> u32 {
    unsafe {
        p.write_volatile(4);
        p.read_volatile()
    }
}
