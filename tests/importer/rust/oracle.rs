//! Functions whose results on the host, by the same rustc, are what they have to give on a device.
//!
//! Each is run for many arguments. Parameters and results are numbers; what is compared of a larger value is folded into one.

#![allow(dead_code)]

use core::hint::black_box as keep;

// Arithmetic

pub fn wrapping(a: i32, b: i32) -> i32 {
    a.wrapping_add(b) ^ a.wrapping_sub(b) ^ a.wrapping_mul(b) ^ a.wrapping_neg() ^ a.wrapping_abs()
}

pub fn plain_overflow_wraps(a: u16, b: u16) -> u16 {
    (a + b) ^ (a - b) ^ (a * b)
}

pub fn checked(a: i32, b: i32) -> i64 {
    let mut sum = 0i64;
    sum += a.checked_add(b).map_or(-1, |x| x as i64);
    sum += a.checked_sub(b).map_or(-2, |x| x as i64) * 3;
    sum += a.checked_mul(b).map_or(-3, |x| x as i64) * 5;
    sum += a.checked_div(b).map_or(-4, |x| x as i64) * 7;
    sum += a.checked_rem(b).map_or(-5, |x| x as i64) * 11;
    sum += a.checked_neg().map_or(-6, |x| x as i64) * 13;
    sum += a.checked_shl(b as u32).map_or(-7, |x| x as i64) * 17;
    sum
}

pub fn saturating_i32(a: i32, b: i32) -> i32 {
    a.saturating_add(b) ^ a.saturating_sub(b).rotate_left(7) ^ a.saturating_mul(b).rotate_left(13)
}

pub fn saturating_u8(a: u8, b: u8) -> u8 {
    a.saturating_add(b) ^ a.saturating_sub(b).rotate_left(3)
}

pub fn saturating_i64(a: i64, b: i64) -> i64 {
    a.saturating_add(b) ^ a.saturating_sub(b)
}

pub fn overflowing(a: u32, b: u32) -> u32 {
    let (x, p) = a.overflowing_add(b);
    let (y, q) = a.overflowing_sub(b);
    let (z, r) = a.overflowing_mul(b);
    x ^ y ^ z ^ (p as u32) << 1 ^ (q as u32) << 2 ^ (r as u32) << 3
}

pub fn division(a: i32, b: i32) -> i32 {
    let b = if b == 0 || b == -1 { 7 } else { b };
    (a / b) ^ (a % b).wrapping_mul(31) ^ a.div_euclid(b).wrapping_mul(17) ^ a.rem_euclid(b)
}

pub fn unsigned_division(a: u64, b: u64) -> u64 {
    let b = b | 1;
    (a / b) ^ (a % b)
}

pub fn power_signs(kind: u32, exponent: i32) -> f32 {
    let base = if kind & 1 != 0 { 0.0f32 } else { 1.0 };
    let base = if keep(kind & 2 != 0) { -base } else { base };
    base.powi(if kind & 4 != 0 { exponent | 0x0400_0001 } else { exponent & !1 })
}

pub fn powers(a: i32, b: u32) -> i32 {
    a.pow(b % 7) ^ a.wrapping_pow(b % 40) ^ (b | 1).ilog2() as i32 ^ (b | 1).ilog10() as i32
}

pub fn shifts(a: i32, b: u32) -> i32 {
    a.wrapping_shl(b) ^ a.wrapping_shr(b) ^ (a << (b & 31)) ^ (a >> (b & 31)) ^ ((a as u32) >> (b & 31)) as i32
}

pub fn shifts_u8(a: u8, b: u32) -> u8 {
    a.wrapping_shl(b) ^ a.wrapping_shr(b) ^ (a as i8).wrapping_shr(b) as u8
}

pub fn bits(a: u32, b: u32) -> u32 {
    a.count_ones() ^ a.leading_zeros() << 1 ^ a.trailing_zeros() << 2 ^ a.rotate_left(b % 32) ^ a.rotate_right(b % 32)
        ^ a.swap_bytes() ^ a.reverse_bits() ^ !a ^ a.leading_ones() ^ a.trailing_ones()
}

pub fn bits_u64(a: u64, b: u64) -> u64 {
    (a.count_ones() + a.leading_zeros() + a.trailing_zeros()) as u64 ^ a.rotate_left((b % 64) as u32) ^ a.swap_bytes()
        ^ a.reverse_bits() ^ (a & b) ^ (a | b).wrapping_mul(3)
}

pub fn bits_u8(a: u8, b: u8) -> u32 {
    a.count_ones() ^ a.leading_zeros() << 4 ^ a.trailing_zeros() << 8 ^ (a.rotate_left((b % 8) as u32) as u32) << 12
        ^ (a.reverse_bits() as u32) << 20
}

pub fn order(a: i32, b: i32) -> i32 {
    let mut n = 0;
    n |= (a < b) as i32;
    n |= ((a <= b) as i32) << 1;
    n |= ((a > b) as i32) << 2;
    n |= ((a >= b) as i32) << 3;
    n |= ((a == b) as i32) << 4;
    n |= ((a != b) as i32) << 5;
    n |= match a.cmp(&b) {
        core::cmp::Ordering::Less => 64,
        core::cmp::Ordering::Equal => 128,
        core::cmp::Ordering::Greater => 256,
    };
    n ^ a.min(b) ^ a.max(b).rotate_left(9) ^ a.clamp(-5, 9).rotate_left(20) ^ a.signum()
}

pub fn unsigned_order(a: u64, b: u64) -> u64 {
    (a < b) as u64 | ((a >= b) as u64) << 1 | (a.min(b) ^ a.max(b).rotate_left(3)) << 2 | a.abs_diff(b) & 1
}

pub fn wide(a: u64, b: u64) -> u64 {
    let x = (a as u128) << 64 | b as u128;
    let y = x.wrapping_mul(0x1234_5678_9abc_def0_1122_3344_5566_7788);
    let z = (y >> 37) ^ (y << 11) ^ x.rotate_left(77);
    (z as u64) ^ (z >> 64) as u64 ^ z.leading_zeros() as u64
}

pub fn wide_division(a: u64, b: u64) -> u64 {
    let x = (a as u128) << 64 | b as u128;
    let y = (b as u128) << 20 | 1;
    (x / y) as u64 ^ (x % y) as u64
}

pub fn wide_signed(a: i64, b: i64) -> i64 {
    let x = (a as i128) * (b as i128);
    let y = x.saturating_add(i128::MAX >> 3).wrapping_sub(5);
    let high = (y >> 64) as i64;
    let less = if x < y { 1 } else { 2 };
    (x / 1_000_003) as i64 ^ high ^ less ^ (x as f64).to_bits() as i64
}

