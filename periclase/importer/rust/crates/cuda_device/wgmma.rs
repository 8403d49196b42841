//! Matrix instructions of four warps together (sm_90a).

use crate::forward::forwards;
use crate::stubs;

/// The sums that a thread has of a tile of 64 by 64.
pub type Acc64x64 = [[f32; 8]; 4];

/// Sums that are zero.
#[inline(always)]
pub const fn zero_accumulator() -> Acc64x64 {
    [[0.0; 8]; 4]
}

forwards! {
    /// Orders accesses of registers and shared memory before those of the instructions that follow.
    wgmma_fence() = stubs::wgmma_fence();
    /// Makes a group of the instructions so far.
    wgmma_commit_group() = stubs::wgmma_commit_group();
}

/// Waits until at most `N` groups are not done.
#[inline(always)]
pub fn wgmma_wait_group<const N: u32>() {
    const { assert!(N < 8, "a wait is for 0 to 7 groups") };
    match N {
        0 => stubs::wgmma_wait_group__0(),
        1 => stubs::wgmma_wait_group__1(),
        2 => stubs::wgmma_wait_group__2(),
        3 => stubs::wgmma_wait_group__3(),
        4 => stubs::wgmma_wait_group__4(),
        5 => stubs::wgmma_wait_group__5(),
        6 => stubs::wgmma_wait_group__6(),
        _ => stubs::wgmma_wait_group__7(),
    }
}

/// What tells the instructions where a tile in shared memory is: `leading_dim` and `stride` in bytes, with or without the swizzle of
/// 128 bytes (PTX ISA, "Matrix Descriptor Format").
///
/// # Safety
/// `tile` is in shared memory.
#[inline(always)]
pub unsafe fn make_smem_desc_custom(tile: *const u8, leading_dim: u32, stride: u32, swizzle_128b: bool) -> u64 {
    let address = stubs::shared_address__ui8(tile as *mut u8) as u64;
    let field = |bytes: u64| (bytes & 0x3_ffff) >> 4;
    field(address) | field(leading_dim as u64) << 16 | field(stride as u64) << 32 | (swizzle_128b as u64) << 62
}

/// The same for tiles whose parts of 8 by 8 lie behind one another, 128 bytes apart, with the swizzle of 32 bytes.
///
/// # Safety
/// `tile` is in shared memory.
#[inline(always)]
pub unsafe fn make_smem_desc(tile: *const u8) -> u64 {
    unsafe { make_smem_desc_custom(tile, 128, 128, false) | 3 << 62 }
}

macro_rules! products {
    ($($(#[$meta:meta])* $name:ident = $stub:ident;)*) => {$(
        $(#[$meta])*
        ///
        /// # Safety
        /// The descriptors are those of tiles in shared memory, and all threads of the four warps come here.
        #[inline(always)]
        pub unsafe fn $name(acc: &mut Acc64x64, desc_a: u64, desc_b: u64) {
            let [[a, b, c, d, e, f, g, h], [i, j, k, l, m, n, o, p], [q, r, s, t, u, v, w, x], [y, z, aa, ab, ac, ad, ae, af]] =
                *acc;
            let (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af) =
                stubs::$stub(
                    (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af),
                    desc_a,
                    desc_b,
                    true,
                );
            *acc = [[a, b, c, d, e, f, g, h], [i, j, k, l, m, n, o, p], [q, r, s, t, u, v, w, x], [y, z, aa, ab, ac, ad, ae, af]];
        }
    )*};
}

products! {
    /// Adds the product of a tile of 64 by 16 and one of 16 by 64, of bfloat16.
    wgmma_mma_m64n64k16_f32_bf16 = wgmma_f32_f16__64__bf16;
    /// Adds the product of a tile of 64 by 16 and one of 16 by 64, of floats of 16 bits.
    wgmma_mma_m64n64k16_f32_f16 = wgmma_f32_f16__64__f16;
}
