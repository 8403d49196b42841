//! Loops that are unrolled, accesses that are never left out, copies, floats of 16 bits.

#![feature(f16)]

use cuda_device::*;

#[kernel]
pub fn unrolled(x: &[f32], mut y: DisjointSlice<f32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let first = i.get() * 4;
        let mut sum = 0.0f32;
        let mut n = 0;
        #[unroll]
        while n < 4 {
            sum += x[first + n];
            n += 1;
        }
        *place = sum;
    }
}

#[kernel]
pub fn volatile_memory(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let at = &x[i.get()] as *const u32;
        unsafe {
            let first = core::ptr::read_volatile(at);
            let second = core::ptr::read_volatile(at);
            core::ptr::write_volatile(place, 0);
            core::ptr::write_volatile(place, first.wrapping_add(second));
        }
    }
}

#[kernel]
pub fn copied(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let mut held = [0u32; 8];
        let first = i.get() % (x.len() - 4);
        unsafe {
            core::ptr::copy_nonoverlapping(x.as_ptr().add(first), held.as_mut_ptr().add(2), 4);
            core::ptr::copy(held.as_ptr().add(2), held.as_mut_ptr().add(3), 4);
        }
        held[..2].copy_from_slice(&x[first..first + 2]);
        *place = held.iter().fold(0, |sum: u32, v| sum.wrapping_mul(7).wrapping_add(*v));
    }
}

#[kernel]
pub fn halves(x: &[f32], mut y: DisjointSlice<f32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let v = x[i.get()] as f16;
        let w = v * v + 0.1f16;
        *place = (w as f32) + if w > 2.0f16 { 100.0 } else { (-v) as f32 };
    }
}
