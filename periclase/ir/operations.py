"""`operation`: declares a class of operations to IRDL when it is first used.

IRDL looks through a class and its bases, makes constraints of its fields and accessors in their place: a quarter of a millisecond
for each class. Dialects have hundreds, and a kernel consists of two dozen. So `@operation`, in place of xDSL's
`@irdl_op_definition`, puts that off until something asks for it: an operation is made, or its definition is wanted. Until then
the class has its name, its traits and its methods, which is what tables, dialects and `isinstance` go by.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar

from xdsl.ir import OpTraits
from xdsl.irdl import IRDLOperation, irdl_op_definition

_OpT = TypeVar("_OpT", bound=IRDLOperation)

_USES = ("__init__", "build", "create", "get_irdl_definition")
"""By what a class is used first. An accessor, a check, a printed form: all of them need an operation of it before."""

declaring = threading.RLock()
"""Held while a class is declared: who uses it in another thread meanwhile waits. One lock: classes name each other."""

_BELOW = frozenset(IRDLOperation.__mro__)


class _FirstUse(classmethod):  # pyright: ignore[reportMissingTypeArgument]
    """Stands for one of `_USES` in a class that is not declared yet. A class method, since IRDL leaves those alone."""

    def __init__(self, owner: type[IRDLOperation], use: str):
        super().__init__(irdl_op_definition)  # pyright: ignore[reportUnknownMemberType]
        self._owner = owner
        self._use = use

    def __get__(self, instance: Any, cls: type[Any] | None = None, /) -> Any:
        _declare(self._owner)
        return getattr(cls if instance is None else instance, self._use)


def _declare(cls: type[IRDLOperation]) -> None:
    with declaring:
        if not isinstance(cls.__dict__.get("create"), _FirstUse):
            return
        irdl_op_definition(cls)  # it overwrites `get_irdl_definition`
        own_init = _own_inits.pop(cls, None)
        if own_init is None:
            del cls.__init__
        else:
            cls.__init__ = own_init
        del cls.build
        del cls.create  # the last: it says that the class is not declared


_own_inits: dict[type[IRDLOperation], Any] = {}


def operation(cls: type[_OpT]) -> type[_OpT]:
    """The class, declared to IRDL when it is first used. Errors in its fields are found then."""
    line = [base.__dict__ for base in cls.__mro__ if base not in _BELOW]
    declared = [base["traits"] for base in line if "traits" in base]
    if len(declared) != 1:  # the one is found as it is
        cls.traits = OpTraits(lambda: tuple(trait for traits in declared for trait in traits.gen_traits()))
    if cls.assembly_format is not None:  # it becomes the class's `parse` and `print`
        return irdl_op_definition(cls)
    if "__init__" in cls.__dict__:
        _own_inits[cls] = cls.__dict__["__init__"]
    for use in _USES:
        setattr(cls, use, _FirstUse(cls, use))
    return cls
