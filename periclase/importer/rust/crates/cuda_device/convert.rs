//! Conversions between numbers of several widths, two of them in a word. The first of two is in the lower half.

use crate::forward::forwards;

include!("convert_forms.rs");

forwards! {
    /// Both numbers of 16 bits in a word.
    cvt_f32x2_f16x2(packed: u32) -> (f32, f32) = (cvt_f32_f16x2_lo(packed), cvt_f32_f16x2_hi(packed));
    /// The number in the lower half of a word.
    cvt_f32_f16x2_lo(packed: u32) -> f32 = f16::from_bits(packed as u16) as f32;
    /// The number in the upper half of a word.
    cvt_f32_f16x2_hi(packed: u32) -> f32 = f16::from_bits((packed >> 16) as u16) as f32;
    /// Both numbers of bfloat16 in a word.
    cvt_f32x2_bf16x2(packed: u32) -> (f32, f32) = (cvt_f32_bf16x2_lo(packed), cvt_f32_bf16x2_hi(packed));
    /// The number of bfloat16 in the lower half of a word.
    cvt_f32_bf16x2_lo(packed: u32) -> f32 = f32::from_bits(packed << 16);
    /// The number of bfloat16 in the upper half of a word.
    cvt_f32_bf16x2_hi(packed: u32) -> f32 = f32::from_bits(packed & 0xffff_0000);
}
