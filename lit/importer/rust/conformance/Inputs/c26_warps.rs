//! Within a warp: reductions, scans by masks of lanes, shuffles of 64 bits.

use cuda_device::*;

#[kernel]
pub fn warp_reduce(x: &[f32], mut y: DisjointSlice<f32>) {
    let index = thread::index_1d();
    let value = x[index.get()];
    let all = warp::reduce_sum_f32(value);
    if let Some(place) = y.get_mut(index) {
        *place = all;
    }
}

#[kernel]
pub fn lanemask_scan(x: &[u32], mut y: DisjointSlice<u32>) {
    let index = thread::index_1d();
    let odd = x[index.get()] % 2 == 1;
    let votes = warp::ballot_sync(u32::MAX, odd);
    let before = (votes & warp::lanemask_lt()).count_ones();
    let behind = (votes & warp::lanemask_gt()).count_ones();
    if let Some(place) = y.get_mut(index) {
        *place = before * 100 + behind;
    }
}

#[kernel]
pub fn shuffle_64(x: &[u64], mut y: DisjointSlice<u64>) {
    let index = thread::index_1d();
    let value = x[index.get()];
    let turned = warp::shuffle_xor_u64_sync(u32::MAX, value, 5);
    let first = warp::shuffle_u64_sync(u32::MAX, value, 0);
    if let Some(place) = y.get_mut(index) {
        *place = turned.wrapping_sub(first);
    }
}
