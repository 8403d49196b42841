"""Addresses as numbers: for what the CPU does in place of instructions that take them from memory, such as tensor maps."""

from __future__ import annotations

from typing import Any


def pointer_at(address: Any, like: Any) -> Any:
    """A pointer to global memory at `address`, a `u64`, to elements of the type that `like` points to.

    It exists in kernels only, and nothing checks that anything is there.
    """
    raise TypeError("pointer_at makes a pointer on a device: it is called in kernels only")
