//! Mathematics, rounding, comparisons with NaN, infinities.

use cuda_device::*;

#[kernel]
pub fn mathematics(x: &[f32], mut y: DisjointSlice<f32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let v = x[i.get()];
        *place = v.sin() + v.cos() * v.abs().sqrt() + (v * 0.1).exp() + v.abs().ln_1p() + v.atan2(2.0) + v.tanh() + v.abs().powf(0.3) + v.hypot(1.0) + v.cbrt();
    }
}

#[kernel]
pub fn rounding(x: &[f32], mut y: DisjointSlice<i32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let v = x[i.get()];
        let parts = [v.floor(), v.ceil(), v.trunc(), v.round(), v.round_ties_even(), v.fract() * 8.0];
        *place = parts.iter().fold(0, |sum: i32, part| sum.wrapping_mul(17).wrapping_add(*part as i32));
    }
}

#[kernel]
pub fn not_equal_nan(a: &[f32], b: &[f32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let (a, b) = (a[i.get()], b[i.get()]);
        *place = (a != b) as u32 + 2 * (a == b) as u32 + 4 * (a < b) as u32 + 8 * (a >= b) as u32 + 16 * (!(a > b)) as u32
            + 32 * a.is_nan() as u32 + 64 * (a.max(b) == a) as u32 + 128 * (a.min(b) == b) as u32;
    }
}

#[kernel]
pub fn special_literals(which: &[u32], mut y: DisjointSlice<f32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        *place = match which[i.get()] {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => f32::NEG_INFINITY,
            3 => -0.0,
            4 => f32::MIN_POSITIVE,
            5 => f32::EPSILON,
            6 => 1.0e-45,
            _ => f32::MAX,
        };
    }
}
