//! `match`, `Option`, `for`, iterators, numbers of 64 bits.

use cuda_device::*;

fn looked_up(x: &[u64], key: u64) -> Option<usize> {
    x.iter().position(|&v| v == key)
}

fn told(x: &[u64], key: u64) -> Option<u64> {
    let at = looked_up(x, key)?;
    let next = x.get(at + 1)?;
    next.checked_sub(key)
}

#[kernel]
pub fn features(x: &[u64], mut y: DisjointSlice<u64>) {
    if let Some((place, i)) = y.get_mut_indexed() {
        let v = x[i.get()];
        let kind = match v {
            0 => 1,
            1..=9 => 2,
            10 | 20 | 30 => 3,
            n if n % 2 == 1 => 4,
            _ => 5,
        };
        let mut sum = 0u64;
        for (n, &other) in x.iter().enumerate().filter(|(_, v)| **v % 3 == 0) {
            sum = sum.wrapping_add(other << (n % 8));
        }
        let longest = x.windows(2).filter(|pair| pair[0] <= pair[1]).count() as u64;
        *place = (kind << 60) ^ sum ^ (longest << 40) ^ told(x, v).unwrap_or(77).wrapping_mul(0x1_0000_0001);
    }
}
