#![no_std]

pub enum Direct {
    Empty,
    Pair(u8, u32),
    Named { x: u64 },
}

#[unsafe(no_mangle)]
pub fn make(a: u32) -> Direct {
    match a {
        0 => Direct::Empty,
        1 => Direct::Pair(7, a),
        _ => Direct::Named { x: 9 },
    }
}

#[unsafe(no_mangle)]
pub fn take(e: &Direct) -> u64 {
    match e {
        Direct::Empty => 1,
        Direct::Pair(_, y) => *y as u64,
        Direct::Named { x } => *x,
    }
}

#[unsafe(no_mangle)]
pub fn in_parts(a: &[u32], i: usize) -> u32 {
    match a.get(i) {
        Some(x) => *x,
        None => 3,
    }
}

#[unsafe(no_mangle)]
pub fn niche(x: Option<&u32>) -> Option<bool> {
    x.map(|v| *v == 5)
}
