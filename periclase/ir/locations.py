"""Source locations: from and to spans, through inlining and fusing, without xDSL's checks in the hot path.

A `FileLineColLoc` has 1-based lines and columns as in MLIR, 0 for an unknown one; a `Span` has 0-based
columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, cast

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    ArrayAttr,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    LocationAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import Attribute

from periclase.diagnostics import Frame, Span

FUNCTIONS_ATTRIBUTE: Final = "periclase.debugged_functions"
"""Of a module whose debug information is full: file, first line, last line and name of each function, as a location in a function
that was inlined does not say whose it is."""

DEBUGGED_LANGUAGE_ATTRIBUTE: Final = "periclase.debugged_language"
"""Of such a module: the language of its source, as DWARF names it, if that is not Python."""


@lru_cache(maxsize=1 << 16)
def file_location(file: str, line: int, column: int | None = None) -> FileLineColLoc:
    """The location of `line` (1-based) and `column` (0-based, as Python counts; None if unknown) in
    `file`."""
    return FileLineColLoc(StringAttr(file), IntAttr(line), IntAttr(0 if column is None else column + 1))


def location_of_span(span: Span | None) -> LocationAttr:
    """The location of the start of `span`, unknown for None."""
    return UNKNOWN_LOC if span is None else file_location(span.file, span.line, span.column)


def _frames(location: Attribute) -> list[FileLineColLoc]:
    """The places that `location` names, innermost first: of a fused one the first known part, of call sites
    the chain."""
    return [place for _, place in _named_frames(location)]


def _named_frames(location: Attribute) -> list[tuple[str, FileLineColLoc]]:
    """The same, each with the name that stands around it, or an empty text."""
    chain: list[tuple[str, FileLineColLoc]] = []
    pending: list[Attribute] = [location]
    name = ""
    while pending:
        current = pending.pop()
        if isinstance(current, FileLineColLoc):
            chain.append((name, current))
            name = ""
        elif isinstance(current, CallSiteLoc):
            pending.append(current.caller)
            pending.append(current.callee)
        elif isinstance(current, NameLoc):
            if not isinstance(current.location, NoneAttr):
                name = current.desc.data
                pending.append(current.location)
        elif isinstance(current, FusedLoc):
            parts = cast(ArrayAttr[Attribute], current.locations).data
            pending.extend([part for part in parts if _frames(part)][:1])
    return chain


def _span(location: FileLineColLoc) -> Span:
    column = location.column.data
    return Span(location.filename.data, location.line.data, column - 1 if column > 0 else None)


def span_of(location: Attribute) -> Span | None:
    """Where in the user's source `location` is: of an inlined op, its place in the callee. None when
    unknown."""
    frames = _frames(location)
    return _span(frames[0]) if frames else None


def call_chain_of(location: Attribute) -> tuple[Frame, ...]:
    """The call sites through which an inlined op came to its place, outermost first; empty when it was not
    inlined.

    The names of the functions are not part of a location: the frames' `function` is empty.
    """
    return tuple(Frame("", _span(frame)) for frame in reversed(_frames(location)[1:]))


@lru_cache(maxsize=1 << 16)
def library_location(function: str, location: LocationAttr) -> LocationAttr:
    """The location of an op in the function of a library, which is no place that the user has written."""
    return NameLoc(StringAttr(function), location)


def place_of_user(location: Attribute) -> tuple[Span | None, tuple[Frame, ...]]:
    """Where in the user's own source something at `location` is, and in which functions of libraries, outermost first.

    Where it is in a library all the way, that is the place, and the functions are left out.
    """
    frames = _named_frames(location)
    inside = next((index for index, (name, _) in enumerate(frames) if not name), None)
    if inside is None:
        return span_of(location), ()
    library = [Frame(name, _span(place)) for name, place in reversed(frames[:inside])]
    return _span(frames[inside][1]), tuple(library)


def place_and_chain(location: Attribute) -> tuple[Span | None, tuple[Frame, ...]]:
    """`place_of_user`, with the call sites through which an inlined op came to that place before the functions of libraries."""
    span, library = place_of_user(location)
    outer = [
        frame for frame in call_chain_of(location) if not any(frame.span == each.span for each in library)
    ]
    return span, (*(frame for frame in outer if frame.span != span), *library)


def call_site(callee: LocationAttr, caller: LocationAttr) -> LocationAttr:
    """The location of an op at `callee` that was inlined into the call at `caller`.

    Made without xDSL's checks, which walk the whole chain of calls again at every step: both parts are locations.
    """
    if isinstance(caller, UnknownLoc):
        return callee
    location = CallSiteLoc.__new__(CallSiteLoc)
    object.__setattr__(location, "callee", callee)
    object.__setattr__(location, "caller", caller)
    return location


def fused(locations: Iterable[LocationAttr]) -> LocationAttr:
    """One location for an op that stands for several, each known one once, in order."""
    parts: dict[LocationAttr, None] = {}
    for location in locations:
        if not isinstance(location, UnknownLoc):
            parts[location] = None
    if not parts:
        return UNKNOWN_LOC
    if len(parts) == 1:
        return next(iter(parts))
    return FusedLoc(tuple(parts), NoneAttr())
