"""The functions that an import goes over, and which function a call means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from periclase.diagnostics import Frame, Span
from periclase.importer import reserved_names
from periclase.importer.rust.dead_locals import needed_locals
from periclase.importer.rust.mir_parser import MirProgram, targets_of
from periclase.importer.rust.mir_syntax import (
    Block,
    Body,
    Call,
    ConstantOperand,
    Item,
    Named,
    Switch,
    Truth,
)
from periclase.importer.rust.rust_types import (
    Array,
    Closure,
    ConstantArgument,
    FunctionItem,
    Nominal,
    Path,
    Reference,
    RustType,
    Segment,
    Tuple,
    substitute,
)

_IMPL: Final = re.compile(r"<impl at (.*):(\d+):(\d+): (\d+):(\d+)>\Z")

_LIBRARIES: Final = frozenset({"core", "std", "alloc", "cuda_device"})

SourceText = Callable[[str, int, int, int, int], "str | None"]
"""The text of a span in a source file, None where it can not be read."""


class RustFunction:
    """A function with the types that its parameters stand for.

    Attributes:
        program: the MIR text that it is in.
        crate: the name that paths of other crates give its crate; None for the user's own.
        bindings: the types of its generic parameters.
        chain: the calls that led to it.
        crates: the names with which paths into other crates begin.
        export_name: its symbol, when it is known.
    """

    def __init__(
        self,
        program: MirProgram,
        item: Item,
        crate: str | None = None,
        bindings: Mapping[str, RustType] | None = None,
    ):
        self.program = program
        self.item = item
        self.crate = crate
        self.bindings = dict(bindings or {})
        self.chain: tuple[Frame, ...] = ()
        self.export_name = ""
        self.is_root = False
        self.crates: frozenset[str] = _LIBRARIES
        self._live: tuple[int, ...] | None = None
        self._needed: set[int] | None = None

    @property
    def path(self) -> str:
        """Its path in its crate."""
        return str(self.item.path)

    @property
    def qualified_name(self) -> str:
        """Its path as the user writes it, `<impl at …>` left out."""
        segments = [
            reserved_names.user_name(s.name) for s in self.item.path.segments if _IMPL.match(s.name) is None
        ]
        return "::".join([self.crate, *segments] if self.crate else segments)

    @property
    def arguments(self) -> tuple[object, ...]:
        """Its generic arguments."""
        return tuple(self.bindings.values())

    @property
    def key(self) -> str:
        """Unique among the functions of an import."""
        arguments = ", ".join(f"{name} = {type}" for name, type in self.bindings.items())
        return f"{self.crate or ''}::{self.path}<{arguments}>"

    is_generic = False
    is_extern = False
    definition_span: Span | None = None

    @property
    def body(self) -> Body:
        """Its body."""
        return self.program.body(self.item)

    def change(self, type: RustType) -> RustType:
        """A type of its text, with its generic parameters replaced, and named as the user's crate names it."""
        if self.bindings:
            type = substitute(type, self.bindings)
        return type if self.crate is None else self.qualified(type)

    def qualified(self, type: RustType) -> RustType:
        """A type with the name of this function's crate before the paths that have none."""
        if isinstance(type, Nominal):
            path = self.qualified_path(type.path)
            return Nominal(path.mapped(self.qualified))
        if isinstance(type, Closure):
            return Closure(self.qualified_path(type.path).mapped(self.qualified))
        if isinstance(type, FunctionItem):
            changed = type.mapped(self.qualified)
            assert isinstance(changed, FunctionItem)
            return FunctionItem(changed.parameters, changed.result, self.qualified_path(changed.path))
        return type.mapped(self.qualified)

    def qualified_path(self, path: Path) -> Path:
        """A path with the name of this function's crate before it, if it has none."""
        if self.crate is None:
            return path
        trait = None if path.trait is None else self.qualified_path(path.trait)
        if path.self_type is not None:
            return Path(path.segments, path.self_type, trait)
        first = path.segments[0].name
        if first in self.crates or first == self.crate or first.startswith("<"):
            return Path(path.segments, None, trait)
        return Path((Segment(self.crate), *path.segments), None, trait)

    @property
    def parameters(self) -> tuple[tuple[int, RustType], ...]:
        """Its parameters: the locals and their types."""
        return tuple((local, self.change(type)) for local, type in self.item.parameters)

    @property
    def result(self) -> RustType:
        """The type of its result."""
        return self.change(self.item.type)

    def live_blocks(self) -> tuple[int, ...]:
        """The blocks that are reached without unwinding, in order of their numbers; a switch on a constant takes one side."""
        if self._live is None:
            body = self.body
            seen: set[int] = set()
            pending = [0]
            while pending:
                number = pending.pop()
                if number in seen:
                    continue
                seen.add(number)
                pending += targets_taken(body.blocks[number])
            self._live = tuple(sorted(seen))
        return self._live

    def needed(self, is_ignored: Callable[[Call], bool]) -> set[int]:
        """The locals whose values matter; see `dead_locals`."""
        if self._needed is None:
            self._needed = needed_locals(self.body, self.live_blocks(), is_ignored)
            self._needed |= {local for local, _ in self.item.parameters}
        return self._needed

    def calls(self) -> Iterator[Call]:
        """The calls in its live blocks, in order."""
        blocks = self.body.blocks
        for number in self.live_blocks():
            terminator = blocks[number].terminator
            if isinstance(terminator, Call):
                yield terminator


