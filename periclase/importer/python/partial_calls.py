"""`functools.partial(f, 2.0, offset=b)` in device code: a function that captures `f` and what is bound.

It is the function that `periclase.partials` makes of such an object of the host, so that both mean the same.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, cast

from periclase.closures import ClosureType, default_name
from periclase.importer.python.closure_tree import MakeClosure
from periclase.importer.python.closures import captured_value
from periclase.importer.python.names import constant_of_host_value
from periclase.importer.python.problems import Problem, Unready, with_article
from periclase.importer.python.typed_tree import PENDING, Expr
from periclase.partials import form_of, parameters_of, template
from periclase.signature import REQUIRED
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
    names = [name for name, _ in parameters]
    wrong = next((keyword for name, keyword in named.items() if name not in names[count:]), None)
    if count > len(parameters) or wrong is not None:
        what = f"`{wrong.arg}`" if wrong is not None else f"{count} arguments"
        takes = ", ".join(f"`{name}`" for name in names) or "none"
        raise Problem(
            "PC0207", f"`{shown}` does not take {what} here", wrong or node, f"its parameters are {takes}"
        )
    bound = [("function", function)]
    bound += [(f"bound{index}", typing.value(argument)) for index, argument in enumerate(node.args[1:])]
    bound += [(default_name(name), typing.value(keyword.value)) for name, keyword in named.items()]
    rest: list[tuple[str, Any]] = []
    for name, default in parameters[count:]:
        if name not in named and default is not REQUIRED:
            constant = constant_of_host_value(default, node)
            if constant is None:
                continue  # the function has its own default
            bound.append((default_name(name), constant))
        rest.append((name, default))
    captures: list[tuple[str, Type]] = []
    kept: list[Expr] = []
    for name, value in bound:
        value = captured_value(typing, value, node, f"bound by `{ast.unparse(node.func)}`")
        captures.append((name, cast(Type, value.type)))
        kept.append(value)
    made = template(count, form_of(rest, named), shown.rpartition(".")[2])
    return MakeClosure(
        node, ClosureType(made, tuple(captures), f":{node.lineno}:{node.col_offset}", True), kept
    )


def _parameters(typing: ExpressionTyping, type: ClosureType, node: ast.AST) -> list[tuple[str, Any]] | None:
    """Names and defaults of the parameters of a function, or None where they can not be known."""
    if not type.is_nested:
        return parameters_of(type.function)
    header = typing.program.header(type.function, typing.frames_for(node))
    if header is None:
        raise Unready
    if any(parameter.holds_others for parameter in header[1].parameters):
        return None
    return [(parameter.name, parameter.default) for parameter in header[1].parameters]
