//! Loops over arrays, in steps, and a sum through an adapter that holds nothing.

use cuda_device::*;

struct Doubled;

impl Doubled {
    fn of(&self, x: u32) -> u32 {
        x.wrapping_mul(2)
    }
}

struct Summing<M> {
    sum: u32,
    map: M,
}

#[kernel]
pub fn array_loop(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let value = x[i.get()];
        let mut sum = 0u32;
        for part in [value, value >> 3, 7, value & 15] {
            sum = sum.wrapping_mul(31).wrapping_add(part);
        }
        *place = sum;
    }
}

#[kernel]
pub fn in_steps(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let i = i.get();
        let mut sum = 0u32;
        for j in (i..x.len()).step_by(3) {
            sum = sum.wrapping_add(x[j]);
        }
        for j in (0..i).rev().step_by(2) {
            sum = sum.wrapping_mul(3).wrapping_add(j as u32);
        }
        *place = sum;
    }
}

#[kernel]
pub fn map_sum(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let mut held = Summing { sum: 0, map: Doubled };
        for v in x.iter().take(i.get() + 1) {
            held.sum = held.sum.wrapping_add(held.map.of(*v));
        }
        *place = held.sum;
    }
}
