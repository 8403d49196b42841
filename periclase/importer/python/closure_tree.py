"""What typing makes of functions that are values."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from typing import cast

from periclase.closures import ClosureType
from periclase.importer.python.typed_tree import Expr, Place
from periclase.types import DeviceType

EMISSION = "periclase.importer.python.emit_closures"


class MakeClosure(Expr):
    """A function as a value: `captures` has a value for each capture of its type."""

    __slots__ = ("captures",)
    emission = EMISSION

    def __init__(self, node: ast.AST, type: ClosureType, captures: Sequence[Expr] = ()):
        super().__init__(node, type)
        self.captures = captures


class Static(Expr):
    """A value of which its type says everything."""

    __slots__ = ()
    emission = EMISSION

    def __init__(self, node: ast.AST, type: DeviceType):
        super().__init__(node, type)


class Retyped(Expr):
    """The f64 that a `float` of Python is, as that."""

    __slots__ = ("value",)
    emission = EMISSION

    def __init__(self, node: ast.AST, type: DeviceType, value: Expr):
        super().__init__(node, type)
        self.value = value


@cache
def _slots(kind: type) -> tuple[str, ...]:
    return tuple(name for owner in kind.__mro__ for name in getattr(owner, "__slots__", ()))


def parts_of(value: Expr | Place) -> Iterator[Expr | Place]:
    """An expression or place and all that it is made of."""
    pending: list[object] = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, list | tuple):
            pending.extend(cast(Sequence[object], part))
        elif isinstance(part, Expr | Place):
            yield part
            pending.extend(
                getattr(part, name) for name in _slots(part.__class__) if name not in ("node", "type")
            )
