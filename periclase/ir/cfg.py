"""Walking and editing control-flow graphs: orders, unreachable blocks, erasing, splitting and joining blocks.

Nothing here recurses, and nothing counts a region's blocks: xDSL's `len(region.blocks)` and `insert_block`
are linear in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from xdsl.ir import Block, Operation, Region, SSAValue

from periclase.ir.interfaces import BranchOpInterface


def has_several_blocks(region: Region) -> bool:
    """Whether `region` has more than one block."""
    return region.first_block is not region.last_block


def post_order(entry: Block) -> list[Block]:
    """The blocks reachable from `entry`, each behind those of its successors that a depth-first search met
    first."""
    order: list[Block] = []
    seen = {entry}
    stack: list[tuple[Block, list[Block]]] = [(entry, _successors_reversed(entry))]
    while stack:
        block, pending = stack[-1]
        while pending:
            successor = pending.pop()
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, _successors_reversed(successor)))
                break
        else:
            order.append(block)
            stack.pop()
    return order


def reverse_post_order(entry: Block) -> list[Block]:
    """The blocks reachable from `entry`, every one behind its dominators."""
    order = post_order(entry)
    order.reverse()
    return order


def _successors_reversed(block: Block) -> list[Block]:
    last = block.last_op
    return [] if last is None else list(last.successors)[::-1]


def successors(block: Block) -> Sequence[Block]:
    """The targets of the last op of `block`, one an edge."""
    last = block.last_op
    return () if last is None else tuple(last.successors)


def edges_into(block: Block) -> list[tuple[Operation, int]]:
    """Every edge to `block`, as the terminator and the number of its successor, in a fixed order."""
    edges = [(use.operation, use.index) for use in block.uses]
    edges.reverse()
    return edges


def loop_headers(entry: Block) -> set[Block]:
    """The targets of retreating edges of a depth-first search: all headers of natural loops are among
    them."""
    order = reverse_post_order(entry)
    number = {block: i for i, block in enumerate(order)}
    return {
        successor for block in order for successor in successors(block) if number[successor] <= number[block]
    }


def erase_ops(ops: Iterable[Operation]) -> None:
    """Erase `ops`, whose results only they use; they may use each other in a cycle."""
    for op in ops:
        if op.parent is not None:
            op.parent.detach_op(op)
        op.drop_all_references()


def erase_unreachable_blocks(region: Region) -> int:
    """Erase the blocks that no path from the entry reaches; gives their number."""
    entry = region.first_block
    if entry is None or entry is region.last_block:
        return 0
    reachable = set(post_order(entry))
    dead = [block for block in region.blocks if block not in reachable]
    for block in dead:
        region.detach_block(block)
    for block in dead:
        # Their edges into live blocks go with the references; their values are used by dead blocks only.
        block.drop_all_references()
    return len(dead)


def move_ops_to_end(source: Block, target: Block) -> None:
    """Append all ops of `source` to `target`."""
    op = source.first_op
    while op is not None:
        following = op.next_op
        source.detach_op(op)
        target.add_op(op)
        op = following


def split_before(op: Operation) -> Block:
    """Move `op` and all behind it to a new block right behind its own, which is left without terminator.

    Raises:
        ValueError: `op` is in no block, or its block in no region.
    """
    block = op.parent
    if block is None or block.parent is None:
        raise ValueError(f"{op.name} is in no region")
    rest = Block()
    block.parent.insert_block_after(rest, block)
    current: Operation | None = op
    while current is not None:
        following = current.next_op
        block.detach_op(current)
        rest.add_op(current)
        current = following
    return rest


def append_successor_operands(terminator: Operation, values: Mapping[int, Sequence[SSAValue]]) -> None:
    """Hand `values`, by the number of the successor, behind those that a `BranchOpInterface` hands already.

    Raises:
        TypeError: `terminator` can not hand on values.
    """
    if not isinstance(terminator, BranchOpInterface):
        raise TypeError(f"{terminator.name} can not hand values to its successors")
    if len(values) == 1:
        ((index, more),) = values.items()
        terminator.set_successor_operands(index, (*terminator.successor_operands(index), *more))
        return
    terminator.set_all_successor_operands(
        [
            (*operands, *values.get(index, ()))
            for index, operands in enumerate(terminator.all_successor_operands())
        ]
    )
