"""The names that a function sees outside itself. Apart from `names`, since a launch out of the cache needs no more than this."""

from __future__ import annotations

import builtins
from types import FunctionType
from typing import Any, Final


class _Missing:
    """The type of `MISSING`."""


MISSING: Final = _Missing()
"""What a look-up gives for a name that is bound nowhere."""


DEVICE_BUILTINS = (
    "abs", "all", "any", "bool", "divmod", "enumerate", "float", "int", "len", "max", "min", "pow", "range", "reversed",
    "round", "sum", "zip",
)  # fmt: skip
"""The builtins that mean something on a device."""


class Scope:
    """The names that a function sees outside itself."""

    __slots__ = ("_cells", "_globals")

    def __init__(self, function: FunctionType):
        self._globals = function.__globals__
        self._cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))

    def lookup(self, name: str) -> Any:
        """What `name` is bound to now, or `MISSING`."""
        cell = self._cells.get(name)
        if cell is not None:
            try:
                return cell.cell_contents
            except ValueError:
                return MISSING
        value = self._globals.get(name, MISSING)
        return getattr(builtins, name, MISSING) if value is MISSING else value

    def visible_names(self) -> list[str]:
        """Every name that could have been meant; of the builtins those that a device has."""
        return [*self._cells, *self._globals, *DEVICE_BUILTINS]
