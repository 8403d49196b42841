#![no_std]
#![allow(dead_code)]
use core::cell::UnsafeCell;
pub static mut SH: [f32; 16] = [0.5; 16];
pub static TBL: [u32; 3] = [7, 8, 9];
pub struct S { a: u8, b: [u16; 3], c: Option<u32> }
pub const SC: S = S { a: 1, b: [1,2,3], c: Some(4) };
#[inline(never)] fn helper<T: Copy>(x: T) -> T { x }
#[inline(never)] fn lh(x: u32) -> u32 { x + 1 }
trait Op { fn ap(&self, x: u32) -> u32; }
struct Q(u32);
impl Op for Q { #[inline(never)] fn ap(&self, x: u32) -> u32 { self.0 ^ x } }
#[unsafe(no_mangle)] pub fn a1() -> f32 { unsafe { SH[3] } }
#[unsafe(no_mangle)] pub fn a2(i: usize) -> u32 { TBL[i] }
#[unsafe(no_mangle)] pub fn a3(i: usize) -> u16 { let s: &'static S = &SC; s.b[i] }
#[unsafe(no_mangle)] pub fn a4(i: u32) -> u32 { lh(Q(i).ap(3)) }
#[unsafe(no_mangle)] pub fn a5(i: u128) -> u128 { i * 7 / 3 }
#[unsafe(no_mangle)] pub fn a6(x: f32) -> i32 { x as i32 }
#[unsafe(no_mangle)] pub fn a7(x: f32) -> u32 { x.to_bits() }
#[unsafe(no_mangle)] pub fn a8(p: *const u32) -> u32 { unsafe { p.read_volatile() } }
#[unsafe(no_mangle)] pub fn a9(x: u32) -> u32 { let mut s = 0; for k in [1u32, 2, x] { s += k; } s }
#[unsafe(no_mangle)] pub fn a10(x: &[u32]) -> u32 { let mut s = 0; for c in x.chunks(3) { s += c[0]; } s }
#[unsafe(no_mangle)] pub fn a11(x: u32) -> u32 { let t: &[u32] = &[1, 2, 3, 4]; t[x as usize & 3] }
#[unsafe(no_mangle)] pub fn a12(x: u32) -> char { char::from_u32(x).unwrap_or('\'') }
#[unsafe(no_mangle)] pub fn a13(x: Result<u32, i8>) -> u32 { match x { Ok(3) => 1, Ok(v) => v, Err(e) => e as u32 } }
#[unsafe(no_mangle)] pub fn a14(s: &mut S) { s.c = None; s.b[1] = 7; }
#[unsafe(no_mangle)] pub fn a15(x: u32, y: u32) -> u32 { assert!(x > y, "x {} must exceed {}", x, y); x - y }
#[unsafe(no_mangle)] pub fn a16(x: u32) -> u32 { x.leading_zeros() + x.count_ones() + x.rotate_left(3) + x.swap_bytes() }
#[unsafe(no_mangle)] pub fn a17(x: i32, y: u32) -> i32 { x.wrapping_shl(y) + (x >> (y & 31)) + x.pow(2) }
#[unsafe(no_mangle)] pub fn a18(x: f32) -> f32 { x.max(1.0).min(3.0).abs() }
#[unsafe(no_mangle)] pub fn a19(x: (u32, f32), y: [u8; 4]) -> [u8; 4] { if x.0 == 1 { y } else { x.1.to_le_bytes() } }
#[unsafe(no_mangle)] pub fn a20(x: &[f32; 4], y: &mut [[f32; 4]; 2]) { y[1] = *x; let [a, .., b] = *x; y[0][0] = a + b; }
#[unsafe(no_mangle)] pub fn a21(f: fn(u32) -> u32, x: u32) -> u32 { f(x) }
#[unsafe(no_mangle)] pub fn a22(f: &dyn Op, x: u32) -> u32 { f.ap(x) }
union U { f: f32, u: u32 }
#[unsafe(no_mangle)] pub fn a23(x: f32) -> u32 { unsafe { U { f: x }.u } }
