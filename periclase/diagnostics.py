"""The one `Diagnostic` type: what every stage of Periclase reports, from a misspelt name to a trap on the device.

A diagnostic is data: a severity, a stable code, a place in the user's source, a message, notes and a help text, and the
chain of calls by which the compiler came to that place. Rendering is apart (`periclase.diagnostic_text`), so that a
terminal, a notebook and a language server can each show the same thing in their own way.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence

from periclase.record import Record, field, replace

_SHOWN = 80
"""Characters of a value of the user's that a message shows."""


def shown(value: object) -> str:
    """`repr(value)` for a message: of a bounded length, and there whatever the value is."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write out whole numbers of several thousand digits
        text = (
            f"a number of {value.bit_length()} bits"
            if isinstance(value, int)
            else f"a {type(value).__name__}"
        )
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 20]}…{text[-18:]}"


class Severity(enum.Enum):
    """How bad it is. Only `ERROR` stops the work at hand."""

    ERROR = "error"
    WARNING = "warning"
    REMARK = "remark"


class Span(Record):
    """A range of source text: 1-based lines, 0-based columns, `end_column` exclusive.

    `end_line`/`end_column` are None where only a point is known. `source_line` keeps the text of the first line where the
    file cannot be read again later (a notebook cell, `exec`ed code).
    """

    file: str
    line: int
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    source_line: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return (
            f"{self.file}:{self.line}"
            if self.column is None
            else f"{self.file}:{self.line}:{self.column + 1}"
        )


class Note(Record):
    """A further remark on a diagnostic, at its own place if it has one."""

    message: str
    span: Span | None = None


class Frame(Record):
    """One step of a call chain: the function that was being compiled, and where it calls the next one."""

    function: str
    span: Span | None = None


class Diagnostic(Record):
    """One thing to tell the user.

    Attributes:
        code: stable, of the form `PCnnnn`; `periclase.diagnostic_codes` has every code with its title.
        message: one sentence, lower-case start, no full stop; names what was found and what was expected.
        span: where; None only when there is no source at all.
        notes: further facts, in order.
        help: what the user can do about it.
        call_chain: from the kernel (first) to the function that holds `span` (last).
    """

    code: str
    message: str
    span: Span | None = None
    severity: Severity = Severity.ERROR
    notes: tuple[Note, ...] = ()
    help: str | None = None
    call_chain: tuple[Frame, ...] = ()

    def with_note(self, message: str, span: Span | None = None) -> Diagnostic:
        """This diagnostic with one more note."""
        return replace(self, notes=(*self.notes, Note(message, span)))

    def with_call_chain(self, chain: Sequence[Frame]) -> Diagnostic:
        """This diagnostic with `chain` as its call chain."""
        return replace(self, call_chain=tuple(chain))

    def __str__(self) -> str:
        from periclase.diagnostic_text import render

        return render(self)


def where_to_read_on(diagnostics: Sequence[Diagnostic]) -> str | None:
    """The line that says where there is more about the errors among `diagnostics`; None where there is nothing.

    Warnings have none: they come again and again.
    """
    from periclase.diagnostic_codes import CODES

    codes = dict.fromkeys(d.code for d in diagnostics if d.severity is Severity.ERROR and d.code in CODES)
    if not codes:
        return None
    first = next(iter(codes))
    return f"`periclase explain {first}` says more" + (
        f"; so for {', '.join(list(codes)[1:])}" if len(codes) > 1 else ""
    )


class DiagnosticError(Exception):
    """Raised for one or several diagnostics of severity `ERROR`. Its text is the rendered diagnostics.

    A traceback of it ends with a note that says where there is more about them.
    """

    def __init__(self, diagnostics: Diagnostic | Iterable[Diagnostic]):
        self.diagnostics: tuple[Diagnostic, ...] = (
            (diagnostics,) if isinstance(diagnostics, Diagnostic) else tuple(diagnostics)
        )
        if not self.diagnostics:
            raise ValueError("a DiagnosticError needs at least one diagnostic")
        super().__init__(self.diagnostics)
        more = where_to_read_on(self.diagnostics)
        if more is not None:
            self.add_note(more)  # what Python writes below the text of an exception

    @property
    def diagnostic(self) -> Diagnostic:
        """The first of `diagnostics`."""
        return self.diagnostics[0]

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.diagnostics))

    def __reduce__(self):
        return type(self), (self.diagnostics,)


class CompileError(DiagnosticError):
    """A kernel, or a module, can not be compiled."""

    def placed_at(self, span: Span) -> CompileError:
        """The error again: what has no place in a kernel, such as a misspelt target, is at `span`."""
        return CompileError(
            diagnostic if diagnostic.span is not None else replace(diagnostic, span=span)
            for diagnostic in self.diagnostics
        )


class ConfigurationError(DiagnosticError):
    """A configuration file, or a variable of the environment, says something that means nothing."""


class LaunchError(DiagnosticError):
    """A launch was refused before anything ran: wrong arguments, a block too large, a foreign device."""
