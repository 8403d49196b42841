"""Call graphs, symbols, cloning and the editing of control-flow graphs."""

from __future__ import annotations

import toy
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    SymbolRefAttr,
    UnrealizedConversionCastOp,
    i32,
    i64,
)
from xdsl.ir import Block, Region

from periclase.ir.call_graph import CallGraph
from periclase.ir.cfg import erase_unreachable_blocks, loop_headers, reverse_post_order, split_before
from periclase.ir.cloning import clone_blocks
from periclase.ir.ssa_verifier import verify_ssa
from periclase.ir.symbols import SymbolReferences, is_private, symbols_in
from periclase.ir.unrealized_casts import reconcile_casts


def caller(name: str, *callees: str) -> toy.FuncOp:
    block = Block(arg_types=(i32,))
    for callee in callees:
        block.add_op(toy.CallOp.make(callee, block.args))
    block.add_op(toy.ReturnOp.make(block.args))
    return toy.FuncOp.make(name, Region(block), private=name != "main")


def test_callees_come_before_callers_and_circles_together() -> None:
    module = toy.ModuleOp(
        [
            caller("main", "a", "b"),
            caller("a", "b", "c"),
            caller("b", "a"),
            caller("c", "d"),
            caller("d", "d"),
        ]
    )
    graph = CallGraph(module)
    groups = [sorted(group) for group in graph.groups()]
    assert groups == [["d"], ["c"], ["a", "b"], ["main"]]
    assert [graph.is_recursive(group) for group in groups] == [True, False, True, False]
    assert graph.path("a", "a", {"a", "b"}) == ["a", "b", "a"]
    assert graph.path("c", "a", {"c"}) == []


def test_a_call_chain_of_thousands_needs_no_recursion() -> None:
    count = 3000
    functions = [
        caller("main", "f0"),
        *(caller(f"f{i}", f"f{i + 1}") for i in range(count)),
        caller(f"f{count}"),
    ]
    graph = CallGraph(toy.ModuleOp(functions))
    assert [group[0] for group in graph.groups()][:2] == [f"f{count}", f"f{count - 1}"]


def test_symbols_are_found_inside_attributes() -> None:
    module = toy.ModuleOp([caller("main", "a"), caller("a")])
    module.attributes["x"] = DictionaryAttr({"y": ArrayAttr([SymbolRefAttr("deep", ["in"])])})
    references = SymbolReferences()
    assert references.of_op(module) == ["deep"]
    assert references.under(module) == ["deep", "a"]
    assert list(symbols_in(module)) == ["main", "a"]
    assert [is_private(op) for op in module.ops] == [False, True]


def test_unreachable_blocks_go_and_live_ones_lose_their_edges() -> None:
    live, dead = Block(), Block(arg_types=(i32,))
    value = toy.ConstantOp.make(1)
    dead.add_ops((value, toy.BranchOp.make(live)))
    live.add_op(toy.ReturnOp.make())
    region = Region([Block([toy.BranchOp.make(live)]), dead, live])
    assert erase_unreachable_blocks(region) == 1
    assert len(live.predecessors()) == 1
    assert erase_unreachable_blocks(region) == 0


def test_splitting_and_headers() -> None:
    body = Block()
    entry = Block([toy.BranchOp.make(body)])
    constant = toy.ConstantOp.make(1)
    body.add_ops((constant, toy.BranchOp.make(body)))
    region = Region([entry, body])
    assert loop_headers(entry) == {body}
    rest = split_before(constant.next_op)
    body.add_op(toy.BranchOp.make(rest))
    assert list(region.blocks) == [entry, body, rest] == reverse_post_order(entry)


def test_a_copy_does_the_same() -> None:
    for seed in range(20):
        module = toy.random_module(seed)
        expected = toy.run(module, 2, 5)
        main = toy.function(module)
        blocks = clone_blocks(main.body, {}, lambda location: location)
        copy = toy.FuncOp.make("main", Region(blocks))
        main.detach()
        module.body.block.add_op(copy)
        assert verify_ssa(module) == []
        assert toy.run(module, 2, 5) == expected


def test_casts_that_cancel_out_go_and_others_stay() -> None:
    a = toy.ConstantOp.make(1)

    def cast(value, type) -> UnrealizedConversionCastOp:
        return UnrealizedConversionCastOp.create(operands=(value,), result_types=(type,))

    there = cast(a.result, i64)
    back = cast(there.results[0], i32)
    again = cast(back.results[0], i64)
    unused = cast(a.result, i64)
    same = cast(a.result, i32)
    users = [toy.PrintOp.create(operands=op.results) for op in (back, again, same)]
    module = toy.ModuleOp([a, there, back, again, unused, same, *users])
    assert reconcile_casts(module) == [again]
    assert [user.operands[0] for user in users] == [a.result, again.results[0], a.result]
    assert list(again.operands) == [a.result]
