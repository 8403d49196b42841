//! Arithmetic with two numbers of bfloat16 in a word, the first in its lower half.

include!("bf16x2_forms.rs");
