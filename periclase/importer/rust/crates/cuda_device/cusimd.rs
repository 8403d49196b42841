//! Several numbers as one value.

use core::ops::Index;

/// A number that there may be several of in a `CuSimd`.
pub trait SimdElement: Copy + Sized {}

macro_rules! elements {
    ($($type:ty)*) => {$(impl SimdElement for $type {})*};
}

elements!(f32 f64 u32 i32 u64 i64 u16 i16);

/// `N` numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CuSimd<T: SimdElement, const N: usize> {
    data: [T; N],
}

impl<T: SimdElement, const N: usize> CuSimd<T, N> {
    /// With these numbers.
    #[inline(always)]
    pub const fn new(data: [T; N]) -> Self {
        CuSimd { data }
    }

    /// The number `I`.
    #[inline(always)]
    pub const fn get<const I: usize>(&self) -> T {
        self.data[I]
    }

    /// The number `i`.
    #[inline(always)]
    pub fn at(&self, i: usize) -> T {
        self.data[i]
    }

    /// All of them.
    #[inline(always)]
    pub const fn to_array(self) -> [T; N] {
        self.data
    }

    /// How many there are.
    #[inline(always)]
    pub const fn len(&self) -> usize {
        N
    }

    /// Whether there are none.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        N == 0
    }
}

impl<T: SimdElement, const N: usize> Index<usize> for CuSimd<T, N> {
    type Output = T;

    #[inline(always)]
    fn index(&self, index: usize) -> &T {
        &self.data[index]
    }
}

macro_rules! named {
    ($($name:ident $index:literal)*) => {$(
        /// The number of this name.
        #[inline(always)]
        pub const fn $name(&self) -> T {
            self.data[$index]
        }
    )*};
}

impl<T: SimdElement> CuSimd<T, 2> {
    named!(x 0 y 1);

    /// Both.
    #[inline(always)]
    pub const fn xy(self) -> (T, T) {
        (self.data[0], self.data[1])
    }
}

impl<T: SimdElement> CuSimd<T, 4> {
    named!(x 0 y 1 z 2 w 3);

    /// All four.
    #[inline(always)]
    pub const fn xyzw(self) -> (T, T, T, T) {
        (self.data[0], self.data[1], self.data[2], self.data[3])
    }

    /// The first two.
    #[inline(always)]
    pub const fn lo(&self) -> CuSimd<T, 2> {
        CuSimd::new([self.data[0], self.data[1]])
    }

    /// The last two.
    #[inline(always)]
    pub const fn hi(&self) -> CuSimd<T, 2> {
        CuSimd::new([self.data[2], self.data[3]])
    }
}

/// Two numbers of 32 bits.
pub type Float2 = CuSimd<f32, 2>;
/// Four numbers of 32 bits.
pub type Float4 = CuSimd<f32, 4>;
/// Two numbers of 64 bits.
pub type Double2 = CuSimd<f64, 2>;
/// Two integers.
pub type Int2 = CuSimd<i32, 2>;
/// Four integers.
pub type Int4 = CuSimd<i32, 4>;
/// Two integers without sign.
pub type Uint2 = CuSimd<u32, 2>;
/// Four integers without sign.
pub type Uint4 = CuSimd<u32, 4>;
/// Four numbers out of tensor memory.
pub type TmemRegs4 = CuSimd<f32, 4>;
/// Sixteen numbers out of tensor memory.
pub type TmemRegs16 = CuSimd<f32, 16>;
/// Thirty-two numbers out of tensor memory.
pub type TmemRegs32 = CuSimd<f32, 32>;
