//! What people write who come from other Rust on GPUs: whole idioms rather than single constructs. Each is compared with the host.

#![allow(dead_code)]

use core::marker::PhantomData;
use core::ops::{Add, AddAssign, BitXor, Deref, DerefMut, Index, IndexMut, Mul, Neg, Not, Rem, Shl, Sub};

// A reduction over any monoid

pub trait Monoid: Copy {
    const ZERO: Self;
    fn join(self, other: Self) -> Self;
}

#[derive(Clone, Copy)]
pub struct Sum(u64);
#[derive(Clone, Copy)]
pub struct Most(i32);
#[derive(Clone, Copy)]
pub struct Both<A, B>(A, B);

impl Monoid for Sum {
    const ZERO: Self = Sum(0);
    fn join(self, other: Self) -> Self {
        Sum(self.0.wrapping_add(other.0))
    }
}
impl Monoid for Most {
    const ZERO: Self = Most(i32::MIN);
    fn join(self, other: Self) -> Self {
        Most(self.0.max(other.0))
    }
}
impl<A: Monoid, B: Monoid> Monoid for Both<A, B> {
    const ZERO: Self = Both(A::ZERO, B::ZERO);
    fn join(self, other: Self) -> Self {
        Both(self.0.join(other.0), self.1.join(other.1))
    }
}

fn reduced<M: Monoid, const N: usize>(values: [M; N]) -> M {
    let mut tree = values;
    let mut width = N.next_power_of_two() / 2;
    while width > 0 {
        for lane in 0..width {
            if lane + width < N {
                tree[lane] = tree[lane].join(tree[lane + width]);
            }
        }
        width /= 2;
    }
    if N == 0 { M::ZERO } else { tree[0] }
}

pub fn generic_reduction(a: u64, b: i32) -> u64 {
    let parts: [Both<Sum, Most>; 7] =
        core::array::from_fn(|n| Both(Sum(a.rotate_left(n as u32 * 9)), Most(b.wrapping_mul(n as i32 - 3))));
    let Both(Sum(total), Most(most)) = reduced(parts);
    total ^ most as u64
}

// Tiles whose sizes are constants of their types

#[derive(Clone, Copy)]
pub struct Tile<T, const R: usize, const C: usize>([[T; C]; R]);

impl<T: Copy + Default, const R: usize, const C: usize> Tile<T, R, C> {
    const AREA: usize = R * C;
    fn build(of: impl Fn(usize, usize) -> T) -> Self {
        let mut made = Self([[T::default(); C]; R]);
        for r in 0..R {
            for c in 0..C {
                made[(r, c)] = of(r, c);
            }
        }
        made
    }
    fn turned(&self) -> Tile<T, C, R> {
        Tile::build(|r, c| self[(c, r)])
    }
}
impl<T, const R: usize, const C: usize> Index<(usize, usize)> for Tile<T, R, C> {
    type Output = T;
    fn index(&self, (r, c): (usize, usize)) -> &T {
        &self.0[r][c]
    }
}
impl<T, const R: usize, const C: usize> IndexMut<(usize, usize)> for Tile<T, R, C> {
    fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut T {
        &mut self.0[r][c]
    }
}
impl<T, const R: usize, const K: usize, const C: usize> Mul<&Tile<T, K, C>> for &Tile<T, R, K>
where
    T: Copy + Default + AddAssign + Mul<Output = T>,
{
    type Output = Tile<T, R, C>;
    fn mul(self, other: &Tile<T, K, C>) -> Tile<T, R, C> {
        Tile::build(|r, c| {
            let mut sum = T::default();
            for k in 0..K {
                sum += self[(r, k)] * other[(k, c)];
            }
            sum
        })
    }
}

pub fn tiles_of_constant_sizes(a: i16, b: i16) -> i32 {
    let left: Tile<i32, 3, 4> = Tile::build(|r, c| a as i32 * r as i32 - c as i32);
    let right: Tile<i32, 4, 2> = Tile::build(|r, c| (b as i32 ^ c as i32) + r as i32);
    let made = &left * &right;
    let turned = made.turned();
    turned.0.iter().flatten().fold(Tile::<i32, 3, 2>::AREA as i32, |sum, x| sum.wrapping_mul(7).wrapping_add(*x))
}

// Operators through traits

