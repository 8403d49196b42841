"""`mir.unroll_hint` → `loop_annotation` on the branches that close the innermost loop around it.

The loops are found once a function's blocks are all made, and only where there is a hint. A hint that no loop is left around
(the loop was unrolled, or never went round) says nothing. Of several hints in one loop, which is what remains of an inner loop
that is gone, the one in the first block in reverse post-order counts: the outer loop's own.
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Block, Operation, Region

from periclase.dialects import llvm
from periclase.dialects.llvm.loops import LoopAnnotationAttr
from periclase.ir.dominance import DominatorTree
from periclase.ir.natural_loops import natural_loops


def annotate_loops(region: Region, asked_for: Mapping[Block, LoopAnnotationAttr]) -> None:
    """Annotate the loops of `region`.

    Args:
        region: the body of a function of the `llvm` dialect.
        asked_for: the block of each hint, and what it asks for.
    """
    tree = DominatorTree(region)
    loops = natural_loops(tree)
    asked: dict[int, LoopAnnotationAttr] = {}
    for block in sorted((block for block in asked_for if block in tree.number), key=tree.number.__getitem__):
        number = tree.number[block]
        around = [header for header, members in loops.items() if number in members]
        if around:
            innermost = min(around, key=lambda header: len(loops[header]))
            asked.setdefault(innermost, asked_for[block])
    for header, annotation in asked.items():
        for latch in dict.fromkeys(tree.predecessors[header]):
            if latch in loops[header]:
                _annotate(tree.blocks[latch], tree.blocks[header], annotation)


def _annotate(latch: Block, header: Block, annotation: LoopAnnotationAttr) -> None:
    """Put `annotation` on every edge from `latch` to `header`."""
    branch = latch.last_op
    if isinstance(branch, llvm.BrOp | llvm.CondBrOp):
        branch.properties["loop_annotation"] = annotation
        return
    assert isinstance(branch, llvm.SwitchOp)
    # A switch carries no annotation: its edges get a block with a branch that does.
    _close_by_branch(branch, header, annotation)


def _close_by_branch(switch: llvm.SwitchOp, header: Block, annotation: LoopAnnotationAttr) -> None:
    closing = Block(arg_types=[argument.type for argument in header.args])
    branch: Operation = llvm.BrOp.make(header, closing.args, location=switch.location)
    branch.properties["loop_annotation"] = annotation
    closing.add_op(branch)
    region, latch = switch.parent_region(), switch.parent_block()
    assert region is not None
    assert latch is not None
    region.insert_block_after(closing, latch)
    switch.successors = [closing if target is header else target for target in switch.successors]
