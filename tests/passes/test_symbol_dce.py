"""symbol-dce, on the toy dialect."""

from __future__ import annotations

import toy
from toy_text import DOUBLE, back, call, func
from xdsl.context import Context

from periclase.passes.symbol_dce import SymbolDce


def main(body: str) -> str:
    return func("main", body, private=False)


def remaining(*functions: str) -> list[str]:
    module = toy.parse("".join(functions))
    SymbolDce().apply(Context(), module)
    return [op.function_name() for op in module.ops if isinstance(op, toy.FuncOp)]


def test_what_nothing_reaches_goes_even_in_circles() -> None:
    assert remaining(
        func("used", DOUBLE),
        func("a", call("b") + back()),
        func("b", call("a") + back()),
        func("kernel", DOUBLE, "entry_point, "),
        main(call("used") + back()),
    ) == ["used", "kernel", "main"]


def test_ops_without_symbol_keep_what_they_refer_to() -> None:
    text = '%c = "toy.const"() {value = 1 : i32} : () -> i32\n' + call("used", "%r", "%c")
    assert remaining(func("used", DOUBLE), func("other", DOUBLE), text) == ["used"]
