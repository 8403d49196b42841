//! Closures within a kernel: by reference, by value, with state, passed on, given back.

use cuda_device::*;

#[inline(never)]
fn twice<F: Fn(u32) -> u32>(f: F, x: u32) -> u32 {
    f(f(x))
}

#[inline(never)]
fn fed<F: FnMut(u32)>(mut f: F, count: u32) {
    for i in 0..count {
        f(i);
    }
}

fn adder(by: u32) -> impl Fn(u32) -> u32 {
    move |x| x.wrapping_add(by)
}

#[kernel]
pub fn closed_over(x: &[u32], by: u32, mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let value = x[i.get()];
        let by_reference = |v: u32| v ^ by;
        let mut sum = 0u32;
        fed(|i| sum = sum.wrapping_mul(3).wrapping_add(i ^ value), value % 5);
        *place = twice(by_reference, value) ^ twice(adder(by), value) ^ sum;
    }
}
