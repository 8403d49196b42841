//! Panics stop the launch, and say why and where.

use cuda_device::*;

#[kernel]
pub fn panics(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        if x[i.get()] == 13 {
            panic!("thirteen is not welcome");
        }
        *place = 1;
    }
}

#[kernel]
pub fn unwraps(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        *place = x[i.get()].checked_sub(4).unwrap();
    }
}

#[kernel]
pub fn out_of_bounds(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        *place = x[x[i.get()] as usize];
    }
}
