//! Permutations of the bytes of two words.

use crate::stubs;

macro_rules! of_three {
    ($($name:ident)*) => {$(
        /// The bytes of `a` and `b` that `selector` picks.
        #[inline(always)]
        pub fn $name(a: u32, b: u32, selector: u32) -> u32 {
            stubs::$name(a, b, selector)
        }
    )*};
}

macro_rules! of_two {
    ($($name:ident)*) => {$(
        /// The bytes of `a` that `selector` picks.
        #[inline(always)]
        pub fn $name(a: u32, selector: u32) -> u32 {
            stubs::$name(a, selector)
        }
    )*};
}

of_three!(prmt prmt_f4e prmt_b4e);
of_two!(prmt_rc8 prmt_rc16 prmt_ecl prmt_ecr);
