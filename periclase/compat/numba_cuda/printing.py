"""`print` in a kernel: as `printf`, with blanks between the values and a newline behind them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from periclase.importer.python.conversions import as_number
from periclase.importer.python.problems import Problem, with_article
from periclase.importer.python.typed_tree import Expr
from periclase.intrinsics.table import INTRINSICS
from periclase.types import ScalarType, bool_, f64, i32, i64, u64

if TYPE_CHECKING:
    from periclase.compat.numba_cuda.typing_rules import NumbaTyping


def printed(typing: NumbaTyping, node: ast.Call) -> Expr:
    """A call of `print`.

    Raises:
        Problem: something is neither a number nor a literal text.
    """
    if node.keywords:
        raise Problem("PC0207", "`print` takes no arguments by keyword in a kernel", node.keywords[0])
    words: list[str] = []
    values: list[Expr] = []
    for argument in node.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            words.append(argument.value.replace("%", "%%"))
            continue
        value = as_number(typing.value(argument))
        type = value.type
        if not isinstance(type, ScalarType):
            raise Problem(
                "PC0205", f"{with_article(type)} can not be printed", argument, "print its elements"
            )
        words.append("%f" if type.is_float else "%d" if type.is_signed or type is bool_ else "%u")
        wide = f64 if type.is_float else i32 if type is bool_ else i64 if type.is_signed else u64
        values.append(typing.held(value, wide, "printed"))
    row = INTRINSICS["printf"]
    return typing.stub_result(node, row, row.overloads[0], {}, {}, {"format": " ".join(words) + "\n"}, values)
