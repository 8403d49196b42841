"""Which values a setting takes, and how they are read: from the text of a variable, or from a value in a TOML file."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_ON = frozenset({"1", "true", "yes", "on"})
_OFF = frozenset({"0", "false", "no", "off"})
_UNITS = {
    "b": 1,
    "kb": 10**3,
    "mb": 10**6,
    "gb": 10**9,
    "tb": 10**12,
    "kib": 2**10,
    "mib": 2**20,
    "gib": 2**30,
    "tib": 2**40,
}
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Rule:
    """The values of one kind of setting. Values that mean nothing are a `ValueError`.

    Attributes:
        wanted: what a value must be, as in "must be …".
    """

    # Plain classes: this is imported by every process that launches, and a dataclass takes half a millisecond to make.
    __slots__ = ()

    wanted: str

    def from_text(self, text: str) -> Any:
        """The value of a variable; `text` has no blanks around it."""
        raise AssertionError(text)

    def from_toml(self, value: object, folder: Path) -> Any:
        """The value of a key; `folder` is that of the file, to which paths are relative."""
        if not isinstance(value, str):
            raise ValueError(value)
        return self.from_text(value.strip())


class Switch(Rule):
    """On or off."""

    __slots__ = ()
    wanted = "true or false"

    def from_text(self, text: str) -> bool:
        lowered = text.lower()
        if lowered in _ON:
            return True
        if lowered in _OFF:
            return False
        raise ValueError(text)

    def from_toml(self, value: object, folder: Path) -> bool:
        if not isinstance(value, bool):
            raise ValueError(value)
        return value


class Whole(Rule):
    """A whole number of at least `least`."""

    __slots__ = ("least", "wanted")

    def __init__(self, least: int):
        self.least = least
        self.wanted = f"a whole number of at least {least}"

    def from_text(self, text: str) -> int:
        return self._checked(int(text))

    def from_toml(self, value: object, folder: Path) -> int:
        if type(value) is not int:
            raise ValueError(value)
        return self._checked(value)

    def _checked(self, value: int) -> int:
        if value < self.least:
            raise ValueError(value)
        return value


class Seconds(Rule):
    """A span of time, not negative."""

    __slots__ = ()
    wanted = "a number of seconds"

    def from_text(self, text: str) -> float:
        return self._checked(float(text))

    def from_toml(self, value: object, folder: Path) -> float:
        if type(value) is not int and type(value) is not float:
            raise ValueError(value)
        return self._checked(value)

    def _checked(self, value: float) -> float:
        try:
            seconds = float(value)
        except OverflowError:
            seconds = math.inf
        if not 0 <= seconds < math.inf:
            raise ValueError(value)
        return seconds


class Bytes(Rule):
    """A size: a whole number of bytes, or a number and a unit."""

    __slots__ = ()
    wanted = "a number of bytes, such as 1048576 or '512 MiB'"

    def from_text(self, text: str) -> int:
        number = text.rstrip(_LETTERS)
        factor = _UNITS.get(text[len(number) :].lower() or "b")
        number = number.rstrip()
        if factor is None or not number.isascii() or not number.replace(".", "", 1).isdecimal():
            raise ValueError(text)
        if "." not in number:
            return int(number) * factor
        size = float(number) * factor
        if size == math.inf:
            raise ValueError(text)
        return int(size)

    def from_toml(self, value: object, folder: Path) -> int:
        if isinstance(value, str):
            return self.from_text(value.strip())
        if type(value) is not int or value < 0:
            raise ValueError(value)
        return value


class Choice(Rule):
    """One of some words."""

    __slots__ = ("wanted", "words")

    def __init__(self, words: Sequence[str]):
        self.words = words
        self.wanted = ", ".join(f"'{word}'" for word in words[:-1]) + f" or '{words[-1]}'"

    def from_text(self, text: str) -> str:
        if text.lower() not in self.words:
            raise ValueError(text)
        return text.lower()


class Text(Rule):
    """A word that somebody else knows the meaning of."""

    __slots__ = ()
    wanted = "a text that is not empty"

    def from_text(self, text: str) -> str:
        if not text:
            raise ValueError(text)
        return text


class Folder(Rule):
    """A folder, which need not exist yet."""

    __slots__ = ()
    wanted = "the path of a folder"

    def from_text(self, text: str) -> Path:
        if not text or "\0" in text:
            raise ValueError(text)
        from pathlib import Path

        try:
            return Path(text).expanduser()
        except RuntimeError:  # `~name` of nobody: then it is the name of a folder
            return Path(text)

    def from_toml(self, value: object, folder: Path) -> Path:
        path = super().from_toml(value, folder)
        return folder / path


class FolderOrOff(Rule):
    """The path of a folder, as text, or the word `off`."""

    __slots__ = ()
    wanted = "the path of a folder, or 'off'"

    def from_text(self, text: str) -> str:
        if not text or "\0" in text:
            raise ValueError(text)
        return "off" if text.lower() == "off" else os.path.expanduser(text)

    def from_toml(self, value: object, folder: Path) -> str:
        path = Rule.from_toml(self, value, folder)
        return path if path == "off" else os.path.join(folder, path)


class File(Folder):
    """A file, which need not exist yet."""

    __slots__ = ()
    wanted = "the path of a file"