pub trait Operator<T> {
    fn apply(&self, a: T, b: T) -> T;
}
pub struct Plus;
pub struct Affine<T> {
    by: T,
    and: T,
}
pub struct Then<F, G>(F, G);
impl<T: Add<Output = T>> Operator<T> for Plus {
    fn apply(&self, a: T, b: T) -> T {
        a + b
    }
}
impl<T: Copy + Add<Output = T> + Mul<Output = T>> Operator<T> for Affine<T> {
    fn apply(&self, a: T, b: T) -> T {
        a * self.by + b * self.and
    }
}
impl<T: Copy, F: Operator<T>, G: Operator<T>> Operator<T> for Then<F, G> {
    fn apply(&self, a: T, b: T) -> T {
        self.1.apply(self.0.apply(a, b), b)
    }
}
fn scanned<T: Copy, const N: usize>(values: &mut [T; N], by: &impl Operator<T>) {
    for n in 1..N {
        values[n] = by.apply(values[n - 1], values[n]);
    }
}

pub fn operators_of_traits(a: f32, b: f32) -> f32 {
    let mut values = [a, b, 0.5, a * 0.25, -b, 3.0];
    scanned(&mut values, &Then(Affine { by: 0.5, and: 0.25 }, Then(Plus, Affine { by: -1.0, and: 2.0 })));
    values[5]
}

// A machine of states

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Idle,
    Number { value: u32, digits: u8 },
    Quoted(char),
    Failed(Option<u8>),
}
enum Event {
    Step(State),
    Emit(u32, State),
}

impl State {
    fn on(self, byte: u8) -> Event {
        use Event::{Emit, Step};
        use State::{Failed, Idle, Number, Quoted};
        match (self, byte) {
            (Idle, b'0'..=b'9') => Step(Number { value: (byte - b'0') as u32, digits: 1 }),
            (Idle, b'"') => Step(Quoted('"')),
            (Number { digits: 9.., .. }, b'0'..=b'9') => Step(Failed(Some(byte))),
            (Number { value, digits }, b'0'..=b'9') => {
                Step(Number { value: value * 10 + (byte - b'0') as u32, digits: digits + 1 })
            }
            (Number { value, .. }, _) => Emit(value, Idle),
            (Quoted(end), now) if now as char == end => Emit(end as u32, Idle),
            (Quoted(_), now @ (b'a'..=b'z' | b'A'..=b'Z')) => Step(Quoted(now.to_ascii_uppercase() as char)),
            (Failed(Some(first)), now) if first == now => Step(Failed(None)),
            (Failed(_), b'\n') => Step(Idle),
            (state @ (Quoted(_) | Failed(_) | Idle), _) => Step(state),
        }
    }
}

pub fn machine_of_states(a: u64, b: u64) -> u32 {
    const ALPHABET: &[u8; 16] = b"0123456789\"ax\n\" ";
    let (mut state, mut out, mut bits) = (State::Idle, 17u32, a as u128 | (b as u128) << 64);
    while bits != 0 {
        state = match state.on(ALPHABET[bits as usize & 15]) {
            Event::Step(next) => next,
            Event::Emit(value, next) => {
                out = out.wrapping_mul(31).wrapping_add(value);
                next
            }
        };
        bits >>= 4;
    }
    out ^ match state {
        State::Idle => 0,
        State::Number { value, digits } => value << (digits % 4),
        State::Quoted(c) => c as u32,
        State::Failed(why) => why.map_or(9, u32::from),
    }
}

// Hashing with words of 128 bits

pub fn hash_of_wide_words(a: u64, b: u64) -> u64 {
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013B;
    let folded = |state: u128, byte: u8| (state ^ byte as u128).wrapping_mul(PRIME);
    let hash = a.to_le_bytes().into_iter().chain(b.to_be_bytes()).fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, folded);
    let product = (hash as u64 as u128) * ((hash >> 64) as u64 as u128);
    (product >> 64) as u64 ^ product as u64 ^ (hash % 0xffff_ffff_ffff_ffc5) as u64
}

// Chains of iterators

