"""What is said of the text of a pipeline that can not be read, and of options that a pass does not take."""

from __future__ import annotations

import dataclasses
import difflib
import re

from xdsl.passes import ModulePass
from xdsl.utils.exceptions import ArgSpecParseError

from periclase.diagnostics import Diagnostic, Span

_PLACE = re.compile(r"^pass-pipeline:(\d+):(\d+)$", re.MULTILINE)


def unreadable(code: str, text: str, error: ArgSpecParseError) -> Diagnostic:
    """For a `text` that is no list of passes: what xDSL's reader says, at the place where it stopped."""
    reason = str(error).strip().splitlines()[-1].strip()
    place = _PLACE.search(str(error))
    span = None
    if place is not None:
        line, column = int(place[1]), int(place[2]) - 1
        span = Span("<passes>", line, column, line, column + 1, text.splitlines()[line - 1])
    return Diagnostic(
        code,
        f"the list of passes can not be read: {reason[:1].lower()}{reason[1:]}",
        span,
        help='names with commas between them, options in braces: `inline,mark-stage{stage="after"}`',
    )


def wrong_options(pass_class: type[ModulePass], given: list[str], error: ValueError) -> Diagnostic:
    """For a pass that can not be made of its options, which are `given` by name."""
    name = pass_class.name
    known = [field.name for field in dataclasses.fields(pass_class) if field.name != "name" and field.init]
    shown = [option.replace("_", "-") for option in known]
    for option in given:
        if option.replace("-", "_") not in known:
            close = difflib.get_close_matches(option.replace("_", "-"), shown, 1)
            return Diagnostic(
                "PC0609",
                f"the pass '{name}' has no option '{option.replace('_', '-')}'",
                help=(f"did you mean '{close[0]}'?" if close else None)
                or f"its options: {', '.join(shown) or 'none'}",
            )
    return Diagnostic(
        "PC0609",
        f"the pass '{name}' does not take these options: {error}",
        help=f"its options: {', '.join(shown)}",
    )
