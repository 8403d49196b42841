//! Arithmetic that tells of its overflow, and that of numbers in several words.

use cuda_device::*;

#[kernel]
pub fn overflowing(a: &[i32], b: &[i32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let (a, b) = (a[i.get()], b[i.get()]);
        let flags = [
            a.overflowing_add(b).1,
            a.overflowing_sub(b).1,
            a.overflowing_mul(b).1,
            a.overflowing_neg().1,
            a.checked_div(b).is_none(),
            a.checked_rem(b).is_none(),
            a.checked_abs().is_none(),
            (a as u32).overflowing_add(b as u32).1,
            (a as u32).overflowing_sub(b as u32).1,
            (a as u32).overflowing_mul(b as u32).1,
        ];
        *place = flags.iter().enumerate().map(|(n, &flag)| (flag as u32) << n).sum();
    }
}

#[kernel]
pub fn carrying(a: &[u64], b: &[u64], mut low: DisjointSlice<u64>, mut high: DisjointSlice<u64>) {
    if let (Some((low, i)), Some((high, _))) = (low.get_mut_indexed(), high.get_mut_indexed()) {
        let (a, b) = (a[i.get()], b[i.get()]);
        (*low, *high) = a.carrying_mul_add(b, a ^ b, 99);
    }
}