pub fn chains_of_iterators(a: u32, b: u32) -> u64 {
    let data: [u32; 12] = core::array::from_fn(|n| a.rotate_left(n as u32).wrapping_add(b ^ n as u32));
    let primes = data.iter().map(|x| x % 251).filter(|x| (2..16).all(|d| x % d != 0 || *x == d)).count();
    let runs = data.windows(3).filter(|w| matches!(w, [x, y, z] if x < y && y < z)).count();
    let weights = (1..).step_by(3).zip(data.chunks(5)).map(|(w, c)| w * c.iter().map(|&x| x as u64).sum::<u64>());
    let last = data.iter().rev().scan(1u32, |s, &x| { *s = s.wrapping_mul(x | 1); (*s != 7).then_some(*s) }).step_by(4);
    let found = data.iter().enumerate().skip_while(|(_, x)| **x % 2 == 0).map(|(n, _)| n).next();
    weights.fold(primes as u64, |s, x| s ^ x.rotate_left(7))
        ^ (runs as u64) << 32
        ^ last.fold(0u64, |s, x| s.wrapping_mul(3) + x as u64)
        ^ found.map_or(99, |n| n as u64) << 48
        ^ data.iter().copied().min_by_key(|x| x.count_ones()).unwrap_or(5) as u64
        ^ data.iter().copied().max().map(u64::from).unwrap_or_default()
        ^ data.iter().position(|&x| x > b).unwrap_or(12) as u64
}

// Closures in closures

fn composed<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}

pub fn closures_in_closures(a: i32, b: i32) -> i32 {
    let scale = move |k: i32| move |x: i32| x.wrapping_mul(k).wrapping_add(b);
    let mut calls = 0;
    let mut counted = |x: i32| {
        calls += 1;
        let inner = |y: i32| if y > x { y.wrapping_sub(calls) } else { x ^ calls };
        inner(a).wrapping_add(inner(b))
    };
    let first = counted(3);
    let second = counted(first);
    let both = composed(scale(first), composed(scale(second), |x| (x, x >> 3)));
    let (low, high) = both(a);
    low ^ high ^ calls
}

// Options in chains, and `?`

#[derive(Clone, Copy)]
enum Trouble {
    Zero,
    Big(u32),
}
impl From<u32> for Trouble {
    fn from(x: u32) -> Self {
        Trouble::Big(x)
    }
}

fn divided(a: u32, b: u32) -> Result<u32, Trouble> {
    a.checked_div(b).ok_or(Trouble::Zero)
}
fn bounded(x: u32) -> Result<u8, u32> {
    u8::try_from(x).map_err(|_| x)
}
fn worked(a: u32, b: u32) -> Result<u64, Trouble> {
    let first = bounded(divided(a, b % 5)? % 300)?;
    let second: u8 = divided(b, a & 3).and_then(|x| Ok(bounded(x % 280)?))?;
    Ok(first as u64 * 1000 + second as u64)
}

pub fn options_in_chains(a: u32, b: u32) -> u64 {
    let option = (|| {
        let half = a.checked_sub(b)?;
        let root = (half > 3).then(|| half.ilog2())?;
        char::from_digit(root % 40, 36).filter(char::is_ascii_digit).or(Some('z')).xor(None)
    })();
    let worked = match worked(a, b) {
        Ok(x) => x,
        Err(Trouble::Zero) => 1 << 40,
        Err(Trouble::Big(x)) => x as u64 | 1 << 41,
    };
    let nested: Option<Option<u8>> = (a & 1 == 0).then_some((b & 1 == 0).then_some(b as u8));
    let zipped = nested.flatten().zip(option).map_or(3, |(x, c)| x as u64 ^ c as u64);
    let transposed: Result<Option<u8>, u32> = Some(bounded(b % 512)).transpose();
    worked ^ zipped << 20 ^ transposed.unwrap_or_else(|x| Some(x as u8)).unwrap_or(1) as u64
}

// Patterns of slices

fn summed(values: &[i32]) -> i32 {
    match values {
        [] => 0,
        [x] => *x,
        [x, y] if x == y => 2,
        [first, .., last] if first > last => first.wrapping_sub(*last),
        [0 | 1, rest @ ..] => summed_rest(rest),
        [a, b, middle @ .., c] => a.wrapping_add(*b).wrapping_mul(middle.len() as i32) ^ c,
        [.., x] => *x,
    }
}
fn summed_rest(rest: &[i32]) -> i32 {
    rest.iter().fold(5, |s, x| s ^ x.rotate_left(3))
}

pub fn patterns_of_slices(a: i32, b: i32) -> i32 {
    let values = [b & 1, a, b, a ^ b, a & b, 7];
    let n = a as u32 as usize % 7;
    let [x, y, .., z] = values;
    let (head, tail) = values.split_at(n);
    let mut copy = values;
    if let [first, .., last] = &mut copy[..] {
        core::mem::swap(first, last);
    }
    summed(head) ^ summed(tail).rotate_left(5) ^ x ^ y ^ z ^ copy[0] ^ if let Some((l, _)) = tail.split_last() { *l } else { 77 }
}