def targets_taken(block: Block) -> Sequence[int]:
    """The blocks where a block goes on; of a switch on a constant the one that is taken."""
    terminator = block.terminator
    if isinstance(terminator, Switch):
        operand = terminator.operand
        if isinstance(operand, ConstantOperand) and isinstance(operand.value, Truth):
            value = int(operand.value.value)
            return (dict(terminator.cases).get(value, terminator.otherwise),)
    return targets_of(terminator)


def callee_path(call: Call) -> Path | None:
    """The path of the function that a call names; None where it calls what a local holds."""
    if isinstance(call.callee, ConstantOperand) and isinstance(call.callee.value, Named):
        return call.callee.value.path
    return None


class Target:
    """What a call goes to.

    Attributes:
        function: the function.
        untupled: whether the last argument is a tuple of the function's arguments, as closures are called.
    """

    def __init__(self, function: RustFunction, untupled: bool = False):
        self.function = function
        self.untupled = untupled


class Linker:
    """Finds the functions that calls name.

    Args:
        programs: the MIR texts: the user's first, with None, the others with the names of their crates.
        source_text: reads the user's source, to tell apart impls of two traits for one type.
    """

    def __init__(
        self, programs: Sequence[tuple[str | None, MirProgram]], source_text: SourceText | None = None
    ):
        self.programs = programs
        self._source_text = source_text
        self._functions: dict[str, RustFunction] = {}
        self._crates = _LIBRARIES | {crate for crate, _ in programs if crate is not None}
        self._by_name: dict[str, list[tuple[str | None, MirProgram, Item]]] = {}
        for crate, program in programs:
            for item in program.functions.values():
                self._by_name.setdefault(item.path.last.name, []).append((crate, program, item))

    def function(
        self,
        program: MirProgram,
        item: Item,
        crate: str | None = None,
        bindings: Mapping[str, RustType] | None = None,
    ) -> RustFunction:
        """The one object for a function with these bindings."""
        made = RustFunction(program, item, crate, bindings)
        made.crates = self._crates
        return self._functions.setdefault(made.key, made)

    def find(self, path: Path, type: FunctionItem | None, caller: RustFunction) -> Target | None:
        """The function with a body that `path` means, called with the types of `type`; None where the texts have none."""
        called = path.self_type
        while isinstance(called, Reference):
            called = called.target
        if (
            isinstance(called, FunctionItem)
            and path.trait is not None
            and path.trait.last.name.startswith("Fn")
        ):
            found = self.find(called.path, called, caller)
            return None if found is None else Target(found.function, untupled=True)
        if isinstance(called, Closure):
            return self._closure(called)
        direct = self._direct(path, type, caller)
        if direct is not None:
            return Target(direct)
        if type is None:
            return None
        candidates: list[RustFunction] = []
        for crate, program, item in self._by_name.get(path.last.name, ()):
            if not any(_IMPL.match(segment.name) for segment in item.path.segments):
                continue
            bindings = unified(item, type, self._view(program, item, crate))
            if bindings is not None:
                candidates.append(self.function(program, item, crate, bindings))
        exact = [c for c in candidates if not c.bindings] or candidates
        if len(exact) > 1:
            exact = [c for c in exact if self._implements(c, path)] or exact
        return Target(exact[0]) if len(exact) == 1 else None

    def _view(self, program: MirProgram, item: Item, crate: str | None) -> Callable[[RustType], RustType]:
        """How the types in a function's header are named by the user's crate."""
        if crate is None:
            return lambda type: type
        made = RustFunction(program, item, crate)
        made.crates = self._crates

        def view(type: RustType) -> RustType:
            if isinstance(type, Nominal) and len(type.path.segments) == 1 and type.path.self_type is None:
                name = type.path.last.name
                if _is_parameter(name):
                    return type
            if isinstance(type, Nominal):
                return Nominal(made.qualified_path(type.path).mapped(view))
            if isinstance(type, Closure):
                return Closure(made.qualified_path(type.path).mapped(view))
            return type.mapped(view)

        return view

    def _direct(self, path: Path, type: FunctionItem | None, caller: RustFunction) -> RustFunction | None:
        if path.self_type is not None:
            return None
        for crate, program in self.programs:
            local = _within(path, crate, caller)
            if local is None:
                continue
            item = program.functions.get(str(local))
            if item is None:
                bare = Path((*local.segments[:-1], Segment(local.last.name)))
                item = program.functions.get(str(bare))
            if item is not None:
                bindings = None if type is None else unified(item, type, self._view(program, item, crate))
                if type is not None and bindings is None:
                    continue
                return self.function(program, item, crate, bindings)
        return None

    def _closure(self, closure: Closure) -> Target | None:
        for crate, program in self.programs:
            for item in program.functions.values():
                if item.path.last.name != closure.path.last.name or not item.parameters:
                    continue
                own = item.parameters[0][1]
                own = own.target if isinstance(own, Reference) else own
                bindings: dict[str, RustType] = {}
                if isinstance(own, Closure) and unify(
                    self._view(program, item, crate)(own), closure, bindings
                ):
                    return Target(self.function(program, item, crate, bindings), untupled=True)
        return None

    def _implements(self, function: RustFunction, path: Path) -> bool:
        """Whether the text of the impl that a function is in fits the path of the call: the trait, or none."""
        match = next((m for s in function.item.path.segments if (m := _IMPL.match(s.name))), None)
        if match is None or self._source_text is None:
            return True
        text = self._source_text(match[1], *(int(match[n]) for n in range(2, 6)))
        if text is None:
            return True
        header = re.sub(r"<[^<>]*>", "", text)
        trait = re.match(r"\s*(?:unsafe\s+)?impl\b.*?([\w:]+)\s+for\b", header, re.DOTALL)
        if path.trait is None:
            return trait is None
        if trait is None:  # of `#[derive(Clone)]` the span is that of the trait's name
            return "impl" in header or header.strip() == path.trait.last.name
        return trait[1].split("::")[-1] == path.trait.last.name

    def drop_of(self, type: RustType) -> RustFunction | None:
        """The `drop` that the user wrote for a type, None where there is none."""
        for crate, program, item in self._by_name.get("drop", ()):
            if len(item.parameters) == 1 and any(_IMPL.match(s.name) for s in item.path.segments):
                own = item.parameters[0][1]
                if isinstance(own, Reference) and own.mutable:
                    bindings: dict[str, RustType] = {}
                    if unify(self._view(program, item, crate)(own.target), type, bindings):
                        return self.function(program, item, crate, bindings)
        return None

    def constant(self, path: Path, caller: RustFunction) -> RustFunction | None:
        """The constant item, promoted value or static that a path names, as a function without parameters."""
        for crate, program in self.programs:
            local = _within(path, crate, caller)
            if local is None:
                continue
            item = program.constants.get(str(local)) or program.constants.get(_without_arguments(local))
            if item is not None:
                return self.function(
                    program, item, crate, caller.bindings if "promoted" in str(local) else None
                )
        if path.self_type is not None or any(s.arguments for s in path.segments):
            return self._associated(path)
        return None

    def _associated(self, path: Path) -> RustFunction | None:
        """A constant of an impl, where only one has that name."""
        found = [
            (crate, program, item)
            for crate, program in self.programs
            for item in program.constants.values()
            if item.path.last.name == path.last.name and any(_IMPL.match(s.name) for s in item.path.segments)
        ]
        if len(found) == 1:
            crate, program, item = found[0]
            return self.function(program, item, crate)
        return None