pub fn wide_switch(a: u64, b: u64) -> u64 {
    match (a as u128) << 64 | b as u128 {
        0 => 1,
        0x1_0000_0000_0000_0000 => 2,
        0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff => 3,
        x if x & 1 == 0 => 4,
        _ => 5,
    }
}

pub fn multiply_high(a: u64, b: u64) -> u64 {
    ((a as u128 * b as u128) >> 64) as u64
}

// Casts

pub fn integer_casts(a: i32, b: i64) -> i64 {
    (a as i8 as i64) ^ (a as u8 as i64) << 3 ^ (a as u16 as i64) << 7 ^ (a as i64) << 11 ^ (a as u32 as i64) << 13
        ^ (b as i32 as i64) << 17 ^ (b as u8 as i64) << 23 ^ (b as i16 as u64 as i64) ^ ((a > 3) as i64)
}

pub fn float_to_integer(a: f32, b: f64) -> i64 {
    (a as i32 as i64) ^ (a as u8 as i64) << 5 ^ (b as i64) ^ (b as u32 as i64) << 9 ^ (b as i16 as i64) << 3 ^ (a as u64 as i64)
        ^ (a as i8 as i64) << 40
}

pub fn integer_to_float(a: i32, b: u64) -> f64 {
    (a as f32 as f64) + (b as f64) * 0.5 + (b as f32 as f64) + (a as u8 as f32 as f64)
}

pub fn wide_to_float(a: u64, b: u64) -> f64 {
    ((a as u128) << 50 | b as u128) as f64
}

pub fn float_to_wide(a: f64) -> u64 {
    let x = a as u128;
    let y = a as i128;
    (x as u64) ^ (x >> 64) as u64 ^ (y as u64) ^ (y >> 64) as u64
}

pub fn characters(a: u32) -> u32 {
    let c = char::from_u32(a % 0x12_0000).unwrap_or('?');
    let digit = c.to_digit(16).unwrap_or(99);
    digit ^ (c as u32) << 8 ^ (c.is_ascii_alphabetic() as u32) << 30 ^ (a as u8 as char) as u32 ^ c.len_utf8() as u32
}

pub fn transmutes(a: u32, b: u64) -> u64 {
    let f = f32::from_bits(a & 0x7f7f_ffff);
    let g = f64::from_bits(b & 0x7fef_ffff_ffff_ffff);
    let bytes = a.to_be_bytes();
    let words: [u16; 4] = unsafe { core::mem::transmute(b) };
    let pair: (u32, u32) = unsafe { core::mem::transmute([a, !a]) };
    f.to_bits() as u64 ^ g.to_bits() ^ u32::from_le_bytes(bytes) as u64 ^ words[1] as u64 ^ (words[3] as u64) << 9
        ^ pair.0 as u64 ^ pair.1 as u64
}

pub fn booleans(a: u32, b: u32) -> u32 {
    let p = a & 1 == 1;
    let q = b & 1 == 1;
    let from: bool = unsafe { core::mem::transmute((a & 1) as u8) };
    (p & q) as u32 | ((p | q) as u32) << 1 | ((p ^ q) as u32) << 2 | ((!p) as u32) << 3 | ((p && q) as u32) << 4
        | ((p == q) as u32) << 5 | ((p < q) as u32) << 6 | (from as u32) << 7 | p.then_some(b).unwrap_or(3) << 8
}

// Floats

pub fn float_arithmetic(a: f32, b: f32) -> f32 {
    let s = a + b;
    let d = a - b;
    let q = if b != 0.0 { a / b } else { -1.0 };
    if s > d { s % 3.5 } else if q < 1.0 { -q } else { d }
}

pub fn float_functions(a: f32, b: f32) -> f32 {
    let x = a.abs().sqrt();
    let y = a.floor() - a.ceil().trunc();
    let z = a.round() - b.round_ties_even();
    x.max(y).min(z).copysign(b)
}

pub fn float_functions_64(a: f64, b: f64) -> f64 {
    a.abs().sqrt().max(b.floor()).min(a.mul_add(b, 1.0)).copysign(a)
}

pub fn float_bits(a: f32, b: f32) -> u32 {
    (a.is_nan() as u32) | (a.is_finite() as u32) << 1 | (a.is_sign_negative() as u32) << 2 | ((a < b) as u32) << 3
        | ((a <= b) as u32) << 4 | ((a == b) as u32) << 5 | ((a != b) as u32) << 6 | ((a > b) as u32) << 7
        | (a.total_cmp(&b) as i8 as u8 as u32) << 8 | (a.partial_cmp(&b).map_or(7, |o| o as i8 as u8) as u32) << 16
        | (a.classify() as u32) << 24
}

// Enums of every layout

#[derive(Clone, Copy, PartialEq)]
pub enum Direct {
    Empty,
    Pair(u8, u32),
    Named { x: u64, y: f32 },
    Byte(u8),
}

impl Direct {
    fn of(a: u32, b: u32) -> Direct {
        match a % 4 {
            0 => Direct::Empty,
            1 => Direct::Pair(b as u8, a),
            2 => Direct::Named { x: (a as u64) << 20 | b as u64, y: b as f32 },
            _ => Direct::Byte((a ^ b) as u8),
        }
    }

    fn fold(&self) -> u64 {
        match *self {
            Direct::Empty => 7,
            Direct::Pair(x, y) => (x as u64) << 32 | y as u64,
            Direct::Named { x, y } => x ^ y.to_bits() as u64,
            Direct::Byte(x) => x as u64 * 3,
        }
    }
}

pub fn direct_enum(a: u32, b: u32) -> u64 {
    let mut e = Direct::of(a, b);
    let f = Direct::of(b, a);
    let same = (e == f) as u64;
    if let Direct::Pair(ref mut x, _) = e {
        *x = x.wrapping_add(1);
    }
    let array = [e, f, Direct::Byte(9)];
    array[(a % 3) as usize].fold() ^ e.fold() << 1 ^ same
}

#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Coded {
    Three = 3,
    Seven = 7,
    Big = 200,
}

pub fn coded_enum(a: u32, b: u32) -> u32 {
    let of = |n: u32| match n % 3 {
        0 => Coded::Three,
        1 => Coded::Seven,
        _ => Coded::Big,
    };
    let (x, y) = (of(a), of(b));
    let o = if a & 8 == 0 { Some(x) } else { None };
    let n = match o {
        Some(Coded::Three) => 1,
        Some(Coded::Seven) => 2,
        Some(Coded::Big) => 3,
        None => 4,
    };
    x as u32 ^ (y as u8 as u32) << 8 ^ ((x < y) as u32) << 16 ^ (x.max(y) as u32) << 17 ^ n << 28
}

#[repr(i16)]
#[derive(Clone, Copy)]
pub enum Negative {
    Low = -300,
    Mid = -1,
    High = 1000,
}

