//! Functions that a kernel calls: marked and not, inlined and not.

use cuda_device::*;

#[device]
pub fn squared(x: i32) -> i32 {
    x.wrapping_mul(x)
}

#[device]
#[inline(never)]
pub fn shifted(x: i32, by: i32) -> i32 {
    plain(squared(x)).wrapping_add(by)
}

#[inline(never)]
fn plain(x: i32) -> i32 {
    x ^ 0x55
}

#[kernel]
pub fn helped(x: &[i32], by: i32, mut y: DisjointSlice<i32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        *place = shifted(x[i.get()], by);
    }
}
