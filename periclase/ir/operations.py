"""`operation`: declares a class of operations to IRDL when it is first used.

IRDL looks through a class and its bases, makes constraints of its fields and accessors in their place: a quarter of a millisecond
for each class. Dialects have hundreds, and a kernel consists of two dozen. So `@operation`, in place of xDSL's
`@irdl_op_definition`, puts that off until something asks for it: an operation is made, or its definition is wanted. Until then
the class has its name, its traits and its methods, which is what tables, dialects and `isinstance` go by.

Such a class also has a `create` of its own, by which importers and passes make nearly all operations: it does what xDSL's
does, without properties that clear what a new operation does not have, and knows which default values there are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from xdsl.dialects.builtin import UNKNOWN_LOC, LocationAttr
from xdsl.ir import Attribute, Block, OpResult, OpTraits, Region, SSAValue, SSAValues, Use
from xdsl.irdl import IRDLOperation, OptionalDef, irdl_op_definition

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
        if cls.__post_init__ is IRDLOperation.__post_init__:
            definition = cls.get_irdl_definition()
            defaults = _defaults(definition.properties), _defaults(definition.attributes)
            setattr(cls, "create", classmethod(_creator(*defaults)))  # noqa: B010 - the last: it says that the class is declared
        else:
            del cls.create


def _defaults(definitions: Mapping[str, Any]) -> tuple[tuple[str, Attribute], ...]:
    """The values that `IRDLOperation.__post_init__` fills in, by their names."""
    return tuple(
        (name, each.default_value)
        for name, each in definitions.items()
        if not isinstance(each, OptionalDef) and each.default_value is not None
    )


def _creator(
    default_properties: Sequence[tuple[str, Attribute]], default_attributes: Sequence[tuple[str, Attribute]]
) -> Callable[..., Any]:
    def create(
        cls: Any,
        *,
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] = {},
        attributes: Mapping[str, Attribute] = {},
        location: LocationAttr | None = None,
        successors: Sequence[Block] = (),
        regions: Sequence[Region] = (),
    ) -> Any:
        """See `Operation.create`."""
        op = cls.__new__(cls)
        op._operands = values = SSAValues(operands)
        op._operand_uses = uses = tuple([Use(op, index) for index in range(len(values))])
        for value, use in zip(values, uses, strict=True):
            value.add_use(use)
        op.results = SSAValues([OpResult(type, op, index) for index, type in enumerate(result_types)])
        op.properties = own = dict(properties)
        for name, value in default_properties:
            own.setdefault(name, value)
        op.attributes = own = dict(attributes)
        for name, value in default_attributes:
            own.setdefault(name, value)
        op.location = UNKNOWN_LOC if location is None else location
        if successors:
            op.successors = successors
        op.regions = ()
        for region in regions:
            op.add_region(region)
        return op

    return create


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
