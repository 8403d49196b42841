"""What the functions of a module do with the memory that their arguments point to; independent of dialects.

For every argument that holds a pointer: is memory *reached through it* read, is it written? Pointers are followed through
everything that computes without touching memory (offsets, casts, selects, aggregates), through block arguments, and through
calls of functions of the module. Paths and places are not told apart: an access anywhere counts.

The answer for a function is `complete` unless

- an access goes through a pointer whose origin is not known: one loaded from memory, or made from an integer;
- a pointer derived from an argument goes where it can not be followed: into memory, or into an integer;
- an op says nothing about its effects, or that it touches memory in general;
- a function outside the module is called, or one that is not known.

Two arguments may point to the same memory: what is said of one is no statement about accesses through the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, cast

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import MemoryEffectKind, get_effects

from periclase.ir import effects
from periclase.ir.call_graph import CallGraph
from periclase.ir.cfg import reverse_post_order
from periclase.ir.effects import READ, WRITE
from periclase.ir.interfaces import (
    AccessesOperands,
    BranchOpInterface,
    CallOpInterface,
    FunctionOpInterface,
    PromotableMemoryAccess,
    ReturnOpInterface,
    SeenOutside,
)
from periclase.record import MutableRecord, Record

UNKNOWN: Final = 1
BEYOND: Final = 2
_FIRST_ARGUMENT: Final = 4
"""The bits of memory whose owner is not known, and of buffers of which it can not be told which ones they are. Argument number
`i` has the bit `4 << i`; memory that no argument leads to, such as a variable of the function, has none. A set of origins is
such bits."""


class PointerModel(Protocol):
    """What has to be known of the types and ops of the dialects in a module."""

    def holds_pointer(self, type: Attribute) -> bool:
        """Whether a value of `type` may have an address in it that memory can be accessed by."""
        ...

    def reveals_address(self, op: Operation) -> bool:
        """Whether the results of `op`, none of which holds a pointer, may tell the address that an operand holds."""
        ...

    def leads_beyond(self, op: Operation) -> bool:
        """Whether the pointer that `op` makes, of no pointer, leads to some buffer of the launch."""
        ...

    def is_distance(self, op: Operation) -> bool:
        """Whether the result of `op` is how far apart two pointers are, which leads from one to the other."""
        ...

    def outlives_launch(self, op: Operation) -> bool:
        """Whether the result of `op`, which has no operands, is the address of memory that launches share."""
        ...

    def external_accesses(self, call: CallOpInterface) -> ExternalAccesses | None:
        """What a call of a function without a body in the module does, where that is known."""
        ...


class ExternalAccesses(Record):
    """What a function that is known without a body does.

    Attributes:
        accesses: `READ`, `WRITE` or both, of all memory that its arguments point to.
        seen_outside: whether it prints, or the like.
        beyond: the same of memory of buffers that they do not point to.
    """

    accesses: int
    seen_outside: bool = False
    beyond: int = 0


class FunctionEffects(MutableRecord):
    """What one function does.

    Attributes:
        reads: origins of the memory that is read.
        writes: origins of the memory that is written.
        returns: origins of the pointers in its results.
        beyond: `READ`, `WRITE` or both: what is done to buffers of which it can not be told which ones they are.
        complete: whether these say everything.
        seen_outside: whether it does something that is seen outside the device other than in memory.
    """

    reads: int = 0
    writes: int = 0
    returns: int = 0
    beyond: int = 0
    complete: bool = True
    seen_outside: bool = False

    def of_argument(self, index: int) -> int:
        """`READ`, `WRITE`, both or neither (0): what is done through argument `index`; both where not all is known."""
        if not self.complete:
            return READ | WRITE
        bit = _FIRST_ARGUMENT << index
        return (READ if self.reads & bit else 0) | (WRITE if self.writes & bit else 0)

    def _state(self) -> tuple[int, int, int, int, bool, bool]:
        return self.reads, self.writes, self.returns, self.beyond, self.complete, self.seen_outside


def pointer_effects(module: Operation, model: PointerModel) -> dict[str, FunctionEffects]:
    """The effects of all functions directly in `module` that have a body, by name."""
    graph = CallGraph(module)
    found: dict[str, FunctionEffects] = {}
    for group in graph.groups():
        walks = [
            _Walk(graph.functions[name], found, model)
            for name in group
            if not graph.functions[name].is_declaration()
        ]
        for walk in walks:
            found[walk.name] = walk.effects
        # In a circle of functions each depends on the others: until nothing is added any more.
        changed = True
        while changed:
            before = [walk.effects._state() for walk in walks]  # pyright: ignore[reportPrivateUsage]
            for walk in walks:
                walk.run()
            changed = graph.is_recursive(group) and before != [
                walk.effects._state()  # pyright: ignore[reportPrivateUsage]
                for walk in walks
            ]
    return found


class _Walk:
    """Sweeps over one function, each of which only adds to what is known."""

    def __init__(self, function: FunctionOpInterface, known: dict[str, FunctionEffects], model: PointerModel):
        self.name = function.function_name()
        self.effects = FunctionEffects()
        self._known = known
        self._model = model
        self._holds = _cached(model.holds_pointer)
        self._origins: dict[SSAValue, int] = {}
        """Of every value that holds a pointer, as far as it was met."""
        region = function.body_region()
        self._blocks = self._prepared(region)

    def _prepared(self, region: Region) -> list[Block]:
        entry = region.first_block
        assert entry is not None
        blocks = reverse_post_order(entry)
        for block in blocks:
            for argument in block.args:
                if self._holds(argument.type):
                    self._origins[argument] = _FIRST_ARGUMENT << argument.index if block is entry else 0
        return blocks

    def run(self) -> None:
        """Sweep until the arguments of all blocks are settled."""
        self._again = True
        while self._again:
            self._again = False
            self._done: set[Block] = set()
            for block in self._blocks:
                self._done.add(block)
                for op in block.ops:
                    visit = _visits.get(type(op)) or _choose_visit(type(op))
                    visit(self, op)

    # -------------------------------------------------------------------------------------------------- kinds of ops --

    def compute(self, op: Operation) -> None:
        """An op that touches no memory: its results lead where its operands do."""
        origins, pointers = 0, False
        for operand in op._operands:  # pyright: ignore[reportPrivateUsage]
            found = self._origins.get(operand)
            if found is not None:
                pointers = True
                origins |= found
        holds = False
        for result in op.results:
            if self._holds(result.type):
                holds = True
                # Without operands it is the address of something of its own: a variable, shared memory.
                if not pointers and op._operands:  # pyright: ignore[reportPrivateUsage]
                    origins = BEYOND if self._model.leads_beyond(op) else UNKNOWN
                self._origins[result] = origins
        if (
            origins >= _FIRST_ARGUMENT
            and not holds
            and op.results
            and (self._reveals(op) or self._leads_across(op))
        ):
            self.effects.complete = False
        if holds and not op._operands and self._model.outlives_launch(op):  # pyright: ignore[reportPrivateUsage]
            # No argument stands for it, so that nothing but their order keeps launches that use it apart.
            self.effects.seen_outside = True

    def _reveals(self, op: Operation) -> bool:
        if all(result.type == i1 for result in op.results):
            return False  # an answer of yes or no, such as a comparison's
        return self._model.reveals_address(op)

    def branch(self, op: Operation) -> None:
        """A terminator that hands values on to blocks."""
        branch = cast(BranchOpInterface, op)
        for block, values in zip(op.successors, branch.all_successor_operands(), strict=True):
            for argument, value in zip(block.args, values, strict=True):
                known = self._origins.get(argument)
                if known is None:
                    continue
                added = known | self._origins.get(value, UNKNOWN)
                if added != known:
                    self._origins[argument] = added
                    self._again |= block in self._done

    def give_back(self, op: Operation) -> None:
        """A return."""
        for value in cast(ReturnOpInterface, op).returned_values():
            self.effects.returns |= self._origins.get(value, 0)

    def load_or_store(self, op: Operation) -> None:
        """A plain access, volatile or not."""
        access = cast(PromotableMemoryAccess, op)
        stored = access.stored_value()
        if stored is None:
            self._access(access.promotable_slot(), READ)
            self._unknown_results(op)
        else:
            self._access(access.promotable_slot(), WRITE)
            if self._origins.get(stored, 0) >= BEYOND:
                self.effects.complete = False  # whoever loads it does not know what it is

    def declared(self, op: Operation) -> None:
        """An op that says which operands it accesses."""
        accessed = cast(AccessesOperands, op).accessed_operands()
        if accessed is None:
            self._unknown(op)
            return
        self.effects.beyond |= cast(AccessesOperands, op).accesses_beyond()
        for pointer, kinds in accessed:
            self._access(pointer, kinds)
        self._unknown_results(op)

    def act(self, op: Operation) -> None:
        """Any other op: what its effects say."""
        instances = get_effects(op)
        if instances is None or op.regions:
            self._unknown(op)
            return
        accessed: set[SSAValue] = set()
        for instance in instances:
            value = instance.value
            if instance.resource != effects.MEMORY:
                continue  # a trap, a marker
            if not isinstance(value, SSAValue):  # memory in general
                self._unknown(op)
                return
            accessed.add(value)
            match instance.kind:
                case MemoryEffectKind.ALLOC:
                    self._origins[value] = 0
                case MemoryEffectKind.READ:
                    self._access(value, READ)
                case MemoryEffectKind.WRITE | MemoryEffectKind.FREE:
                    self._access(value, WRITE)
        if not accessed:
            self.compute(op)
            return
        for operand in op._operands:  # pyright: ignore[reportPrivateUsage]
            # A pointer that is handed over beside those that are accessed: it may end up in memory.
            if operand not in accessed and self._origins.get(operand, 0) >= BEYOND:
                self.effects.complete = False
        for result in op.results:
            if result not in accessed and self._holds(result.type):
                self._origins[result] = UNKNOWN

    def call(self, op: Operation) -> None:
        """A call: of a function whose effects are known by now, of one that is outside, of who knows what."""
        call = cast(CallOpInterface, op)
        name = call.callee_name()
        callee = None if name is None else self._known.get(name)
        if callee is None:
            outside = self._model.external_accesses(call)
            if outside is None:
                self.effects.seen_outside = True
                self._unknown(op)
                return
            self.effects.seen_outside |= outside.seen_outside
            self.effects.beyond |= outside.beyond
            for argument in call.call_arguments():
                if argument in self._origins:
                    self._access(argument, outside.accesses)
            self._unknown_results(op)
            return
        returned = callee.returns & (UNKNOWN | BEYOND)
        for index, argument in enumerate(call.call_arguments()):
            origins = self._origins.get(argument)
            if origins is None:
                continue
            bit = _FIRST_ARGUMENT << index
            self._access_origins(
                origins, (READ if callee.reads & bit else 0) | (WRITE if callee.writes & bit else 0)
            )
            if callee.returns & bit:
                returned |= origins
        self.effects.beyond |= callee.beyond
        self.effects.complete &= callee.complete
        self.effects.seen_outside |= callee.seen_outside
        for result in op.results:
            if self._holds(result.type):
                self._origins[result] = returned

    def _leads_across(self, op: Operation) -> bool:
        """Whether it tells the distance of pointers that may not have one origin."""
        if not self._model.is_distance(op):
            return False
        several = {self._origins.get(operand, 0) for operand in op.operands}
        return len(several) > 1 or any(origins & (origins - 1) for origins in several)

    # -------------------------------------------------------------------------------------------------------- helpers --

    def _access(self, pointer: SSAValue, kinds: int) -> None:
        self._access_origins(self._origins.get(pointer, UNKNOWN), kinds)

    def _access_origins(self, origins: int, kinds: int) -> None:
        if kinds & READ:
            self.effects.reads |= origins
        if kinds & WRITE:
            self.effects.writes |= origins
        if kinds and origins & UNKNOWN:
            self.effects.complete = False
        if origins & BEYOND:
            self.effects.beyond |= kinds

    def _unknown_results(self, op: Operation) -> None:
        for result in op.results:
            if self._holds(result.type):
                self._origins[result] = UNKNOWN

    def _unknown(self, op: Operation) -> None:
        self.effects.complete = False
        self._unknown_results(op)

    def note_seen_outside(self) -> None:
        self.effects.seen_outside = True


def _cached(holds_pointer: Callable[[Attribute], bool]) -> Callable[[Attribute], bool]:
    """`holds_pointer`, asked once a type object: hashing a type takes longer than looking at most of them."""
    answers: dict[int, tuple[Attribute, bool]] = {}

    def holds(type: Attribute) -> bool:
        found = answers.get(id(type))
        if found is None:
            found = answers[id(type)] = type, holds_pointer(type)  # kept, so that its id stays its own
        return found[1]

    return holds


_Visit = Callable[[_Walk, Operation], None]
_visits: dict[type[Operation], _Visit] = {}


def _choose_visit(op_class: type[Operation]) -> _Visit:
    visit: _Visit
    if issubclass(op_class, CallOpInterface):
        visit = _Walk.call
    elif issubclass(op_class, BranchOpInterface):
        visit = _Walk.branch
    elif issubclass(op_class, ReturnOpInterface):
        visit = _Walk.give_back
    elif issubclass(op_class, PromotableMemoryAccess):
        visit = _Walk.load_or_store
    elif effects.never_touches_memory(op_class):
        visit = _Walk.compute
    elif issubclass(op_class, AccessesOperands):
        visit = _Walk.declared
    else:
        visit = _Walk.act
    if issubclass(op_class, SeenOutside):
        visit = _seen_outside(visit)
    _visits[op_class] = visit
    return visit


def _seen_outside(visit: _Visit) -> _Visit:
    def both(walk: _Walk, op: Operation) -> None:
        walk.note_seen_outside()
        visit(walk, op)

    return both
