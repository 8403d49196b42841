"""What may point into memory of a function, and may be known when the function has ended.

Arrays and objects of a function end with it. A view, pointer or function that may lead there is neither returned nor stored
outside of the function. Where one may come from is known of the function as a whole, and only when all of it is typed: a loop may
return in its second round what a line further down has made in the first.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from periclase.importer.python.places import location_of, place_of, steps
from periclase.importer.python.problems import Problem
from periclase.importer.python.typed_tree import AddressOf, Expr, Item, Once, Place, Read, VariablePlace
from periclase.pointers import holds_pointer
from periclase.record import Record
from periclase.types import ArrayType, DeviceType, ScalarType, Space, points_to_thread

if TYPE_CHECKING:
    from periclase.importer.python.typing_base import TypingBase


class Outliving(Record):
    """A value that is known when the function has ended.

    Attributes:
        place: where it is stored; None for one that is returned, or that a call may store.
        callee: the function that may store it.
    """

    value: Expr
    node: ast.AST
    place: Place | None = None
    callee: str = ""


def note_call(typing: TypingBase, type: object, arguments: list[Expr]) -> None:
    """A call that gives a value of a `type`: it may lead into the arrays that are passed to it by their addresses."""
    if points_to_thread(type):
        for each in arguments:
            if isinstance(each.type, ArrayType) and each.type.space is Space.LOCAL:
                note_address(typing, place_of(each))


def note_address(typing: TypingBase, place: Place | None) -> None:
    """Something leads to what lies at `place`, or in a value of its own, in memory of one thread."""
    if is_own(typing, place):
        typing.has_addresses = True
    else:
        typing.leads_to_given = True


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
    """What is wrong with the values that are known when the function has ended; its instance then knows whether it keeps such."""
    stored = list(_stored_by_calls(typing))
    typing.instance.keeps_pointers = bool(stored) or any(
        each.place is not None and points_to_thread(each.value.type) for each in typing.outliving
    )
    typing.instance.keeps_addresses = typing.instance.keeps_pointers and typing.leads_to_given
    return [
        _refusal(each)
        for each in [*typing.outliving, *stored]
        if (points_to_thread(each.value.type) and _has_own_memory(typing)) or _is_own_by_address(typing, each)
    ]


def _stored_by_calls(typing: TypingBase) -> Iterator[Outliving]:
    """The arguments that a called function may store where another one leads, and that is not the caller's own memory."""
    for call in typing.calls:
        if not call.instance.keeps_pointers:
            continue
        if not any(_can_hold(each.type) and not _leads_to_own(typing, each) for each in call.arguments):
            continue
        for each in call.arguments:
            if _is_by_address(each) and call.instance.keeps_addresses:
                found = Outliving(each, call.node, None, call.instance.function.__name__)
                typing.leads_to_given |= not _is_own_by_address(typing, found)
                yield found
            elif points_to_thread(each.type) and not _is_given(typing, each):
                yield Outliving(each, call.node, None, call.instance.function.__name__)


def _is_by_address(value: Expr) -> bool:
    """Whether an argument is an array, or the object of a method that changes it, in memory of one thread."""
    if isinstance(value, AddressOf):
        return location_of(value.place)[0] is Space.LOCAL
    return isinstance(value.type, ArrayType) and value.type.space is Space.LOCAL


def _is_own_by_address(typing: TypingBase, found: Outliving) -> bool:
    """Whether a call may store the address of an array or object that ends with the function."""
    if not found.callee or not _is_by_address(found.value):
        return False
    value = found.value
    place = value.place if isinstance(value, AddressOf) else place_of(value)
    while isinstance(value, Item | Once):  # what a function captures that is in a variable
        value = value.value
    if place is None and isinstance(value, Read):
        return not value.variable.is_parameter
    return is_own(typing, place)


def _can_hold(type: object) -> bool:
    """Whether a value of a type leads to where pointers lie."""
    if isinstance(type, ScalarType) or not isinstance(type, DeviceType):
        return False
    held = (
        getattr(type, "element", None)
        if type.__class__.__name__ in _LEADING
        else getattr(type, "target", None)
    )
    if held is not None:
        return points_to_thread(held) or _can_hold(held)
    return any(_can_hold(part) for _, part in type.parts() or ())


_LEADING = ("ArrayType", "PointerType", "SliceType", "ViewType")
"""The types of values that are passed as addresses of others."""


def _leads_to_own(typing: TypingBase, value: Expr) -> bool:
    """Whether an argument is known to lead to an array or object of the function itself."""
    kind = value.__class__.__name__
    while kind in ("AsPointer", "Moved", "Once", "ViewOfArray"):
        value = getattr(value, "pointer" if kind == "Moved" else "value")
        kind = value.__class__.__name__
    if kind in ("AddressOf", "PointerTo"):
        place: Place | None = getattr(value, "place", None)
    else:
        place = place_of(value) if isinstance(value.type, ArrayType) else None
    if place is None or not isinstance(list(steps(place))[-1], VariablePlace):
        return False
    return is_own(typing, place) and location_of(place)[0] is Space.LOCAL


def _is_given(typing: TypingBase, value: Expr) -> bool:
    """Whether an argument is a parameter of the function, as its caller has given it."""
    if not isinstance(value, Read) or not value.variable.is_parameter:
        return False
    return not typing.store_counts.get(value.variable.name) and not isinstance(value.type, ArrayType)


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
    if found.callee:
        kept = f"`{found.callee}` may store it where it is known when that has ended"
        passed = f"what is passed may {what} of this function"
        if _is_by_address(found.value):
            passed = "what is passed is an array or object of this function"
        return Problem(
            "PC0208",
            f"{passed}, and {kept}",
            found.node,
            "pass an array of the caller in, or copy what it holds",
        )
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