def _within(path: Path, crate: str | None, caller: RustFunction) -> Path | None:
    """The path as the text of a crate has it; None where it leads elsewhere."""
    if crate is None:
        return path if caller.crate is None else None
    if len(path.segments) > 1 and path.segments[0].name == crate:
        return Path(path.segments[1:], path.self_type, path.trait)
    return path if crate == caller.crate else None


def _without_arguments(path: Path) -> str:
    return str(Path(tuple(Segment(s.name) for s in path.segments), path.self_type, path.trait))


def unified(
    item: Item, type: FunctionItem, view: Callable[[RustType], RustType]
) -> dict[str, RustType] | None:
    """The types that the parameters of a generic function stand for, so that it has the type `type`; None where none do.

    `view` names the types of the function's text as the user's crate does.
    """
    bindings: dict[str, RustType] = {}
    if len(item.parameters) != len(type.parameters):
        return None
    for (_, wanted), given in zip(item.parameters, type.parameters, strict=True):
        if not unify(view(wanted), given, bindings):
            return None
    return bindings if unify(view(item.type), type.result, bindings) else None


def unify(wanted: RustType, given: RustType, bindings: dict[str, RustType]) -> bool:
    """Whether a type with parameters is `given`, for some types of the parameters, which are entered."""
    if wanted == given or _is_projection(given) or _is_projection(wanted):
        return True
    if isinstance(wanted, Nominal) and wanted.path.self_type is None and len(wanted.path.segments) == 1:
        segment = wanted.path.last
        if not segment.arguments and _is_parameter(segment.name):
            return bindings.setdefault(segment.name, given) == given
    if wanted.__class__ is not given.__class__:
        return False
    if isinstance(wanted, Array) and isinstance(given, Array):
        if isinstance(wanted.length, str):
            known = bindings.setdefault(wanted.length, ConstantArgument(str(given.length)))
            if str(known) != str(given.length):
                return False
        elif wanted.length != given.length:
            return False
        return unify(wanted.element, given.element, bindings)
    if isinstance(wanted, Nominal) and isinstance(given, Nominal):
        first = [s.name for s in wanted.path.segments]
        if first != [s.name for s in given.path.segments]:
            return False
    elif isinstance(wanted, Closure) and isinstance(given, Closure):
        if [s.name for s in wanted.path.segments] != [s.name for s in given.path.segments]:
            return False
    elif getattr(wanted, "mutable", None) != getattr(given, "mutable", None):
        return False
    ours, theirs = wanted.parts(), given.parts()
    if not ours and not isinstance(wanted, Tuple):
        return False
    return len(ours) == len(theirs) and all(unify(a, b, bindings) for a, b in zip(ours, theirs, strict=True))


def _is_projection(type: RustType) -> bool:
    """Whether a type is `<T as Trait>::Output`: rustc leaves it so in the types of functions, and it may be any."""
    return isinstance(type, Nominal) and type.path.self_type is not None


def _is_parameter(name: str) -> bool:
    """Whether a name is spelt as those of type parameters are: `T`, `F2`, `N`."""
    return re.match(r"[A-Z][A-Z0-9]*\Z", name) is not None
