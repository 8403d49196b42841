"""`periclase explain`: the page of a diagnostic code, a list of codes, or the codes whose titles have a word."""

from __future__ import annotations

import re
import sys

from periclase.diagnostic_codes import CODES, FAMILIES
from periclase.diagnostic_pages import page
from periclase.tools.command import did_you_mean, refuse, wants_colour, write_output

_SPELLING = re.compile(r"(?:(?:error|warning|remark)\[)?(?:PC)?(\d{2,4})\]?:?", re.IGNORECASE)
"""`PC0203`, `pc203`, `0203`, `PC02` for a family, and what is copied out of a message: `error[PC0203]:`."""


def explanation(asked: str | None) -> str:
    """What `periclase explain asked` shows, as Markdown.

    Raises:
        ToolError: there is no such code, and no title has the word.
    """
    if asked is None:
        return listing("")
    match = _SPELLING.fullmatch(asked.strip())
    if match is None:
        return _search(asked)
    digits = match[1]
    if digits in FAMILIES:
        return f"{FAMILIES[digits]}\n\n{listing(digits)}"
    code = f"PC{digits.zfill(4)}"
    found = page(code)
    if found is None:
        relatives = [known for known in CODES if known.startswith(code[:4])]
        raise refuse("PC0809", f"there is no diagnostic {asked}", did_you_mean(code, relatives or CODES))
    return found.text


def listing(digits: str) -> str:
    """The codes that begin with `digits`, one a line."""
    return "\n".join(f"{code}  {title}" for code, title in CODES.items() if code.startswith(f"PC{digits}"))


def _search(words: str) -> str:
    wanted = words.lower().split()
    found = [
        f"{code}  {title}" for code, title in CODES.items() if all(word in title.lower() for word in wanted)
    ]
    if not found:
        raise refuse(
            "PC0809",
            f"there is no diagnostic {words}",
            did_you_mean(words.upper(), CODES)
            if words[:2].upper() == "PC"
            else "`periclase explain --list` has them all",
        )
    return "\n".join(found)


def print_explanation(asked: str | None) -> None:
    """Print it on standard output: set for reading on a terminal, else as it is."""
    text = explanation(asked)
    if text.startswith("# ") and wants_colour(sys.stdout):
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(re.sub(r'^```(\w+) title="([^"]+)"$', r"`\2`:\n\n```\1", text, flags=re.M)))
        return
    write_output(text, None)