pub fn negative_enum(a: u32) -> i32 {
    let x = match a % 3 {
        0 => Negative::Low,
        1 => Negative::Mid,
        _ => Negative::High,
    };
    let n = match x {
        Negative::Low => 5,
        Negative::Mid => 6,
        Negative::High => 7,
    };
    x as i16 as i32 * 10 + n
}

pub enum Niche {
    None,
    Bool(bool),
    Other,
}

pub fn niche_enum(a: u32, b: u32) -> u32 {
    let n = match a % 4 {
        0 => Niche::None,
        1 => Niche::Other,
        _ => Niche::Bool(b & 1 == 1),
    };
    let size = core::mem::size_of::<Niche>() as u32;
    let o = if b & 2 == 0 { Some(n) } else { None };
    size << 8
        | match o {
            None => 1,
            Some(Niche::None) => 2,
            Some(Niche::Bool(true)) => 3,
            Some(Niche::Bool(false)) => 4,
            Some(Niche::Other) => 5,
        }
}

pub fn nested_enum(a: u32, b: u32) -> u32 {
    let inner: Option<Option<bool>> = match a % 4 {
        0 => None,
        1 => Some(None),
        2 => Some(Some(false)),
        _ => Some(Some(true)),
    };
    let r: Result<Option<u32>, Option<u8>> = match b % 4 {
        0 => Ok(None),
        1 => Ok(Some(a)),
        2 => Err(None),
        _ => Err(Some(a as u8)),
    };
    let x = match inner {
        None => 1,
        Some(None) => 2,
        Some(Some(x)) => 3 + x as u32,
    };
    let y = match r {
        Ok(None) => 1,
        Ok(Some(v)) => v,
        Err(None) => 2,
        Err(Some(v)) => v as u32 * 5,
    };
    x << 24 ^ y
}

pub fn pointer_niche(a: u32, b: u32) -> u32 {
    let values = [a, b, a ^ b];
    let found: Option<&u32> = values.iter().find(|v| **v & 4 == 0);
    let slot: Option<&u32> = if a & 1 == 0 { found } else { values.get((b % 5) as usize) };
    let first = core::mem::size_of::<Option<&u32>>() as u32;
    match slot {
        Some(v) => *v ^ first,
        None => 77,
    }
}

pub fn nonzero_niche(a: u32) -> u32 {
    use core::num::NonZeroU32;
    let n = NonZeroU32::new(a & 0xff);
    let m = n.map(|x| x.get() * 3);
    m.unwrap_or(core::mem::size_of::<Option<NonZeroU32>>() as u32)
}

enum Never {}

pub fn uninhabited_enum(a: u32) -> u32 {
    let r: Result<u32, Never> = Ok(a ^ 5);
    match r {
        Ok(v) => v,
        Err(e) => match e {},
    }
}

enum Single {
    Only(u16, u32),
}

pub fn single_enum(a: u32) -> u32 {
    let s = keep(Single::Only(a as u16, a ^ 3));
    let Single::Only(x, y) = s;
    x as u32 ^ y << 3
}

pub fn options(a: u32, b: u32) -> u32 {
    let x = if a & 1 == 0 { Some(a) } else { None };
    let y = if b & 1 == 0 { Some(b) } else { None };
    let mut z = x.or(y);
    let taken = z.take();
    let w = taken.filter(|v| v & 2 == 0).map(|v| v + 1).xor(x.and(y));
    let q = x.zip(y).map_or(5, |(p, q)| p ^ q);
    w.unwrap_or(3) ^ z.is_none() as u32 ^ q ^ x.and_then(|v| v.checked_mul(3)).unwrap_or_default() ^ y.map(|v| v >> 3).unwrap_or(1)
}

fn step(a: u32) -> Result<u32, u8> {
    if a % 5 == 0 { Err((a % 200) as u8) } else { Ok(a / 2) }
}

fn steps(a: u32) -> Result<u32, u16> {
    let b = step(a).map_err(|e| e as u16 + 1)?;
    let c = step(b).map_err(|e| e as u16 + 1000)?;
    Ok(b ^ c)
}

pub fn question_marks(a: u32) -> u32 {
    match steps(a) {
        Ok(v) => v,
        Err(e) => e as u32 | 1 << 31,
    }
}

// Structs, tuples, arrays, unions

