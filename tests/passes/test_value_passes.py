"""sroa, cse, dce and canonicalize, on the toy dialect."""

from __future__ import annotations

import pytest
import toy
from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.passes import ModulePass

from periclase.diagnostics import CompileError
from periclase.ir.ssa_verifier import verify_ssa
from periclase.passes import canonicalize
from periclase.passes.canonicalize import Canonicalize
from periclase.passes.cse import Cse
from periclase.passes.dce import Dce
from periclase.passes.sroa import Sroa


def after(module_pass: ModulePass, body: str) -> list[str]:
    module = toy.parse(
        f'"toy.func"() ({{\n^e(%a : i32, %b : i32):\n{body}\n}}) {{sym_name = "main", results_of = [i32]}} : () -> ()'
    )
    module_pass.apply(Context(), module)
    assert verify_ssa(module) == []
    return [op.name.removeprefix("toy.") for block in toy.function(module).body.blocks for op in block.ops]


RETURN = '"toy.return"(%a) : (i32) -> ()\n'
PAIR = "!toy.ptr<!toy.pair<i32, i32>>"
ALLOCA = f'%p = "toy.alloca"() : () -> {PAIR}\n'


def field(name: str, index: int) -> str:
    return f'{name} = "toy.field"(%p) {{index = {index} : i32}} : ({PAIR}) -> !toy.ptr<i32>\n'


def test_sroa_makes_a_slot_for_each_element_used() -> None:
    body = ALLOCA + field("%f", 1) + '"toy.store"(%a, %f) : (i32, !toy.ptr<i32>) -> ()\n' + RETURN
    assert after(Sroa(), body) == ["alloca", "store", "return"]


def test_sroa_splits_whole_loads_and_stores() -> None:
    body = (
        ALLOCA
        + field("%f", 0)
        + '"toy.store"(%a, %f) : (i32, !toy.ptr<i32>) -> ()\n'
        + f'%v = "toy.load"(%p) : ({PAIR}) -> !toy.pair<i32, i32>\n'
        + f'"toy.store"(%v, %p) : (!toy.pair<i32, i32>, {PAIR}) -> ()\n'
        + RETURN
    )
    found = after(Sroa(), body)
    assert found.count("alloca") == 2
    assert "field" not in found
    assert found.count("unpack") == 2


@pytest.mark.parametrize(
    "use",
    [
        f'"toy.escape"(%p) : ({PAIR}) -> ()\n',
        '"toy.escape"(%f) : (!toy.ptr<i32>) -> ()\n',
        f'%v = "toy.load"(%p) {{volatile}} : ({PAIR}) -> !toy.pair<i32, i32>\n',
    ],
)
def test_sroa_leaves_what_others_see(use: str) -> None:
    assert after(Sroa(), ALLOCA + field("%f", 0) + use + RETURN)[:2] == ["alloca", "field"]


def test_sroa_leaves_large_aggregates() -> None:
    body = ALLOCA + field("%f", 1) + '"toy.store"(%a, %f) : (i32, !toy.ptr<i32>) -> ()\n' + RETURN
    assert "field" in after(Sroa(max_elements=1), body)


def add(name: str, left: str, right: str, op: str = "add") -> str:
    return f'{name} = "toy.{op}"({left}, {right}) : (i32, i32) -> i32\n'


def show(value: str) -> str:
    return f'"toy.print"({value}) : (i32) -> ()\n'


def cond(then: str, other: str) -> str:
    return f'"toy.cond_br"(%a)[{then}, {other}] {{operandSegmentSizes = array<i32: 1, 0, 0>}} : (i32) -> ()\n'


def test_cse_across_blocks_with_operands_in_any_order() -> None:
    body = add("%x", "%a", "%b") + cond("^t", "^u") + "^t:\n" + add("%y", "%b", "%a") + show("%y") + RETURN
    body += "^u:\n" + add("%z", "%a", "%b") + show("%z") + RETURN
    assert after(Cse(), body).count("add") == 1


def test_cse_does_not_merge_over_siblings() -> None:
    body = cond("^t", "^u") + "^t:\n" + add("%y", "%a", "%b") + show("%y") + RETURN
    body += "^u:\n" + add("%z", "%a", "%b") + show("%z") + RETURN
    assert after(Cse(), body).count("add") == 2


def test_cse_keeps_the_order_of_operands_that_may_not_change_places() -> None:
    body = add("%x", "%a", "%b", "sub") + add("%y", "%b", "%a", "sub") + show("%x") + show("%y") + RETURN
    assert after(Cse(), body).count("sub") == 2


