"""Functions of libraries: a trap in one is shown where the user's own function called it, with the way there.

The ops of such a function carry its name around their locations, and those that may stop the thread are inlined, so that the
location of each copy knows the call it stands in.
"""

from __future__ import annotations

from collections.abc import Iterable
from linecache import getline
from types import FunctionType

from xdsl.dialects.builtin import LocationAttr, StringAttr

from periclase.diagnostics import Diagnostic, Frame
from periclase.dialects import mir
from periclase.importer.python.given_sources import given
from periclase.ir.locations import library_location
from periclase.record import replace

_OURS = ("periclase.compat.", "periclase.library.")

MOST_OPS, MOST_OPS_IN_ALL = 400, 8000
"""A function of a library that is longer than the first is inlined as long as its copies come to no more than the second. Called
from more places it is left to be called, and a trap in it is shown there."""


def library_name(function: FunctionType) -> str | None:
    """What `function` is called as one of a library; None where it is the user's."""
    module: str | None = function.__module__  # None where the names around it are of no module
    if (module or "").startswith(_OURS) or given(function.__code__.co_filename) is not None:
        return function.__qualname__
    return None


def shown_at_the_call(diagnostic: Diagnostic, folders: tuple[str, ...]) -> Diagnostic:
    """An error in a library as one of the user's own line that called it; unchanged where no line of the user's did.

    Args:
        folders: where the sources of libraries are.
    """
    chain = diagnostic.call_chain
    for depth in range(len(chain) - 1, -1, -1):
        span = chain[depth].span
        if span is not None and not span.file.startswith(folders):
            called = chain[depth + 1].function if depth + 1 < len(chain) else "the library"
            user = (*chain[:depth], Frame(chain[depth].function))
            # What to write instead of a line of the library is no help where another line is shown.
            help = None if _quotes_itself(diagnostic) else diagnostic.help
            moved = replace(diagnostic, span=span, call_chain=user, help=help)
            return moved.with_note(f"this is what `{called.rpartition('.')[2]}` asks for")
    return diagnostic


def _quotes_itself(diagnostic: Diagnostic) -> bool:
    """Whether the help of an error repeats the text that the error is at."""
    span = diagnostic.span
    if diagnostic.help is None or span is None or span.column is None or span.end_column is None:
        return False
    line = span.source_line or getline(span.file, span.line)
    text = line[span.column : span.end_column].strip()
    return span.end_line in (None, span.line) and len(text) > 0 and text in diagnostic.help


def mark(function: mir.FuncOp, name: str) -> None:
    """Say that all in `function` is of a library."""
    known: dict[int, tuple[LocationAttr, LocationAttr]] = {}
    for op in function.walk():
        found = known.get(id(op.location))
        if found is None:
            found = known[id(op.location)] = (library_location(name, op.location), op.location)
        op.location = found[0]


def inline_what_traps(functions: Iterable[mir.FuncOp], module: Iterable[mir.FuncOp]) -> None:
    """Have those of the `functions`, of libraries, inlined that may stop the thread, by themselves or by what they call.

    Args:
        module: all functions of the module, in which they are called.
    """
    held = {function.function_name(): function for function in functions}
    traps: set[str] = set()
    calls: dict[str, set[str]] = {}
    long: dict[str, int] = {}
    for name, function in held.items():
        calls[name] = set()
        count = 0
        for op in function.walk():
            count += 1
            if isinstance(op, mir.AssertOp | mir.PanicOp):
                traps.add(name)
            elif isinstance(op, mir.CallOp) and (op.callee_name() or "") in held:
                calls[name].add(op.callee_name() or "")
        if count > MOST_OPS:
            long[name] = count
    sites = _calls_of(module) if long else {}
    for name, count in long.items():
        times = sites.get(name, 0)
        if times > 1 and times * count > MOST_OPS_IN_ALL:
            traps.discard(name)
            calls[name] = set()
    order = _callees_first(calls)
    for name in order:
        if name in traps or calls[name] & traps:
            traps.add(name)
            if "inline_policy" not in held[name].properties:
                held[name].properties["inline_policy"] = StringAttr("always")


def _calls_of(module: Iterable[mir.FuncOp]) -> dict[str, int]:
    """How often each function is called."""
    found: dict[str, int] = {}
    for function in module:
        for op in function.walk():
            if isinstance(op, mir.CallOp):
                name = op.callee_name() or ""
                found[name] = found.get(name, 0) + 1
    return found


def _callees_first(calls: dict[str, set[str]]) -> list[str]:
    """The functions, each behind those that it calls; without those that call themselves, in the end."""
    order: list[str] = []
    waiting = {name: set(called) for name, called in calls.items()}
    while ready := [name for name, called in waiting.items() if not called]:
        for name in ready:
            del waiting[name]
        for called in waiting.values():
            called.difference_update(ready)
        order.extend(ready)
    return order


__all__ = ["inline_what_traps", "library_name", "mark", "shown_at_the_call"]
