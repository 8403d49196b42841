"""Bytes of an allocation: what claims, dependencies, reads and writes are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from periclase.record import NamedTuple

if TYPE_CHECKING:
    from periclase.runtime.allocation import Allocation


class ByteRange(NamedTuple):
    """The bytes of `allocation` from `start` up to, not including, `stop`."""

    allocation: Allocation
    start: int
    stop: int