#[derive(Clone, Copy, PartialEq, Default)]
pub struct Padded {
    a: u8,
    b: u32,
    c: u16,
    d: u64,
    e: bool,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct InOrder {
    a: u8,
    b: u32,
    c: u8,
    d: [u16; 3],
}

#[repr(C, packed)]
#[derive(Clone, Copy)]
pub struct Packed {
    a: u8,
    b: u32,
    c: u16,
}

pub fn structs(a: u32, b: u32) -> u64 {
    let mut p = Padded { a: a as u8, b, c: (a >> 3) as u16, d: (a as u64) << 30, e: a > b };
    p.b = p.b.wrapping_add(p.a as u32);
    let q = Padded { d: 9, ..p };
    let o = InOrder { a: b as u8, b: a, c: 4, d: [1, b as u16, 3] };
    let size = core::mem::size_of::<Padded>() + core::mem::size_of::<InOrder>() * 256;
    p.b as u64 ^ q.d ^ (q.c as u64) << 9 ^ (q.e as u64) << 40 ^ (p == q) as u64 ^ o.d[(a % 3) as usize] as u64 ^ o.b as u64 ^ size as u64
}

pub fn packed_struct(a: u32, b: u32) -> u32 {
    let mut p = Packed { a: a as u8, b, c: a as u16 };
    p.b = { p.b }.wrapping_mul(3);
    let copies = [p, Packed { a: 1, b: 2, c: 3 }];
    let one = copies[(a & 1) as usize];
    ({ one.b }) ^ { one.c } as u32 ^ one.a as u32 ^ core::mem::size_of::<Packed>() as u32
}

pub fn tuples(a: u32, b: u32) -> u64 {
    let t = (a as u8, b, (a as u16, b as u64), ());
    let (x, y, (z, w), ()) = t;
    let mut s = (x, w);
    s.0 = s.0.wrapping_add(z as u8);
    core::mem::swap(&mut s.1, &mut (y as u64));
    s.0 as u64 ^ s.1 ^ (t.2.1 << 8) ^ (if (a, b) < (b, a) { 5 } else { 6 })
}

pub fn arrays(a: u32, b: u32) -> u32 {
    let mut x = [a, b, a ^ b, a & b, 5];
    x[(a % 5) as usize] = 9;
    x.swap(0, (b % 5) as usize);
    x.reverse();
    let [first, .., last] = x;
    let [p, q @ ..] = x;
    let grid = [[a, 1], [2, b]];
    let y = x.map(|v| v ^ 3);
    first ^ last.rotate_left(3) ^ p ^ q[1] ^ grid[(a & 1) as usize][(b & 1) as usize] ^ y[2] ^ (x == y) as u32 ^ q.len() as u32
}

pub fn array_arguments(a: u32, b: u32) -> u32 {
    fn total(x: [u32; 6], n: &mut [u32; 2]) -> u32 {
        n[1] += x[5];
        x.iter().fold(0, |s, v| s ^ v)
    }
    let mut n = [a, b & 0xffff];
    total([a, b, 1, 2, 3, a & 0xff], &mut n) ^ n[1]
}

union Bits {
    f: f32,
    u: u32,
    b: [u8; 4],
}

pub fn unions(a: f32) -> u32 {
    let x = Bits { f: a };
    let mut y = Bits { u: 5 };
    unsafe {
        y.b[2] = x.b[1];
        x.u ^ y.u
    }
}

// References, pointers, slices

fn bump(x: &mut u32, by: &u32) -> u32 {
    *x = x.wrapping_mul(3) + (*by & 7);
    *x
}

pub fn references(a: u32, b: u32) -> u32 {
    let mut x = a & 0xffff;
    let y = b;
    let r = bump(&mut x, &y);
    let m = &mut x;
    *m ^= 9;
    let p = m as *mut u32;
    unsafe { *p = p.read() ^ 3 };
    x ^ r
}

pub fn raw_pointers(a: u32, b: u32) -> u32 {
    let mut data = [a, b, a ^ b, 7, a | b];
    let p = data.as_mut_ptr();
    unsafe {
        p.add(1).write(*p.add(2));
        let q = p.add((a % 5) as usize);
        q.write_volatile(q.read_volatile() ^ 1);
        let distance = p.add(4).offset_from(q) as u32;
        core::ptr::swap(p, p.add(3));
        core::ptr::copy(p, p.add(1), 3);
        distance ^ data[0] ^ data[3].rotate_left(5) ^ data[1].rotate_left(9)
    }
}

pub fn byte_views(a: u32, b: u32) -> u32 {
    let words = [a, b];
    let bytes = unsafe { core::slice::from_raw_parts(words.as_ptr() as *const u8, 8) };
    let mut s = 0u32;
    for (n, v) in bytes.iter().enumerate() {
        s = s.wrapping_add((*v as u32) << n);
    }
    s
}

pub fn slices(a: u32, b: u32) -> u32 {
    let data = [a, b, 3, a ^ b, 5, 6, b | 1, 8];
    let i = (a % 8) as usize;
    let (left, right) = data.split_at(i);
    let s = &data[1..5];
    let first = left.first().copied().unwrap_or(1);
    let last = right.last().copied().unwrap_or(2);
    let c = data.contains(&b) as u32;
    let p = data.iter().position(|v| v % 3 == 0).unwrap_or(9) as u32;
    let starts = data.starts_with(&[a, b]) as u32;
    first ^ last ^ s.len() as u32 ^ s[2] ^ c ^ p << 4 ^ starts << 9 ^ data.get(i..i + 2).map_or(0, |w| w[0] ^ w[1])
}

pub fn sorts(a: u32, b: u32) -> u32 {
    let mut data = [a % 97, b % 89, (a ^ b) % 83, (a >> 8) % 79, (b >> 8) % 73];
    for i in 1..data.len() {
        let mut j = i;
        while j > 0 && data[j - 1] > data[j] {
            data.swap(j - 1, j);
            j -= 1;
        }
    }
    data.binary_search(&(a % 97)).unwrap_or(9) as u32 ^ data[2] << 8 ^ data[4] << 16
}

pub fn filled(a: u32, b: u32) -> u32 {
    let mut data = [0u32; 9];
    data.fill(a);
    data[2..6].fill(b);
    data[..3].copy_from_slice(&[1, 2, 3]);
    data[1..].copy_within(2..5, (a % 5) as usize);
    data.iter().enumerate().fold(0u32, |s, (i, v)| s.wrapping_mul(31) ^ v ^ i as u32)
}

pub fn memory_swaps(a: u32, b: u32) -> u32 {
    let (mut x, mut y) = ((a, b as u8), (b, a as u8));
    core::mem::swap(&mut x, &mut y);
    let old = core::mem::replace(&mut x.0, 5);
    let gone = core::mem::take(&mut y);
    old ^ gone.0.rotate_left(3) ^ y.0 ^ x.1 as u32
}

// Iterators

pub fn ranges(a: u32, b: u32) -> u32 {
    let n = a % 20;
    let mut s = 0u32;
    for i in 0..n {
        s = s.wrapping_mul(3).wrapping_add(i ^ b);
    }
    for i in (0..=n).rev() {
        s ^= i << (i % 5);
    }
    for i in (b % 3..n).step_by(3) {
        s = s.wrapping_add(i * i);
    }
    s
}

pub fn iterators(a: u32, b: u32) -> u32 {
    let x = [a, b, 3, 4, a ^ b, 6, 7];
    let y = [b, 2, a, 9];
    let mut s = 0u32;
    for (i, (p, q)) in x.iter().zip(y.iter()).enumerate() {
        s = s.wrapping_add((p ^ q).wrapping_mul(i as u32 + 1));
    }
    for w in x.windows(2) {
        s ^= w[0] & w[1];
    }
    for c in x.chunks(3) {
        s = s.wrapping_add(c.len() as u32 * c[0]);
    }
    for c in x.chunks_exact(2) {
        s ^= c[1].rotate_left(c[0] % 32);
    }
    s ^ x.iter().rev().skip(1).take(3).fold(0, |t, v| t ^ v)
}

pub fn iterator_chains(a: u32, b: u32) -> u32 {
    let n = a % 30;
    let x: u32 = (0..n).map(|v| v ^ b).filter(|v| v % 3 != 0).fold(0, |s, v| s.wrapping_add(v));
    let y = (1..=n).rev().take_while(|v| v % 7 != 0).count() as u32;
    let z = (0..n).any(|v| v == b % 30) as u32;
    let w = [a, b, 5].iter().copied().chain([7, 8]).fold(0, |s: u32, v| s.rotate_left(1) ^ v);
    let m = (0..n).position(|v| (v ^ b) % 11 == 3).unwrap_or(99) as u32;
    let f = [a, b].into_iter().map(|v| v & 3).sum::<u32>();
    x ^ y << 3 ^ z << 9 ^ w ^ m ^ f
}

pub fn array_values(a: u32, b: u32) -> u32 {
    let mut s = 0u32;
    for v in [a, b, 3] {
        s = s.wrapping_mul(5) ^ v;
    }
    for v in [16u32, 8, 4, 2, 1] {
        s ^= s >> v;
    }
    s
}

pub fn loops(a: u32, b: u32) -> u32 {
    let mut n = a % 1000;
    let mut steps = 0;
    let found = 'outer: loop {
        while n % 2 == 0 && n > 0 {
            n /= 2;
            steps += 1;
            if steps > 50 {
                break 'outer 1;
            }
        }
        if n <= 1 {
            break 2;
        }
        n = n * 3 + 1;
        steps += 1;
        if steps > 60 {
            continue 'outer;
        }
    };
    steps ^ found << 8 ^ b
}

