//! Matrices in the registers of a warp: loads out of shared memory, and products of tiles.
//!
//! Which thread holds which elements is what the PTX ISA says of each instruction ("Matrix Fragments for mma.m16n8k16" and its like).

use crate::forward::unsafe_forwards;
use crate::stubs;

unsafe_forwards! {
    /// One matrix of 8 by 8 numbers of 16 bits; each thread of the first 8 says where a row is.
    ldmatrix_x1(row: *const u32) -> u32 = stubs::ldmatrix__ui16__1(row as *mut u16).0;
    /// The same, transposed.
    ldmatrix_x1_trans(row: *const u32) -> u32 = stubs::ldmatrix__ui16__1__trans(row as *mut u16).0;
    /// Two matrices; each thread of the first 16 says where a row is.
    ldmatrix_x2(row: *const u32) -> [u32; 2] = {
        let (a, b) = stubs::ldmatrix__ui16__2(row as *mut u16);
        [a, b]
    };
    /// The same, transposed.
    ldmatrix_x2_trans(row: *const u32) -> [u32; 2] = {
        let (a, b) = stubs::ldmatrix__ui16__2__trans(row as *mut u16);
        [a, b]
    };
    /// Four matrices; each thread says where a row is.
    ldmatrix_x4(row: *const u32) -> [u32; 4] = {
        let (a, b, c, d) = stubs::ldmatrix__ui16__4(row as *mut u16);
        [a, b, c, d]
    };
    /// The same, transposed.
    ldmatrix_x4_trans(row: *const u32) -> [u32; 4] = {
        let (a, b, c, d) = stubs::ldmatrix__ui16__4__trans(row as *mut u16);
        [a, b, c, d]
    };
    /// A matrix of 8 by 8 numbers of 16 bits, transposed.
    movmatrix_trans_b16(value: u32) -> u32 = stubs::movmatrix_trans(value);
}

macro_rules! products {
    ($($(#[$meta:meta])* $name:ident = $stub:ident $element:ident;)*) => {
        unsafe_forwards! {$(
            $(#[$meta])*
            $name(c: [$element; 4], a: [u32; 4], b: [u32; 2]) -> [$element; 4] = {
                let [a0, a1, a2, a3] = a;
                let [b0, b1] = b;
                let [c0, c1, c2, c3] = c;
                let (d0, d1, d2, d3) = stubs::$stub((a0, a1, a2, a3), (b0, b1), (c0, c1, c2, c3));
                [d0, d1, d2, d3]
            };
        )*}
    };
}

products! {
    /// `a` of 16 by 16 times `b` of 16 by 8 plus `c`, of floats of 16 bits.
    mma_m16n8k16_f32_f16 = mma_m16n8k16_f32_f16 f32;
    /// `a` of 16 by 16 times `b` of 16 by 8 plus `c`, of bfloat16.
    mma_m16n8k16_f32_bf16 = mma_m16n8k16_f32_bf16 f32;
    /// `a` of 16 by 8 times `b` of 8 by 8 plus `c`, of tf32.
    mma_m16n8k8_f32_tf32 = mma_m16n8k8_f32_tf32 f32;
    /// `a` of 16 by 32 times `b` of 32 by 8 plus `c`, of `i8`.
    mma_m16n8k32_s32_s8 = mma_m16n8k32_s32_i8__s8__s8 i32;
}
