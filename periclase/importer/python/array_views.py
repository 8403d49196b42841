"""Fixed arrays as views: `view(tile)`, and arrays given to functions that take views."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, cast

from periclase.importer.python.outliving import note_address
from periclase.importer.python.places import location_of, place_of, steps
from periclase.importer.python.problems import Problem, with_article
from periclase.importer.python.typed_tree import (
    ElementPlace,
    Expr,
    FieldPlace,
    Load,
    MakeArray,
    Place,
    VariablePlace,
)
from periclase.importer.python.view_tree import ViewOfArray
from periclase.record import replace
from periclase.types import Access, ArrayType, Space, Type
from periclase.views import MOST_DIMENSIONS, ViewType, view

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping


def view_of(typing: ExpressionTyping, node: ast.AST, value: Expr) -> Expr:
    """A fixed array as a view of its elements.

    Raises:
        Problem: it has too many dimensions, or is no array that can be had by its address.
    """
    type = cast(ArrayType, value.type)
    if len(type.shape) > MOST_DIMENSIONS:
        raise Problem(
            "PC0205",
            f"a view has at most {MOST_DIMENSIONS} dimensions, and this is {with_article(type)}",
            node,
        )
    place = place_of(value)
    if not value.is_repeatable and (place is None or _is_part_of_a_copy(place)):
        shown = ast.unparse(value.node)
        if isinstance(value, MakeArray):
            raise Problem(
                "PC0208",
                f"`{shown}` is in no variable: there is no view of it",
                node,
                f"give it a name first: `elements = {shown}`",
            )
        raise Problem(
            "PC0208",
            f"`{shown}` is in a copy of an object, or in no variable: there is no view of it",
            node,
            f"write `view({shown})`, by which the method changes its object"
            if _is_of_the_receiver(typing, value.node)
            else f"copy it into a variable: `elements = copy({shown})`",
        )
    access = Access.READ_WRITE if type.mutable else Access.READ
    if type.mutable and place is not None:
        typing.changed_whole(place, node)
    if type.space is Space.LOCAL:
        note_address(typing, place)
    return ViewOfArray(node, ViewType(type.element, len(type.shape), access, type.space), value)


def _is_of_the_receiver(typing: ExpressionTyping, node: ast.AST) -> bool:
    """Whether it is a field of `self` in a method; where the method takes no view of one, that is a copy."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    signature = typing.instance.signature
    method = typing.instance.function.__qualname__.rpartition(".")[0]
    return (
        isinstance(node, ast.Name)
        and bool(signature.parameters)
        and node.id == signature.parameters[0].name
        and method != ""
        and not method.endswith("<locals>")
    )


def row_as_view(typing: ExpressionTyping, node: ast.AST, value: Expr) -> Expr:
    """A row of a fixed array as a view of it, which a variable can name; anything else as it is."""
    type = value.type
    if (
        not isinstance(type, ArrayType)
        or not isinstance(value, Load)
        or not isinstance(value.place, ElementPlace)
    ):
        return value
    return value if len(type.shape) > MOST_DIMENSIONS else view_of(typing, node, value)


def _is_part_of_a_copy(place: Place) -> bool:
    """Whether it is a field of a parameter, or of a value that is in no variable; any other lies where its object does."""
    if not any(isinstance(step, FieldPlace) for step in steps(place)):
        return False
    outer = list(steps(place))[-1]
    return not location_of(place)[1] and not (
        isinstance(outer, ElementPlace) or (isinstance(outer, VariablePlace) and outer.variable.reference)
    )


def as_argument(typing: ExpressionTyping, value: Expr, wanted: Type | None) -> Expr:
    """An argument for a parameter: an array as a view, where the annotation `wanted` asks for one of as many dimensions."""
    if isinstance(wanted, ViewType) and isinstance(value.type, ArrayType):
        if len(value.type.shape) == wanted.rank:
            return view_of(typing, value.node, value)
    return value


def where_it_lies(annotation: Type, given: object) -> Type:
    """The type of a parameter of which the annotation says all but where the elements of the view lie."""
    if isinstance(annotation, ViewType) and isinstance(given, ViewType) and given.space is not Space.GLOBAL:
        return replace(annotation, space=given.space)
    return annotation


def _view(typing: ExpressionTyping, node: ast.Call) -> Expr:
    whole: Any = typing
    (value,) = whole.plain_arguments(node, 1)
    if isinstance(value.type, ViewType):
        return value
    if not isinstance(value.type, ArrayType):
        raise Problem(
            "PC0205",
            f"a view is taken of a fixed array, not of {with_article(value.type)}",
            node,
            "annotate the parameter as a view: `x: View[f32, 2]`",
        )
    return view_of(typing, node, value)


HANDLERS = {view: _view}
"""See `host_functions`."""
