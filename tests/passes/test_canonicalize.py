"""canonicalize, on the toy dialect and xDSL's arith."""

from __future__ import annotations

import pytest
import toy
from toy_text import RETURN, add, after, names, show
from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.passes import ModulePass

from periclase.diagnostics import CompileError
from periclase.passes import canonicalize
from periclase.passes.canonicalize import Canonicalize


def names_after(module_pass: ModulePass, body: str) -> list[str]:
    return names(after(module_pass, body))


def test_folds_and_cleans_up() -> None:
    body = (
        '%z = "toy.const"() {value = 0 : i32} : () -> i32\n'
        + add("%x", "%z", "%a")
        + add("%y", "%x", "%x", "sub")
    )
    assert names_after(Canonicalize(), body + show("%x") + show("%y") + RETURN) == [
        "const",
        "print",
        "print",
        "return",
    ]


def test_moves_constants_to_the_right() -> None:
    module = toy.parse(
        '"toy.func"() ({\n^e(%a : i32):\n%c = "toy.const"() {value = 5 : i32} : () -> i32\n'
        + add("%x", "%c", "%a")
        + '"toy.return"(%x) : (i32) -> ()\n}) {sym_name = "main", results_of = [i32]} : () -> ()'
    )
    Canonicalize().apply(Context(), module)
    (op,) = toy.ops_of(module, "toy.add")
    assert op.operands[0] is toy.function(module).body.block.args[0]


def test_runs_xdsls_folds_and_patterns_with_places() -> None:
    value = toy.ConstantOp.make(3)
    one = arith.ConstantOp.from_int_and_width(1, i32)
    product = arith.MuliOp(value.result, one)
    use = toy.PrintOp.create(operands=product.results)
    module = ModuleOp([value, one, product, use])
    Canonicalize().apply(Context(), module)
    assert use.operands[0] is value.result
    assert [op.name for op in module.ops] == ["toy.const", "toy.print"]


def test_that_does_not_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    body = add("%x", "%a", "%b") + show("%x") + RETURN
    always = canonicalize._Canonicalizer

    def visit(self: object, op: toy.Operation) -> bool:
        self.enqueue(op)  # type: ignore[attr-defined]
        return True

    monkeypatch.setattr(always, "visit", visit)
    with pytest.raises(CompileError) as caught:
        names_after(Canonicalize(), body)
    assert caught.value.diagnostic.code == "PC0607"
