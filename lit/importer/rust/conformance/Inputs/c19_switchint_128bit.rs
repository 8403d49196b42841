//! A choice among numbers of 128 bits.

use cuda_device::*;

#[kernel]
pub fn wide_switch(low: &[u64], high: &[u64], mut y: DisjointSlice<u32>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let value = (high[i.get()] as u128) << 64 | low[i.get()] as u128;
        let signed = value as i128;
        let first = match value {
            0 => 1,
            0x1_0000_0000_0000_0000 => 2,
            0x1_0000_0000_0000_0001 => 3,
            0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff => 4,
            _ => 5,
        };
        let second = match signed {
            -1 => 10,
            i128::MIN => 20,
            -0x8000_0000_0000_0001 => 30,
            _ => 40,
        };
        *place = first + second;
    }
}
