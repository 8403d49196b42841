"""How far a launch goes."""

from __future__ import annotations

import enum
from typing import Final


class LaunchMode(enum.Enum):
    """How far a launch goes."""

    EXECUTE = "execute"
    """It runs."""
    SKIP = "skip"
    """It is compiled, checked and cached as if it ran, and then dropped, before any buffer is looked at."""
    PRECOMPILE = "precompile"
    """As `SKIP`, but the compilation may be put off, to be done together with others."""

    # A plain attribute: every launch asks for it.
    skipped: bool
    """Whether the launch is dropped once it is compiled."""

    def __init__(self, value: str):
        self.skipped = value != "execute"


# An enumeration looks its members up with a function of Python's, and every launch asks.
EXECUTE: Final = LaunchMode.EXECUTE
PRECOMPILE: Final = LaunchMode.PRECOMPILE
