"""The page of each diagnostic code: what it means, an example with what is printed, and how to mend it.

A page is the file `diagnostics_pages/PC0101.md`. Its headings are `# PC0101: <title>`, `## Example` and `## Mend`; the blocks of
code under the last two are run by the tests, and the `text` block under `Example` is what must come out. From these files
follow `periclase explain` and the pages of the site.
"""

from __future__ import annotations

import re
from pathlib import Path

from periclase.diagnostic_codes import CODES
from periclase.record import Record

FOLDER = Path(__file__).parent / "diagnostics_pages"

_BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(Record):
    """A block of code of a page: its language, the name of the file that it is (or None), and its text."""

    language: str
    file: str | None
    text: str


class Page(Record):
    """What there is to say of a code."""

    code: str
    text: str

    @property
    def title(self) -> str:
        """The first line, without its mark."""
        return self.text.partition("\n")[0].removeprefix("# ")

    def section(self, heading: str) -> str:
        """The text under `## heading`; empty where there is none."""
        _, _, rest = self.text.partition(f"\n## {heading}\n")
        return rest.partition("\n## ")[0]

    def blocks(self, heading: str) -> list[Block]:
        """The blocks of code under `## heading`, in order."""
        found = _BLOCK.finditer(self.section(heading))
        return [Block(match[1], match[2], match[3]) for match in found]


def page_path(code: str) -> Path:
    """Where the page of `code` is."""
    return FOLDER / f"{code}.md"


def page(code: str) -> Page | None:
    """The page of `code`; None for a code that does not exist."""
    if code not in CODES:
        return None
    return Page(code, page_path(code).read_text(encoding="utf-8"))
