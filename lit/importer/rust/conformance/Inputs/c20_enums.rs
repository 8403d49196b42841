//! Enums with payloads of several sizes, passed and given back; enums in arrays.

use cuda_device::*;

#[derive(Clone, Copy)]
enum Shape {
    Nothing,
    Square(u8),
    Box { width: u32, height: u16 },
    Far(u64, i8),
}

#[inline(never)]
fn shaped(x: u32) -> Shape {
    match x % 4 {
        0 => Shape::Nothing,
        1 => Shape::Square(x as u8),
        2 => Shape::Box { width: x, height: (x >> 3) as u16 },
        _ => Shape::Far((x as u64) << 33, -(x as i8 & 63)),
    }
}

#[inline(never)]
fn measured(shape: Shape) -> u64 {
    match shape {
        Shape::Nothing => 7,
        Shape::Square(side) => (side as u64) * (side as u64),
        Shape::Box { width, height } => width as u64 * height as u64,
        Shape::Far(distance, turn) => distance ^ turn as u64,
    }
}

#[kernel]
pub fn multi_payload(x: &[u32], mut y: DisjointSlice<u64>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        *place = measured(shaped(x[i.get()]));
    }
}

#[kernel]
pub fn enum_array(x: &[u32], mut y: DisjointSlice<u64>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let value = x[i.get()];
        let mut shapes = [Shape::Nothing; 5];
        for n in 0..5 {
            shapes[n] = shaped(value.wrapping_add(n as u32 * 3));
        }
        if let Shape::Box { width, .. } = &mut shapes[(value % 5) as usize] {
            *width += 1000;
        }
        shapes[((value + 1) % 5) as usize] = Shape::Square(3);
        *place = shapes.iter().fold(0, |sum: u64, shape| sum.wrapping_mul(5).wrapping_add(measured(*shape)));
    }
}
