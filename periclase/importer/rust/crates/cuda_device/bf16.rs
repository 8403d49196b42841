//! Minima and maxima of numbers of bfloat16, as their bits.

include!("bf16_forms.rs");
