"""Natural loops: the header of each, and the blocks that lead back to it.

As in Aho, Lam, Sethi and Ullman, "Compilers", 9.6.6: an edge to a block that dominates its source closes a loop, and the loop is
all from which that source is reached without passing the header. Loops of one header are one.
"""

from __future__ import annotations

from periclase.ir.dominance import DominatorTree


def natural_loops(tree: DominatorTree) -> dict[int, set[int]]:
    """For each header of a natural loop, by number in `tree`, the numbers of the blocks of the loop."""
    loops: dict[int, set[int]] = {}
    for header, predecessors in enumerate(tree.predecessors):
        latches = [p for p in predecessors if tree.dominates(tree.blocks[header], tree.blocks[p])]
        if not latches:
            continue
        members, open_ = {header}, latches
        while open_:
            number = open_.pop()
            if number not in members:
                members.add(number)
                open_.extend(tree.predecessors[number])
        loops[header] = members
    return loops


def innermost_loops(tree: DominatorTree) -> dict[int, set[int]]:
    """Those of `natural_loops` that have no other loop in them."""
    loops = natural_loops(tree)
    return {
        header: members
        for header, members in loops.items()
        if not any(other in members for other in loops if other != header)
    }
