"""The device API: what a kernel can call.

Every name is an intrinsic of `periclase.intrinsics`; its stub is made when the name is first used. On the host a stub raises
`HostCallError`. `gpu.pyi` gives the same names to type checkers and editors; `python -m periclase.intrinsics.type_stubs` writes
it, and a test holds it equal to the table.
"""

from __future__ import annotations

from typing import Any

from periclase.arrays import local_array, shared_array
from periclase.intrinsics.stubs import make_stub
from periclase.intrinsics.table import INTRINSICS

__all__ = [*INTRINSICS, local_array.__name__, shared_array.__name__]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    row = INTRINSICS.get(name)
    if row is None:
        raise AttributeError(f"module 'periclase.gpu' has no attribute '{name}'", name=name, obj=None)
    stub = globals()[name] = make_stub(row, __name__)
    return stub


def __dir__() -> list[str]:
    return sorted({*globals(), *INTRINSICS})