// Functions, closures, traits, generics

pub fn closures(a: u32, b: u32) -> u32 {
    let mut count = 0;
    let mut add = |x: u32| {
        count += x & 3;
        x ^ b
    };
    let x = add(a);
    let y = add(x);
    let twice = |f: &dyn_free::Fun, v: u32| f.call(f.call(v));
    let made = dyn_free::Fun { k: b & 15 };
    let compose = |v| twice(&made, v) ^ a;
    compose(y) ^ count
}

mod dyn_free {
    pub struct Counter {
        pub n: u32,
    }
    pub struct Fun {
        pub k: u32,
    }
    impl Fun {
        #[inline(never)]
        pub fn call(&self, v: u32) -> u32 {
            v.rotate_left(self.k) ^ self.k
        }
    }
}

#[inline(never)]
fn apply<F: Fn(u32, u32) -> u32>(f: F, a: u32, b: u32) -> u32 {
    f(a, b) ^ f(b, a)
}

fn apply_by_reference(f: &mut dyn_free::Counter, g: &mut impl FnMut(u32) -> u32, a: u32) -> u32 {
    f.n += 1;
    through(&mut *g, a) ^ through(g, f.n)
}

#[inline(never)]
fn through<F: FnMut(u32) -> u32>(mut f: F, a: u32) -> u32 {
    f(a).wrapping_add(f(1))
}

pub fn closures_by_reference(a: u32, b: u32) -> u32 {
    let mut sum = b;
    let mut counter = dyn_free::Counter { n: a & 3 };
    let mut add = |v: u32| {
        sum = sum.wrapping_mul(3) ^ v;
        sum
    };
    let x = apply_by_reference(&mut counter, &mut add, a);
    x ^ through(|v| v ^ sum, 4) ^ counter.n
}

pub fn generic_not_inlined(a: u32, b: u32) -> u32 {
    let k = a & 7;
    apply(|x, y| x.wrapping_mul(y) + k, a, b & 0xff)
}

trait Shape {
    const SIDES: u32;
    fn area(&self) -> u32;
    fn twice(&self) -> u32 {
        self.area() * 2 + Self::SIDES
    }
}

struct Square(u32);
struct Oblong {
    w: u32,
    h: u32,
}

impl Shape for Square {
    const SIDES: u32 = 4;
    #[inline(never)]
    fn area(&self) -> u32 {
        self.0.wrapping_mul(self.0) & 0xffff
    }
}

impl Shape for Oblong {
    const SIDES: u32 = 40;
    #[inline(never)]
    fn area(&self) -> u32 {
        self.w.wrapping_mul(self.h) & 0xffff
    }
    fn twice(&self) -> u32 {
        self.area() + 1
    }
}

fn measure<S: Shape>(s: &S) -> u32 {
    s.twice() ^ S::SIDES
}

pub fn traits(a: u32, b: u32) -> u32 {
    measure(&Square(a)) ^ measure(&Oblong { w: a, h: b }) << 3
}

#[derive(Clone, Copy)]
struct Complex {
    re: i32,
    im: i32,
}

impl core::ops::Mul for Complex {
    type Output = Complex;
    #[inline(never)]
    fn mul(self, o: Complex) -> Complex {
        Complex {
            re: self.re.wrapping_mul(o.re).wrapping_sub(self.im.wrapping_mul(o.im)),
            im: self.re.wrapping_mul(o.im).wrapping_add(self.im.wrapping_mul(o.re)),
        }
    }
}

impl core::ops::AddAssign for Complex {
    fn add_assign(&mut self, o: Complex) {
        self.re = self.re.wrapping_add(o.re);
        self.im = self.im.wrapping_add(o.im);
    }
}

impl core::ops::Index<usize> for Complex {
    type Output = i32;
    fn index(&self, i: usize) -> &i32 {
        if i == 0 { &self.re } else { &self.im }
    }
}

pub fn operators(a: i32, b: i32) -> i32 {
    let mut x = Complex { re: a, im: b };
    x += x * Complex { re: 3, im: a };
    x[0] ^ x[1].rotate_left(7) ^ x[(a & 1) as usize]
}

struct Matrix<const R: usize, const C: usize>([[i32; C]; R]);

impl<const R: usize, const C: usize> Matrix<R, C> {
    fn times<const K: usize>(&self, o: &Matrix<C, K>) -> Matrix<R, K> {
        let mut m = Matrix([[0; K]; R]);
        for i in 0..R {
            for j in 0..K {
                for k in 0..C {
                    m.0[i][j] = m.0[i][j].wrapping_add(self.0[i][k].wrapping_mul(o.0[k][j]));
                }
            }
        }
        m
    }
}

pub fn const_generics(a: i32, b: i32) -> i32 {
    let x = Matrix([[a, b, 3], [b, 5, a]]);
    let y = Matrix([[1, a], [b, 2], [a, b]]);
    let z = x.times(&y);
    z.0[0][0] ^ z.0[0][1].rotate_left(3) ^ z.0[1][0].rotate_left(7) ^ z.0[1][1].rotate_left(11)
}

#[inline(never)]
fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

pub fn recursion(a: u32, b: u32) -> u32 {
    gcd(a % 10_000, b % 10_000)
}

#[inline(never)]
fn pair(a: u32, b: u32) -> (u8, u64) {
    (a as u8, (b as u64) << 3)
}

#[inline(never)]
fn maybe(a: u32) -> Option<u64> {
    if a % 3 == 0 { None } else { Some(a as u64 * 7) }
}

#[inline(never)]
fn nothing(x: &mut u32) {
    *x += 1;
}

pub fn calls(a: u32, b: u32) -> u64 {
    let (x, y) = pair(a, b);
    let mut n = a & 0xff;
    nothing(&mut n);
    x as u64 ^ y ^ maybe(a).unwrap_or(5) ^ maybe(b).map_or(1, |v| v >> 2) ^ n as u64
}

struct Guard<'a>(&'a mut u32, u32);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        *self.0 = self.0.wrapping_mul(5).wrapping_add(self.1);
    }
}

pub fn drops(a: u32, b: u32) -> u32 {
    let mut x = a;
    {
        let g = Guard(&mut x, b & 3);
        if b & 4 == 0 {
            *g.0 ^= 17;
        }
    }
    let _ = Guard(&mut x, 9);
    x
}

// Constants and statics

