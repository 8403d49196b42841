//! Structs whose fields rustc puts in another order, with gaps; tuples that functions give back.

use cuda_device::*;

#[derive(Clone, Copy)]
struct Mixed {
    a: u8,
    b: u64,
    c: u16,
    d: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct AsInC {
    a: u8,
    b: u64,
    c: u16,
}

#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct Aligned(u32, u8);

#[inline(never)]
fn divided(a: u32, b: u32) -> (u32, u8, bool) {
    (a / b, (a % b) as u8, a > b)
}

#[inline(never)]
fn mixed(x: u32) -> Mixed {
    Mixed { a: x as u8, b: (x as u64) << 20, c: (x >> 5) as u16, d: !x }
}

#[kernel]
pub fn tuple_return(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let (quotient, rest, more) = divided(x[i.get()], 7);
        *place = quotient * 1000 + rest as u32 * 10 + more as u32;
    }
}

#[kernel]
pub fn field_layout(x: &[u32], mut y: DisjointSlice<u64>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let v = x[i.get()];
        let mut held = [mixed(v), mixed(v ^ 3)];
        held[(v & 1) as usize].c = 1;
        let c = AsInC { a: v as u8, b: held[1].b, c: held[0].c };
        let bytes = &c as *const AsInC as *const u8;
        let aligned = [Aligned(v, 1), Aligned(v + 1, 2)];
        let apart = &raw const aligned[1] as usize - &raw const aligned[0] as usize;
        let read = unsafe { *(bytes.add(16) as *const u16) };
        *place = held.iter().fold(0, |s: u64, m| s ^ m.b ^ m.d as u64 ^ (m.a as u64) << 50 ^ (m.c as u64) << 3)
            + read as u64 + apart as u64 + size_of::<Mixed>() as u64 + size_of::<AsInC>() as u64
            + (aligned[1].0 + aligned[0].1 as u32) as u64;
    }
}
