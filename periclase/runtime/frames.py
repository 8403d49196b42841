"""Exceptions that are kept, without the frames they came through: these would keep alive what is in them, buffers above all."""

from __future__ import annotations

from typing import TypeVar, cast

from periclase.diagnostics import DiagnosticError

E = TypeVar("E", bound=BaseException)

_LOCATIONS = ("raised in `", "Traceback ")
"""What notes begin with that say where an error comes from."""


def without_frames(error: E) -> E:
    """`error`, without the tracebacks of it and of its causes. Where it was raised stays, as a note.

    Nor does it keep what was being handled where it was raised (`__context__`): that may be the exception of whoever waits
    and runs the work himself, which goes on, with frames that hold his buffers.
    """
    trace = error.__traceback__
    # One that is remembered is raised again and again, by us: it was told once where it comes from.
    located = isinstance(error, DiagnosticError) or any(
        str(note).startswith(_LOCATIONS) for note in getattr(error, "__notes__", ())
    )
    if trace is not None and not located:
        while trace.tb_next is not None:
            trace = trace.tb_next
        code = trace.tb_frame.f_code
        error.add_note(f"raised in `{code.co_name}` ({code.co_filename}:{trace.tb_lineno})")
    seen: set[int] = set()
    pending: list[BaseException] = [error]
    while pending:
        each = pending.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        each.__traceback__ = each.__context__ = None
        if each.__cause__ is not None:
            pending.append(each.__cause__)
        if isinstance(each, BaseExceptionGroup):
            pending += cast("BaseExceptionGroup[BaseException]", each).exceptions
    return error
