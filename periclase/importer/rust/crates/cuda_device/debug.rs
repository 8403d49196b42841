//! Clocks, traps, and printing.

use crate::stubs;

pub use crate::gpu_assert;
pub use cuda_macros::gpu_printf;

/// The clock of the multiprocessor, lower half.
#[inline(always)]
pub fn clock() -> u32 {
    stubs::clock()
}

/// The clock of the multiprocessor.
#[inline(always)]
pub fn clock64() -> u64 {
    stubs::clock64()
}

/// Nanoseconds, by the clock of the device.
#[inline(always)]
pub fn globaltimer() -> u64 {
    stubs::globaltimer()
}

/// Stops the whole launch with an error.
#[inline(always)]
pub fn trap() -> ! {
    stubs::trap()
}

/// Stops for a debugger, where there is one.
#[inline(always)]
pub fn breakpoint() {
    stubs::breakpoint()
}

/// Sleeps for about so many nanoseconds.
#[inline(always)]
pub fn nanosleep(nanoseconds: u32) {
    stubs::nanosleep(nanoseconds)
}

/// What `gpu_printf!` becomes.
#[doc(hidden)]
#[inline(always)]
pub fn print<T>(format: &'static str, values: T) -> i32 {
    stubs::printf(format, values)
}

/// What `gpu_assert!` becomes.
#[doc(hidden)]
#[inline(always)]
pub fn require(condition: bool, message: &'static str) {
    stubs::device_assert(condition, message)
}

/// `gpu_assert!(condition)` or `gpu_assert!(condition, "message")`: stops the launch unless the condition is true.
#[macro_export]
macro_rules! gpu_assert {
    ($condition:expr $(,)?) => {
        $crate::debug::require($condition, "assertion failed")
    };
    ($condition:expr, $message:literal $(,)?) => {
        $crate::debug::require($condition, $message)
    };
}
