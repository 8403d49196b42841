//! Clocks, traps, and printing.

use crate::stubs;

pub use cuda_macros::{gpu_assert, gpu_printf};

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
