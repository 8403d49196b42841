"""What the importer of Rust reports: at the user's line, with the calls, written or inlined, that lead to it."""

from __future__ import annotations

from typing import NoReturn

from periclase.diagnostics import CompileError, Diagnostic, Frame, Span
from periclase.importer.rust.mir_syntax import Source


class RustProblem(Exception):
    """Something at a place of a body that can not be imported; the emitter of the function adds where that is."""

    def __init__(self, code: str, message: str, help: str | None = None, source: Source | None = None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help
        self.source = source


def reject(what: str, why: str, help: str) -> NoReturn:
    """Refuse a construct of Rust that has no form on a device.

    Raises:
        RustProblem: always.
    """
    raise RustProblem("PC0321", f"{what} can not be compiled for a device: {why}", help)


def unknown(message: str) -> NoReturn:
    """Refuse what rustc's text leaves open.

    Raises:
        RustProblem: always.
    """
    raise RustProblem(
        "PC0322",
        message,
        "write it in a simpler way: this is a form of Rust's that Periclase does not know yet",
    )


def error(problem: RustProblem, span: Span | None, chain: tuple[Frame, ...]) -> CompileError:
    """The error for a problem at `span`, in the function that `chain` leads to."""
    return CompileError(Diagnostic(problem.code, problem.message, span, help=problem.help, call_chain=chain))
