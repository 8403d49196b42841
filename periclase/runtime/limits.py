"""What a launch may ask for: the limits of every GPU since sm_30, kept on the CPU too, so that what runs here runs there.

Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
"""

from __future__ import annotations

MAX_THREADS_PER_BLOCK = 1024
MAX_BLOCK = (1024, 1024, 64)
"""Threads of a block in x, y and z."""

MAX_GRID = (2**31 - 1, 65535, 65535)
"""Blocks of a grid in x, y and z."""

MAX_SHARED_BYTES = 48 * 1024
"""Static and dynamic shared memory of a block, without opting in to more."""
