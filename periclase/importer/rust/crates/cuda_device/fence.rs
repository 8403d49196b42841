//! Fences of memory.

use crate::stubs;

/// Orders this thread's accesses before and after, as its block sees them.
#[inline(always)]
pub fn threadfence_block() {
    stubs::threadfence_block()
}

/// Orders this thread's accesses before and after, as the whole device sees them.
#[inline(always)]
pub fn threadfence() {
    stubs::threadfence()
}

/// Orders this thread's accesses before and after, as the host and other devices see them.
#[inline(always)]
pub fn threadfence_system() {
    stubs::threadfence_system()
}
