"""Reading JSON without the package `json`, which a launch out of the cache would wait a millisecond for.

The scanner that `json` has in C stands in an extension module by itself.
"""

from __future__ import annotations

from typing import Any, cast

try:
    from _json import make_scanner
except ImportError:  # another Python, or one built without it
    from json import loads
else:

    class _Options:
        """What `json.JSONDecoder` tells the scanner, of which this reader changes nothing."""

        strict = True
        object_hook = None
        object_pairs_hook = None
        parse_float = float
        parse_int = int
        parse_constant = float

    _scan: Any = cast("Any", make_scanner)(_Options())

    def loads(s: str) -> Any:
        """The value that `s`, with no blanks around it, is written for.

        Raises:
            ValueError: it is no JSON.
            RecursionError: it nests too deep.
        """
        try:
            value, end = _scan(s, 0)
        except StopIteration:
            raise ValueError("it is no JSON") from None
        if end != len(s):
            raise ValueError(f"there is more behind the value, from character {end} on")
        return value


__all__ = ["loads"]
