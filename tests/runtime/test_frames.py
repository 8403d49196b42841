"""Exceptions that are kept hold no frames."""

from __future__ import annotations

from periclase.diagnostics import Diagnostic, DiagnosticError
from periclase.runtime.frames import without_frames


def caught(error: BaseException) -> BaseException:
    """`error`, with a frame."""
    try:
        raise error
    except BaseException as same:
        return same


def test_of_a_group_and_of_errors_that_refer_to_each_other() -> None:
    first, second, third = caught(ValueError(1)), caught(ValueError(2)), caught(ValueError(3))
    first.__context__, second.__context__ = second, first
    second.__cause__, third.__cause__ = third, second
    group = caught(ExceptionGroup("both", [first, second]))
    assert without_frames(group) is group
    assert {each.__traceback__ for each in (group, first, second, third)} == {None}


def test_where_it_was_raised_is_told_once() -> None:
    error = caught(KeyError("x"))
    for _ in range(2):
        without_frames(error)
        caught(error)
    (note,) = error.__notes__
    assert note.startswith("raised in `caught`")


def test_a_diagnostic_says_where_by_itself() -> None:
    error = caught(DiagnosticError(Diagnostic("PC0701", "no")))
    without_frames(error)
    assert not any(note.startswith("raised in") for note in error.__notes__)
