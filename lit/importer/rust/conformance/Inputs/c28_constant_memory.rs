//! Tables that all threads read.

use cuda_device::*;

#[constant]
static COEFFICIENTS: ConstantMemory<[f32; 4]> = ConstantMemory::new([1.0, -0.5, 0.25, 2.0]);

static PRIMES: [u32; 8] = [2, 3, 5, 7, 11, 13, 17, 19];

#[kernel]
pub fn polynomial(x: &[f32], mut y: DisjointSlice<f32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let coefficients = COEFFICIENTS.get_ref();
        let x = x[i.get()];
        let mut value = 0.0;
        for c in coefficients.iter().rev() {
            value = value * x + *c;
        }
        *place = value;
    }
}

#[kernel]
pub fn looked_up(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let at = x[i.get()] as usize;
        *place = PRIMES[at % 8] * PRIMES[(at / 8) % 8];
    }
}
