"""What xDSL's verifier leaves out: dominance, what branches hand to blocks, and where terminators stand.

One walk with plain comparisons; a few microseconds an op. Findings are `Diagnostic`s, as many as there are.
"""

from __future__ import annotations

from xdsl.ir import Attribute, Block, BlockArgument, ErasedSSAValue, Operation, OpResult, Region, SSAValue
from xdsl.traits import IsolatedFromAbove, NoTerminator

from periclase.diagnostics import Diagnostic
from periclase.ir.cfg import has_several_blocks
from periclase.ir.dominance import DominanceInfo
from periclase.ir.effects import is_terminator
from periclase.ir.interfaces import BranchOpInterface, FunctionOpInterface, ReturnOpInterface
from periclase.ir.locations import call_chain_of, span_of

CODE = "PC0601"


def _describe(value: SSAValue) -> str:
    name = f"%{value.name_hint}" if value.name_hint else "a value"
    if isinstance(value, OpResult):
        return f"{name} ('{value.op.name}')"
    if isinstance(value, BlockArgument):
        return f"{name} (block argument {value.index})"
    return name


class _Verifier:
    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.dominance = DominanceInfo()
        # Number of each op in the order of the walk: within a block, an op sees what has a smaller one.
        self.order: dict[Operation, int] = {}

    def report(self, op: Operation, message: str, note: tuple[str, SSAValue] | None = None) -> None:
        diagnostic = Diagnostic(
            CODE, f"'{op.name}' {message}", span_of(op.location), call_chain=call_chain_of(op.location)
        )
        if note is not None:
            text, value = note
            place = value.op.location if isinstance(value, OpResult) else None
            place = value.location if isinstance(value, BlockArgument) else place
            diagnostic = diagnostic.with_note(text, None if place is None else span_of(place))
        self.found.append(diagnostic)

    def region(self, root: Region) -> None:
        pending = [root]
        while pending:
            region = pending.pop()
            several = has_several_blocks(region)
            for block in region.blocks:
                order = self.order
                for op in block.ops:
                    self.operands(op, block, several)
                    # Behind its operands, so that an op is not seen as defined by itself.
                    order[op] = len(order)
                    if op.regions:
                        pending.extend(op.regions)
                self.end(block, region, several)

    def operands(self, op: Operation, block: Block, several: bool) -> None:
        order = self.order
        for index, operand in enumerate(op.operands):
            if isinstance(operand, OpResult):
                definition = operand.op
                if definition.parent is block:
                    if definition in order:
                        continue
                elif self.dominates(definition.parent, operand, op, block, several):
                    continue
            elif isinstance(operand, BlockArgument):
                if operand.block is block or self.dominates(operand.block, operand, op, block, several):
                    continue
            elif isinstance(operand, ErasedSSAValue):
                self.report(op, f"uses a value that was erased, as operand {index}")
                continue
            self.report(
                op,
                f"uses {_describe(operand)} as operand {index} where it is not defined on every path",
                ("defined here", operand),
            )

    def dominates(
        self, definition: Block | None, value: SSAValue, op: Operation, block: Block, several: bool
    ) -> bool:
        if definition is None or definition.parent is None:
            return False
        if definition.parent is block.parent:
            return several and self.dominance.tree(definition.parent).dominates(definition, block)
        return self.from_above(value, op)

    def from_above(self, value: SSAValue, op: Operation) -> bool:
        """A value of an enclosing region: no isolated op may stand between."""
        home = value.owner.parent if isinstance(value.owner, Block) else value.owner.parent_region()
        outer = op.parent_op()
        while outer is not None:
            if outer.has_trait(IsolatedFromAbove, value_if_unregistered=False):
                return False
            if outer.parent_region() is home:
                break
            outer = outer.parent_op()
        return self.dominance.value_dominates(value, op)

    def end(self, block: Block, region: Region, several: bool) -> None:
        parent = region.parent
        last = block.last_op
        if last is None:
            if parent is not None and (
                several or not parent.has_trait(NoTerminator, value_if_unregistered=True)
            ):
                self.report(parent, "has a block without ops, which needs a terminator")
            return
        if not is_terminator(last):
            if several or (
                parent is not None
                and isinstance(parent, FunctionOpInterface)
                and not parent.has_trait(NoTerminator, value_if_unregistered=True)
            ):
                self.report(last, "ends a block and is no terminator")
        for op in block.ops:
            if op is not last and is_terminator(op):
                self.report(op, "is a terminator and does not end its block")
        for successor in last.successors:
            if successor.parent is not region:
                self.report(last, "branches to a block of another region")
                return
            if successor is region.first_block:
                self.report(last, "branches to the entry block")
        if isinstance(last, BranchOpInterface):
            self.branch(last, last)
        if isinstance(last, ReturnOpInterface) and isinstance(parent, FunctionOpInterface):
            self.types(
                last,
                "returns",
                [value.type for value in last.returned_values()],
                list(parent.result_types_of_function()),
            )

    def branch(self, op: Operation, branch: BranchOpInterface) -> None:
        for index, operands in enumerate(branch.all_successor_operands()):
            self.types(
                op,
                f"hands successor {index}",
                [value.type for value in operands],
                [argument.type for argument in op.successors[index].args],
            )

    def types(self, op: Operation, what: str, found: list[Attribute], expected: list[Attribute]) -> None:
        if len(found) != len(expected):
            self.report(op, f"{what} {len(found)} values, {len(expected)} expected")
            return
        for index, (left, right) in enumerate(zip(found, expected, strict=True)):
            if left is not right and left != right:
                self.report(op, f"{what} a value of type {left} at {index}, {right} expected")


def verify_ssa(root: Operation) -> list[Diagnostic]:
    """Check everything under `root`; gives what is wrong, in the order of the walk, empty when all is well.

    - every operand is defined on every path to its use (unreachable code is exempt), not behind an isolated
      op, not erased;
    - every block of a graph ends in a terminator, and has none before;
    - branches go to blocks of their region, not to its entry, with as many values of the right types as it
      has arguments;
    - a function returns what its type says.
    """
    verifier = _Verifier()
    for region in root.regions:
        verifier.region(region)
    return verifier.found
