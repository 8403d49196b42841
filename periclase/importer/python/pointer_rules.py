"""The rules of pointers: what lies at one, moving, distances, order, and which pointer may be used where which is asked for."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, cast

from periclase.importer.python.conversions import (
    coerce,
    default_type,
    is_integer,
    is_numeric,
    is_weak,
    strong,
)
from periclase.importer.python.outliving import note_address
from periclase.importer.python.places import access_of, location_of, slice_of, steps
from periclase.importer.python.pointer_tree import AsPointer, Distance, Moved, PointeePlace, PointerTo
from periclase.importer.python.problems import Problem, index_help, with_article
from periclase.importer.python.type_rules import TypeRules, rules_of
from periclase.importer.python.typed_tree import (
    PENDING,
    Compare,
    Constant,
    Expr,
    ExprType,
    Load,
    Pending,
    Place,
    VariablePlace,
)
from periclase.optionals import OptionalType
from periclase.pointers import PointerType, address_of
from periclase.record import replace
from periclase.types import Access, ArrayType, DeviceType, SliceType, Space, isize
from periclase.views import ViewType

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping


def _type(value: Expr) -> PointerType:
    return cast(PointerType, value.type)


class PointerRules(TypeRules):
    """A pointer: one index, which nothing checks, and counts in elements in either direction."""

    def element(
        self, typing: ExpressionTyping, node: ast.Subscript, value: Expr, indices: list[ast.expr]
    ) -> Expr:
        type = _type(value)
        shown = ast.unparse(value.node)
        if len(indices) != 1:
            raise Problem("PC0208", f"`{shown}` is {type} and takes one index, not {len(indices)}", node)
        if isinstance(indices[0], ast.Slice):
            raise Problem(
                "PC0105",
                f"a part of {with_article(type)} (`{ast.unparse(node)}`) can not be taken: it does not know how much there is",
                node,
                f"move the pointer: `{shown} + n`",
            )
        element = type.element
        if isinstance(
            element, ArrayType
        ):  # it lies where the pointer points to, and is changed as far as that allows
            element = replace(element, space=type.space, mutable=type.access is not Access.READ)
        return Load(node, PointeePlace(node, element, value, [_count(typing, indices[0])], [None], [False]))

    def attribute(self, typing: ExpressionTyping, node: ast.Attribute, value: Expr) -> Expr:
        raise Problem(
            "PC0102",
            f"{with_article(value.type)} has no attribute `{node.attr}`",
            node,
            f"name what lies there: `{ast.unparse(node.value)}[0].{node.attr}`",
        )

    def truth(self, typing: ExpressionTyping, value: Expr) -> Expr | None:
        raise Problem(
            "PC0205",
            f"{value.type} is no condition: a pointer always points to something",
            value.node,
            f"annotate what may be nothing as `{value.type} | None`",
        )

    def binary(
        self, typing: ExpressionTyping, node: ast.AST, op: str, sign: str, left: Expr, right: Expr
    ) -> Expr | None:
        pointers = [side for side in (left, right) if isinstance(side.type, PointerType)]
        if len(pointers) == 2 and op == "sub":
            return Distance(node, *_alike(node, sign, left, right))
        if len(pointers) == 2 or op not in ("add", "sub") or (op == "sub" and right is pointers[0]):
            return None
        count = right if left is pointers[0] else left
        if count.type in PENDING:
            return Pending(node, pointers[0].type)
        if not is_integer(count.type):
            return None
        return Moved(node, pointers[0], _integer(count), back=op == "sub", count_first=count is left)

    def compare(
        self, typing: ExpressionTyping, node: ast.AST, op: str, left: Expr, right: Expr
    ) -> Expr | None:
        if not (isinstance(left.type, PointerType) and isinstance(right.type, PointerType)):
            return None
        return Compare(node, op, *_alike(node, op, left, right))

    def takes(self, value: Expr, target: DeviceType) -> bool:
        source, wanted = value.type, cast(PointerType, target)
        return (
            isinstance(source, PointerType)
            and source.element == wanted.element
            and source.access in (wanted.access, Access.READ_WRITE)
            and wanted.space in (source.space, Space.GENERIC)
        )

    def taken(self, value: Expr, target: DeviceType) -> Expr:
        return AsPointer(cast(PointerType, target), value)

    def joined(self, type: ExprType, value: Expr) -> ExprType | None:
        return _common(type, value.type)

    def cast(self, typing: ExpressionTyping, node: ast.Call, target: DeviceType) -> Expr | None:
        """A pointer in another address space: where it does not point there, what it gives means nothing."""
        whole: Any = typing
        wanted = cast(PointerType, target)
        (value,) = whole.plain_arguments(node, 1)
        if value.type in PENDING:
            return Pending(node, wanted)
        source = value.type
        why = None
        if not isinstance(source, PointerType):
            why = f"{with_article(source)} is no pointer"
        elif source.element != wanted.element:
            why = f"what lies there is {source.element}, not {wanted.element}"
        elif source.access is Access.READ and wanted.access is not Access.READ:
            why = f"by {with_article(source)} nothing is written"
        elif Space.GENERIC not in (source.space, wanted.space) and source.space is not wanted.space:
            why = f"it points to {source.space.value} memory"
        if why is not None:
            raise Problem(
                "PC0203", f"`{ast.unparse(value.node)}` can not become {with_article(wanted)}: {why}", node
            )
        return value if source == wanted else AsPointer(wanted, value)


def conversion_help(value: Expr, target: object) -> str | None:
    """What to do where a pointer is not the one that is asked for, or something else is there."""
    source = value.type
    if isinstance(target, OptionalType):
        target = target.element
    if not isinstance(source, PointerType):
        return _first_address(value, target)
    if not isinstance(target, PointerType):
        return _PASS_A_SLICE if isinstance(target, SliceType | ViewType) else None
    if source.element != target.element:
        return None
    if source.access is Access.READ and target.access is not Access.READ:
        return f"annotate what is passed as `{replace(source, access=Access.READ_WRITE)}`"
    if Space.GENERIC in (source.space, target.space):
        return f"write `{target}(…)` where it points to {target.space.value} memory for sure"
    return f"it points to {source.space.value} memory, and never to {target.space.value} memory"


_PASS_A_SLICE = (
    "a pointer does not know how much there is: pass a slice, or annotate the parameter as a pointer"
)


def _first_address(value: Expr, target: object) -> str | None:
    """How to pass where the elements of a slice, view or array begin."""
    source: Any = value.type
    if not isinstance(target, PointerType) or not isinstance(source, SliceType | ViewType | ArrayType):
        return None
    if source.element != target.element:
        return None
    return f"pass where it begins: `address_of({ast.unparse(value.node)}[{_first(source)}])`"


def _first(type: Any) -> str:
    """The index of the first element of an array, view or slice."""
    rank = len(type.shape) if isinstance(type, ArrayType) else getattr(type, "rank", 1)
    return ", ".join(["0"] * rank)


def _integer(count: Expr) -> Expr:
    if isinstance(count, Constant):
        return coerce(count, isize, None, "a number of elements, which is isize")
    return strong(count)


def _count(typing: ExpressionTyping, node: ast.expr) -> Expr:
    """How many elements an index is away."""
    value = typing.as_number(typing.value(node))
    if value.type in PENDING:
        return Pending(node, isize)
    if not is_integer(value.type):
        help = index_help(value.type) or f"write `i32({ast.unparse(node)})`"
        raise Problem("PC0208", f"an index must be an integer, not {value.type}", node, help)
    return _integer(value)


def _common(left: object, right: object) -> PointerType | None:
    """The pointer that both are, or None."""
    if not (isinstance(left, PointerType) and isinstance(right, PointerType)):
        return None
    if left.element != right.element:
        return None
    access = left.access if left.access is right.access else Access.READ
    space = left.space if left.space is right.space else Space.GENERIC
    return PointerType(left.element, access, space)


def _alike(node: ast.AST, sign: str, left: Expr, right: Expr) -> tuple[Expr, Expr]:
    """Two pointers of one type.

    Raises:
        Problem: what they point to is not the same.
    """
    common = _common(left.type, right.type)
    if common is None:
        raise Problem(
            "PC0202",
            f"pointers to {_type(left).element} and {_type(right).element} can not be compared or subtracted",
            node,
        )
    return coerce(left, common), coerce(right, common)


def _address_of(typing: ExpressionTyping, node: ast.Call) -> Expr:
    """`address_of(place)`: a `MutPointer` where the place can be set."""
    whole: Any = typing
    if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
        raise Problem("PC0207", "`address_of` takes one argument", node, "write `address_of(x[i])`")
    written = node.args[0]
    if not isinstance(written, ast.Subscript | ast.Attribute):
        shown = ast.unparse(written)
        raise Problem(
            "PC0208",
            f"`{shown}` has no address: only an element or a field has",
            written,
            _address_help(typing, written),
        )
    base, value = whole.located_part(written)
    if value.type in PENDING:
        return Pending(node, value.type)
    place = value.place if isinstance(value, Load) else None
    if place is None:
        raise Problem(
            "PC0208", f"`{ast.unparse(written)}` is a value, not a place that has an address", written
        )
    mutable = location_of(place)[1] and rules_of(base).constant_part(base) is None
    _check(written, place, mutable)
    if mutable:
        typing.changed_whole(place, written)
    element, space = place.type, location_of(place)[0]
    if isinstance(element, ArrayType):  # stored as such, wherever it is
        element = replace(element, space=Space.LOCAL, mutable=True)
    access = Access.READ_WRITE if mutable else Access.READ
    if space is Space.LOCAL and slice_of(place) is None:
        note_address(typing, place)
    return PointerTo(node, PointerType(element, access, space), place)


def _address_help(typing: ExpressionTyping, node: ast.expr) -> str | None:
    """What to write instead of the address of something that is neither an element nor a field."""
    if not isinstance(node, ast.Name) or not typing.is_local(node.id):
        return None
    type: Any = typing.variables[node.id].type
    if isinstance(type, SliceType | ViewType | ArrayType):
        return f"write `address_of({node.id}[{_first(type)}])`"
    if isinstance(type, PointerType):
        return f"`{node.id}` is a pointer already"
    if not is_numeric(type):
        return None
    if is_weak(type):
        type = default_type(type, typing.variables[node.id].hull)
    return f"keep it in an array of one element, `{node.id} = local_array(1, {type})`, and take the address of `{node.id}[0]`"


def _check(written: ast.expr, place: Place, mutable: bool) -> None:
    """See that a place stays where it is, and is what it is known to be.

    Raises:
        Problem: it does not.
    """
    shown = ast.unparse(written)
    source = slice_of(place)
    if source is not None:
        if access_of(source.type) is Access.WRITE:
            raise Problem(
                "PC0208",
                f"`{ast.unparse(source.node)}` is {with_article(source.type)}: its elements are never read, and by a pointer "
                "they would be",
                written,
                f"annotate it as `{replace(cast(Any, source.type), access=Access.READ_WRITE)}`",
            )
        return
    outer = list(steps(place))[-1]
    if not isinstance(outer, VariablePlace):
        if location_of(place)[1] or any(isinstance(step.type, ArrayType) for step in steps(place)):
            return
        raise Problem("PC0208", f"`{shown}` is in no variable: it has no address", written)
    if isinstance(outer.variable.type, ArrayType):
        return
    if not mutable:
        why = "a parameter, of which this function has a copy" if outer.variable.is_parameter else "a value"
        raise Problem(
            "PC0208",
            f"`{shown}` has no address: `{outer.variable.name}` is {why}",
            written,
            "take the address of an element, or of a field of an object that can be changed",
        )
    if isinstance(place.type, OptionalType) or _holds_optional(place.type):
        raise Problem(
            "PC0208",
            f"`{shown}` is {place.type}, and what a test of it told would be wrong once a pointer changes it",
            written,
            "keep it in a `local_array` of one element, and take the address of that",
        )


def _holds_optional(type: object) -> bool:
    if isinstance(type, OptionalType):
        return True
    if not isinstance(type, DeviceType) or isinstance(type, PointerType):
        return False
    return any(_holds_optional(part) for _, part in type.parts() or ())


HANDLERS = {address_of: _address_of}
"""See `host_functions`."""
