//! Types that say how a kernel is put together: shapes, layouts, memories and who works together, for kernels that are generic over
//! a policy. They have no values; what they say is in their constants.

use core::marker::PhantomData;

/// How many elements along each axis.
pub trait Shape: 'static {
    /// How many axes there are.
    const RANK: u8;
    /// Elements along each axis, 1 along those that there are not.
    const EXTENTS: [usize; 3];
    /// Elements in all; none if that is more than a `usize` holds.
    const ELEMENTS: Option<usize>;
}

macro_rules! shapes {
    ($($(#[$meta:meta])* $name:ident<$($axis:ident)*>: $rank:literal, [$($extent:expr),*];)*) => {$(
        $(#[$meta])*
        pub enum $name<$(const $axis: usize),*> {}

        impl<$(const $axis: usize),*> $name<$($axis),*> {
            $(
                #[doc = concat!("The extent `", stringify!($axis), "`.")]
                pub const $axis: usize = $axis;
            )*
        }

        impl<$(const $axis: usize),*> Shape for $name<$($axis),*> {
            const RANK: u8 = $rank;
            const EXTENTS: [usize; 3] = [$($extent),*];
            const ELEMENTS: Option<usize> = product([$($extent),*]);
        }
    )*};
}

shapes! {
    /// `D0` elements.
    Shape1<D0>: 1, [D0, 1, 1];
    /// `D0` by `D1` elements.
    Shape2<D0 D1>: 2, [D0, D1, 1];
    /// `D0` by `D1` by `D2` elements.
    Shape3<D0 D1 D2>: 3, [D0, D1, D2];
}

const fn product(extents: [usize; 3]) -> Option<usize> {
    match extents[0].checked_mul(extents[1]) {
        Some(plane) => plane.checked_mul(extents[2]),
        None => None,
    }
}

macro_rules! kinds {
    ($($(#[$meta:meta])* $trait:ident { $($(#[$inner:meta])* $name:ident)* })*) => {$(
        $(#[$meta])*
        pub trait $trait: 'static {}

        $(
            $(#[$inner])*
            pub enum $name {}

            impl $trait for $name {}
        )*
    )*};
}

kinds! {
    /// In which order elements lie.
    Layout {
        /// Those of a row side by side.
        RowMajor
        /// Those of a column side by side.
        ColumnMajor
    }
    /// Where elements lie.
    MemorySpace {
        /// In memory that all blocks reach.
        Global
        /// In memory that the threads of a block share.
        Shared
        /// In registers of one thread.
        Register
        /// In the memory of the tensor cores.
        TensorMemory
    }
    /// Who works together.
    Scope {
        /// One thread.
        Thread
        /// 32 threads.
        Warp
        /// Four warps.
        WarpGroup
        /// All threads of a block.
        Block
        /// All blocks of a cluster.
        Cluster
    }
    /// What an instruction does, for users' own kinds.
    AtomKind {}
}

/// Elements in a shape, in an order, in a memory, of some who work together.
pub struct Tile<S: Shape, L: Layout, M: MemorySpace, Q: Scope>(PhantomData<fn() -> (S, L, M, Q)>);

/// What a tile is made of.
pub trait TileSpec: 'static {
    /// How many elements.
    type Shape: Shape;
    /// In which order.
    type Layout: Layout;
    /// Where.
    type MemorySpace: MemorySpace;
    /// Of whom.
    type Scope: Scope;
}

impl<S: Shape, L: Layout, M: MemorySpace, Q: Scope> TileSpec for Tile<S, L, M, Q> {
    type Shape = S;
    type Layout = L;
    type MemorySpace = M;
    type Scope = Q;
}

/// An instruction of a kind on a shape, of some who work together.
pub struct Atom<K: AtomKind, S: Shape, Q: Scope>(PhantomData<fn() -> (K, S, Q)>);

/// What an atom is made of.
pub trait AtomSpec: 'static {
    /// What it does.
    type Kind: AtomKind;
    /// On how many elements.
    type Shape: Shape;
    /// Of whom.
    type Scope: Scope;
}

impl<K: AtomKind, S: Shape, Q: Scope> AtomSpec for Atom<K, S, Q> {
    type Kind = K;
    type Shape = S;
    type Scope = Q;
}

/// The name of a policy, as two numbers: whose, and which.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct PolicyId {
    namespace: u64,
    value: u64,
}

impl PolicyId {
    /// Of these numbers.
    pub const fn new(namespace: u64, value: u64) -> Self {
        PolicyId { namespace, value }
    }

    /// Whose it is.
    pub const fn namespace(self) -> u64 {
        self.namespace
    }

    /// Which it is.
    pub const fn value(self) -> u64 {
        self.value
    }
}

/// A way to put a kernel together: a type that kernels are generic over.
pub trait Policy: 'static {
    /// Its name.
    const ID: PolicyId;
}
