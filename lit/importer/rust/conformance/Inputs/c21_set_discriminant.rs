//! Variants that are set in place, of enums with a tag and with a niche.

#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features)]

use core::intrinsics::mir::*;
use core::num::NonZero;
use cuda_device::*;

#[derive(Clone, Copy)]
enum Tagged {
    Small(u8),
    Large(u32),
    None,
}

#[custom_mir(dialect = "runtime", phase = "optimized")]
#[inline(never)]
fn put_large(place: &mut Tagged, value: u32) {
    mir! {
        {
            place!(Field::<u32>(Variant(*place, 1), 0)) = value;
            SetDiscriminant(*place, 1);
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "optimized")]
#[inline(never)]
fn clear(place: &mut Option<NonZero<u32>>) {
    mir! {
        {
            SetDiscriminant(*place, 0);
            Return()
        }
    }
}

#[kernel]
pub fn tag_in_place(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let value = x[i.get()];
        let mut held = if value % 2 == 0 { Tagged::Small(value as u8) } else { Tagged::None };
        if value % 3 == 0 {
            put_large(&mut held, value ^ 0xffff);
        }
        *place = match held {
            Tagged::Small(v) => v as u32,
            Tagged::Large(v) => v,
            Tagged::None => 5,
        };
    }
}

#[kernel]
pub fn niche_in_place(x: &[u32], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let mut held = NonZero::new(x[i.get()]);
        if x[i.get()] % 5 == 0 {
            clear(&mut held);
        }
        *place = held.map_or(1000, |v| v.get());
    }
}
