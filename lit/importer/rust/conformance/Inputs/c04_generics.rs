//! Generic functions and kernels, over types and over numbers.

use core::ops::{Add, Mul};
use cuda_device::*;

#[inline(never)]
fn fused<T: Copy + Add<Output = T> + Mul<Output = T>>(a: T, b: T, c: T) -> T {
    a * b + c
}

#[inline(never)]
fn wrapped<const N: usize>(i: usize) -> usize {
    i % N
}

#[kernel]
pub fn both_types(x: &[f32], n: &[u32], mut y: DisjointSlice<f32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let i = i.get();
        *place = fused(x[i], 2.0, 1.0) + fused(n[wrapped::<3>(i)], 5, wrapped::<7>(i) as u32) as f32;
    }
}

#[kernel]
pub fn scaled<T: Copy + Mul<Output = T>>(by: T, mut y: DisjointSlice<T>) {
    if let Some((place, _)) = y.get_mut_indexed() {
        *place = *place * by;
    }
}

#[kernel]
pub fn rotated<const N: usize>(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        *place = x[(i.get() + N) % x.len()];
    }
}
