"""cse: an op that computes what a dominating op has computed already goes, across blocks.

    %a = mir.add %x, %y                       %a = mir.add %x, %y
    mir.cond_br %c, ^then, ^else              mir.cond_br %c, ^then, ^else
    ^then:                              →     ^then:
      %b = mir.add %y, %x                       … %a …
      … %b …

One walk down the dominator tree with a table whose entries hold for the subtree. Merged are ops without
effects, without regions, and not convergent, with equal operands (in any order for commutative ops),
attributes and result types. Loads (ops that only read) are merged while nothing can have written in
between: within a block, and on into a block that is entered only from it; volatile accesses and ops of
unknown effects count as writes, so nothing is merged over a barrier.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.passes import ModulePass

from periclase.ir import effects
from periclase.ir.cfg import erase_ops, has_several_blocks
from periclase.ir.dominance import DominatorTree
from periclase.ir.interfaces import ConvergentOp, PromotableAllocation

_Key = tuple[object, ...]


class _Numbering:
    """Numbers for attributes, equal ones the same, without hashing an object twice: xDSL hashes by
    structure, every time."""

    def __init__(self) -> None:
        # The object is kept, so that its id is not given to another one.
        self._by_id: dict[int, tuple[int, Attribute]] = {}
        self._by_value: dict[Attribute, int] = {}

    def __call__(self, attribute: Attribute) -> int:
        known = self._by_id.get(id(attribute))
        if known is not None:
            return known[0]
        number = self._by_value.setdefault(attribute, len(self._by_value))
        self._by_id[id(attribute)] = (number, attribute)
        return number


class _Eliminator:
    def __init__(self) -> None:
        self.number = _Numbering()
        self.dead: list[Operation] = []
        # The state of memory at hand, and how many there have been: a new one after everything that may
        # write.
        self.memory = 0
        self.states = 0

    def new_memory(self) -> None:
        self.states += 1
        self.memory = self.states

    def key(self, op: Operation, memory: int) -> _Key:
        number = self.number
        # Values are told apart by identity; those of merged ops live on until the end of the walk.
        operands = [id(operand) for operand in op.operands]
        if len(operands) == 2 and operands[0] > operands[1] and effects.is_commutative(op):
            operands.reverse()
        key: list[object] = [type(op), memory, *operands, None]
        key.extend([number(result.type) for result in op.results])
        if op.properties:
            key.extend([(name, number(op.properties[name])) for name in sorted(op.properties)])
        if op.attributes:
            key.append(None)
            key.extend([(name, number(op.attributes[name])) for name in sorted(op.attributes)])
        return tuple(key)

    def block(self, block: Block, known: dict[_Key, Operation], added: list[_Key]) -> None:
        for op in block.ops:
            effect = effects.effects_of(op)
            if effect & (effects.WRITE | effects.FREE | effects.UNKNOWN):
                self.new_memory()
                continue
            if isinstance(op, ConvergentOp):
                # Other threads' writes become visible at a convergent op.
                self.new_memory()
                continue
            # Two equal allocations are two slots, whatever effects their dialect gives them.
            if (
                effect & (effects.ALLOC | effects.OTHER)
                or not op.results
                or op.regions
                or isinstance(op, PromotableAllocation)
            ):
                continue
            key = self.key(op, self.memory if effect else -1)
            earlier = known.get(key)
            if earlier is None:
                known[key] = op
                added.append(key)
                continue
            for old, new in zip(op.results, earlier.results, strict=True):
                old.replace_all_uses_with(new)
            self.dead.append(op)

    def region(self, region: Region) -> bool:
        entry = region.first_block
        if entry is None:
            return False
        self.dead = []
        if not has_several_blocks(region):
            self.new_memory()
            self.block(entry, {}, [])
        else:
            self.graph(DominatorTree(region))
        erase_ops(self.dead)
        return bool(self.dead)

    def graph(self, tree: DominatorTree) -> None:
        known: dict[_Key, Operation] = {}
        memory_after = [0] * len(tree.blocks)
        # A block number to enter it, or the keys to forget on leaving it.
        stack: list[int | list[_Key]] = [0]
        while stack:
            item = stack.pop()
            if isinstance(item, list):
                for key in item:
                    del known[key]
                continue
            predecessors = tree.predecessors[item]
            if len(predecessors) == 1 and item != 0:
                # Entered from its dominator only: memory is as that left it.
                self.memory = memory_after[predecessors[0]]
            else:
                self.new_memory()
            added: list[_Key] = []
            self.block(tree.blocks[item], known, added)
            memory_after[item] = self.memory
            stack.append(added)
            stack.extend(reversed(tree.children[item]))


def eliminate_common_subexpressions(region: Region) -> bool:
    """Eliminate within `region`, not in regions of its ops; whether anything changed."""
    return _Eliminator().region(region)


@dataclass(frozen=True)
class Cse(ModulePass):
    """Eliminates common subexpressions."""

    name = "cse"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Eliminate in every region of the module."""
        pending = list(op.regions)
        eliminator = _Eliminator()
        while pending:
            region = pending.pop()
            eliminator.region(region)
            for block in region.blocks:
                for inner in block.ops:
                    if inner.regions:
                        pending.extend(inner.regions)
