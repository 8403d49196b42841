//! Mathematics by one instruction each: with a rounding of its own, or approximate.

use crate::stubs;

include!("float_forms.rs");

macro_rules! of_one {
    ($($name:ident)*) => {$(
        /// The instruction of this name.
        #[inline(always)]
        pub fn $name(x: f32) -> f32 {
            stubs::$name(x)
        }
    )*};
}

of_one!(sin_approx cos_approx lg2_approx ex2_approx rsqrt_approx sqrt_approx tanh_approx);

/// `x / y`, with an error of at most 2 units in the last place.
#[inline(always)]
pub fn div_approx(x: f32, y: f32) -> f32 {
    stubs::div_approx(x, y)
}
