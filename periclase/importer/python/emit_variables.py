"""What a debugger is told of the variables of a function (`debug="full"`): one `mir.dbg_value` each, where it is declared.

The type that is stated is the `mir` type; where that says less than the source does, as a tuple that is a view, one of the same
layout that says it: a struct with the names of the parts, an enum with the members.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, cast

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, IntegerType, StringAttr, i64
from xdsl.ir import Attribute, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.enum_type import EnumType as MirEnumType
from periclase.dialects.mir.types import StructType as MirStructType
from periclase.dialects.mir.types import TupleType as MirTupleType
from periclase.importer.python.mir_types import mir_type
from periclase.types import ScalarType, bool_, f64, is_static, isize

if TYPE_CHECKING:
    from periclase.importer.python.emit_expressions import ExpressionEmitter
    from periclase.importer.python.instance import FunctionInstance
    from periclase.importer.python.typed_tree import Variable


def described_type(type: Any) -> Attribute | None:
    """A `mir` type that says more than `mir_type(type)` of what a value is, and has its layout; None where that says it all."""
    kind = type.__class__.__name__
    if kind not in _PARTS and kind != "EnumType":
        return None
    plain = mir_type(type)
    if kind == "EnumType":
        number = cast("IntegerType[Any]", plain)
        members = [(name, int(member.value), ()) for name, member in type.host.__members__.items()]
        distinct = {value: (name, value, types) for name, value, types in reversed(members)}
        return MirEnumType.direct(type.host.__qualname__, number, list(reversed(distinct.values())))
    assert isinstance(plain, MirTupleType)
    fields = plain.field_types()
    return MirStructType.get(str(type), tuple(zip(_PARTS[kind](type), fields, strict=True)))


def _parts_of_view(type: Any) -> tuple[str, ...]:
    axes = range(type.rank)
    return ("data", *(f"shape{axis}" for axis in axes), *(f"stride{axis}" for axis in axes))


_PARTS: Final[dict[str, Callable[[Any], tuple[str, ...]]]] = {
    "ComplexType": lambda _: ("real", "imag"),
    "OptionalType": lambda _: ("value", "present"),
    "ViewType": _parts_of_view,
}
"""The names of the parts of what is a tuple in `mir`."""


def note_variable(
    emitter: ExpressionEmitter, variable: Variable, held: SSAValue, *, in_slot: bool, argument: int = 0
) -> None:
    """Say that `variable` is `held`, or lies in the slot `held`, from the current place on.

    Args:
        emitter: of the function.
        variable: what it is about; one that the compiler has made up is passed over.
        held: its value or its address.
        in_slot: whether `held` is its address.
        argument: the number of a parameter, from 1; 0 for another variable.
    """
    if not emitter.has_variables or variable.name.startswith("<"):
        return
    emitter.effect(
        mir.DbgValueOp.make(
            held,
            variable.name,
            in_slot=in_slot,
            argument=argument,
            of=described_type(variable.type),
            location=emitter.location(variable.sites[0]),
        )
    )


def note_constant(emitter: ExpressionEmitter, variable: Variable) -> None:
    """Say what a variable is that is one literal in all the function, and so has no place."""
    constant = variable.constant
    type: Any = variable.type
    if constant is None or is_static(type):
        return
    if not isinstance(type, ScalarType):  # literals that nothing has given a type: as in Python
        type = (
            bool_ if isinstance(constant.value, bool) else isize if isinstance(constant.value, int) else f64
        )
    value = emitter.constant(constant.value, type, emitter.location(constant.node))
    note_variable(emitter, variable, value, in_slot=False)


def functions_attribute(instances: list[FunctionInstance]) -> ArrayAttr[Attribute]:
    """What `FUNCTIONS_ATTRIBUTE` says of these functions."""
    rows: list[Attribute] = []
    for instance in instances:
        source = instance.source
        assert source is not None
        tree = source.tree
        first = min([tree.lineno, *(d.lineno for d in getattr(tree, "decorator_list", ()))])
        rows.append(
            ArrayAttr(
                [
                    StringAttr(source.file.name),
                    IntegerAttr(first, i64),
                    IntegerAttr(tree.end_lineno or tree.lineno, i64),
                    StringAttr(instance.function.__qualname__),
                ]
            )
        )
    return ArrayAttr(rows)


__all__ = ["described_type", "functions_attribute", "note_constant", "note_variable"]
