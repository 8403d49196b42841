"""The bytecode of the methods that `dataclass` generates, kept as Python keeps that of modules.

`dataclass` writes the methods of a class as text, which Python compiles anew in every process. The core of xDSL has 174 such
classes, and half of the time of its import goes there. What comes out depends on nothing but the text and Python itself, so it is
kept beside the bytecode of this module, under the same rules: for one version of Python and one level of optimising, nowhere if
Python writes none or is not allowed to, and replaced where it does not fit.
"""

from __future__ import annotations

import contextlib
import dataclasses
import marshal
import os
import sys
from collections.abc import Generator
from types import CodeType
from typing import Any


def methods_file() -> str | None:
    """Where methods are kept; None if Python knows no such place, as for modules in an archive."""
    cached = __spec__.cached
    return None if cached is None else f"{os.path.splitext(cached)[0]}.methods"


@contextlib.contextmanager
def kept_methods(path: str | None) -> Generator[None]:
    """Take the bytecode of methods that `dataclass` generates from the file `path`, and keep there what that does not have.

    It is looked up by the whole text, so that it is what Python would make of it. What other threads declare meanwhile finds its
    way into the file, too, and does no harm there.
    """
    kept = {} if path is None else _read(path)
    used: dict[str, CodeType] = {}

    def execute(
        text: str, namespace: dict[str, Any] | None = None, names: dict[str, Any] | None = None
    ) -> None:
        code = used.get(text)
        if code is None:
            code = kept.get(text) or compile(text, "<string>", "exec", dont_inherit=True)
            used[text] = code
        exec(code, dataclasses.__dict__ if namespace is None else namespace, names)

    # The one name by which all versions of `dataclasses` make functions, found in the module before it is found in `builtins`.
    dataclasses.__dict__["exec"] = execute
    try:
        yield
    finally:
        dataclasses.__dict__.pop("exec", None)
    if path is not None and not sys.dont_write_bytecode and not used.keys() <= kept.keys():
        # What is not used here is used by another process, which compiles for another target, or was by an earlier version.
        _write(path, kept | used if len(kept) < 2 * len(used) else used)


def _header() -> bytes:
    from importlib.util import MAGIC_NUMBER

    return MAGIC_NUMBER


def _read(path: str) -> dict[str, CodeType]:
    try:
        with open(path, "rb") as file:
            data = file.read()
        header = _header()
        return marshal.loads(data[len(header) :]) if data.startswith(header) else {}
    except (OSError, EOFError, ValueError, TypeError):
        return {}


def _write(path: str, methods: dict[str, CodeType]) -> None:
    temporary = f"{path}.{os.getpid()}"
    with contextlib.suppress(OSError), open(temporary, "xb") as file:
        try:
            with file:
                file.write(_header() + marshal.dumps(methods))
            os.replace(temporary, path)
        except BaseException:
            # The disk is full, say. What is left would be in the way of a later process of this number.
            os.unlink(temporary)
            raise
