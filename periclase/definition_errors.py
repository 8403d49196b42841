"""What is wrong with an annotation, a decorator or a class as it is written, told where it is evaluated on the host."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import islice
from os.path import dirname
from typing import NoReturn

from periclase.diagnostics import Diagnostic, DiagnosticError, Span

_HERE = dirname(__file__)


class DefinitionError(DiagnosticError, TypeError, ValueError):
    """A definition that can not be: PC0201 an annotation or a field, PC0311 a decorator."""

    @property
    def message(self) -> str:
        """As in a `Diagnostic`."""
        return self.diagnostics[0].message

    @property
    def help(self) -> str | None:
        """As in a `Diagnostic`."""
        return self.diagnostics[0].help


def users_place() -> Span | None:
    """The expression of the program that is being evaluated, outside of this package."""
    frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame is not None:
        code = frame.f_code
        if not code.co_filename.startswith(_HERE) and not code.co_filename.startswith("<frozen"):
            at = next(islice(code.co_positions(), frame.f_lasti // 2, None), None)
            line, end_line, column, end_column = at or (None,) * 4
            if line is None or line != end_line:  # a decorator spans what it decorates
                return Span(code.co_filename, frame.f_lineno)
            return Span(code.co_filename, line, column, end_line, end_column)
        frame = frame.f_back
    return None


def refuse(code: str, message: str, help: str | None = None) -> NoReturn:
    """Raise for a definition that can not be, at the user's line.

    Raises:
        DefinitionError: always.
    """
    raise DefinitionError(Diagnostic(code, message, users_place(), help=help))


def refuse_options(decorator: str, unknown: Iterable[str], known: Iterable[str]) -> NoReturn:
    """Raise for options that a decorator does not have.

    Raises:
        DefinitionError: always.
    """
    from difflib import get_close_matches

    name = next(iter(unknown))
    options = [option for option in known if option not in ("function", "unknown")]
    close = get_close_matches(name, options, 1)
    help = (
        f"did you mean `{close[0]}`?" if close else f"it has {', '.join(f'`{option}`' for option in options)}"
    )
    refuse("PC0311", f"`@{decorator}` has no option `{name}`", help)
