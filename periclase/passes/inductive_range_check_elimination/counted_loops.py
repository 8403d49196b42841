"""Loops whose rounds can be counted: a counter that moves by a constant, compared with what does not change."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, NamedTuple, TypeAlias, cast

from xdsl.dialects.builtin import IntegerType, Signedness
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue

from periclase.dialects import mir
from periclase.dialects.mir.attributes import NO_WRAP
from periclase.ir.cfg import edges_into
from periclase.ir.dominance import DominatorTree
from periclase.ir.interfaces import BranchOpInterface

Comparison: TypeAlias = "type[mir.LtOp | mir.LeOp | mir.GtOp | mir.GeOp]"
OP_OF: dict[str, Comparison] = {"<": mir.LtOp, "<=": mir.LeOp, ">": mir.GtOp, ">=": mir.GeOp}
RELATIONS: dict[type[Operation], str] = {op: relation for relation, op in OP_OF.items()}
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def integer_type(type: Attribute) -> IntegerType | None:
    """`type` if it is a signed or unsigned integer of at most 64 bits."""
    # The class itself: `isinstance` of an ABC, as xDSL's attributes are, is a call in Python.
    if type.__class__ is not IntegerType:
        return None
    found = cast("IntegerType[Any, Any]", type)
    if found.signedness.data is Signedness.SIGNLESS or found.width.data > 64:
        return None
    return found


def is_signed(type: IntegerType) -> bool:
    """Whether its numbers have a sign."""
    return type.signedness.data is Signedness.SIGNED


def constant_of(value: SSAValue) -> int | None:
    """The integer that `value` always is, None if that is not known."""
    if not (isinstance(value, OpResult) and isinstance(value.op, mir.ConstantOp)):
        return None
    type = integer_type(value.type)
    if type is None:
        return None
    low = -(1 << (type.width.data - 1)) if is_signed(type) else 0
    return (int(value.op.value.value.data) - low) % (1 << type.width.data) + low


class CountedLoop(NamedTuple):
    """A natural loop that goes on while `counter relation bound`, and adds `step` to its counter each round.

    Attributes:
        blocks: of the loop, each behind its dominators; the first is the header.
        members: the same.
        entry: the terminator that enters it, and the number of its successor.
        latch: the block that closes it.
        counter: an argument of the header.
        type: of the counter.
        step: above 0 where the relation is `<` or `<=`, below 0 else.
        wraps: whether nothing says that the counter does not wrap behind the last round.
        relation: `<`, `<=`, `>` or `>=`.
        bound: what it is compared with, from outside of the loop or computed from such.
        inside: the number of the header's successor in the loop.
    """

    blocks: tuple[Block, ...]
    members: frozenset[Block]
    entry: tuple[Operation, int]
    latch: Block
    counter: BlockArgument
    type: IntegerType
    step: int
    wraps: bool
    relation: str
    bound: SSAValue
    inside: int

    @property
    def header(self) -> Block:
        """Its first block."""
        return self.blocks[0]

    @property
    def first(self) -> SSAValue:
        """The counter in the first round."""
        return self.first_of(self.counter)

    @property
    def strict(self) -> bool:
        """Whether the bound itself is no round."""
        return self.relation in "<>"

    def first_of(self, argument: BlockArgument) -> SSAValue:
        """An argument of the header in the first round."""
        branch, edge = self.entry
        return cast(BranchOpInterface, branch).successor_operands(edge)[argument.index]

    def following(self, argument: BlockArgument) -> SSAValue:
        """What an argument of the header is in the next round."""
        return cast(mir.GotoOp, self.latch.last_op).successor_operands(0)[argument.index]

    def known_rounds(self) -> int | None:
        """How many rounds there are at most, if that is known."""
        first, bound = constant_of(self.first), constant_of(self.bound)
        if first is None or bound is None:
            return None
        return max(0, (bound - first) // self.step + 1)


def step_of(counter: BlockArgument, following: SSAValue) -> tuple[int, bool] | None:
    """The step by which `following` is the counter of the next round, and whether it may wrap."""
    if not isinstance(following, OpResult) or type(following.op) not in (mir.AddOp, mir.SubOp):
        return None
    op = following.op
    first, second = op.operands
    if first is not counter:
        if second is not counter or type(op) is mir.SubOp:
            return None
        second = first
    step = constant_of(second)
    integer = integer_type(counter.type)
    if step is None or integer is None or step == 0:
        return None
    if not is_signed(integer) and step >> (integer.width.data - 1):
        step -= 1 << integer.width.data
    return (step if type(op) is mir.AddOp else -step), NO_WRAP not in op.attributes


def _counts_down(comparison: Operation, inside: int) -> str | None:
    """The relation of an unsigned counter that goes down to 0: what is not 0 is above it."""
    if type(comparison) is not (mir.EqOp if inside else mir.NeOp):
        return None
    integer = integer_type(comparison.operands[0].type)
    if integer is None or is_signed(integer) or constant_of(comparison.operands[1]) != 0:
        return None
    return ">"


def counted_loop(tree: DominatorTree, header: int, numbers: Container[int]) -> CountedLoop | None:
    """The loop with this header and these blocks, by number, if its rounds can be counted."""
    block = tree.blocks[header]
    blocks = [each for number, each in enumerate(tree.blocks) if number in numbers]
    members = frozenset(blocks)
    last = block.last_op
    if not isinstance(last, mir.CondBranchOp):
        return None
    inside = [number for number, target in enumerate(last.successors) if target in members]
    edges = edges_into(block)
    latches = [branch for branch, _ in edges if branch.parent in members]
    entries = [edge for edge in edges if edge[0].parent not in members]
    if len(inside) != 1 or len(latches) != 1 or len(entries) != 1:
        return None
    latch = latches[0]
    if not isinstance(latch, mir.GotoOp) or not isinstance(entries[0][0], BranchOpInterface):
        return None
    condition = last.operands[0]
    if not isinstance(condition, OpResult):
        return None
    comparison = condition.op
    relation = RELATIONS.get(type(comparison)) or _counts_down(comparison, inside[0])
    if relation is None:
        return None
    if inside[0] == 1 and type(comparison) in RELATIONS:
        relation = _NEGATED[relation]
    for counter, bound, found in (
        (*comparison.operands, relation),
        (*comparison.operands[::-1], MIRRORED[relation]),
    ):
        integer = integer_type(counter.type)
        if integer is None or not (isinstance(counter, BlockArgument) and counter.block is block):
            continue
        moved = step_of(counter, latch.successor_operands(0)[counter.index])
        if moved is None or (moved[0] > 0) is not (found in ("<", "<=")):
            continue
        parent = latch.parent
        assert parent is not None
        step, wraps = moved
        wraps = wraps and not (found in "<>" and abs(step) == 1)
        return CountedLoop(
            (block, *(each for each in blocks if each is not block)),
            members,
            entries[0],
            parent,
            counter,
            integer,
            step,
            wraps,
            found,
            bound,
            inside[0],
        )
    return None
