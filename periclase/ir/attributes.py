"""`attribute`: declares a class of attributes to IRDL when its first instance is made.

As `operation` does for operations, and for the same reason: it takes a millisecond a class, dialects have dozens, and a kernel
has attributes of a few. Half of that millisecond is `dataclass`, which compiles the methods that make instances values; here
they are closures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import FrozenInstanceError
from operator import attrgetter
from typing import Any, Never, TypeVar, dataclass_transform

from xdsl.ir import Attribute, ParametrizedAttribute, TypedAttribute
from xdsl.irdl import ParamAttrDef, irdl_attr_definition, param_def
from xdsl.utils.runtime_final import runtime_final

from periclase.ir.operations import declaring

_AttributeT = TypeVar("_AttributeT", bound=Attribute)


class _FirstUse(classmethod):  # pyright: ignore[reportMissingTypeArgument]
    """Stands for `get_irdl_definition` in a class that is not declared yet: whatever makes an instance asks for that."""

    def __get__(self, instance: Any, cls: Any, /) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        _declare(cls)
        return cls.get_irdl_definition


def _declare(cls: Any) -> None:
    with declaring:
        if not isinstance(cls.__dict__["get_irdl_definition"], _FirstUse):
            return
        definition = ParamAttrDef.from_pyrdl(cls)
        _make_value(cls, [name for name, _ in definition.parameters])

        def get_irdl_definition(cls: type[ParametrizedAttribute]) -> ParamAttrDef:
            return definition

        cls.get_irdl_definition = classmethod(
            get_irdl_definition
        )  # the last: it says that the class is declared


def _make_value(cls: Any, names: Sequence[str]) -> None:
    """Have the instances of `cls` compared, hashed and shown by their attributes `names`, and not changed any more."""
    key: Callable[[Any], object] = attrgetter(*names) if names else lambda _: ()

    def __eq__(self: Any, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return key(self) == key(other)

    def __hash__(self: Any) -> int:
        return hash(key(self))

    def __repr__(self: Any) -> str:
        return f"{cls.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    def __setattr__(self: Any, name: str, value: object) -> Never:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self: Any, name: str) -> Never:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    for method in (__eq__, __hash__, __repr__, __setattr__, __delattr__):
        if method.__name__ not in cls.__dict__:
            setattr(cls, method.__name__, method)
    cls.__match_args__ = tuple(names)


@dataclass_transform(frozen_default=True, field_specifiers=(param_def,))
def attribute(cls: type[_AttributeT]) -> type[_AttributeT]:
    """The class, declared to IRDL when it is first used. Errors in its parameters are found then."""
    line = cls.__mro__
    if ParametrizedAttribute not in line or TypedAttribute in line:
        return irdl_attr_definition(cls)
    cls.get_irdl_definition = _FirstUse(_declare)  # pyright: ignore[reportAttributeAccessIssue]
    return runtime_final(cls)
