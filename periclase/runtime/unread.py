"""Failures that nobody was told of. A launch raises nothing, so a program that never looks would end as if all were well: at the
end of the process they are named on stderr, in a line each.

A failure whose bytes were written again is none of them: it has ended. Neither is one that an error or a report has named.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from periclase.diagnostics import DiagnosticError

if TYPE_CHECKING:
    from periclase.runtime.claims import Failure

_NAMED = 3
"""Lines that are written; of the other failures it is told how many there are."""

_lines: dict[str, int] = {}
"""What is to be told, and of how many failures."""
_more = 0


def given_up(failure: Failure) -> None:
    """The last bytes that carried `failure` are given up, and nobody was told of it. Called by finalisers, on any thread."""
    global _more
    line = _line(failure)
    if line in _lines or len(_lines) < _NAMED:
        _lines[line] = _lines.get(line, 0) + 1
    else:
        _more += 1


def forget() -> None:
    """Begin anew, in a process of its own."""
    global _more
    _lines.clear()
    _more = 0


def tell(alive: Iterable[Failure]) -> None:
    """Name on stderr what nobody was told of.

    Args:
        alive: the failures that buffers still carry.
    """
    for failure in alive:
        if not failure.told:
            failure.told = True
            given_up(failure)
    stderr: Any = sys.stderr
    if not _lines or stderr is None:
        return
    text = [f"{line}{f' ({count} times)' if count > 1 else ''}\n" for line, count in _lines.items()]
    if _more:
        text.append(f"periclase: and {_more} more failures\n")
    try:
        stderr.write("".join(text))
        stderr.flush()
    except (OSError, ValueError):  # nobody listens any more
        pass
    forget()


def _line(failure: Failure) -> str:
    who = "an operation" if failure.kernel is None else f"`{failure.kernel}`"
    site = failure.site
    return (
        f"periclase: nobody has asked for what {who} was to write ({site.code.co_filename}:{site.line}): "
        f"{_message(failure.cause)}"
    )


def _message(cause: BaseException) -> str:
    if isinstance(cause, DiagnosticError):
        return cause.diagnostic.message
    try:
        return f"{type(cause).__name__}: {cause}".partition("\n")[0]
    except Exception:  # the error is somebody's, who may have written its text as well
        return type(cause).__name__


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forget)