const TABLE: [u32; 7] = [3, 1, 4, 1, 5, 9, 2];
const NESTED: [[u16; 2]; 3] = [[1, 2], [3, 4], [5, 6]];
const POINT: Padded = Padded { a: 1, b: 70_000, c: 3, d: 1 << 40, e: true };
const CHOICE: Direct = Direct::Named { x: 99, y: 1.5 };
const MAYBE: Option<u16> = Some(12);
static STATIC: [i16; 5] = [-1, 2, -3, 4, -5];
static PAIRS: [(u8, u32); 3] = [(1, 100), (2, 200), (3, 300)];
const fn squares<const N: usize>() -> [u32; N] {
    let mut x = [0; N];
    let mut i = 0;
    while i < N {
        x[i] = (i * i) as u32;
        i += 1;
    }
    x
}
const SQUARES: [u32; 9] = squares();

pub fn constants(a: u32, b: u32) -> u64 {
    let i = (a % 7) as usize;
    let words = ["one", "two", "three"];
    let t: &[u32] = &[10, 20, 30, 40];
    TABLE[i] as u64
        ^ (NESTED[(a % 3) as usize][(b & 1) as usize] as u64) << 8
        ^ POINT.d
        ^ POINT.b as u64
        ^ CHOICE.fold()
        ^ MAYBE.map_or(0, |v| v as u64) << 20
        ^ (STATIC[(b % 5) as usize] as u16 as u64) << 24
        ^ PAIRS[(b % 3) as usize].1 as u64
        ^ (SQUARES[(a % 9) as usize] as u64) << 30
        ^ words[(a % 3) as usize].len() as u64
        ^ t[(b % 4) as usize] as u64
        ^ b"bytes"[(a % 5) as usize] as u64
        ^ i32::MIN as u32 as u64
        ^ (f32::EPSILON.to_bits() as u64) << 3
        ^ u64::MAX / 3
}

pub fn strings(a: u32) -> u32 {
    let s = if a & 1 == 0 { "even" } else { "odd numbers" };
    let bytes = s.as_bytes();
    bytes.iter().fold(s.len() as u32, |h, b| h.wrapping_mul(31) ^ *b as u32) ^ (s == "even") as u32
}

pub fn cells(a: u32, b: u32) -> u32 {
    use core::cell::Cell;
    let c = Cell::new(a);
    let d = &c;
    d.set(d.get() ^ b);
    c.replace(7).wrapping_add(c.get())
}

pub fn atomics(a: u32, b: u32) -> u32 {
    use core::sync::atomic::{AtomicI64, AtomicU32, Ordering, fence};
    let x = AtomicU32::new(a);
    let y = AtomicI64::new(b as i64);
    let mut s = x.fetch_add(b, Ordering::Relaxed) ^ x.fetch_sub(3, Ordering::SeqCst) ^ x.fetch_xor(b, Ordering::AcqRel);
    s ^= x.fetch_max(77, Ordering::Relaxed) ^ x.fetch_and(b | 1, Ordering::Release);
    fence(Ordering::SeqCst);
    s ^= y.fetch_min(5, Ordering::Relaxed) as u32;
    s ^= x.compare_exchange(9, 4, Ordering::AcqRel, Ordering::Relaxed).unwrap_or_else(|old| old ^ 1);
    x.store(s, Ordering::Release);
    x.swap(1, Ordering::Relaxed) ^ x.load(Ordering::Acquire) ^ y.load(Ordering::SeqCst) as u32
}

pub fn wrapping_type(a: u32, b: u32) -> u32 {
    use core::num::Wrapping;
    let x = Wrapping(a) * Wrapping(b) + Wrapping(7);
    (x - Wrapping(b)).0
}

pub fn matches(a: u32, b: u32) -> u32 {
    match (a % 16, b as u8 as char) {
        (0, _) => 1,
        (1..=4, 'a'..='z') => 2,
        (n @ 5..=9, _) if n % 2 == 1 => n,
        (_, '0' | '1') => 4,
        (10, c) => c as u32,
        _ => match (a as i8, b & 1 == 0) {
            (i8::MIN..=-1, true) => 5,
            (0, false) => 6,
            _ => 7,
        },
    }
}

// Things of one name or of one place in the source

macro_rules! closure {
    ($op:tt, $k:expr) => {
        |x: u32| x $op $k
    };
}

#[inline(never)]
fn call<F: Fn(u32) -> u32>(f: F, x: u32) -> u32 {
    f(x) ^ f(x + 1)
}

pub fn closures_of_a_macro(a: u32, b: u32) -> u32 {
    call(closure!(^, 0x1234), a).wrapping_add(call(closure!(&, 0xff), b).rotate_left(7)) ^ call(closure!(|, 9), a)
}

macro_rules! capturing {
    ($x:ident) => {
        call(move |x: u32| x.wrapping_add($x as u32), 5)
    };
}

pub fn captures_of_a_macro(a: u32, b: u32) -> u32 {
    let (small, large) = (a as u8, b as u64 * 3);
    capturing!(small) ^ capturing!(large).rotate_left(11)
}

fn adder<T: Copy>(k: T, wide: impl Fn(T) -> u64) -> impl Fn(u32) -> u32 {
    move |x| (x as u64).wrapping_add(wide(k)) as u32 ^ core::mem::size_of::<T>() as u32
}

pub fn closures_of_a_generic_function(a: u32, b: u32) -> u32 {
    let (f, g) = (keep(adder(a as u8, |k| k as u64)), keep(adder((a as u64) << 3, |k| k)));
    f(b) ^ g(a).rotate_left(5)
}

struct A(u32);
struct B(u32);

trait Provided {
    const TABLE: [u32; 3] = [1, 2, 3];
    const PAIR: (u32, u32) = (1, 2);
    fn id(&self) -> u32;
    #[inline(never)]
    fn twice(&self) -> u32 {
        self.id() * 2
    }
    #[inline(never)]
    fn of_type() -> u32 {
        5
    }
}

impl Provided for A {
    #[inline(never)]
    fn id(&self) -> u32 {
        self.0 ^ 0x55
    }
}

impl Provided for B {
    const TABLE: [u32; 3] = [7, 8, 9];
    const PAIR: (u32, u32) = (30, 40);
    #[inline(never)]
    fn id(&self) -> u32 {
        self.0 ^ 0xaa
    }
    #[inline(never)]
    fn twice(&self) -> u32 {
        self.id() * 1000
    }
    #[inline(never)]
    fn of_type() -> u32 {
        600
    }
}

fn entry<S: Provided>(i: u32) -> u32 {
    S::TABLE[i as usize % 3] ^ S::PAIR.1 << 8
}

pub fn what_traits_provide(a: u32, b: u32) -> u32 {
    A(a).twice() ^ B(b).twice().rotate_left(3) ^ A::of_type() << 9 ^ B::of_type()
}

pub fn constants_that_traits_provide(a: u32, b: u32) -> u32 {
    entry::<A>(a) ^ entry::<B>(b) << 12
}

trait Operation {
    fn of(&self, x: u32) -> u32;
}

