"""Addresses as numbers: for what the CPU does in place of instructions that take them from memory, such as tensor maps, or that
ask for addresses that are multiples of something."""

from __future__ import annotations

from typing import Any


def pointer_at(address: Any, like: Any) -> Any:
    """A pointer to global memory at `address`, a `u64`, to elements of the type that `like` points to.

    It exists in kernels only, and nothing checks that anything is there.
    """
    raise TypeError("pointer_at makes a pointer on a device: it is called in kernels only")


def address_number(pointer: Any) -> Any:
    """The address that `pointer` is, as a `u64`. It exists in kernels only."""
    raise TypeError("address_number gives an address on a device: it is called in kernels only")
