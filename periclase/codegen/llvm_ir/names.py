"""Names and strings as LLVM IR spells them."""

from __future__ import annotations

import re

_PLAIN = re.compile(r"[-a-zA-Z$._][-a-zA-Z$._0-9]*\Z")
_UNSAFE = re.compile(rb'[^\x20-\x7e]|["\\]')


def escape(data: bytes) -> str:
    """The inside of a quoted string: what is not printable ASCII, quotes and backslashes become `\\XX`."""
    return _UNSAFE.sub(lambda match: b"\\%02X" % match.group()[0], data).decode("ascii")


def quoted(text: str) -> str:
    """A quoted string."""
    return f'"{escape(text.encode())}"'


def identifier(name: str) -> str:
    """A name after `@`, `%` or `!`, quoted where it must be."""
    return name if _PLAIN.match(name) else quoted(name)


def is_plain(name: str) -> bool:
    """Whether a name needs no quotes."""
    return _PLAIN.match(name) is not None