macro_rules! operations {
    ($($name:ident $k:literal),*) => {$(
        struct $name(u32);
        impl Operation for $name {
            #[inline(never)]
            fn of(&self, x: u32) -> u32 {
                x.wrapping_mul($k) ^ self.0
            }
        }
    )*};
}
operations!(Three 3, Five 5, Seven 7);

pub fn impls_of_a_macro(a: u32, b: u32) -> u32 {
    Three(a).of(b) ^ Five(b).of(a).rotate_left(5) ^ Seven(a).of(3).rotate_left(9)
}

macro_rules! static_table {
    ($table:expr, $x:expr) => {{
        static TABLE: [u32; 3] = $table;
        TABLE[$x as usize % 3]
    }};
}

pub fn statics_of_a_macro(a: u32, b: u32) -> u32 {
    static_table!([1, 2, 3], a) ^ static_table!([10, 20, 30], b) * 1000
}

struct D<'a>(&'a mut u32);
struct G<'a> {
    d: D<'a>,
    k: u32,
}

impl Drop for D<'_> {
    #[inline(never)]
    fn drop(&mut self) {
        *self.0 = self.0.wrapping_mul(3).wrapping_add(1);
    }
}

pub fn drops_of_a_field(a: u32, b: u32) -> u32 {
    let mut x = a;
    {
        let g = G { d: D(&mut x), k: b };
        *g.d.0 ^= g.k;
    }
    x
}

struct Logged<'a>(&'a mut u32, u32);

impl Drop for Logged<'_> {
    fn drop(&mut self) {
        *self.0 = self.0.wrapping_mul(33) ^ self.1;
    }
}

enum Payloads<'a> {
    One(Logged<'a>),
    Two { by: u64, held: Logged<'a> },
    Nested(Option<Logged<'a>>),
    None,
}

#[inline(never)]
fn let_go(value: Payloads<'_>) -> u64 {
    match &value {
        Payloads::Two { by, .. } => *by,
        _ => 1,
    }
}

pub fn drops_of_payloads(a: u32, b: u32) -> u64 {
    let mut log = a;
    let mut sum = 0;
    for n in 0..b % 5 {
        let value = match (a ^ n) % 5 {
            0 => Payloads::One(Logged(&mut log, 3)),
            1 => Payloads::Two { by: 77, held: Logged(&mut log, n) },
            2 => Payloads::Nested(Some(Logged(&mut log, 9))),
            3 => Payloads::Nested(None),
            _ => Payloads::None,
        };
        sum += let_go(value);
    }
    sum ^ (log as u64) << 8
}

struct Counting<'a>(&'a core::cell::Cell<u32>, u32);

impl Drop for Counting<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().wrapping_mul(7).wrapping_add(self.1));
    }
}

pub fn drops_of_elements(a: u32, b: u32) -> u32 {
    let log = core::cell::Cell::new(b);
    {
        let held = [Counting(&log, a), Counting(&log, 2), Counting(&log, b)];
        let pair = (Counting(&log, 50), a, Some(Counting(&log, 60)));
        let kept = core::mem::ManuallyDrop::new(Counting(&log, 1000));
        log.set(log.get() ^ held[1].1 ^ pair.1 ^ kept.1);
    }
    let boxed = [Some(Counting(&log, 8)), None];
    let [first, second] = boxed;
    if a % 2 == 0 {
        drop(first);
    } else {
        core::mem::forget(first);
    }
    drop(second);
    log.get()
}

pub fn borrows_at_run_time(a: u32, b: u32) -> u32 {
    let cell = core::cell::RefCell::new(a);
    {
        let mut held = cell.borrow_mut();
        *held = held.wrapping_add(b);
    }
    let sum = {
        let (first, second) = (cell.borrow(), cell.borrow());
        first.wrapping_add(*second)
    };
    let refused = {
        let _held = cell.borrow();
        cell.try_borrow_mut().is_err() as u32
    };
    *cell.borrow_mut() ^= sum;
    cell.into_inner() ^ refused
}

pub fn enums_of_functions(a: u32, b: u32) -> u32 {
    #[derive(Clone, Copy)]
    #[repr(i8)]
    enum Local {
        Small(u8) = 3,
        Large { x: u32, y: u16 } = -9,
        None = 40,
    }
    #[inline(never)]
    fn made(v: u32) -> Local {
        match v % 3 {
            0 => Local::Small(v as u8),
            1 => Local::Large { x: v, y: (v >> 7) as u16 },
            _ => Local::None,
        }
    }
    match made(a) {
        Local::Small(v) => v as u32 ^ b,
        Local::Large { x, y } => x.wrapping_mul(y as u32),
        Local::None => 9,
    }
}

enum Action<F: Fn(u32) -> u32> {
    Apply(F),
    Keep(u32),
    Nothing,
}

impl<F: Fn(u32) -> u32> Action<F> {
    #[inline(never)]
    fn run(&self, x: u32) -> u32 {
        match self {
            Action::Apply(f) => f(x),
            Action::Keep(k) => *k,
            Action::Nothing => 0,
        }
    }
}

pub fn enums_of_closures(a: u32, b: u32) -> u32 {
    let action = match a % 3 {
        0 => Action::Apply(|x: u32| x.wrapping_mul(b) ^ a),
        1 => Action::Keep(b),
        _ => Action::Nothing,
    };
    action.run(a ^ 5)
}

pub fn long_arrays(a: u32, b: u32) -> u32 {
    let mut held = [b; 5000];
    held[a as usize % 5000] = 3;
    held[b as usize % 5000] ^= held[4999];
    held[(a as usize + 1) % 5000].wrapping_add(held[0])
}

pub fn rotated_slices(a: u32, b: u32) -> u32 {
    let mut held = [a, b, 3, 4, 5, a ^ b, 7, 8, 9];
    held.rotate_left(a as usize % 9);
    held.iter().fold(0, |sum: u32, v| sum.wrapping_mul(31).wrapping_add(*v))
}

pub fn rotated_parts(a: u32, b: u32) -> u32 {
    let mut held = [a, b, 3, 4, 5, a ^ b, 7, 8, 9];
    held[1..].rotate_right(b as usize % 8);
    held.iter().fold(0, |sum: u32, v| sum.wrapping_mul(31).wrapping_add(*v))
}

#[inline(never)]
fn masked<const BITS: u32>(x: u32) -> u32 {
    x & ((1 << BITS) - 1)
}

struct Ring<const N: usize>([u32; N]);

impl<const N: usize> Ring<N> {
    #[inline(never)]
    fn at(&self, i: usize) -> u32 {
        self.0[i % N]
    }
}

pub fn numbers_of_the_path(a: u32, b: u32) -> u32 {
    let (three, five) = (Ring::<3>([a, b, 7]), Ring::<5>([b, a, 1, 2, 3]));
    masked::<5>(a) ^ masked::<13>(b) ^ three.at(a as usize).wrapping_mul(5) ^ five.at(b as usize)
}

