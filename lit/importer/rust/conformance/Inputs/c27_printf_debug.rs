//! Printing, assertions, clocks.

use cuda_device::*;

#[kernel]
pub fn printing(x: &[f32]) {
    let i = thread::threadIdx_x();
    gpu_printf!("{}: {:.2} {:#x}\n", i, x[i as usize], i * 17);
}

#[kernel]
pub fn asserting(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let value = x[i.get()];
        gpu_assert!(value < 100, "too large");
        *place = value + 1;
    }
}

#[kernel]
pub fn timed(mut y: DisjointSlice<u32>) {
    let (before, early) = (debug::clock64(), debug::globaltimer());
    if let Some((place, _)) = y.get_mut_indexed() {
        let (after, late) = (debug::clock64(), debug::globaltimer());
        *place = (after >= before) as u32 + 2 * (late >= early) as u32;
    }
}