// Breaks out of labelled loops and blocks

pub fn breaks_with_labels(a: u32, b: u32) -> u32 {
    let mut steps = 0u32;
    let found = 'rows: loop {
        'next: for row in 0..9 {
            'columns: for column in row.. {
                steps += 1;
                if column > 12 {
                    steps ^= a;
                    continue 'next;
                }
                if (a >> row ^ b >> column) & 3 == 3 {
                    break 'rows row * 16 + column;
                }
                if (a ^ b) >> column & 1 == 1 {
                    break 'columns;
                }
            }
        }
        break 255;
    };
    let block = 'block: {
        if a < b {
            break 'block steps;
        }
        if let Some(rest) = a.checked_sub(b << 3) {
            break 'block rest;
        }
        3
    };
    found << 8 ^ block ^ steps
}

// Constants of traits

pub trait Format {
    const BITS: u32;
    const BIAS: i32 = (1 << (Self::BITS - 1)) - 1;
    const TABLE: [u8; 4] = [Self::BITS as u8, 1, 2, (Self::BIAS & 0xff) as u8];
    const NAME: &'static str;
}
struct Half;
struct Brain;
impl Format for Half {
    const BITS: u32 = 5;
    const NAME: &'static str = "half";
}
impl Format for Brain {
    const BITS: u32 = 8;
    const BIAS: i32 = 130;
    const NAME: &'static str = "brain";
}
struct Pair<A, B>(PhantomData<(A, B)>);
impl<A: Format, B: Format> Format for Pair<A, B> {
    const BITS: u32 = A::BITS + B::BITS;
    const NAME: &'static str = B::NAME;
}
impl<A: Format, const N: usize> Format for ([A; N], u8) {
    const BITS: u32 = A::BITS * N as u32 + 1;
    const NAME: &'static str = "many";
}
fn described<F: Format>(x: u32) -> u32 {
    (x >> (F::BITS % 32)).wrapping_add(F::BIAS as u32) ^ F::TABLE[x as usize % 4] as u32 ^ F::NAME.len() as u32
}

pub fn constants_of_traits(a: u32, b: u32) -> u32 {
    described::<Half>(a) ^ described::<Brain>(b).rotate_left(9) ^ described::<Pair<Half, Brain>>(a ^ b).rotate_left(17)
        ^ described::<([Pair<Brain, Half>; 2], u8)>(a).rotate_left(21)
}

// Operators of one's own types

#[derive(Clone, Copy, PartialEq, Default)]
pub struct Complex {
    re: f64,
    im: f64,
}
impl Add for Complex {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self { re: self.re + o.re, im: self.im + o.im }
    }
}
impl Sub for Complex {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        self + -o
    }
}
impl Mul for Complex {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Self { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re }
    }
}
impl Mul<f64> for Complex {
    type Output = Self;
    fn mul(self, k: f64) -> Self {
        Self { re: self.re * k, im: self.im * k }
    }
}
impl Neg for Complex {
    type Output = Self;
    fn neg(self) -> Self {
        Self { re: -self.re, im: -self.im }
    }
}
impl AddAssign for Complex {
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
impl core::iter::Sum for Complex {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::default(), |a, b| a + b)
    }
}

pub fn operators_of_own_types(a: f64, b: f64) -> u64 {
    let c = Complex { re: (a % 2.0) * 0.5, im: (b % 2.0) * 0.5 };
    let (mut z, mut n) = (Complex::default(), 0u64);
    while n < 60 && z.re * z.re + z.im * z.im <= 4.0 {
        z = z * z + c;
        n += 1;
    }
    let mut total: Complex = [z, c, -c * 0.5, z - c].into_iter().sum();
    total += c;
    n << 56 ^ if total.re.is_nan() { 1 } else { total.re.to_bits() >> 8 } ^ (total == c) as u64
}

// Units that are only in the types

