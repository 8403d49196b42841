"""`functools.partial(f, 2.0, offset=b)` in device code: a function that captures `f` and what is bound.

It is the function that `periclase.partials` makes of such an object of the host, so that both mean the same.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, cast

from periclase.closures import ClosureType, default_name
from periclase.importer.python.closure_tree import MakeClosure
from periclase.importer.python.closures import capture_of, captured_value
from periclase.importer.python.names import constant_of_host_value
from periclase.importer.python.problems import Problem, Unready, with_article
from periclase.importer.python.typed_tree import PENDING, Expr
from periclase.partials import capture_names, form_of, parameters_of, template
from periclase.record import replace
from periclase.signature import REQUIRED, Parameter
from periclase.types import Type

if TYPE_CHECKING:
    from periclase.importer.python.typing_expressions import ExpressionTyping


def partial_call(typing: ExpressionTyping, node: ast.Call) -> Expr:
    """The function that a call of `functools.partial` gives.

    Raises:
        Problem: it binds what its function does not take, or what is bound can not be captured.
        Unready: a type is not known yet.
    """
    if not node.args:
        raise Problem(
            "PC0207", "`partial` takes a function first", node, "write `partial(f, 2.0, offset=1.0)`"
        )
    function = typing.value(node.args[0])
    shown = ast.unparse(node.args[0])
    if function.type in PENDING:
        raise Unready
    if not isinstance(function.type, ClosureType):
        raise Problem(
            "PC0105",
            f"`partial` takes a function first, and `{shown}` is {with_article(function.type)}",
            node.args[0],
        )
    parameters = _parameters(typing, function.type, node)
    count = len(node.args) - 1
    if parameters is None:
        raise Problem(
            "PC0105",
            f"the parameters of `{shown}` are not known, so that none can be bound",
            node,
            "write a `lambda`",
        )
    named = {cast(str, keyword.arg): keyword for keyword in node.keywords}
    names = [each.name for each in parameters]
    free = {each.name for each in parameters[count:] if each.by_name}
    wrong = next((keyword for name, keyword in named.items() if name not in free), None)
    if count > sum(each.by_position for each in parameters) or wrong is not None:
        what = f"`{wrong.arg}`" if wrong is not None else f"{count} arguments"
        takes = ", ".join(f"`{name}`" for name in names) or "none"
        raise Problem(
            "PC0207", f"`{shown}` does not take {what} here", wrong or node, f"its parameters are {takes}"
        )
    own = [name for name, _ in function.type.captures]
    function = typing.once(function)
    rest: list[Parameter] = []
    defaults: list[tuple[str, Expr]] = []
    for each in parameters[count:]:
        if each.name not in named and each.default is not REQUIRED:
            key = default_name(each.name)
            default = (
                capture_of(node, function, own.index(key))
                if key in own
                else constant_of_host_value(each.default, node)
            )
            if default is None:
                continue  # the function has its own default
            defaults.append((key, default))
        if len(rest) < parameters.index(each) - count:  # one before it is left out
            each = replace(each, by_position=False)
        rest.append(each)
    form, name = form_of(rest, named), shown.rpartition(".")[2]
    values = [function, *(typing.value(argument) for argument in node.args[1:])]
    bound = list(zip(capture_names(count, form, name), values, strict=True))
    bound += [(default_name(each), typing.value(keyword.value)) for each, keyword in named.items()]
    bound += defaults
    captures: list[tuple[str, Type]] = []
    kept: list[Expr] = []
    for capture, value in bound:
        value = captured_value(typing, value, node, f"bound by `{ast.unparse(node.func)}`")
        captures.append((capture, cast(Type, value.type)))
        kept.append(value)
    place = f":{node.lineno}:{node.col_offset}"
    return MakeClosure(node, ClosureType(template(count, form, name), tuple(captures), place, True), kept)


def _parameters(typing: ExpressionTyping, type: ClosureType, node: ast.AST) -> list[Parameter] | None:
    """The parameters of a function, or None where they can not be known."""
    if not type.is_nested:
        return parameters_of(type.function)
    header = typing.program.header(type.function, typing.frames_for(node))
    if header is None:
        raise Unready
    if any(parameter.holds_others for parameter in header[1].parameters):
        return None
    return list(header[1].parameters)
