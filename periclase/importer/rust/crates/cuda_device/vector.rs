//! Numbers that are read and written several at a time: a slice of numbers seen as one of vectors, which one instruction moves.

use core::ptr::NonNull;

/// `LANES` numbers side by side, aligned as a whole.
///
/// # Safety
/// It is `repr(C)`, and nothing but `LANES` values of `Elem`.
pub unsafe trait Vector: Copy {
    /// A number.
    type Elem: Copy;
    /// How many there are.
    const LANES: usize;
}

macro_rules! vectors {
    ($($name:ident = [$element:ty; $lanes:literal], $bytes:literal;)*) => {$(
        #[doc = concat!(stringify!($lanes), " of `", stringify!($element), "`, in ", stringify!($bytes), " bytes.")]
        #[repr(C, align($bytes))]
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name(pub [$element; $lanes]);

        unsafe impl Vector for $name {
            type Elem = $element;
            const LANES: usize = $lanes;
        }

        impl $name {
            /// Of these numbers.
            #[inline(always)]
            pub const fn new(lanes: [$element; $lanes]) -> Self {
                $name(lanes)
            }

            /// Of one number, in all places.
            #[inline(always)]
            pub const fn splat(value: $element) -> Self {
                $name([value; $lanes])
            }

            /// The numbers.
            #[inline(always)]
            pub const fn to_array(self) -> [$element; $lanes] {
                self.0
            }

            /// The numbers as a slice.
            #[inline(always)]
            pub fn as_slice(&self) -> &[$element] {
                &self.0
            }

            /// The numbers as a slice, to be written.
            #[inline(always)]
            pub fn as_mut_slice(&mut self) -> &mut [$element] {
                &mut self.0
            }
        }
    )*};
}

vectors! {
    F32x2 = [f32; 2], 8;
    F32x4 = [f32; 4], 16;
    F64x2 = [f64; 2], 16;
    U32x2 = [u32; 2], 8;
    U32x4 = [u32; 4], 16;
    U16x4 = [u16; 4], 8;
    U16x8 = [u16; 8], 16;
}

/// How many vectors `count` numbers at `address` are; none unless it is a whole number, and the first is aligned as one.
#[inline(always)]
fn vectors_in<V: Vector>(count: usize, address: usize) -> Option<usize> {
    const {
        assert!(
            V::LANES != 0 && size_of::<V>() == V::LANES * size_of::<V::Elem>(),
            "a vector is its numbers and nothing else"
        )
    };
    if count == 0 {
        return Some(0);
    }
    if count % V::LANES != 0 || address % align_of::<V>() != 0 {
        return None;
    }
    Some(count / V::LANES)
}

/// The numbers of `slice` as vectors; none unless they are a whole number of vectors, and the first is aligned as one.
#[inline(always)]
#[must_use]
pub fn as_vectors<V: Vector>(slice: &[V::Elem]) -> Option<&[V]> {
    let count = vectors_in::<V>(slice.len(), slice.as_ptr() as usize)?;
    // What is empty may begin anywhere, but has to be aligned.
    let first: *const V = if count == 0 { NonNull::dangling().as_ptr() } else { slice.as_ptr().cast() };
    Some(unsafe { core::slice::from_raw_parts(first, count) })
}

/// As `as_vectors`, to be written.
#[inline(always)]
#[must_use]
pub fn as_vectors_mut<V: Vector>(slice: &mut [V::Elem]) -> Option<&mut [V]> {
    let count = vectors_in::<V>(slice.len(), slice.as_ptr() as usize)?;
    let first = if count == 0 { NonNull::dangling().as_ptr() } else { slice.as_mut_ptr().cast() };
    Some(unsafe { core::slice::from_raw_parts_mut(first, count) })
}

/// Whether `as_vectors` gives something.
#[inline(always)]
#[must_use]
pub fn is_viewable<V: Vector>(slice: &[V::Elem]) -> bool {
    vectors_in::<V>(slice.len(), slice.as_ptr() as usize).is_some()
}
