"""Typing of `with fastmath():`, the one `with` that means something on a device."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from periclase.fast_math import fastmath
from periclase.importer.python.names import suggestion
from periclase.importer.python.problems import Problem
from periclase.kernel import FAST_MATH_FLAGS

if TYPE_CHECKING:
    from periclase.importer.python.typing_statements import StatementTyping


def flags_of(typing: StatementTyping, node: ast.With) -> tuple[str, ...]:
    """The flags that a `with` asks for.

    Raises:
        Problem: it asks for something else.
    """
    found: list[str] = []
    for item in node.items:
        call = item.context_expr
        if not isinstance(call, ast.Call) or typing.static_value(call.func) is not fastmath:
            raise Problem(
                "PC0105",
                "the only `with` on a device is `with fastmath():`",
                call,
                "call what has to be done before and after",
            )
        if item.optional_vars is not None or call.keywords:
            raise Problem(
                "PC0105", "`fastmath` takes flags, and gives nothing", call, "write `with fastmath():`"
            )
        for argument in call.args:
            flag = argument.value if isinstance(argument, ast.Constant) else typing.static_value(argument)
            if flag not in FAST_MATH_FLAGS:
                close = suggestion(flag, list(FAST_MATH_FLAGS)) if isinstance(flag, str) else None
                raise Problem(
                    "PC0210",
                    f"`{ast.unparse(argument)}` is no fast-math flag",
                    argument,
                    close or f"there are {', '.join(FAST_MATH_FLAGS)}",
                )
            found.append(str(flag))
        found.extend(() if call.args else FAST_MATH_FLAGS)
    return tuple(found)
