//! Orderings, and enums with discriminants of their own.

use core::cmp::Ordering;
use cuda_device::*;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Low = -7,
    Middle = 3,
    High = 40,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Version(u8, i16);

fn level(x: i32) -> Level {
    match x.rem_euclid(3) {
        0 => Level::Low,
        1 => Level::Middle,
        _ => Level::High,
    }
}

#[kernel]
pub fn ordered(a: &[i32], b: &[i32], mut y: DisjointSlice<i32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let (a, b) = (a[i.get()], b[i.get()]);
        let by_value = a.cmp(&b) as i32;
        let levels = level(a).cmp(&level(b)) as i32;
        let versions = match Version(a as u8, b as i16).cmp(&Version(b as u8, a as i16)) {
            Ordering::Less => 10,
            Ordering::Equal => 20,
            Ordering::Greater => 30,
        };
        let chained = a.abs().cmp(&b.abs()).then(b.cmp(&a)).reverse() as i32;
        let floats = (a as f32).partial_cmp(&(b as f32)).map_or(9, |o| o as i32);
        *place = by_value + 3 * levels + 100 * versions + 10_000 * chained + 100_000 * level(a) as i32 + 10_000_000 * floats
            + (a.max(b).clamp(-3, 3) << 28);
    }
}
