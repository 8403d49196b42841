"""PTX text as tokens (PTX ISA, 4)."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

_TOKEN: Final = re.compile(
    r"""
    (?P<skip>[ \t\r\n\f\v]+ | //[^\n]* | /\*.*?\*/)
  | (?P<word>[%$._A-Za-z](?:[\w$.%]|::(?=\w))*)
  | (?P<number>0[fF][0-9a-fA-F]{8}(?!\w) | 0[dD][0-9a-fA-F]{16}(?!\w) | 0[xX][0-9a-fA-F]+U?(?!\w) | 0[bB][01]+U?(?!\w)
      | \d+\.\d*(?:[eE][+-]?\d+)?(?!\w) | \d+[eE][+-]?\d+(?!\w) | \d+U?(?!\w))
  | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<mark>[][{}(),;|!@+\-<>=:*])
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)

_LONGEST_NUMBER: Final = 128
"""Longer than any constant of 64 bits, and short enough for Python to convert."""

WORD: Final = "word"
NUMBER: Final = "number"
STRING: Final = "string"
MARK: Final = "mark"
END: Final = "end"


class Tokens:
    """The tokens of a text, by number.

    Attributes:
        source: the text.
        kinds: `WORD`, `NUMBER`, `STRING`, `MARK`; `END` of the one behind the last.
        texts: as written.
        starts: where each begins.
        bad: the number of the first token that is none of PTX; None if there is none.
    """

    def __init__(self, source: str):
        self.source = source
        self.kinds: list[str] = []
        self.texts: list[str] = []
        self.starts: list[int] = []
        self.bad: int | None = None
        self._lines = [match.end() for match in re.finditer("\n", source)]
        kinds, texts, starts = self.kinds, self.texts, self.starts
        for match in _TOKEN.finditer(source):
            kind = match.lastgroup
            if kind == "skip":
                continue
            if self.bad is None and (
                kind == "other" or (kind == "number" and len(match[0]) > _LONGEST_NUMBER)
            ):
                self.bad = len(kinds)
            kinds.append(str(kind))
            texts.append(match[0])
            starts.append(match.start())
        kinds.append(END)
        texts.append("")
        starts.append(len(source))

    def line(self, index: int) -> int:
        """The line, from 1, in which a token begins."""
        return bisect_right(self._lines, self.starts[index]) + 1
