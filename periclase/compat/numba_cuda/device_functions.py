"""The functions of `cuda` that a kernel calls, written in the language. Arguments are converted by the rules of the caller."""

# Parameters without annotations take the types of the arguments.
# pyright: reportMissingParameterType=false, reportUnknownParameterType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportArgumentType=false, reportReturnType=false

from __future__ import annotations

import math

from periclase import bits, gpu
from periclase.kernel import device
from periclase.library import floats
from periclase.types import bool_, i32, u32

FULL_MASK = 0xFFFFFFFF


@device
def syncthreads():
    """Wait until all threads of the block are here."""
    gpu.sync_threads()


@device
def syncthreads_count(predicate: bool_) -> i32:
    """The same; and in how many threads `predicate` holds."""
    return i32(gpu.sync_threads_count(predicate))


@device
def syncthreads_and(predicate: bool_) -> i32:
    """The same; and whether it holds in all threads."""
    return 1 if gpu.sync_threads_and(predicate) else 0


@device
def syncthreads_or(predicate: bool_) -> i32:
    """The same; and whether it holds in any thread."""
    return 1 if gpu.sync_threads_or(predicate) else 0


@device
def syncwarp(mask: u32 = FULL_MASK):
    """Wait until all lanes of `mask` are here."""
    gpu.sync_warp(mask)


@device
def threadfence():
    """Let other threads of the device see what this one wrote before what it writes next."""
    gpu.threadfence()


@device
def threadfence_block():
    """Likewise, threads of the block."""
    gpu.threadfence_block()


@device
def threadfence_system():
    """Likewise, threads of the host and of other devices."""
    gpu.threadfence_system()


@device
def nanosleep(ns: u32):
    """Wait for about `ns` nanoseconds."""
    gpu.nanosleep(ns)


# Warps


@device
def shfl_sync(mask: u32, value, src_lane: i32):
    """The `value` of lane `src_lane`."""
    return gpu.shfl_sync(value, u32(src_lane), mask)


@device
def shfl_up_sync(mask: u32, value, delta: i32):
    """The `value` of the lane `delta` below."""
    return gpu.shfl_sync_up(value, u32(delta), mask)


@device
def shfl_down_sync(mask: u32, value, delta: i32):
    """The `value` of the lane `delta` above."""
    return gpu.shfl_sync_down(value, u32(delta), mask)


@device
def shfl_xor_sync(mask: u32, value, lane_mask: i32):
    """The `value` of the lane whose number differs in the bits of `lane_mask`."""
    return gpu.shfl_sync_xor(value, u32(lane_mask), mask)


@device
def all_sync(mask: u32, predicate: bool_) -> bool_:
    """Whether `predicate` holds in all lanes of `mask`."""
    return gpu.all_sync(predicate, mask)


@device
def any_sync(mask: u32, predicate: bool_) -> bool_:
    """Whether `predicate` holds in any lane of `mask`."""
    return gpu.any_sync(predicate, mask)


@device
def eq_sync(mask: u32, predicate: bool_) -> bool_:
    """Whether `predicate` is the same in all lanes of `mask`."""
    return gpu.uni_sync(predicate, mask)


@device
def ballot_sync(mask: u32, predicate: bool_) -> u32:
    """The lanes of `mask` in which `predicate` holds."""
    return u32(gpu.ballot_sync(predicate, mask))


@device
def match_any_sync(mask: u32, value) -> u32:
    """The lanes of `mask` that have the same `value`."""
    return u32(gpu.match_any_sync(value, mask))


@device
def match_all_sync(mask: u32, value) -> tuple[u32, bool_]:
    """`mask` where all its lanes have the same `value`, else 0; and whether they do."""
    lanes, same = gpu.match_all_sync(value, mask)
    return u32(lanes), same


@device
def activemask() -> u32:
    """The lanes that run together here."""
    return u32(gpu.active_mask())


@device
def lanemask_lt() -> u32:
    """The lanes below this one."""
    return u32(gpu.lanemask_lt())


# Numbers


@device
def popc(value):
    """How many bits are set."""
    return bits.popcount(value)


@device
def brev(value):
    """The bits in reverse."""
    return bits.bit_reverse(value)


@device
def clz(value):
    """How many bits in front are zero."""
    return bits.count_leading_zeros(value)


@device
def ffs(value):
    """The number of the lowest bit that is set, from 1 on; 0 where there is none."""
    return i32(0) if value == 0 else i32(bits.count_trailing_zeros(value) + 1)


@device
def fma(a, b, c):
    """`a * b + c`, rounded once."""
    return floats.fused(a, b, c)


@device
def cbrt(value):
    """The cube root."""
    return math.cbrt(value)


@device
def selp(condition: bool_, a, b):
    """`a` where `condition` holds, else `b`."""
    return a if condition else b
