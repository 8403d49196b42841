//! Functions that are a call of a stub each.

/// `name(x: u32) -> u32 = expression;`: a function that is this expression.
macro_rules! forwards {
    ($($(#[$meta:meta])* $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? = $body:expr;)*) => {$(
        $(#[$meta])*
        #[inline(always)]
        pub fn $name($($argument: $type),*) $(-> $result)? {
            $body
        }
    )*};
}

/// As `forwards!`, of functions that callers have to keep a promise to.
macro_rules! unsafe_forwards {
    ($($(#[$meta:meta])* $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? = $body:expr;)*) => {$(
        $(#[$meta])*
        ///
        /// # Safety
        /// Pointers point to what is there, in the memory that the instruction asks for.
        #[inline(always)]
        pub unsafe fn $name($($argument: $type),*) $(-> $result)? {
            $body
        }
    )*};
}

/// A function of a number that the instruction has in its text: one call for each of the numbers up to 7.
macro_rules! by_number {
    ($number:expr, $($digit:literal => $call:expr),* ; $most:expr) => {
        match $number {
            $($digit => $call,)*
            _ => $most,
        }
    };
}

pub(crate) use {by_number, forwards, unsafe_forwards};
