"""canonicalize: every op in its simplest form: folds, the ops' own patterns, dead ops gone.

    %c0 = mir.constant 0 : si32
    %b = mir.add %c0, %a                  →      … %a …
    … %b …

A worklist of ops, forward through the module; an op comes back only when something it depends on has
changed. (xDSL's greedy driver walks the whole module again after any change.) For each op, in this order:
remove it if it is dead; move a constant operand of a commutative op to the right; fold it (`FoldInterface`,
or xDSL's `HasFolder`); try its canonicalization patterns (xDSL's `HasCanonicalizationPatternsTrait`). What
a fold or a pattern makes gets the location of the op it stands for. Control flow is simplify-cfg's.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnknownLoc
from xdsl.ir import Attribute, Operation, OpResult, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.rewriter import InsertPoint
from xdsl.traits import HasCanonicalizationPatternsTrait, HasFolder

from periclase.diagnostics import CompileError, Diagnostic
from periclase.ir.cfg import erase_ops
from periclase.ir.constants import constant_of, constant_of_op, materialize_constant
from periclase.ir.debug_markers import take_from_markers
from periclase.ir.effects import is_commutative, is_trivially_dead
from periclase.ir.interfaces import FoldInterface
from periclase.ir.locations import span_of
from periclase.record import Record

# Rewrites an op that a terminating set of patterns never reaches.
_REWRITES_PER_OP = 64


class _ClassInfo(Record):
    """What is known of an op class."""

    folds: bool
    folder: HasFolder | None
    patterns: tuple[RewritePattern, ...]


_class_info: dict[type[Operation], _ClassInfo] = {}


def _info(op_class: type[Operation]) -> _ClassInfo:
    info = _class_info.get(op_class)
    if info is None:
        folds = issubclass(op_class, FoldInterface)
        patterns: list[RewritePattern] = []
        for trait in op_class.get_traits_of_type(HasCanonicalizationPatternsTrait):
            patterns.extend(trait.get_patterns(op_class))
        folder = None if folds else op_class.get_trait(HasFolder)
        info = _class_info[op_class] = _ClassInfo(folds, folder, tuple(patterns))
    return info


class _Canonicalizer:
    def __init__(self, root: Operation):
        self.root = root
        self.pending: list[Operation] = []
        self.queued: set[Operation] = set()
        self.changed = False
        self.rewrites = 0
        self.current: Operation = root
        self.rewriter: PatternRewriter | None = None

    def enqueue(self, op: Operation) -> None:
        if op not in self.queued:
            self.queued.add(op)
            self.pending.append(op)

    def run(self) -> bool:
        ops = [op for region in self.root.regions for op in region.walk()]
        self.queued.update(ops)
        ops.reverse()
        self.pending = ops
        limit = _REWRITES_PER_OP * (len(ops) + 16)
        while self.pending:
            op = self.pending.pop()
            self.queued.discard(op)
            if op.parent is None:
                continue
            if self.visit(op):
                self.changed = True
                self.rewrites += 1
                if self.rewrites > limit:
                    raise CompileError(
                        Diagnostic(
                            "PC0607",
                            f"canonicalize: the rewrites of '{op.name}' do not come to an end",
                            span_of(op.location),
                            help="two canonicalization patterns probably undo each other",
                        )
                    )
        return self.changed

    def visit(self, op: Operation) -> bool:
        if is_trivially_dead(op):
            self.enqueue_definitions(op)
            take_from_markers(op)
            erase_ops((op,))
            return True
        if constant_of_op(op) is not None:
            return False
        changed = is_commutative(op) and self.constants_to_the_right(op)
        info = _info(type(op))
        if info.folds or info.folder is not None:
            if self.fold(op, info.folder):
                return True
        if info.patterns:
            return self.rewrite(op, info.patterns) or changed
        return changed

    def enqueue_definitions(self, op: Operation) -> None:
        for operand in op.operands:
            if isinstance(operand, OpResult):
                self.enqueue(operand.op)

    def enqueue_users(self, value: SSAValue) -> None:
        for use in value.uses:
            self.enqueue(use.operation)

    def constants_to_the_right(self, op: Operation) -> bool:
        operands = op.operands
        if len(operands) != 2:
            return False
        left, right = operands
        if constant_of(left) is None or constant_of(right) is not None:
            return False
        op.operands = (right, left)
        return True

    def fold(self, op: Operation, folder: HasFolder | None) -> bool:
        folded: Sequence[Attribute | SSAValue] | None
        if folder is None:
            assert isinstance(op, FoldInterface)
            folded = op.fold([constant_of(operand) for operand in op.operands])
        else:
            folded = folder.fold(op)
        if folded is None or not op.results or len(folded) != len(op.results):
            return False
        values: list[SSAValue] = []
        made: list[Operation] = []
        dialect = op.name.partition(".")[0]
        for value, result in zip(folded, op.results, strict=True):
            if isinstance(value, Attribute):
                constant = materialize_constant(dialect, value, result.type, op.location)
                if constant is None or constant.results[0].type != result.type:
                    return False
                made.append(constant)
                values.append(constant.results[0])
            elif value is result or value.type != result.type:
                # Folded in place, or to something that does not fit.
                return False
            else:
                values.append(value)
        assert op.parent is not None
        for constant in made:
            op.parent.insert_op_before(constant, op)
        for result, value in zip(op.results, values, strict=True):
            self.enqueue_users(result)
            result.replace_all_uses_with(value)
        if is_trivially_dead(op):
            self.enqueue_definitions(op)
            take_from_markers(op)
            erase_ops((op,))
        return True

    def rewrite(self, op: Operation, patterns: Sequence[RewritePattern]) -> bool:
        self.current = op
        rewriter = self.rewriter
        if rewriter is None:
            rewriter = self.rewriter = PatternRewriter(op)
            rewriter.operation_insertion_handler.append(self.inserted)
            rewriter.operation_modification_handler.append(self.modified)
            rewriter.operation_removal_handler.append(self.enqueue_definitions)
        else:
            # One rewriter for all ops: making one costs more than most patterns.
            rewriter.insertion_point = InsertPoint.before(op)
            rewriter.current_operation = op
            rewriter.has_done_action = False
        for pattern in patterns:
            pattern.match_and_rewrite(op, rewriter)
            if rewriter.has_done_action:
                if op.parent is not None:
                    self.enqueue(op)
                return True
        return False

    def inserted(self, op: Operation) -> None:
        if isinstance(op.location, UnknownLoc):
            op.location = self.current.location
        self.enqueue(op)
        for inner in (inner for region in op.regions for inner in region.walk()):
            if isinstance(inner.location, UnknownLoc):
                inner.location = self.current.location
            self.enqueue(inner)

    def modified(self, op: Operation) -> None:
        self.enqueue(op)
        for result in op.results:
            self.enqueue_users(result)


def canonicalize(root: Operation) -> bool:
    """Canonicalize everything under `root`; whether anything changed.

    Raises:
        CompileError: the rewrites do not come to an end (PC0607).
    """
    return _Canonicalizer(root).run()


class Canonicalize(ModulePass):
    """Brings ops to their canonical form."""

    name = "canonicalize"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Canonicalize the module."""
        canonicalize(op)
