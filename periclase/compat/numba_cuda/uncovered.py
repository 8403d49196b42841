"""What numba-cuda has and this does not: said where it is used, on the host and in kernels."""

from __future__ import annotations

import re
from types import ModuleType
from typing import NoReturn

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.runtime.call_site import call_site

WHERE = "is not covered by `periclase.compat.numba_cuda`"


def uncovered(what: str, help: str) -> DiagnosticError:
    """What is raised where the host asks for something that is not covered."""
    return DiagnosticError(Diagnostic("PC0310", f"{what} {WHERE}", call_site().span(), help=help))


class Uncovered:
    """Something of `cuda`, or of `module`, that is not covered: using it says so."""

    def __init__(self, name: str, help: str, module: str = "cuda"):
        self.__name__ = self.__qualname__ = name
        self.module = module
        self.help = help

    def __call__(self, *arguments: object, **named: object) -> NoReturn:
        raise uncovered(f"`{self.module}.{self.__name__}`", self.help)

    def __getitem__(self, index: object) -> NoReturn:
        raise uncovered(f"`{self.module}.{self.__name__}`", self.help)

    def __repr__(self) -> str:
        return f"<{self.module}.{self.__name__}, which is not covered>"


class UncoveredModule(ModuleType):
    """A module of `cuda` that is not covered, and so nothing in it."""

    def __getattr__(self, name: str) -> Uncovered:
        if name.startswith("_"):
            raise AttributeError(name)
        return Uncovered(f"{self.__name__}.{name}", _MODULES[self.__name__])


def of_cuda(name: str) -> Uncovered | UncoveredModule | None:
    """What `cuda` of numba has by that name, and is looked at by few programs; None if there is nothing."""
    if _VECTOR.fullmatch(name):
        return Uncovered(name, "write a tuple, or a `typing.NamedTuple` with fields `x`, `y`, …")
    return UncoveredModule(name) if name in _MODULES else None


_VECTOR = re.compile(
    r"(u?int(8|16|32|64)|float(32|64))x[1-4]|(u?(char|short|int|long|longlong)|float|double)[1-4]"
)
_MODULES = {
    "extending": "mark functions `@cuda.jit(device=True)`, and call them",
    "libdevice": "call the functions of `math`: they are computed with libdevice's on a GPU",
    "simulator": "run the program on the CPU: kernels run there as they are",
}
_NO_TYPE = "leave the signature out: a kernel takes the types of the arguments of each launch"
OF_NUMBA = {
    "guvectorize": "write a kernel that loops over the core dimensions, or `vectorize` a function of one element",
    "stencil": "write a kernel: the neighbours of `x[i]` are `x[i - 1]` and `x[i + 1]`",
    "cfunc": "mark the function `@cuda.jit(device=True)`, and call it",
}
OF_TYPES = {
    "CPointer": "let the kernel take an array: it is passed as its address and its length",
    **dict.fromkeys(
        ("Array", "Record", "NamedTuple", "Tuple", "UniTuple", "Optional", "FunctionType", "unicode_type"),
        _NO_TYPE,
    ),
}
"""What `numba` and `numba.types` have, and what to do instead."""
