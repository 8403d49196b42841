"""cse: an op that computes what a dominating op has computed already goes, across blocks.

    %a = mir.add %x, %y                       %a = mir.add %x, %y
    mir.cond_br %c, ^then, ^else              mir.cond_br %c, ^then, ^else
    ^then:                              →     ^then:
      %b = mir.add %y, %x                       … %a …
      … %b …

What a branch or an assertion has decided is known in the blocks that it dominates: a second assertion of the
same condition goes, and a second branch on it becomes a jump.

    mir.assert bounds %c, "…"                 mir.assert bounds %c, "…"
    …                                     →   …
    mir.assert bounds %c, "…"

One walk down the dominator tree with tables whose entries hold for the subtree. Merged are ops without
effects, without regions, and not convergent, with equal operands (in any order for commutative ops),
attributes and result types. Loads (ops that only read) are merged while nothing can have written in
between: within a block, and on into a block that is entered only from it; volatile accesses and ops of
unknown effects count as writes, so nothing is merged over a barrier.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass

from periclase.ir import effects
from periclase.ir.cfg import erase_ops, erase_unreachable_blocks, has_several_blocks
from periclase.ir.constants import constant_of
from periclase.ir.dominance import DominatorTree
from periclase.ir.interfaces import (
    BranchOpInterface,
    ConvergentOp,
    FoldInterface,
    GuardOpInterface,
    PromotableAllocation,
)
from periclase.passes.simplify_cfg import fold_branch

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
        # Values that are known to be constant where the walk is, and those in the order they became so.
        self.facts: dict[SSAValue, Attribute] = {}
        self.learned: list[SSAValue] = []
        # Branches that can only go one way, with the number of the successor.
        self.decided: list[tuple[Operation, int]] = []

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

    def learn(self, value: SSAValue, constant: Attribute) -> None:
        if value not in self.facts:
            self.facts[value] = constant
            self.learned.append(value)

    def forget(self, height: int) -> None:
        """Forget what was learned since there were `height` facts."""
        while len(self.learned) > height:
            del self.facts[self.learned.pop()]

    def learn_from_edge(self, source: Block, target: Block) -> None:
        """Learn what the branch at the end of `source`, which has one edge to `target`, has decided."""
        last = source.last_op
        if not isinstance(last, BranchOpInterface):
            return
        condition = last.condition_operand()
        if condition is None:
            return
        constant = last.condition_on_edge(last.successors.index(target))
        if constant is not None:
            self.learn(condition, constant)

    def guard(self, op: Operation, guard: GuardOpInterface) -> None:
        value = guard.guarded_value()
        constant = guard.guaranteed_constant()
        if self.facts.get(value) == constant:
            self.dead.append(op)
        else:
            self.learn(value, constant)

    def derive(self, op: FoldInterface, operands: Sequence[SSAValue], results: Sequence[SSAValue]) -> None:
        """Learn the results of `op` from what is known of its operands."""
        facts = self.facts
        known = [facts.get(operand) for operand in operands]
        for fact in known:
            if fact is not None:
                break
        else:
            return
        folded = op.fold(
            [constant_of(v) if fact is None else fact for v, fact in zip(operands, known, strict=True)]
        )
        if folded is None:
            return
        for result, value in zip(results, folded, strict=True):
            constant = value if isinstance(value, Attribute) else facts.get(value)
            if constant is not None:
                self.learn(result, constant)

    def decide(self, block: Block) -> None:
        """Note that the branch at the end of `block` is decided, if it is."""
        last = block.last_op
        if not isinstance(last, BranchOpInterface):
            return
        condition = last.condition_operand()
        fact = None if condition is None else self.facts.get(condition)
        index = None if fact is None else last.successor_for_constant(fact)
        if index is not None:
            self.decided.append((last, index))

    def block(self, block: Block, known: dict[_Key, Operation], added: list[_Key]) -> None:
        facts = self.facts
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
                if isinstance(op, GuardOpInterface):
                    self.guard(op, op)
                continue
            key = self.key(op, self.memory if effect else -1)
            earlier = known.get(key)
            if earlier is not None:
                for old, new in zip(op.results, earlier.results, strict=True):
                    old.replace_all_uses_with(new)
                self.dead.append(op)
                continue
            known[key] = op
            added.append(key)
            if facts and isinstance(op, FoldInterface):
                self.derive(op, op.operands, op.results)
        if facts:
            self.decide(block)

    def region(self, region: Region) -> bool:
        entry = region.first_block
        if entry is None:
            return False
        self.dead = []
        self.decided = []
        if not has_several_blocks(region):
            self.new_memory()
            self.block(entry, {}, [])
            self.forget(0)
        else:
            self.graph(DominatorTree(region))
        erase_ops(self.dead)
        changed = bool(self.dead)
        for branch, index in self.decided:
            changed |= fold_branch(branch, index) is not None
        if self.decided:
            erase_unreachable_blocks(region)
        return changed

    def graph(self, tree: DominatorTree) -> None:
        known: dict[_Key, Operation] = {}
        memory_after = [0] * len(tree.blocks)
        # A block number to enter it; or, on leaving it, the keys to forget and the number of facts to keep.
        stack: list[int | tuple[list[_Key], int]] = [0]
        while stack:
            item = stack.pop()
            if isinstance(item, tuple):
                keys, height = item
                for key in keys:
                    del known[key]
                self.forget(height)
                continue
            predecessors = tree.predecessors[item]
            added: list[_Key] = []
            stack.append((added, len(self.learned)))
            if len(predecessors) == 1 and item != 0:
                # Entered from its dominator only: memory is as that left it.
                self.memory = memory_after[predecessors[0]]
                self.learn_from_edge(tree.blocks[predecessors[0]], tree.blocks[item])
            else:
                self.new_memory()
            self.block(tree.blocks[item], known, added)
            memory_after[item] = self.memory
            stack.extend(reversed(tree.children[item]))


def eliminate_common_subexpressions(region: Region) -> bool:
    """Eliminate within `region`, not in regions of its ops; whether anything changed."""
    return _Eliminator().region(region)


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
