"""`cuda.In`, `cuda.Out`, `cuda.InOut`: how an array of the host takes part in a launch. What a kernel reads and writes is known
anyway, so they say nothing new."""

from __future__ import annotations

from typing import Any


class InOut:
    """An array of the host that is read and written."""

    def __init__(self, array: Any):
        self.array = array


class In(InOut):
    """An array of the host that is read."""


class Out(InOut):
    """An array of the host that is written."""
