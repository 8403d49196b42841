"""What ends a run: a trap of the program, or something that has no meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.ir.locations import span_of

if TYPE_CHECKING:
    from xdsl.ir import Operation


class InterpretationError(DiagnosticError):
    """The run ended before its end.

    Codes: PC0702 a trap (assertion, panic), PC0705 threads that wait for ever, PC0750 undefined behaviour,
    PC0751 an operation that the interpreter does not know.
    """


class Undefined(Exception):
    """Something without meaning was done; the thread adds the operation and the place."""


class Unsupported(Exception):
    """An operation, type or intrinsic that the interpreter does not know."""


def failure(code: str, message: str, op: Operation | None = None) -> InterpretationError:
    """The error at the place of `op`."""
    span = None if op is None else span_of(op.location)
    return InterpretationError([Diagnostic(code, message, span)])


__all__ = ["InterpretationError", "Undefined", "Unsupported", "failure"]
