"""inline, on the toy dialect."""

from __future__ import annotations

import pytest
import toy
from toy_text import DOUBLE, back, call, func
from xdsl.context import Context
from xdsl.dialects.builtin import CallSiteLoc, i32
from xdsl.ir import Block, Region

from periclase.diagnostics import CompileError
from periclase.ir.locations import call_chain_of, file_location, span_of
from periclase.ir.ssa_verifier import verify_ssa
from periclase.passes.inline import Inline


def inlined(*functions: str, **options: object) -> toy.ModuleOp:
    module = toy.parse("".join(functions))
    Inline(**options).apply(Context(), module)
    assert verify_ssa(module) == []
    return module


def main(body: str) -> str:
    return func("main", body, private=False)


def test_the_only_mention_moves_the_body() -> None:
    module = inlined(func("double", DOUBLE), main(call("double") + back()), max_ops=0)
    assert [op.name for op in toy.function(module).body.block.ops] == ["toy.add", "toy.return"]
    assert len(module.ops) == 1


def test_small_callees_are_copied_large_ones_called() -> None:
    text = (func("double", DOUBLE), main(call("double", "%x") + call("double", "%y", "%x") + back("%y")))
    assert not toy.ops_of(inlined(*text), "toy.call")
    assert len(toy.ops_of(inlined(*text, max_ops=1), "toy.call")) == 2


def test_a_body_of_several_blocks_splits_the_block_of_the_call() -> None:
    choose = (
        '"toy.cond_br"(%a)[^t, ^u] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()\n'
        f'^t:\n%r = "toy.add"(%a, %a) : (i32, i32) -> i32\n{back()}^u:\n{back("%a")}'
    )
    module = inlined(
        func("choose", choose), main(call("choose") + '"toy.print"(%r) : (i32) -> ()\n' + back())
    )
    assert not toy.ops_of(module, "toy.call")
    assert toy.run(module, 4) == [8, ("returned", [8])]
    assert toy.run(module, 0) == [0, ("returned", [0])]
    assert len(list(toy.function(module).body.blocks)) == 4


@pytest.mark.parametrize("policy", ['policy = "never", ', ""])
def test_never_and_declarations_stay(policy: str) -> None:
    if policy:
        module = inlined(func("f", DOUBLE, policy), main(call("f") + back()))
    else:
        declared = (
            '"toy.func"() ({}) {sym_visibility = "private", sym_name = "f", results_of = [i32]} : () -> ()\n'
        )
        module = inlined(declared, main(call("f") + back()))
    assert toy.ops_of(module, "toy.call")


def test_recursion_is_not_unrolled() -> None:
    module = inlined(func("f", call("g") + back()), func("g", call("f") + back()), main(call("f") + back()))
    assert len(toy.ops_of(module, "toy.call")) == 3


def test_recursion_that_must_be_inlined_is_told_with_its_chain() -> None:
    with pytest.raises(CompileError) as caught:
        inlined(
            func("f", call("g") + back(), 'policy = "always", '),
            func("g", call("f") + back()),
            main(call("f") + back()),
        )
    diagnostic = caught.value.diagnostic
    assert diagnostic.code == "PC0606"
    assert diagnostic.message.endswith("f → g → f")
    assert [frame.function for frame in diagnostic.call_chain] == ["f", "g", "f"]


def test_slots_go_to_the_entry_block_of_the_caller() -> None:
    slot = (
        '%p = "toy.alloca"() : () -> !toy.ptr<i32>\n"toy.store"(%a, %p) : (i32, !toy.ptr<i32>) -> ()\n'
        '%r = "toy.load"(%p) : (!toy.ptr<i32>) -> i32\n' + back()
    )
    module = inlined(func("f", slot), main('"toy.br"()[^n] : () -> ()\n^n:\n' + call("f") + back()))
    assert toy.function(module).body.first_block.first_op.name == "toy.alloca"


@pytest.mark.parametrize("convergent", [False, True])
def test_functions_with_convergent_ops_are_inlined_on_demand(convergent: bool) -> None:
    barrier = func("f", '"toy.barrier"() : () -> ()\n' + back("%a"))
    module = inlined(
        barrier, main(call("f", "%x") + call("f", "%y") + back("%y")), max_ops=0, convergent=convergent
    )
    assert len(toy.ops_of(module, "toy.call")) == (0 if convergent else 2)


def test_inlined_ops_are_in_the_callee_and_know_the_call() -> None:
    callee = toy.AddOp
    module = inlined(
        func("f", '%r = "toy.add"(%a, %a) : (i32, i32) -> i32 loc("f.py":3:5)\n' + back()),
        main('%r = "toy.call"(%a) {callee = @f} : (i32) -> i32 loc("k.py":9:1)\n' + back()),
    )
    (op,) = (op for op in module.walk() if isinstance(op, callee))
    assert (span_of(op.location).file, span_of(op.location).line) == ("f.py", 3)
    assert [frame.span.line for frame in call_chain_of(op.location)] == [9]


def link(name: str, callee: str | None, line: int) -> toy.FuncOp:
    """A function that calls `callee` and adds, all on one line of the source."""
    place = file_location("k.py", line, 0)
    block = Block(arg_types=(i32,))
    value = block.args[0]
    if callee is not None:
        made = toy.CallOp.make(callee, (value,), location=place)
        block.add_op(made)
        value = made.results[0]
    made = toy.AddOp.make(value, value, location=place)
    block.add_ops((made, toy.ReturnOp.make((made.result,))))
    return toy.FuncOp.make(name, Region(block), private=name != "main")


def test_a_chain_of_functions_costs_its_length() -> None:
    count = 400
    module = toy.ModuleOp(
        [
            link("main", "f0", 1),
            *(link(f"f{i}", f"f{i + 1}", i + 2) for i in range(count)),
            link(f"f{count}", None, count + 2),
        ]
    )
    Inline().apply(Context(), module)
    assert verify_ssa(module) == []
    assert len(module.ops) == 1
    adds = toy.ops_of(module, "toy.add")
    # The innermost function runs first.
    assert [span_of(add.location).line for add in adds] == list(range(count + 2, 0, -1))
    assert [frame.span.line for frame in call_chain_of(adds[0].location)] == list(range(1, count + 2))
    # One location a call and one an op in it, not one for each call around it.
    made: dict[int, CallSiteLoc] = {}
    pending = [add.location for add in adds]
    while pending:
        location = pending.pop()
        if isinstance(location, CallSiteLoc) and id(location) not in made:
            made[id(location)] = location
            pending += (location.callee, location.caller)
    assert len(made) <= 2 * count + 2


def test_what_is_to_be_moved_into_a_function_is_there_when_it_is_copied() -> None:
    module = inlined(
        func("inner", DOUBLE),
        func("middle", call("inner", "%x") + call("leaf", "%r", "%x") + back()),
        func("leaf", '"toy.br"()[^n] : () -> ()\n^n:\n' + DOUBLE),
        main(call("middle", "%x") + call("middle", "%r", "%x") + back()),
    )
    assert not toy.ops_of(module, "toy.call")
    assert len(toy.ops_of(module, "toy.add")) == 4
    assert toy.run(module, 3) == [("returned", [48])]


def test_calls_in_unreachable_blocks_of_a_moved_body_are_left_behind() -> None:
    module = inlined(
        func("inner", DOUBLE),
        func("middle", back("%a") + "^dead:\n" + call("inner") + back()),
        main(call("middle") + back()),
    )
    assert toy.run(module, 3) == [("returned", [3])]
    assert [op.name for op in toy.function(module).body.block.ops] == ["toy.return"]