@pytest.mark.parametrize(
    ("between", "loads"),
    [
        ("", 1),
        (add("%x", "%a", "%b") + show("%x"), 2),
        ('"toy.store"(%a, %p) : (i32, !toy.ptr<i32>) -> ()\n', 2),
        ('"toy.barrier"() : () -> ()\n', 2),
        ('%s = "toy.shuffle"(%a) : (i32) -> i32\n', 2),
        ('"toy.br"()[^n] : () -> ()\n^n:\n', 1),
    ],
)
def test_cse_merges_loads_only_while_memory_is_the_same(between: str, loads: int) -> None:
    load = '%{} = "toy.load"(%p) : (!toy.ptr<i32>) -> i32\n'
    body = '%p = "toy.alloca"() : () -> !toy.ptr<i32>\n' + load.format("v") + between + load.format("w")
    assert after(Cse(), body + show("%v") + show("%w") + RETURN).count("load") == loads


def test_cse_does_not_merge_loads_where_another_path_writes() -> None:
    load = '%{} = "toy.load"(%p) : (!toy.ptr<i32>) -> i32\n'
    body = '%p = "toy.alloca"() : () -> !toy.ptr<i32>\n' + load.format("v") + cond("^t", "^u")
    body += '^t:\n"toy.store"(%v, %p) : (i32, !toy.ptr<i32>) -> ()\n"toy.br"()[^u] : () -> ()\n'
    body += "^u:\n" + load.format("w") + show("%w") + RETURN
    assert after(Cse(), body).count("load") == 2


def test_cse_merges_neither_convergent_ops_nor_allocations() -> None:
    body = (
        '%s = "toy.shuffle"(%a) : (i32) -> i32\n%t = "toy.shuffle"(%a) : (i32) -> i32\n'
        + show("%s")
        + show("%t")
    )
    assert after(Cse(), body + RETURN).count("shuffle") == 2
    assert after(Cse(), ALLOCA + ALLOCA.replace("%p", "%q") + RETURN).count("alloca") == 2


def test_dce_removes_cycles_through_block_arguments() -> None:
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


def test_dce_keeps_effects_and_parameters() -> None:
    body = (
        '"toy.barrier"() : () -> ()\n%d = "toy.div"(%a, %b) : (i32, i32) -> i32\n'
        + add("%x", "%a", "%b")
        + RETURN
    )
    assert after(Dce(), body) == ["barrier", "div", "return"]


def test_canonicalize_folds_and_cleans_up() -> None:
    body = (
        '%z = "toy.const"() {value = 0 : i32} : () -> i32\n'
        + add("%x", "%z", "%a")
        + add("%y", "%x", "%x", "sub")
    )
    assert after(Canonicalize(), body + show("%x") + show("%y") + RETURN) == [
        "const",
        "print",
        "print",
        "return",
    ]


def test_canonicalize_moves_constants_to_the_right() -> None:
    module = toy.parse(
        '"toy.func"() ({\n^e(%a : i32):\n%c = "toy.const"() {value = 5 : i32} : () -> i32\n'
        + add("%x", "%c", "%a")
        + '"toy.return"(%x) : (i32) -> ()\n}) {sym_name = "main", results_of = [i32]} : () -> ()'
    )
    Canonicalize().apply(Context(), module)
    (op,) = toy.ops_of(module, "toy.add")
    assert op.operands[0] is toy.function(module).body.block.args[0]


def test_canonicalize_runs_xdsls_folds_and_patterns_with_places() -> None:
    value = toy.ConstantOp.make(3)
    one = arith.ConstantOp.from_int_and_width(1, i32)
    product = arith.MuliOp(value.result, one)
    use = toy.PrintOp.create(operands=product.results)
    module = ModuleOp([value, one, product, use])
    Canonicalize().apply(Context(), module)
    assert use.operands[0] is value.result
    assert [op.name for op in module.ops] == ["toy.const", "toy.print"]


def test_canonicalize_that_does_not_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    body = add("%x", "%a", "%b") + show("%x") + RETURN
    always = canonicalize._Canonicalizer

    def visit(self: object, op: toy.Operation) -> bool:
        self.enqueue(op)  # type: ignore[attr-defined]
        return True

    monkeypatch.setattr(always, "visit", visit)
    with pytest.raises(CompileError) as caught:
        after(Canonicalize(), body)
    assert caught.value.diagnostic.code == "PC0607"
