"""The calling convention of CPU kernels: what the launcher and the generated code agree on.

The entry of a kernel is `void entry(ptr args, i64 first_block, i64 last_block, ptr launch)`. It runs the blocks from
`first_block` to `last_block` (exclusive; in linear order, x fastest) on the calling thread; ranges of one launch may run on
several threads at once.

- `args`: eight bytes a slot. A scalar takes one slot, at its low end; a slice takes two: address, number of elements.
- `launch`: a `Launch`, shared by all ranges of the launch. The first trap is noted in it; the others stop soon after.

How it does that (threads in loops, coroutines, vectors) is the business of the pass that made it, `convert-nvvm-to-cpu`.
Kept in step with `%Launch` in `periclase/codegen/cpu/block_driver.ll`.
"""

from __future__ import annotations

import ctypes

OUT_OF_MEMORY = -1
"""The trap id where the host has no memory for a block."""
PARTIAL_CLUSTERS = -2
"""The trap id where the grid, which is noted in place of the block, is not of whole clusters. No block has run then."""


class Launch(ctypes.Structure):
    """One launch as generated code sees it. `trap_state`: 0 none, 1 being written, 2 written."""

    _fields_ = [
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("dynamic_shared_bytes", ctypes.c_uint64),
        ("trap_state", ctypes.c_uint32),
        ("trap_id", ctypes.c_int32),
        ("trap_thread", ctypes.c_uint32 * 3),
        ("trap_block", ctypes.c_uint32 * 3),
    ]
