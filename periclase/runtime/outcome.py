"""How a piece of work ended. Plain integers: native code writes them, and every launch compares some."""

from __future__ import annotations

from typing import Final

PENDING: Final = 0
"""Waiting, or running."""
WROTE: Final = 1
"""Done: it has written what it was to write."""
NOTHING: Final = 2
"""Its dynamic count was zero: it was no work, and every byte is as it was."""
FAILED: Final = 3
"""It could not run, or a thread of it trapped."""
SKIPPED: Final = 4
"""It did not run since bytes that it reads were never computed."""

NAMES: Final = ("pending", "wrote", "nothing", "failed", "skipped")
"""What an outcome is called, by its number."""
