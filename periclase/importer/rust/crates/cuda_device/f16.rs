//! Minima and maxima of numbers of 16 bits, as their bits.

include!("f16_forms.rs");
