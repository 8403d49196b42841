"""`t[:] = 0.0`, `x[a:b] = value`, `rows[i, :] = 1`: one value for many elements; and `t[:] = u`, of fixed arrays of one shape.

Each thread that comes by sets all of them, in a loop. Elements are not copied from a slice or view: it may be of the same memory,
of which numpy makes a copy first.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, cast

from periclase.importer.python.conversions import converted
from periclase.importer.python.places import access_of, place_of, placed
from periclase.importer.python.problems import Problem, with_article
from periclase.importer.python.type_rules import rules_of
from periclase.importer.python.typed_tree import (
    PENDING,
    Constant,
    Evaluate,
    Expr,
    Load,
    MakeTuple,
    Once,
    Pending,
    Read,
    Statement,
    Store,
    Variable,
)
from periclase.importer.python.typing_loops import counting
from periclase.record import replace
from periclase.types import Access, ArrayType, isize

if TYPE_CHECKING:
    from periclase.importer.python.typing_statements import StatementTyping


def _is_dots(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def fill(
    typing: StatementTyping, target: ast.Subscript, value: Expr, node: ast.AST, out: list[Statement]
) -> None:
    """Set all elements of a part.

    Raises:
        Problem: the part can not be taken or set, or `value` is none of its elements.
    """
    value = _evaluated(typing, value, node, out)
    whole = _part(typing, target)
    if whole.type in PENDING:
        return
    if isinstance(value.type, ArrayType):
        _copy(typing, target, whole, value, node, out)
        return
    if access_of(value.type) is not None:
        raise Problem(
            "PC0105",
            f"{with_article(value.type)} is not copied in one piece: it may be of the same memory",
            node,
            "write a loop: `for i in range(len(x)): y[i] = x[i]`",
        )
    if not isinstance(whole.type, ArrayType) and access_of(whole.type) is None:
        raise Problem("PC0208", f"`{ast.unparse(target)}` is a value, not elements that can be set", target)
    held = whole if isinstance(whole, Read | Load) else typing.once(whole)
    if isinstance(held, Once):
        out.append(Evaluate(node, held))
    out.extend(_loop(typing, target, held, value, 0))


def _evaluated(typing: StatementTyping, value: Expr, node: ast.AST, out: list[Statement]) -> Expr:
    """`value`, evaluated once before the loop; the literals in a tuple that is written here take the types of the elements."""
    if isinstance(value, MakeTuple):
        return MakeTuple(
            value.node, value.type, [_evaluated(typing, each, node, out) for each in value.elements]
        )
    value = typing.once(value)
    if isinstance(value, Once):
        out.append(Evaluate(node, value))
    return value


def _part(typing: StatementTyping, target: ast.Subscript) -> Expr:
    """What is set: a slice, a view, or a whole fixed array."""
    base: Any = typing.located(target.value)
    indices = list(target.slice.elts) if isinstance(target.slice, ast.Tuple) else [target.slice]
    if all(_is_dots(index) or _is_whole(index) for index in indices):
        if len(indices) > 1 and any(map(_is_dots, indices)):
            _refuse_dots(target)
        if isinstance(base.type, ArrayType) and len(indices) <= len(base.type.shape):
            place = place_of(base)
            if place is not None:
                typing.check_settable(target, place)
                typing.changed_whole(place, target)
                return base
        if access_of(base.type) is not None and _is_dots(indices[0]):
            return _settable(target, base)
    if any(map(_is_dots, indices)):
        _refuse_dots(target)
    if isinstance(base.type, ArrayType):
        typing.check_settable(target, placed(base))
        from periclase.importer.python.array_views import view_of

        base = view_of(cast(Any, typing), target, base)
    if access_of(base.type) is None or base.type.__class__.__name__ == "PointerType":
        return rules_of(base).element(cast(Any, typing), target, base, indices)  # which says what is wrong
    return _settable(target, rules_of(base).element(cast(Any, typing), target, base, indices))


def _refuse_dots(target: ast.Subscript) -> None:
    raise Problem(
        "PC0105",
        f"`{ast.unparse(target)}`: `...` stands alone on a device",
        target,
        "write a slice for each axis: `x[i, :]`",
    )


def _is_whole(index: ast.expr) -> bool:
    return isinstance(index, ast.Slice) and (index.lower, index.upper, index.step) == (None, None, None)


def _settable(target: ast.Subscript, whole: Expr) -> Expr:
    if access_of(whole.type) is Access.READ:
        held: Any = whole.type
        raise Problem(
            "PC0208",
            f"`{ast.unparse(target.value)}` is {with_article(held)}: its elements can not be set",
            target,
            f"annotate it as `{replace(held, access=Access.READ_WRITE)}`, "
            f"or `{replace(held, access=Access.WRITE)}` if it is never read",
        )
    return whole


def _copy(
    typing: StatementTyping,
    target: ast.Subscript,
    whole: Expr,
    value: Expr,
    node: ast.AST,
    out: list[Statement],
) -> None:
    place = place_of(whole)
    given = cast(ArrayType, value.type)
    if not isinstance(whole.type, ArrayType) or place is None:
        raise Problem(
            "PC0105",
            f"{with_article(given)} is copied into a fixed array of its shape, and `{ast.unparse(target)}` is "
            f"{with_article(whole.type)}",
            node,
            "write a loop over the elements",
        )
    if (whole.type.shape, whole.type.element) != (given.shape, given.element):
        raise Problem(
            "PC0203",
            f"{with_article(given)} can not be copied into {with_article(whole.type)}",
            node,
            "write a loop over the elements",
        )
    # The elements are copied, so that `t` and `u` stay two arrays: `t[:] = u` gives `u` no other name.
    out.append(Store(node, place, typing.part_value(value, place.type, ""), False))


def _loop(
    typing: StatementTyping, target: ast.Subscript, whole: Expr, value: Expr, depth: int
) -> list[Statement]:
    """The loop over the first axis, and in it those over the others."""
    rules, typing_ = rules_of(whole), cast(Any, typing)
    length = rules.length(typing_, target, whole)
    assert length is not None
    variable = _counter(typing, target, depth)
    values = (0, max(0, length.range[1] - 1)) if length.range is not None else None
    typing.bind(variable, Pending(target, isize, values), target)
    item = rules.item(typing_, target, whole, converted(Read(target, isize, values, variable), isize))
    assert item is not None
    if isinstance(item, Load) and not isinstance(item.type, ArrayType):
        inner: list[Statement] = [Store(target, item.place, typing.stored(value, item.place), False)]
    else:
        inner = _loop(typing, target, item, value, depth + 1)
    zero, one = Constant(target, isize, 0), Constant(target, isize, 1)
    loop: Statement = counting(target, variable, (isize, isize, False), zero, length, one, inner, [])
    return [loop]


def _counter(typing: StatementTyping, target: ast.Subscript, depth: int) -> Variable:
    name = f"position.{target.lineno}.{target.col_offset}.{depth}"
    variable = typing.variables.get(name)
    if variable is None:
        variable = typing.variables[name] = Variable(name)
        typing.store_counts[name] = 1
    return variable