static FIRST_TARGET: u32 = 0x1234_5678;
static TARGETS: [u32; 4] = [5, 6, 7, 8];
static REFERENCES: [&u32; 3] = [&FIRST_TARGET, &TARGETS[2], &TARGETS[0]];
const CHOSEN: &[u32; 4] = &TARGETS;
const COMPUTED: [u32; 16] = {
    let mut table = [0u32; 16];
    let mut i = 0;
    while i < 16 {
        table[i] = (i as u32).wrapping_mul(0x9e37_79b9).rotate_left(7) ^ (i as u32).wrapping_neg().count_ones();
        i += 1;
    }
    table
};
const COMPUTED_REFERENCE: &[u32; 16] = &COMPUTED;
const HOLDER: (&[u32; 4], &u32, u8) = (&TARGETS, &TARGETS[3], 3);

pub fn addresses_in_statics(a: u32, b: u32) -> u32 {
    let held = HOLDER;
    let through = held.0[a as usize % 4].wrapping_mul(*held.1) << held.2;
    through ^ *REFERENCES[a as usize % 3] ^ CHOSEN[b as usize % 4] ^ COMPUTED[a as usize % 16] ^ COMPUTED_REFERENCE[b as usize % 16]
}

pub fn wide_bits(a: u64, b: u64) -> u64 {
    let x = (a as u128) << 64 | b as u128;
    let turned = x.rotate_left((a % 128) as u32) ^ x.swap_bytes() ^ x.reverse_bits();
    let counts = x.count_ones() + 200 * x.leading_zeros() + 30_000 * x.trailing_zeros();
    (turned >> 64) as u64 ^ turned as u64 ^ counts as u64 ^ x.checked_mul(a as u128).map_or(7, |v| v as u64)
}

pub fn wide_saturating(a: i64, b: i64) -> i64 {
    let (x, y) = ((a as i128) << 63, (b as i128) << 62);
    let sum = x.saturating_add(y).saturating_sub(y << 1).wrapping_abs();
    let (product, over) = x.overflowing_mul(b as i128);
    (sum >> 64) as i64 ^ sum as i64 ^ (product >> 33) as i64 ^ over as i64 ^ (x.cmp(&y) as i64) ^ (x.min(y) >> 60) as i64
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub enum Sign {
    Less = -3,
    Same = 0,
    More = 17,
}

/// What holds a closure has a tag of our own, which may be narrower than what its discriminant is asked as.
pub fn tags_of_closures(a: i64, b: u8) -> i64 {
    let skipped = b as usize % 4;
    let mut total = 0i64;
    let signs = (0..a.rem_euclid(9)).skip(skipped).map(|n| if n & 1 == 0 { Sign::More } else { Sign::Less });
    for sign in signs.chain(core::iter::once(Sign::Same)).skip(skipped) {
        total = total.wrapping_mul(5).wrapping_add(sign as i64);
    }
    total
}

/// Slices of a type of the user's are compared by their iterators.
pub fn slices_of_own_types(a: u8, b: u32) -> u32 {
    let of = |x: u32| match x % 3 {
        0 => Sign::Less,
        1 => Sign::Same,
        _ => Sign::More,
    };
    let signs = [of(a as u32), of(b), of(b >> 3), of(b >> 5), of(b >> 9)];
    let n = a as usize % 4;
    (signs[..n].iter().eq(signs[5 - n..].iter())) as u32
        | ((signs[..n].iter().lt(signs[n..].iter())) as u32) << 1
        | (signs.iter().any(|&sign| sign == Sign::Same) as u32) << 2
}

/// The order of slices: of their elements, then of their lengths.
pub fn orders_of_slices(a: u32, b: u32) -> u32 {
    let values = [a % 3, b % 2, a % 2, b % 3, (a ^ b) & 1];
    let n = a as usize % 5;
    let signs = |order: core::cmp::Ordering| order as i8 as u32 & 3;
    let floats = values.map(|x| if x == 2 { f32::NAN } else { x as f32 });
    let partial = floats[..n].partial_cmp(&floats[4 - n..]).map_or(3, signs);
    signs(values[..n].cmp(&values[4 - n..])) | ((values[1..] <= values[..n]) as u32) << 2 | partial << 3
        | ((([values[0]; 2], b) < ([values[1]; 2], a)) as u32) << 6 | signs([a, b].cmp(&[b, a])) << 7
}

fn sorted_few<const N: usize>(a: u32, b: u32) -> u64 {
    let of = |n: usize| a.rotate_left(n as u32 * 5) ^ b.wrapping_mul(n as u32 | 1);
    let mut bytes: [u8; N] = core::array::from_fn(|n| of(n) as u8);
    let mut wide: [i128; N] = core::array::from_fn(|n| (of(n) as i128) << 60);
    let mut pairs: [(u16, Sign); N] =
        core::array::from_fn(|n| (of(n) as u16 % 5, if of(n) & 8 == 0 { Sign::More } else { Sign::Less }));
    bytes.sort_unstable();
    wide.sort_unstable_by(|x, y| y.cmp(x));
    pairs.sort_unstable_by_key(|p| (p.0, p.1 as i32));
    let bytes = bytes.iter().fold(1u64, |h, x| h.wrapping_mul(31) ^ *x as u64);
    let wide = wide.iter().fold(bytes, |h, x| h.wrapping_mul(31) ^ (*x >> 60) as u64);
    pairs.iter().fold(wide, |h, x| h.wrapping_mul(31) ^ x.0 as u64 ^ (x.1 as i64 as u64) << 20)
}

/// A sort of few elements is an insertion, which holds one back while the others are moved along.
pub fn sorts_of_few(a: u32, b: u32) -> u64 {
    sorted_few::<2>(a, b) ^ sorted_few::<3>(a, b) ^ sorted_few::<7>(b, a)
}

pub fn sorts_of_more(a: u32, b: u32) -> u64 {
    sorted_few::<13>(a, b) ^ sorted_few::<20>(b, a)
}

/// `==` of slices of floats: a NaN is equal to nothing, and the two zeros are.
pub fn equal_slices_of_floats(a: u32, b: u32) -> u32 {
    let of = |x: u32| [0.0f32, -0.0, 1.5, f32::NAN][x as usize % 4];
    let first = [of(a), of(a >> 2), 2.0, of(b)];
    let second = [of(b >> 2), of(b >> 4), 2.0, of(a >> 4)];
    let n = b as usize % 5;
    let wide = first.map(|x| x as f64);
    (first[..n] == second[..n]) as u32 | ((first[..2] == second[..2]) as u32) << 1 | ((first[2..] != second[2..]) as u32) << 2
        | ((wide[..n] == wide[4 - n..]) as u32) << 3
}
