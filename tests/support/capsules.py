"""An array of another library, as far as DLPack sees it."""

from __future__ import annotations

from typing import Any

from periclase.runtime.dlpack import CPU


class Capsule:
    """What numpy's `from_dlpack` takes: it hands out the one capsule that it has."""

    def __init__(self, capsule: Any, device: tuple[int, int] = (CPU, 0)):
        self.capsule, self.device = capsule, device

    def __dlpack__(self, **_: Any) -> Any:
        return self.capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device
