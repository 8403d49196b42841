"""The device API: what a kernel can call.

Every name is an intrinsic of `periclase.intrinsics`; its stub is made when the name is first used. On the host a stub raises
`HostCallError`. `gpu.pyi` gives the same names to type checkers and editors.
"""

from __future__ import annotations

from typing import Any

from periclase.arrays import local_array, shared_array
from periclase.intrinsics.names import NAMES
from periclase.intrinsics.stubs import Stub

__all__ = [*NAMES, local_array.__name__, shared_array.__name__]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    if name not in NAMES:
        raise AttributeError(f"module 'periclase.gpu' has no attribute '{name}'", name=name, obj=None)
    stub = globals()[name] = Stub(name, __name__)
    return stub


def __dir__() -> list[str]:
    hidden = {"Any", "NAMES", "Stub", "annotations"}
    return sorted({*globals(), *NAMES} - hidden)
