"""Addresses as numbers: for what the CPU does in place of instructions that take them from memory, such as tensor maps, or that
ask for addresses that are multiples of something."""

from __future__ import annotations

from typing import Any


def pointer_at(address: Any, like: Any) -> Any:
    """A pointer to global memory at `address`, a `u64`, to elements of the type that `like` points to.

    It exists in kernels only, and nothing checks that anything is there: it has to be an element of a buffer that the launch was
    given, of one that the kernel may write if it is written.
    """
    raise TypeError("pointer_at makes a pointer on a device: it is called in kernels only")


def is_aligned(pointer: Any, bytes: int) -> bool:
    """Whether the address that `pointer` is, is a multiple of `bytes`, a power of two that is known at import.

    It exists in kernels only.
    """
    raise TypeError("is_aligned looks at an address on a device: it is called in kernels only")
