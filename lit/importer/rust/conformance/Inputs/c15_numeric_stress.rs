//! Division of numbers with the highest bit set, arithmetic shifts, counts beyond the width, mixed widths.

use cuda_device::*;

#[kernel]
pub fn unsigned_stress(a: &[u32], b: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let (a, b) = (a[i.get()], b[i.get()] | 1);
        *place = (a / b) ^ (a % b).rotate_left(7) ^ (a >> (b & 31)) ^ a.wrapping_shl(b) ^ a.wrapping_shr(b);
    }
}

#[kernel]
pub fn signed_stress(a: &[i32], b: &[i32], mut y: DisjointSlice<i32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let (a, b) = (a[i.get()], b[i.get()]);
        let quotient = a.wrapping_div(b | 1);
        let rest = a.wrapping_rem(b | 1);
        *place = quotient ^ rest.rotate_left(5) ^ (a >> (b & 31)) ^ a.wrapping_shr(b as u32);
    }
}

#[kernel]
pub fn mixed_widths(a: &[i8], b: &[u16], mut y: DisjointSlice<i64>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let (a, b) = (a[i.get()], b[i.get()]);
        let narrow = a.wrapping_add(b as i8);
        let wide = (a as i64) * (b as i64) - (narrow as u8 as i64);
        *place = wide + ((b >> 3) as i64) * ((a >> 2) as i64) + (a.wrapping_shl(b as u32) as i64);
    }
}
