"""`attribute`: declares a class of attributes to IRDL when its first instance is made.

As `operation` does for operations, and for the same reason: to make constraints of the parameters, and methods that compare and
hash them, takes a millisecond a class. Dialects have dozens, and a kernel has attributes of a few.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

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
        dataclass(frozen=True, init=False)(cls)

        def get_irdl_definition(cls: type[ParametrizedAttribute]) -> ParamAttrDef:
            return definition

        cls.get_irdl_definition = classmethod(
            get_irdl_definition
        )  # the last: it says that the class is declared


@dataclass_transform(frozen_default=True, field_specifiers=(param_def,))
def attribute(cls: type[_AttributeT]) -> type[_AttributeT]:
    """The class, declared to IRDL when it is first used. Errors in its parameters are found then."""
    if not issubclass(cls, ParametrizedAttribute) or issubclass(cls, TypedAttribute):
        return irdl_attr_definition(cls)
    cls.get_irdl_definition = _FirstUse(_declare)  # pyright: ignore[reportAttributeAccessIssue]
    return runtime_final(cls)
