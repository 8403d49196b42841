//! Arithmetic with two numbers of 16 bits in a word, the first in its lower half.

include!("f16x2_forms.rs");
