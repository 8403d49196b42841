#![no_std]
#![allow(dead_code)]
#[derive(Clone, Copy)]
pub struct P { pub a: u8, pub b: u32, pub c: f32 }
#[derive(Clone, Copy)]
pub enum E { A, B(u32), C { x: u8, y: f64 } }
#[repr(u8)]
#[derive(Clone, Copy, PartialEq)]
pub enum F { X = 3, Y = 7, Z = 200 }
pub const TAB: [u32; 4] = [1, 2, 3, 4];
#[inline(never)] pub fn tid() -> usize { unreachable!() }
#[unsafe(no_mangle)]
pub fn vecadd(a: &[f32], b: &[f32], c: &mut [f32]) {
    let i = tid();
    if i < c.len() { c[i] = a[i] + b[i]; }
}
#[unsafe(no_mangle)] pub fn e1(e: E) -> f64 { match e { E::A => 1.0, E::B(x) => x as f64, E::C { x, y } => y + x as f64 } }
#[unsafe(no_mangle)] pub fn e2(x: u32) -> E { if x > 7 { E::B(x) } else { E::C { x: x as u8, y: 1.5 } } }
#[unsafe(no_mangle)] pub fn f1(x: u8) -> Option<F> { match x { 0 => Some(F::X), 1 => Some(F::Y), 2 => Some(F::Z), _ => None } }
#[unsafe(no_mangle)] pub fn p1(p: P) -> P { P { a: p.a.wrapping_add(1), b: p.b, c: p.c * 2.0 } }
#[unsafe(no_mangle)] pub fn t1(i: usize) -> u32 { TAB[i & 3] }
#[unsafe(no_mangle)] pub fn it1(x: &[u32]) -> u32 { let mut s = 0u32; for (i, v) in x.iter().enumerate() { s = s.wrapping_add(*v * i as u32); } s }
#[unsafe(no_mangle)] pub fn it2(n: u32, k: u32) -> u32 { (0..n).map(|x| x ^ k).filter(|x| x % 3 == 0).fold(0, |a, b| a.wrapping_add(b)) }
#[unsafe(no_mangle)] pub fn div(a: i32, b: i32) -> i32 { a / b }
#[unsafe(no_mangle)] pub fn chk(a: i32, b: i32) -> i32 { a.checked_add(b).unwrap_or(-1) }
#[unsafe(no_mangle)] pub fn sat(a: i32, b: i32) -> i32 { a.saturating_mul(b).saturating_sub(b) }
#[unsafe(no_mangle)] pub fn un(a: Option<i32>) -> i32 { a.unwrap() }
#[unsafe(no_mangle)] pub fn ex(a: Option<i32>) -> i32 { a.expect("give me one") }
