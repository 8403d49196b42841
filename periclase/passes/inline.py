"""inline: calls become the bodies of their callees.

    mir.func private @sq(%x : f32) -> f32 {            mir.func @k(%a : f32) {
      %y = mir.mul %x, %x                                %y = mir.mul %a, %a        loc(callsite(… at …))
      mir.return %y                               →      …
    }
    mir.func @k(%a : f32) {
      %r = mir.call @sq(%a) …

Callees come before callers, so each call is looked at once. Inlined is a callee with policy `always`; with
policy `auto` if it has at most `max_ops` ops, if this is the only mention of a private function, or, with
`convergent`, if it holds convergent ops. The body of a private function mentioned once is moved, not copied,
and moves are put off until it is known where to: a chain of N functions costs N. Never inlined: policy
`never`, declarations, recursive functions. Recursion through an `always` function is an error.

Stack slots of the callee's entry block go to the entry block of the caller, where mem2reg wants them and a
loop does not make them again. Inlined ops get call-site locations. Functions that are no longer called stay
for symbol-dce.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import LocationAttr, ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass

from periclase.diagnostics import CompileError, Diagnostic, Frame
from periclase.ir.branches import has_branch, make_branch
from periclase.ir.call_graph import CallGraph
from periclase.ir.cfg import erase_ops, has_several_blocks, split_before
from periclase.ir.cloning import clone_blocks, take_blocks
from periclase.ir.debug_markers import is_for_debuggers
from periclase.ir.interfaces import (
    CallOpInterface,
    ConvergentOp,
    FunctionOpInterface,
    PromotableAllocation,
    ReturnOpInterface,
)
from periclase.ir.locations import call_site, span_of
from periclase.ir.symbols import SymbolReferences, is_private
from periclase.record import MutableRecord, field


class _Function(MutableRecord):
    op: FunctionOpInterface
    name: str
    size: int
    has_convergent_ops: bool
    is_recursive: bool = False
    mentions: int = 0
    # Calls in it whose callees are to be moved here, the last one first.
    moves: list[tuple[CallOpInterface, _Function]] = field(
        default_factory=list["tuple[CallOpInterface, _Function]"]
    )
    is_moved: bool = False

    @property
    def operation(self) -> Operation:
        assert isinstance(self.op, Operation)
        return self.op


class _Inliner:
    def __init__(self, module: Operation, graph: CallGraph, max_ops: int, convergent: bool):
        self.module = module
        self.max_ops = max_ops
        self.convergent = convergent
        self.graph = graph
        self.functions: dict[str, _Function] = {}
        for name, op in self.graph.functions.items():
            size = 0
            has_convergent_ops = False
            for inner in op.body_region().walk():
                size += not is_for_debuggers(inner)
                # A call is as convergent as what it calls, which is asked itself.
                if isinstance(inner, ConvergentOp) and not isinstance(inner, CallOpInterface):
                    has_convergent_ops = True
            self.functions[name] = _Function(op, name, size, has_convergent_ops)
        for symbol in SymbolReferences().under(module):
            if symbol in self.functions:
                self.functions[symbol].mentions += 1

    def run(self) -> bool:
        """Inline callees first; whether anything changed."""
        groups = self.graph.groups()
        diagnostics: list[Diagnostic] = []
        for group in groups:
            if self.graph.is_recursive(group):
                for name in group:
                    function = self.functions[name]
                    function.is_recursive = True
                    if function.op.inline_policy() == "always":
                        diagnostics.append(self.recursion(name, set(group)))
        if diagnostics:
            raise CompileError(diagnostics)
        changed = False
        for group in groups:
            for name in group:
                caller = self.functions[name]
                # Backwards: a call splits its block, and the part behind it that has to move is then short.
                for call in reversed(self.graph.calls[name]):
                    changed |= self.visit(caller, call)
        for function in tuple(self.functions.values()):
            if not function.is_moved:
                self.carry_out_moves(function)
        return changed

    def recursion(self, name: str, group: set[str]) -> Diagnostic:
        chain = [self.functions[each] for each in self.graph.path(name, name, group)]
        names = [each.op.reported_name() for each in chain]
        spans = [span_of(each.operation.location) for each in chain]
        frames = tuple(Frame(shown, span) for shown, span in zip(names, spans, strict=True))
        return Diagnostic(
            "PC0606",
            f"function '{names[0]}' is to be inlined always, but calls itself: {' → '.join(names)}",
            span_of(self.functions[name].operation.location),
            help="turn the recursion into a loop, or let the function be called",
            call_chain=frames,
        )

    def visit(self, caller: _Function, call: CallOpInterface) -> bool:
        assert isinstance(call, Operation)
        name = call.callee_name()
        callee = None if name is None else self.functions.get(name)
        if callee is None or callee is caller or callee.is_recursive or callee.op.is_declaration():
            return False
        if call.parent is None or call.parent_op() is not caller.operation:
            # Inside a region of another op there is no graph to put the blocks in.
            return False
        policy = callee.op.inline_policy()
        moves = callee.mentions == 1 and is_private(callee.operation) and not callee.op.is_entry_point()
        wanted = policy == "always" or (
            policy == "auto"
            and (moves or callee.size <= self.max_ops or (self.convergent and callee.has_convergent_ops))
        )
        caller.has_convergent_ops = caller.has_convergent_ops or callee.has_convergent_ops
        if wanted and not moves:
            self.carry_out_moves(callee)
        if not wanted or not _fits(call, callee.op):
            return False
        caller.size += callee.size
        if moves:
            callee.is_moved = True
            caller.moves.append((call, callee))
        else:
            _inline(call, caller.op, callee.op, move=False)
            callee.mentions -= 1
        return True

    def carry_out_moves(self, function: _Function) -> None:
        """Move into `function` what is to be moved there, callers before callees: each op is moved once, and
        each location wrapped once, however deep the calls are nested."""
        # From the end of a block, as for copies.
        pending = function.moves[::-1]
        function.moves = []
        while pending:
            call, callee = pending.pop()
            assert isinstance(call, Operation)
            if call.parent is None:
                # It stood in an unreachable block, which was left behind.
                continue
            _inline(call, function.op, callee.op, move=True)
            erase_ops((callee.operation,))
            del self.functions[callee.name]
            pending.extend(reversed(callee.moves))


def _fits(call: CallOpInterface, callee: FunctionOpInterface) -> bool:
    """Whether the types at the call and in the body agree, and the body's returns can become jumps."""
    assert isinstance(call, Operation)
    region = callee.body_region()
    entry = region.first_block
    assert entry is not None
    arguments = call.call_arguments()
    if len(arguments) != len(entry.args):
        return False
    if any(value.type != argument.type for value, argument in zip(arguments, entry.args, strict=True)):
        return False
    several = has_several_blocks(region)
    for block in region.blocks:
        last = block.last_op
        if isinstance(last, ReturnOpInterface):
            returned = last.returned_values()
            if [value.type for value in returned] != [result.type for result in call.results]:
                return False
            assert isinstance(last, Operation)
            if several and not has_branch(last.name.partition(".")[0]):
                return False
        elif last is None or (not several and last.successors):
            return False
    return True


