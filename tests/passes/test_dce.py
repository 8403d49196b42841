"""dce, on the toy dialect."""

from __future__ import annotations

import toy
from toy_text import RETURN, add, after, names, show
from xdsl.context import Context
from xdsl.passes import ModulePass

from periclase.ir.ssa_verifier import verify_ssa
from periclase.passes.dce import Dce


def names_after(module_pass: ModulePass, body: str) -> list[str]:
    return names(after(module_pass, body))


def test_removes_cycles_through_block_arguments() -> None:
    body = '"toy.br"(%a, %b)[^h] : (i32, i32) -> ()\n^h(%p : i32, %q : i32):\n"toy.fuel"() : () -> ()\n'
    body += add("%n", "%q", "%a") + show("%p")
    body += '"toy.cond_br"(%p, %p, %n)[^h, ^o] {operandSegmentSizes = array<i32: 1, 2, 0>} : (i32, i32, i32) -> ()\n'
    body += "^o:\n" + RETURN
    module = toy.parse(
        f'"toy.func"() ({{\n^e(%a : i32, %b : i32):\n{body}\n}}) {{sym_name = "main", results_of = [i32]}} : () -> ()'
    )
    Dce().apply(Context(), module)
    assert verify_ssa(module) == []
    blocks = list(toy.function(module).body.blocks)
    assert [len(block.args) for block in blocks] == [2, 1, 0]
    assert not toy.ops_of(module, "toy.add")


def test_keeps_effects_and_parameters() -> None:
    body = (
        '"toy.barrier"() : () -> ()\n%d = "toy.div"(%a, %b) : (i32, i32) -> i32\n'
        + add("%x", "%a", "%b")
        + RETURN
    )
    assert names_after(Dce(), body) == ["barrier", "div", "return"]
