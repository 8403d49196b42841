"""Names of `cuda` that typing knows by itself: `cuda.threadIdx.x`, `cuda.grid`, `cuda.shared.array`, `cuda.atomic.add`.

All others are functions that are written in the language (`periclase.compat.numba_cuda.device_functions`). What a name means in a
kernel is said by `periclase.compat.numba_cuda.device_calls`, which is imported when a kernel that names it is compiled.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from periclase.diagnostics import Diagnostic, Span
from periclase.intrinsics.stubs import HostCallError

if TYPE_CHECKING:
    import ast

    from periclase.importer.python.typed_tree import Expr

_CALLS = "periclase.compat.numba_cuda.device_calls"


class DeviceName:
    """Something of `cuda` that has a meaning in a kernel only."""

    def __init__(self, name: str):
        self.__name__ = self.__qualname__ = name
        self.__module__ = "periclase.compat.numba_cuda.cuda"

    def read(self, typing: Any, node: ast.expr) -> Expr:
        """Its value, where a kernel names it."""
        return importlib.import_module(_CALLS).read(typing, node, self)

    def call(self, typing: Any, node: ast.Call) -> Expr:
        """The value of a call of it.

        Raises:
            Problem: the arguments do not fit, or it can not be called.
        """
        return importlib.import_module(_CALLS).call(typing, node, self.__name__)

    def __call__(self, *arguments: object, **keywords: object) -> NoReturn:
        caller = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
        raise HostCallError(
            Diagnostic(
                "PC0420",
                f"'cuda.{self.__name__}' has a meaning in a kernel only, not on the host",
                Span(caller.f_code.co_filename, caller.f_lineno),
                help="call it in a function marked @cuda.jit",
            )
        )

    def __repr__(self) -> str:
        return f"<cuda.{self.__name__}>"


class _Dimensions:
    """`cuda.threadIdx` and its like."""


def dimensions(name: str) -> type:
    """A namespace with `x`, `y` and `z`."""
    return type(name, (_Dimensions,), {axis: DeviceName(f"{name}.{axis}") for axis in "xyz"})


def namespace(name: str, *members: str) -> type:
    """A namespace with these members."""
    return type(name, (), {member: DeviceName(f"{name}.{member}") for member in members})


def group_namespace() -> type:
    """`cuda.cg`. A kernel that names `this_grid` is given the device global that the barrier of a grid uses: to those who look
    which globals a kernel reaches, the name is the function of the barrier."""
    from periclase.compat.numba_cuda.grid_barrier import grid_sync

    found: Any = namespace("cg", "this_grid")
    found.this_grid.py_func = grid_sync.function
    return found