def _inline(
    call: CallOpInterface, caller: FunctionOpInterface, callee: FunctionOpInterface, *, move: bool
) -> None:
    """Put the body of `callee` in the place of `call` in `caller`; the body itself if `move`, else a copy."""
    assert isinstance(call, Operation)
    # Attribute objects are shared between ops, and hashing one is slow: remember by identity, and keep the
    # object so that its identity is not given to another.
    known: dict[int, tuple[LocationAttr, LocationAttr]] = {}
    caller_location = call.location

    def location(inner: LocationAttr) -> LocationAttr:
        found = known.get(id(inner))
        if found is None:
            found = known[id(inner)] = (call_site(inner, caller_location), inner)
        return found[0]

    region = callee.body_region()
    arguments = tuple(call.call_arguments())
    if move:
        blocks = take_blocks(region, location)
        for argument, value in zip(tuple(blocks[0].args), arguments, strict=True):
            argument.replace_all_uses_with(value)
    else:
        assert region.first_block is not None
        blocks = clone_blocks(region, {}, location)
        for argument, value in zip(blocks[0].args, arguments, strict=True):
            argument.replace_all_uses_with(value)
    caller_entry = caller.body_region().first_block
    assert caller_entry is not None
    _hoist_slots(blocks[0], caller_entry)
    last = blocks[0].last_op
    if len(blocks) == 1 and isinstance(last, ReturnOpInterface):
        _splice(call, blocks[0], last)
    else:
        _connect(call, blocks)


def _hoist_slots(entry: Block, caller_entry: Block) -> None:
    anchor = caller_entry.first_op
    assert anchor is not None
    for op in [op for op in entry.ops if isinstance(op, PromotableAllocation) and not op.operands]:
        entry.detach_op(op)
        caller_entry.insert_op_before(op, anchor)


def _splice(call: Operation, block: Block, last: ReturnOpInterface) -> None:
    """A body of one block: its ops go before the call."""
    assert isinstance(last, Operation)
    assert call.parent is not None
    home = call.parent
    for result, value in zip(call.results, tuple(last.returned_values()), strict=True):
        result.replace_all_uses_with(value)
    op = block.first_op
    while op is not None and op is not last:
        following = op.next_op
        block.detach_op(op)
        home.insert_op_before(op, call)
        op = following
    erase_ops((last, call))


def _connect(call: Operation, blocks: list[Block]) -> None:
    """A body of several blocks, or one that does not return: the block of the call is split around it."""
    home = call.parent
    assert home is not None
    assert home.parent is not None
    region = home.parent
    rest = split_before(call)
    results: list[SSAValue] = []
    for result in call.results:
        argument = rest.insert_arg(result.type, len(rest.args), call.location)
        argument.name_hint = result.name_hint
        results.append(argument)
    for result, argument in zip(call.results, results, strict=True):
        result.replace_all_uses_with(argument)
    entry = blocks[0]
    op = entry.first_op
    while op is not None:
        following = op.next_op
        entry.detach_op(op)
        home.add_op(op)
        op = following
    others = blocks[1:]
    region.insert_block_before(others, rest)
    for block in (home, *others):
        last = block.last_op
        if isinstance(last, ReturnOpInterface):
            assert isinstance(last, Operation)
            jump = make_branch(
                last.name.partition(".")[0], rest, tuple(last.returned_values()), last.location
            )
            assert jump is not None
            erase_ops((last,))
            block.add_op(jump)
    erase_ops((call,))


def inline_calls(module: Operation, max_ops: int = 100, convergent: bool = False) -> bool:
    """Inline within `module`, as the module docstring says; whether anything changed.

    Raises:
        CompileError: a function to be inlined always is recursive (PC0606).
    """
    graph = CallGraph(module)
    if not any(graph.calls.values()):
        return False
    return _Inliner(module, graph, max_ops, convergent).run()


@dataclass(frozen=True)
class Inline(ModulePass):
    """Inlines calls.

    Attributes:
        max_ops: the size up to which a callee with policy `auto` is copied into each caller.
        convergent: whether callees that hold convergent ops are inlined whatever their size.
    """

    name = "inline"

    max_ops: int = 100
    convergent: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Inline in the module."""
        inline_calls(op, self.max_ops, self.convergent)