#[derive(Clone, Copy)]
pub struct Quantity<U, T = f32>(T, PhantomData<U>);
#[derive(Clone, Copy)]
pub struct Metre;
#[derive(Clone, Copy)]
pub struct Second;
#[derive(Clone, Copy)]
pub struct Per<A, B>(PhantomData<(A, B)>);
impl<U, T: Add<Output = T>> Add for Quantity<U, T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Quantity(self.0 + other.0, PhantomData)
    }
}
impl<A, B, T: core::ops::Div<Output = T>> core::ops::Div<Quantity<B, T>> for Quantity<A, T> {
    type Output = Quantity<Per<A, B>, T>;
    fn div(self, other: Quantity<B, T>) -> Self::Output {
        Quantity(self.0 / other.0, PhantomData)
    }
}
pub struct Guarded<T>(T);
impl<T> Deref for Guarded<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}
impl<T> DerefMut for Guarded<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

pub fn units_in_types(a: f32, b: f32) -> f32 {
    let way: Quantity<Metre> = Quantity(a, PhantomData);
    let time: Quantity<Second> = Quantity(b + 0.5, PhantomData);
    let speed: Quantity<Per<Metre, Second>> = (way + Quantity(1.25, PhantomData)) / time;
    let mut guarded = Guarded([speed.0, 2.0]);
    guarded[1] += guarded.iter().sum::<f32>();
    guarded.swap(0, 1);
    guarded[0] * 0.5 - guarded[1]
}

// Tricks with bits

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board(u64);
impl Not for Board {
    type Output = Self;
    fn not(self) -> Self {
        Board(!self.0)
    }
}
impl BitXor for Board {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Board(self.0 ^ other.0)
    }
}
impl Shl<u32> for Board {
    type Output = Self;
    fn shl(self, by: u32) -> Self {
        Board(self.0.checked_shl(by).unwrap_or(0))
    }
}
impl Rem<u64> for Board {
    type Output = u64;
    fn rem(self, by: u64) -> u64 {
        self.0.rem_euclid(by)
    }
}
impl Iterator for Board {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        let low = (self.0 != 0).then(|| self.0.trailing_zeros())?;
        self.0 &= self.0 - 1;
        Some(low)
    }
}

pub fn tricks_with_bits(a: u64, b: u64) -> u64 {
    let spread = |x: u32| {
        let mut x = x as u64;
        x = (x | x << 16) & 0x0000_ffff_0000_ffff;
        x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
        x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        x = (x | x << 2) & 0x3333_3333_3333_3333;
        (x | x << 1) & 0x5555_5555_5555_5555
    };
    let morton = spread(a as u32) | spread(b as u32) << 1;
    let gray = a ^ a >> 1;
    let squares = Board(a & b).take(9).map(|n| (n * n) as u64).sum::<u64>();
    let parity = Board(a).fold(0, |p, n| p ^ n);
    let half = f32::from_bits(((b as u32) & 0x7fff) << 13);
    let next = a.checked_next_power_of_two().unwrap_or(1) | a.is_power_of_two() as u64;
    morton ^ gray.rotate_left(3) ^ squares ^ (parity as u64) << 50 ^ half.to_bits() as u64 ^ next
        ^ ((!Board(a) ^ Board(b)) << (b as u32 & 127)) % 1_000_003 ^ (Board(a) < Board(b)) as u64
}

// Arithmetic that saturates

use core::num::{NonZeroU32, Saturating, Wrapping};

pub fn arithmetic_that_saturates(a: i32, b: u8) -> i64 {
    let mut pixel = [b, b.saturating_mul(3), 255 - b].map(|c| c.saturating_add((a & 0xff) as u8));
    pixel.iter_mut().for_each(|c| *c = c.saturating_sub(9));
    let wide = Saturating(a) * Saturating(b as i32 - 100) + Saturating(a);
    let wrapped = Wrapping(a) * Wrapping(0x0101_0101) - Wrapping(b as i32);
    let divisor = NonZeroU32::new(b as u32).map_or(NonZeroU32::MIN, |n| n.saturating_add(1));
    let quotient = a as u32 / divisor;
    let rest = i64::from(a).saturating_pow(b as u32 % 5).checked_rem_euclid(b as i64).unwrap_or(i64::MAX);
    wide.0 as i64 ^ (wrapped.0 as i64) << 16 ^ quotient as i64 ^ rest ^ u32::from_be_bytes([pixel[0], pixel[1], pixel[2], b]) as i64
        ^ (a.unsigned_abs().isqrt() as i64) << 40 ^ i64::from(a.midpoint(b as i32)) ^ (a as f32 as u8) as i64
}
