"""What numba-cuda has and this does not: said where it is used, on the host and in kernels."""

from __future__ import annotations

from typing import NoReturn

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.runtime.call_site import call_site

WHERE = "is not covered by `periclase.compat.numba_cuda`"


def uncovered(what: str, help: str) -> DiagnosticError:
    """What is raised where the host asks for something that is not covered."""
    return DiagnosticError(Diagnostic("PC0310", f"{what} {WHERE}", call_site().span(), help=help))


class Uncovered:
    """Something of `cuda` that is not covered: using it says so."""

    def __init__(self, name: str, help: str):
        self.__name__ = self.__qualname__ = name
        self.help = help

    def __call__(self, *arguments: object, **named: object) -> NoReturn:
        raise uncovered(f"`cuda.{self.__name__}`", self.help)

    def __repr__(self) -> str:
        return f"<cuda.{self.__name__}, which is not covered>"
