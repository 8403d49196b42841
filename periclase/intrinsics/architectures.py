"""The groups of architectures that have what no later one need have: targets with a letter behind their number.

`sm_100a` has all that this very architecture has, `sm_100f` what its whole family has (PTX ISA, ".target").
"""

from __future__ import annotations

from typing import Final

HOPPER: Final = ("sm_90a",)
"""Matrix products of a warp group (`wgmma`)."""

DATACENTER_100: Final = ("sm_100a", "sm_100f", "sm_103a", "sm_103f")
"""Reductions of floats over a warp."""

DATACENTER_EACH: Final = ("sm_100a", "sm_103a")
"""Rounding by chance."""

TENSOR_MEMORY: Final = (*DATACENTER_100, "sm_110a", "sm_110f")
"""Tensor memory (`tcgen05`)."""

TENSOR_MEMORY_INTEGERS: Final = ("sm_100a", "sm_110a")
"""Tensor memory, and integer products in it."""

BLACKWELL: Final = (*TENSOR_MEMORY, "sm_120a", "sm_120f", "sm_121a", "sm_121f")
"""What all architectures of that generation have: matrices of 8, 6 and 4-bit elements moved through shared memory."""

BLACKWELL_EACH: Final = tuple(name for name in BLACKWELL if name.endswith("a"))
"""The same, where it belongs to each architecture and not to its family."""

CONSUMER: Final = ("sm_120a", "sm_120f", "sm_121a", "sm_121f")
"""Warp-level products of 8, 6 and 4-bit floats."""

CONSUMER_EACH: Final = ("sm_120a", "sm_121a")
"""The same of 4-bit floats, half of them zero."""

REGISTER_REALLOCATION: Final = (*HOPPER, *BLACKWELL)
"""Registers handed from one warp group to another (`setmaxnreg`)."""
