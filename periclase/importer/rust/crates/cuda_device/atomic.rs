//! Atomics with an order and a scope: `DeviceAtomicU32`, `BlockAtomicF32`, `SystemAtomicI64`, ….
//!
//! The memory model is that of PTX, which is C++'s with scopes.

use crate::forward::unsafe_forwards;
use crate::stubs;
use core::cell::UnsafeCell;

/// How an access is ordered with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum AtomicOrdering {
    /// Not at all.
    Relaxed = 0,
    /// What was released before what it reads is visible after it.
    Acquire = 1,
    /// What was written before it is visible to those who acquire it.
    Release = 2,
    /// Both.
    AcqRel = 3,
    /// Both, and all such accesses have one order.
    SeqCst = 4,
}

macro_rules! of_order {
    ($order:expr, $relaxed:ident $acquire:ident $release:ident $acq_rel:ident $seq_cst:ident $arguments:tt) => {
        match $order {
            AtomicOrdering::Relaxed => stubs::$relaxed $arguments,
            AtomicOrdering::Acquire => stubs::$acquire $arguments,
            AtomicOrdering::Release => stubs::$release $arguments,
            AtomicOrdering::AcqRel => stubs::$acq_rel $arguments,
            AtomicOrdering::SeqCst => stubs::$seq_cst $arguments,
        }
    };
}

macro_rules! cell {
    ($name:ident $type:ident) => {
        /// A number that threads of this scope change atomically.
        #[repr(transparent)]
        pub struct $name(UnsafeCell<$type>);

        unsafe impl Sync for $name {}

        impl $name {
            /// With this value.
            #[inline(always)]
            pub const fn new(value: $type) -> Self {
                $name(UnsafeCell::new(value))
            }

            /// The number at `place`.
            ///
            /// # Safety
            /// It is there, aligned, and reached by atomic accesses only while this lives.
            #[inline(always)]
            pub const unsafe fn from_ptr<'a>(place: *mut $type) -> &'a Self {
                unsafe { &*(place as *const Self) }
            }

            #[inline(always)]
            fn place(&self) -> *mut $type {
                self.0.get()
            }
        }
    };
}

include!("atomic_types.rs");

unsafe_forwards! {
    /// Adds two numbers of 16 bits in a word to those at `place`, each by itself; gives the old ones.
    atom_add_f16x2(place: *mut u32, value: u32) -> u32 = stubs::atomic_add_f16x2__relaxed__device(place, value);
    /// Adds two numbers of bfloat16 in a word to those at `place`, each by itself; gives the old ones.
    atom_add_bf16x2(place: *mut u32, value: u32) -> u32 = stubs::atomic_add_bf16x2__relaxed__device(place, value);
}
