"""Reductions of floats over a warp, in the language of kernels: what the CPU runs in place of `redux.sync` on them.

Each lane of the mask asks all of them for their values. A NaN is taken for no value, or, with `nan`, for the result.
"""

# pyright: basic
from typing import TYPE_CHECKING

from periclase.bits import bit_cast
from periclase.gpu import shfl_sync
from periclase.library.instructions import max_float, min_float

if TYPE_CHECKING:  # on the host they are numbers of Python
    f32 = float
    u32 = int
else:
    from periclase.types import f32, u32

_NAN = 0x7FFFFFFF
"""What PTX gives where there is no other value."""


def _reduced(value: f32, mask: u32, least: bool, lets_through: bool) -> f32:
    found = bit_cast(u32(_NAN), f32)
    through = False
    for lane in range(32):
        if (mask >> u32(lane)) & 1 == 1:
            other = shfl_sync(value, u32(lane), mask)
            through = through or other != other
            found = min_float(found, other) if least else max_float(found, other)
    return bit_cast(u32(_NAN), f32) if through and lets_through else found


def redux_sync_min_f32(value: f32, mask: u32) -> f32:
    return _reduced(value, mask, True, False)


def redux_sync_min_f32_nan(value: f32, mask: u32) -> f32:
    return _reduced(value, mask, True, True)


def redux_sync_min_f32_abs(value: f32, mask: u32) -> f32:
    return _reduced(abs(value), mask, True, False)


def redux_sync_min_f32_abs_nan(value: f32, mask: u32) -> f32:
    return _reduced(abs(value), mask, True, True)


def redux_sync_max_f32(value: f32, mask: u32) -> f32:
    return _reduced(value, mask, False, False)


def redux_sync_max_f32_nan(value: f32, mask: u32) -> f32:
    return _reduced(value, mask, False, True)


def redux_sync_max_f32_abs(value: f32, mask: u32) -> f32:
    return _reduced(abs(value), mask, False, False)


def redux_sync_max_f32_abs_nan(value: f32, mask: u32) -> f32:
    return _reduced(abs(value), mask, False, True)
