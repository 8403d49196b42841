"""Dominators of a control-flow graph, over arrays of block numbers.

The dominator tree is built by the iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast
Dominance Algorithm", 2001) on reverse post-order numbers; a preorder interval a block makes `dominates` two
comparisons. 1600 blocks take a few milliseconds where xDSL's `DominanceInfo`, which keeps sets of blocks,
takes seconds.

Unreachable blocks: nothing that runs depends on them, so, as in MLIR, every block dominates an unreachable
one, and an unreachable block dominates no reachable one.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Block, BlockArgument, Operation, OpResult, Region, SSAValue

from periclase.ir.cfg import reverse_post_order, successors


class DominatorTree:
    """The dominator tree of a region with at least one block; not kept up to date when the graph changes.

    Attributes:
        blocks: the reachable blocks in reverse post-order; `blocks[0]` is the entry.
        number: the place of each reachable block in `blocks`.
        predecessors: for each block number its reachable predecessors' numbers, one an edge.
        idom: for each block number that of its immediate dominator; the entry's is 0 itself.
        children: for each block number those it immediately dominates, ascending.
    """

    def __init__(self, region: Region):
        """Build the tree.

        Raises:
            ValueError: `region` has no blocks.
        """
        entry = region.first_block
        if entry is None:
            raise ValueError("a region without blocks has no dominator tree")
        self.blocks: list[Block] = reverse_post_order(entry)
        self.number: dict[Block, int] = {block: i for i, block in enumerate(self.blocks)}
        number = self.number
        self.predecessors: list[list[int]] = [[] for _ in self.blocks]
        for i, block in enumerate(self.blocks):
            for successor in successors(block):
                self.predecessors[number[successor]].append(i)
        self.idom: list[int] = self._immediate_dominators()
        self.children: list[list[int]] = [[] for _ in self.blocks]
        for i in range(1, len(self.blocks)):
            self.children[self.idom[i]].append(i)
        self._first, self._last = self._intervals()
        self._frontiers: list[list[int]] | None = None

    def _immediate_dominators(self) -> list[int]:
        predecessors = self.predecessors
        count = len(self.blocks)
        idom = [-1] * count
        idom[0] = 0
        changed = True
        while changed:
            changed = False
            for block in range(1, count):
                new = -1
                for left in predecessors[block]:
                    if idom[left] < 0:
                        continue
                    if new < 0:
                        new = left
                        continue
                    right = new
                    # Numbers fall along the tree towards the entry.
                    while left != right:
                        if left > right:
                            left = idom[left]
                        else:
                            right = idom[right]
                    new = left
                if idom[block] != new:
                    idom[block] = new
                    changed = True
        return idom

    def _intervals(self) -> tuple[list[int], list[int]]:
        first = [0] * len(self.blocks)
        last = [0] * len(self.blocks)
        for time, block in enumerate(self.preorder()):
            first[block] = last[block] = time
        # A child has a higher number than its parent, so children are complete before.
        for block in range(len(self.blocks) - 1, 0, -1):
            parent = self.idom[block]
            if last[block] > last[parent]:
                last[parent] = last[block]
        return first, last

    def preorder(self) -> list[int]:
        """The block numbers in preorder of the tree: each parent before its children."""
        order: list[int] = []
        stack = [0]
        while stack:
            block = stack.pop()
            order.append(block)
            stack.extend(reversed(self.children[block]))
        return order

    def is_reachable(self, block: Block) -> bool:
        """Whether a path from the entry leads to `block`."""
        return block in self.number

    def dominates(self, a: Block, b: Block) -> bool:
        """Whether every path from the entry to `b` goes through `a`; every block dominates itself."""
        if a is b:
            return True
        number = self.number
        right = number.get(b)
        if right is None:
            return True
        left = number.get(a)
        if left is None:
            return False
        return self._first[left] <= self._first[right] <= self._last[left]

    def strictly_dominates(self, a: Block, b: Block) -> bool:
        """Whether `a` dominates `b` and is another block."""
        return a is not b and self.dominates(a, b)

    def immediate_dominator(self, block: Block) -> Block | None:
        """The closest strict dominator of `block`; None for the entry and for unreachable blocks."""
        i = self.number.get(block)
        return self.blocks[self.idom[i]] if i else None

    def frontiers(self) -> Sequence[Sequence[int]]:
        """For each block number its dominance frontier: where its dominance ends, each number once,
        ascending."""
        if self._frontiers is None:
            frontiers: list[set[int]] = [set() for _ in self.blocks]
            idom = self.idom
            for block, predecessors in enumerate(self.predecessors):
                # The entry has a frontier edge with a single back edge too: it is entered from outside as
                # well.
                if len(predecessors) < 2 and block != 0:
                    continue
                stop = idom[block] if block else -1
                for runner in predecessors:
                    while runner != stop and block not in frontiers[runner]:
                        frontiers[runner].add(block)
                        if runner == 0:
                            break
                        runner = idom[runner]
            self._frontiers = [sorted(frontier) for frontier in frontiers]
        return self._frontiers

    def iterated_frontier(self, blocks: set[int], within: set[int] | None = None) -> list[int]:
        """The blocks where definitions in `blocks` meet: the closure of the frontiers, ascending.

        Args:
            blocks: numbers of the defining blocks.
            within: where given, only these blocks count (those where the variable is live: pruned SSA).
        """
        frontiers = self.frontiers()
        found: set[int] = set()
        pending = sorted(blocks)
        while pending:
            for block in frontiers[pending.pop()]:
                if block not in found and (within is None or block in within):
                    found.add(block)
                    if block not in blocks:
                        pending.append(block)
        return sorted(found)


class DominanceInfo:
    """Dominance between ops and values anywhere under an op; trees and op orders are made when first needed.

    Not kept up to date when the IR changes.
    """

    def __init__(self) -> None:
        self._trees: dict[Region, DominatorTree] = {}
        self._positions: dict[Block, dict[Operation, int]] = {}

    def tree(self, region: Region) -> DominatorTree:
        """The dominator tree of `region`.

        Raises:
            ValueError: `region` has no blocks.
        """
        tree = self._trees.get(region)
        if tree is None:
            tree = self._trees[region] = DominatorTree(region)
        return tree

    def _position(self, op: Operation, block: Block) -> int:
        positions = self._positions.get(block)
        if positions is None:
            positions = self._positions[block] = {o: i for i, o in enumerate(block.ops)}
        return positions[op]

    def properly_dominates(self, a: Operation, b: Operation) -> bool:
        """Whether `a` has run, and its results are there, whenever `b` runs.

        An op inside a region of `b` does not dominate `b`; `a` dominates all that is inside the regions of
        an op behind it.
        """
        block = a.parent
        if block is None:
            return False
        region = block.parent
        # Climb from b to the op that stands in a's region.
        inner: Operation | None = b
        while inner is not None and inner.parent is not block:
            parent = inner.parent
            if parent is None:
                return False
            if parent.parent is region and region is not None:
                return self.tree(region).dominates(block, parent)
            inner = parent.parent_op()
        return (
            inner is not None and inner is not a and self._position(a, block) < self._position(inner, block)
        )

    def value_dominates(self, value: SSAValue, user: Operation) -> bool:
        """Whether `value` is there whenever `user` runs."""
        if isinstance(value, OpResult):
            return self.properly_dominates(value.op, user)
        if not isinstance(value, BlockArgument):
            return False
        block = value.block
        region = block.parent
        inner: Operation | None = user
        while inner is not None:
            parent = inner.parent
            if parent is block:
                return True
            if parent is None:
                return False
            if region is not None and parent.parent is region:
                return self.tree(region).dominates(block, parent)
            inner = parent.parent_op()
        return False
