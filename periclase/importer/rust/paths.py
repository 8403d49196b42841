"""Types as the MIR of a crate writes them, for another crate: there the crate's own items have its name before them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from periclase.importer.rust.driver import DEVICE
from periclase.importer.rust.rust_types import PRIMITIVES

_PATH: Final = re.compile(r"'(?:_|static)\b|\bdyn\b|[A-Za-z_]\w*(?:::)?|&|::")
_OUTSIDE: Final = frozenset({"std", "core", "alloc", DEVICE})
_WORDS: Final = frozenset(
    (*PRIMITIVES, "mut", "const", "fn", "unsafe", "extern", "dyn", "for", "true", "false", "as", "impl")
)


def probe_text(type: str, crate: str, outside: Iterable[str] = ()) -> str:
    """`type`, as it stands in the MIR of `crate`, as another crate writes it.

    Args:
        outside: the names of the crates that it depends on.
    """
    known = _OUTSIDE.union(outside)
    in_path = False
    made: list[str] = []
    position = 0
    for match in _PATH.finditer(type):
        between = type[position : match.start()]
        if between:
            in_path = False
        made.append(between)
        position = match.end()
        token = match[0]
        if token == "'_":
            made.append("'static")
        elif token == "&":
            made.append("&" if type.startswith("'", match.end()) else "&'static ")
        elif token == "::":
            made.append(token)
            in_path = True
            continue
        elif token[0] == "'" or in_path or token.removesuffix("::") in known or token in _WORDS:
            made.append(token)
        else:
            made.append(f"{crate}::{token}")
        in_path = token.endswith("::")
    made.append(type[position:])
    return "".join(made)
