"""What may point into memory of a function, and may be known when the function has ended.

Arrays and objects of a function end with it. A view, pointer or function that may lead there is neither returned nor stored
outside of the function. Where one may come from is known of the function as a whole, and only when all of it is typed: a loop may
return in its second round what a line further down has made in the first.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, cast

from periclase.importer.python.places import location_of, place_of, steps
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import Expr, Place, VariablePlace
from periclase.pointers import holds_pointer
from periclase.record import Record
from periclase.types import ArrayType, DeviceType, Space, points_to_thread

if TYPE_CHECKING:
    from periclase.importer.python.typing_base import TypingBase


class Outliving(Record):
    """A value that is known when the function has ended.

    Attributes:
        place: where it is stored; None for one that is returned.
    """

    value: Expr
    node: ast.AST
    place: Place | None = None


def note_call(typing: TypingBase, type: object, arguments: list[Expr]) -> None:
    """A call that gives a value of a `type`: it may lead into the arrays that are passed to it by their addresses."""
    if points_to_thread(type) and any(
        isinstance(each.type, ArrayType) and each.type.space is Space.LOCAL and is_own(typing, place_of(each))
        for each in arguments
    ):
        typing.has_addresses = True


def is_own(typing: TypingBase, place: Place | None) -> bool:
    """Whether what lies at `place`, or in a value of its own, ends with the function."""
    outer = None if place is None else list(steps(place))[-1]
    if not isinstance(outer, VariablePlace):
        return place is None or location_of(place)[0] is Space.LOCAL
    variable = outer.variable
    if variable.reference is not None:
        return False
    return not variable.is_parameter or typing.instance.is_kernel


def problems_of(typing: TypingBase) -> list[Problem]:
    """What is wrong with the values that are known when the function has ended."""
    return [
        _refusal(each)
        for each in typing.outliving
        if points_to_thread(each.value.type) and _has_own_memory(typing)
    ]


def _has_own_memory(typing: TypingBase) -> bool:
    return typing.has_addresses or any(
        isinstance(variable.type, ArrayType)
        and variable.type.space is Space.LOCAL
        and (not variable.is_parameter or typing.instance.is_kernel)
        for variable in typing.variables.values()
    )


def _refusal(found: Outliving) -> Problem:
    type = cast(DeviceType, found.value.type)
    what = "point into an array or object" if holds_pointer(type) else "be a view of an array"
    if found.place is None:
        return Problem(
            "PC0211",
            f"what is returned may {what} of this function, which ends with it",
            found.node,
            "pass the array in as an argument",
        )
    help = "store it in a variable of this function"
    if getattr(type, "space", None) is Space.GENERIC:
        help += ', or say where it points to, as in `Pointer[f32, "shared"]`'
    return Problem(
        "PC0208", f"what is stored may {what} of this function, which ends with it", found.node, help
    )
