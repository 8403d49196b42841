"""Formats of `printf`: which conversions take which values.

The device reads the arguments by the format alone, so a `%d` for a 64-bit integer would shift all that follows. Here the
length of each integer conversion is set to that of its argument, and what does not fit is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

_CONVERSION: Final = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d*))?(?P<length>hh|h|ll|l|j|z|t|L)?(?P<kind>.)?",
    re.DOTALL,
)
_INTEGERS: Final = "diuoxX"
_FLOATS: Final = "fFeEgGaA"
_POINTERS: Final = "sp"

_DESCRIPTIONS: Final = {
    "i32": "a 32-bit integer",
    "i64": "a 64-bit integer",
    "f64": "a float",
    "ptr": "a pointer",
}


class FormatError(ValueError):
    """A format does not fit its arguments; the text says why."""


def fit_format(format: str, arguments: Sequence[str]) -> str:
    """The format with the length of every integer conversion that of its argument.

    Args:
        format: as for C's `printf`, without `%n`.
        arguments: what is printed, in order, as C promotes it: `i32`, `i64`, `f64` or `ptr`.

    Raises:
        FormatError: a conversion that does not exist, a wrong number of arguments, or an argument of another kind.
    """
    given = iter(enumerate(arguments))
    fitted = _CONVERSION.sub(lambda match: _fit(match, given), format)
    rest = sum(1 for _ in given)
    if rest:
        raise FormatError(f"the format prints {len(arguments) - rest} of {len(arguments)} values")
    return fitted


def _fit(match: re.Match[str], given: Iterator[tuple[int, str]]) -> str:
    kind = match["kind"]
    if kind is None:
        raise FormatError("the format ends within a conversion: write '%%' for a percent sign")
    if kind == "%":
        return match[0]
    if kind not in _INTEGERS + _FLOATS + _POINTERS + "c":
        raise FormatError(f"there is no conversion '{match[0]}'")
    for measure in ("width", "precision"):
        if match[measure] == "*":
            _take(given, ("i32",), f"the {measure} of '{match[0]}'")
    length = ""
    if kind in _INTEGERS:
        length = "ll" if _take(given, ("i32", "i64"), f"'{match[0]}'") == "i64" else ""
    elif kind in _FLOATS:
        _take(given, ("f64",), f"'{match[0]}'")
    elif kind in _POINTERS:
        _take(given, ("ptr",), f"'{match[0]}'")
    else:
        _take(given, ("i32",), f"'{match[0]}'")
    precision = "" if match["precision"] is None else f".{match['precision']}"
    return f"%{match['flags']}{match['width'] or ''}{precision}{length}{kind}"


def _take(given: Iterator[tuple[int, str]], wanted: tuple[str, ...], what: str) -> str:
    index, argument = next(given, (-1, ""))
    if index < 0:
        raise FormatError(f"there is no value for {what}")
    if argument not in wanted:
        expected = " or ".join(_DESCRIPTIONS[name] for name in wanted)
        raise FormatError(f"{what} takes {expected}, but value {index + 1} is {_DESCRIPTIONS[argument]}")
    return argument
