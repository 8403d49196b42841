//! What is to be done when a value goes: of a struct, of its fields, of a variant's payload, of an array's elements.

use cuda_device::*;

struct Counted<'a>(&'a mut u32, u32);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        *self.0 = self.0.wrapping_mul(31).wrapping_add(self.1);
    }
}

struct Outer<'a> {
    first: Counted<'a>,
    by: u32,
}

enum Maybe<'a> {
    Held(Counted<'a>),
    Pair(u32, Counted<'a>),
    Not,
}

#[inline(never)]
fn eaten(value: Maybe<'_>) {
    let _ = &value;
}

#[kernel]
pub fn dropped(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let v = x[i.get()];
        let mut log = 1;
        {
            let outer = Outer { first: Counted(&mut log, v), by: 5 };
            *outer.first.0 += outer.by;
        }
        let maybe = match v % 3 {
            0 => Maybe::Held(Counted(&mut log, 17)),
            1 => Maybe::Pair(3, Counted(&mut log, 19)),
            _ => Maybe::Not,
        };
        eaten(maybe);
        drop(Some(Counted(&mut log, 23)));
        let kept = Counted(&mut log, 1000);
        core::mem::forget(kept);
        *place = log;
    }
}
