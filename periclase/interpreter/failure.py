"""What ends a run: a trap of the program, or something that has no meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.ir.locations import call_site, place_of_user

if TYPE_CHECKING:
    from xdsl.dialects.builtin import LocationAttr
    from xdsl.ir import Operation


class InterpretationError(DiagnosticError):
    """The run ended before its end.

    Codes: PC0702 a trap (assertion, panic), PC0705 threads that wait for ever, PC0750 undefined behaviour,
    PC0751 an operation that the interpreter does not know.
    """

    location: LocationAttr | None = None

    def called_at(self, location: LocationAttr) -> InterpretationError:
        """The same error, seen from the call at `location`: in a function of a library it is shown there."""
        if self.location is None:
            return self
        (found,) = self.diagnostics
        return _error(found.code, found.message, call_site(self.location, location))


class Undefined(Exception):
    """Something without meaning was done; the thread adds the operation and the place."""


class Unsupported(Exception):
    """An operation, type or intrinsic that the interpreter does not know."""


def failure(code: str, message: str, op: Operation | None = None) -> InterpretationError:
    """The error at the place of `op`."""
    return _error(code, message, None if op is None else op.location)


def _error(code: str, message: str, location: LocationAttr | None) -> InterpretationError:
    span = None if location is None else place_of_user(location)[0]
    error = InterpretationError([Diagnostic(code, message, span)])
    error.location = location
    return error


__all__ = ["InterpretationError", "Undefined", "Unsupported", "failure"]
