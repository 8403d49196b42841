"""What goes wrong in a tuning: candidates that fail, one after the other or all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from periclase.diagnostics import Diagnostic, DiagnosticError, Note, Span


class NoViableCandidate(DiagnosticError):
    """None of the candidates of an autotuned function works. Its notes say what is wrong with each.

    Attributes:
        errors: by candidate, why it does not work. Empty on a copy that was pickled.
    """

    errors: Mapping[str, BaseException] = {}


class CandidateMismatch(DiagnosticError):
    """A candidate gives other results than the first one."""


def no_viable_candidate(
    tuner: str, key: str, errors: Mapping[str, BaseException], site: Span | None
) -> NoViableCandidate:
    """The error for a function of which no candidate works."""
    shown = "has no candidate" if not errors else "has no candidate that works"
    error = NoViableCandidate(
        Diagnostic(
            "PC0721",
            f"the autotuned function `{tuner}` {shown} for the key {key}",
            site,
            notes=tuple(Note(f"{name}: {first_line(e)}", _span_of(e)) for name, e in errors.items()),
            help="add a candidate that works for every argument, in a group of low priority"
            if errors
            else "every candidate has a negative priority here; give one of them another",
        )
    )
    error.errors = dict(errors)
    if len(errors) == 1:
        error.__cause__ = next(iter(errors.values()))
    elif errors:
        error.__cause__ = BaseExceptionGroup(f"the candidates of `{tuner}`", list(errors.values()))
    return error


def first_line(error: BaseException) -> str:
    """An error in one line."""
    if isinstance(error, DiagnosticError):
        return f"{error.diagnostic.code}: {error.diagnostic.message}"
    text = str(error).strip().partition("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _span_of(error: BaseException) -> Span | None:
    return error.diagnostic.span if isinstance(error, DiagnosticError) else None


Arrays = Sequence[np.ndarray[Any, np.dtype[Any]]]


def same_results(expected: Arrays, found: Arrays) -> bool:
    """Whether results agree: whole numbers exactly, floats to about half of their digits, as orders of summation differ."""
    if len(expected) != len(found):
        return False
    return all(_same(one, other) for one, other in zip(expected, found, strict=True))


def _same(expected: np.ndarray[Any, np.dtype[Any]], found: np.ndarray[Any, np.dtype[Any]]) -> bool:
    if expected.shape != found.shape or expected.dtype != found.dtype:
        return False
    if expected.dtype.kind != "f":
        return bool(np.array_equal(expected, found))
    tolerance = float(np.sqrt(np.finfo(expected.dtype).eps))
    wide, other = expected.astype(np.float64), found.astype(np.float64)
    finite = np.abs(wide[np.isfinite(wide)])
    scale = float(finite.max(initial=0.0))
    return bool(np.allclose(other, wide, rtol=tolerance, atol=tolerance * scale, equal_nan=True))
