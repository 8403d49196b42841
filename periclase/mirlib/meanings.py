"""What a name in a definition stands for, as JSON.

| form                          | meaning                                                              |
| ----------------------------- | -------------------------------------------------------------------- |
| `["own", module, name]`       | a definition of the library                                          |
| `["own module", module]`      | a module of the library                                              |
| `["module", module]`          | a module of another package                                          |
| `["object", module, name]`    | something that another package has by this name                      |
| `["constant", kind, text]`    | a number, a text, None                                               |
| `["numpy", dtype, hex]`       | a scalar of numpy by its bytes                                       |
| `["tuple", […]]`              | a tuple of such                                                      |
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any, cast

from periclase.mirlib.problems import refuse
from periclase.mirlib.tree_format import decode_constant, encode_constant

Json = Any
_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...))


class Unstorable(Exception):
    """A value that a library can not hold."""


def attribute_path(module: str, path: str) -> Any:
    """What `module` has by the dotted name `path`.

    Raises:
        ImportError, AttributeError: there is no such thing.
    """
    value: Any = importlib.import_module(module)
    for part in path.split("."):
        value = getattr(value, part)
    return value


def describe(value: Any, own: Callable[[Any], Json | None]) -> Json:
    """The meaning of a value of the host.

    Args:
        value: what a name stands for.
        own: gives the meaning of what belongs to the library itself, None for anything else.

    Raises:
        Unstorable: a library can not hold it.
    """
    found = own(value)
    if found is not None:
        return found
    if type(value) in _PLAIN:
        return ["constant", *encode_constant(value)]
    if type(value) is tuple:
        return ["tuple", [describe(part, own) for part in cast("tuple[Any, ...]", value)]]
    if isinstance(value, ModuleType):
        return ["module", value.__name__]
    if type(value).__module__ == "numpy" and hasattr(value, "dtype") and getattr(value, "ndim", 1) == 0:
        return ["numpy", value.dtype.str, value.tobytes().hex()]
    home = _home(value)
    if home is None:
        raise Unstorable
    return ["object", *home]


def _home(value: Any) -> tuple[str, str] | None:
    """Module and name by which `value` can be imported; None if that gives something else."""
    marked = getattr(value, "function", value)
    for module in (getattr(marked, "__module__", None), "periclase"):
        name = (
            getattr(marked, "__qualname__", None)
            or getattr(marked, "__name__", None)
            or getattr(value, "name", None)
        )
        if not isinstance(module, str) or not isinstance(name, str):
            continue
        try:
            if attribute_path(module, name) is value:
                return module, name
        except (ImportError, AttributeError):
            continue
    return None


def resolve(meaning: Json, own: Callable[[str, str | None], Any]) -> Any:
    """The inverse of `describe`.

    Args:
        meaning: as `describe` gives it.
        own: gives a module of the library, or of it what has a name.

    Raises:
        LibraryError: it is of a package that is not there, or has changed (PC0831).
    """
    kind, *rest = meaning
    match kind:
        case "own":
            return own(rest[0], rest[1])
        case "own module":
            return own(rest[0], None)
        case "constant":
            return decode_constant(rest)
        case "tuple":
            return tuple(resolve(part, own) for part in rest[0])
        case "numpy":
            import numpy as np

            return np.frombuffer(bytes.fromhex(rest[1]), np.dtype(rest[0]))[0]
        case _:
            try:
                return importlib.import_module(rest[0]) if kind == "module" else attribute_path(*rest)
            except (ImportError, AttributeError) as error:
                raise refuse(
                    "PC0831",
                    f"the library needs `{'.'.join(rest)}`, which is not here: {error}",
                    help="install the package, in the version that the library was built with",
                ) from None
