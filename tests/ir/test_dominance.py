from __future__ import annotations

import random
import time
from itertools import pairwise

import pytest
import toy
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.ir import Block, Region

from periclase.ir.dominance import DominanceInfo, DominatorTree


def graph(seed: int, count: int) -> list[Block]:
    """Blocks with random jumps, none to the entry, some unreachable."""
    r = random.Random(seed)
    blocks = [Block() for _ in range(count)]
    for block in blocks:
        condition = toy.ConstantOp.make(1)
        block.add_op(condition)
        targets = [r.choice(blocks[1:]) for _ in range(r.randrange(3))] if count > 1 else []
        if len(targets) == 2:
            block.add_op(toy.CondBranchOp.make(condition.result, targets[0], (), targets[1], ()))
        elif targets:
            block.add_op(toy.BranchOp.make(targets[0]))
        else:
            block.add_op(toy.ReturnOp.make())
    Region(blocks)
    return blocks


def reachable(entry: Block, without: Block | None = None) -> set[Block]:
    seen: set[Block] = set()
    pending = [entry]
    while pending:
        block = pending.pop()
        if block not in seen and block is not without:
            seen.add(block)
            pending.extend(block.last_op.successors)
    return seen


@given(seed=st.integers(0, 2**32), count=st.integers(1, 14))
@settings(deadline=None, max_examples=150, derandomize=True)
def test_against_the_definition(seed: int, count: int) -> None:
    # a dominates b: without a, no path leads to b.
    blocks = graph(seed, count)
    region = blocks[0].parent
    tree = DominatorTree(region)
    live = reachable(blocks[0])
    assert set(tree.blocks) == live
    dominated = {a: {b for b in live if b is a or b not in reachable(blocks[0], a)} for a in live}
    for a in blocks:
        for b in blocks:
            expected = b not in live or a is b or (a in live and b in dominated[a])
            assert tree.dominates(a, b) == expected
    for b in live:
        idom = tree.immediate_dominator(b)
        strict = [a for a in live if a is not b and b in dominated[a]]
        assert (idom is None) == (not strict)
        if idom is not None:
            assert all(idom in dominated[a] for a in strict)
    frontiers = tree.frontiers()
    for a in live:
        expected_frontier = {
            tree.number[s]
            for p in dominated[a]
            for s in p.last_op.successors
            if not (s is not a and s in dominated[a])
        }
        assert set(frontiers[tree.number[a]]) == expected_frontier


def test_a_long_chain_and_many_blocks_are_fast() -> None:
    blocks = graph(7, 1600)
    for block, following in pairwise(blocks):
        block.erase_op(block.last_op)
        block.add_op(toy.BranchOp.make(following))
    start = time.perf_counter()
    tree = DominatorTree(blocks[0].parent)
    # 5 ms on a quiet machine.
    assert time.perf_counter() - start < 0.5
    assert tree.dominates(blocks[3], blocks[1500])


def test_ops_in_a_block_and_in_nested_regions() -> None:
    module = toy.parse(
        """
        "toy.func"() ({
        ^e(%a : i32):
          %x = "toy.add"(%a, %a) : (i32, i32) -> i32
          "toy.func"() ({
            "toy.print"(%x) : (i32) -> ()
            "toy.return"() : () -> ()
          }) {sym_name = "in", results_of = []} : () -> ()
          %y = "toy.add"(%x, %a) : (i32, i32) -> i32
          "toy.return"(%y) : (i32) -> ()
        }) {sym_name = "main", results_of = [i32]} : () -> ()
        """
    )
    info = DominanceInfo()
    x, y = toy.ops_of(module, "toy.add")
    (inner,) = toy.ops_of(module, "toy.print")
    outer = inner.parent_op()
    assert info.properly_dominates(x, y)
    assert not info.properly_dominates(y, x)
    assert not info.properly_dominates(x, x)
    assert info.properly_dominates(x, inner)
    assert not info.properly_dominates(y, inner)
    assert not info.properly_dominates(outer, inner)
    assert info.value_dominates(toy.function(module).body.block.args[0], inner)
    assert not info.value_dominates(y.results[0], inner)


def test_a_region_without_blocks_has_no_tree() -> None:
    with pytest.raises(ValueError, match="without blocks"):
        DominatorTree(Region())
