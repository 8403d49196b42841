//! A function of each element: the helper is generic over element types and over the function, here a closure with two captures.

use cuda_device::{device, kernel, thread, DisjointSlice};

#[device]
fn map<T: Copy, U, F: Fn(T) -> U>(function: F, input: &[T], mut output: DisjointSlice<U>) {
    if let Some((place, index)) = output.get_mut_indexed() {
        if let Some(value) = input.get(index.get()) {
            *place = function(*value);
        }
    }
}

#[kernel]
pub fn scale_and_shift(factor: f32, offset: i32, input: &[i32], output: DisjointSlice<f32>) {
    map(|value| (value + offset) as f32 * factor, input, output);
}
