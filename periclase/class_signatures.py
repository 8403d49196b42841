"""Docstrings that nobody reads: `dataclass` gives a class that has none the text of its signature.

xDSL declares some fifty such classes in a first compile. `inspect` takes a tenth of a millisecond for each, and for the first of
all, before Python 3.12, six: it has the large regular expression of `tokenize` compiled.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Generator
from contextlib import contextmanager
from types import ModuleType
from typing import Any


class _Unwritten:
    """A signature without text."""

    def __str__(self) -> str:
        return ""


class _Inspect(ModuleType):
    """`inspect` as it is, but for the signatures of a package's classes."""

    def __init__(self, package: str):
        super().__init__(inspect.__name__)
        self._package = package

    def __getattr__(self, name: str) -> Any:
        return getattr(inspect, name)

    def signature(self, cls: Any, **options: Any) -> Any:
        """The signature of `cls`, without text if it is of the package."""
        if cls.__module__.partition(".")[0] == self._package:
            return _Unwritten()
        return inspect.signature(cls, **options)


@contextmanager
def unwritten_signatures(package: str) -> Generator[None]:
    """Have dataclasses of `package` without a docstring get no more of one than their name."""
    names = dataclasses.__dict__
    if (
        names.get("inspect") is not inspect
    ):  # another thread is in here; or Python does it in another way by now
        yield
        return
    names["inspect"] = _Inspect(package)
    try:
        yield
    finally:
        names["inspect"] = inspect
