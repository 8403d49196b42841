"""What goes wrong with a library.

| code   | what                                                             |
| ------ | ---------------------------------------------------------------- |
| PC0830 | a file that is no device library, or a damaged one               |
| PC0831 | a library of another version                                     |
| PC0832 | something that a library can not hold                            |
"""

from __future__ import annotations

from periclase.diagnostics import Diagnostic, DiagnosticError, Span


class LibraryError(DiagnosticError):
    """A device library can not be built, read or used."""


def refuse(code: str, message: str, span: Span | None = None, *, help: str | None = None) -> LibraryError:
    """The error of one diagnostic."""
    return LibraryError(Diagnostic(code, message, span, help=help))
