"""Typing of `with fastmath():` and `with uncontracted():`, which alone mean something on a device."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from periclase.fast_math import fastmath, uncontracted
from periclase.importer.python.names import suggestion
from periclase.importer.python.problems import Problem
from periclase.kernel import FAST_MATH_FLAGS

if TYPE_CHECKING:
    from periclase.importer.python.typing_statements import StatementTyping


def flags_of(typing: StatementTyping, node: ast.With) -> tuple[tuple[str, ...], bool]:
    """The flags that a `with` asks for, and whether products and sums may be contracted as elsewhere.

    Raises:
        Problem: it asks for something else.
    """
    found: list[str] = []
    contracted = True
    for item in node.items:
        call = item.context_expr
        asked = typing.static_value(call.func) if isinstance(call, ast.Call) else None
        if not isinstance(call, ast.Call) or asked not in (fastmath, uncontracted):
            raise Problem(
                "PC0105",
                "a `with` on a device is `with fastmath():` or `with uncontracted():`",
                call,
                "call what has to be done before and after",
            )
        if asked is uncontracted:
            if item.optional_vars is not None or call.keywords or call.args:
                raise Problem(
                    "PC0105", "`uncontracted` takes and gives nothing", call, "write `with uncontracted():`"
                )
            contracted = False
            continue
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
    return tuple(found), contracted
