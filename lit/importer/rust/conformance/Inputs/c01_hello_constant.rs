//! A constant through a raw pointer.

use cuda_device::*;

#[kernel]
pub fn hello(out: *mut u32) {
    if thread::threadIdx_x() == 0 {
        unsafe { *out = 42 };
    }
}
