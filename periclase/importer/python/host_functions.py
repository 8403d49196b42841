"""Functions of the host that mean something on a device without being compiled from source: builtins, `math`, numpy.

What types a call of one is looked up by where the function comes from, so that only what a program uses is imported.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable
from typing import Any

_HOMES = {
    "builtins": "periclase.importer.python.builtin_functions",
    "math": "periclase.importer.python.math_functions",
    "numpy": "periclase.importer.python.numpy_functions",
    "periclase.bits": "periclase.importer.python.bit_functions",
    "periclase.loops": "periclase.importer.python.iteration",
    "periclase.pointers": "periclase.importer.python.pointer_rules",
    "periclase.views": "periclase.importer.python.array_views",
    "periclase.library.addresses": "periclase.importer.python.addresses",
    "periclase.library.floats": "periclase.importer.python.math_functions",
}


def handler_of(callee: Any) -> Callable[[Any, ast.Call], Any] | None:
    """What types a call of `callee`, given the typing and the call; None where it is nothing of the kind."""
    module = getattr(callee, "__module__", None) or type(callee).__module__  # a ufunc of old numpy has none
    home = _HOMES.get(module)
    if home is None:
        return None
    try:
        return importlib.import_module(home).HANDLERS.get(callee)
    except TypeError:  # not hashable, so no function
        return None
