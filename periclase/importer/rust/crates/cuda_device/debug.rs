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

/// Counts an event of a profiler's, of the 16 that there are.
#[inline(always)]
pub fn prof_trigger<const N: u32>() {
    const { assert!(N < 16, "the events are 0 to 15") };
    match N {
        0 => stubs::pmevent__0(),
        1 => stubs::pmevent__1(),
        2 => stubs::pmevent__2(),
        3 => stubs::pmevent__3(),
        4 => stubs::pmevent__4(),
        5 => stubs::pmevent__5(),
        6 => stubs::pmevent__6(),
        7 => stubs::pmevent__7(),
        8 => stubs::pmevent__8(),
        9 => stubs::pmevent__9(),
        10 => stubs::pmevent__10(),
        11 => stubs::pmevent__11(),
        12 => stubs::pmevent__12(),
        13 => stubs::pmevent__13(),
        14 => stubs::pmevent__14(),
        _ => stubs::pmevent__15(),
    }
}
