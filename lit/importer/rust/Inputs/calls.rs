#![no_std]

pub trait Shape {
    fn area(&self) -> u32;
}

pub struct Square(pub u32);
pub struct Circle(pub u32);

impl Shape for Square {
    #[inline(never)]
    fn area(&self) -> u32 {
        self.0 * self.0
    }
}

impl Shape for Circle {
    #[inline(never)]
    fn area(&self) -> u32 {
        self.0 * self.0 * 3
    }
}

#[inline(never)]
fn apply<F: Fn(u32) -> u32>(f: F, x: u32) -> u32 {
    f(x)
}

#[unsafe(no_mangle)]
pub fn impls(a: u32) -> u32 {
    Square(a).area() + Circle(a).area()
}

#[unsafe(no_mangle)]
pub fn closure(a: u32, k: u32) -> u32 {
    apply(|x| x ^ k, a)
}

#[inline(never)]
fn nothing(_unit: (), x: &mut u32) {
    *x = 1;
}

#[unsafe(no_mangle)]
pub fn empty(x: &mut u32) {
    nothing((), x);
}
