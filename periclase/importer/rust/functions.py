"""The functions that an import goes over, and which function a call means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from periclase.diagnostics import Frame, Span
from periclase.importer import reserved_names
from periclase.importer.rust.dead_locals import needed_locals
from periclase.importer.rust.generic_names import explicit_bindings, function_parameters, impl_bindings
from periclase.importer.rust.impl_headers import ImplHeader
from periclase.importer.rust.mir_parser import MirProgram, targets_of
from periclase.importer.rust.mir_syntax import (
    Block,
    Body,
    Call,
    ConstantOperand,
    Goto,
    Item,
    Named,
    Source,
    Switch,
    Truth,
)
from periclase.importer.rust.rust_types import (
    NEVER,
    Array,
    Closure,
    ConstantArgument,
    FunctionItem,
    Lifetime,
    Nominal,
    Path,
    Reference,
    RustType,
    Segment,
    Tuple,
    substitute,
    walk,
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
        is_open: whether its text may name parameters that nothing is known of: it was called with generic arguments.
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
        self.is_open = False
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
        line = f"@{self.item.line}" if self.item in self.program.repeated_functions else ""
        return f"{self.crate or ''}::{self.path}<{arguments}>{line}"

    is_generic = False
    is_extern = False
    definition_span: Span | None = None

    @property
    def body(self) -> Body:
        """Its body."""
        return self.program.body(self.item)

    @property
    def header_source(self) -> Source:
        """Where it is: the place of its first parameter or statement."""
        for variable in self.body.variables:
            if variable.source.file and variable.source.scope == 0:
                return variable.source
        block = self.body.blocks[0]
        return block.statements[0].source if block.statements else block.terminator.source

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

    def only_panics(self, is_panic: Callable[[Call], bool]) -> bool:
        """Whether it should give something, and does nothing but panic: the place of what other code is to do."""
        if self.result == NEVER:
            return False
        blocks, number = self.body.blocks, 0
        for _ in blocks:
            terminator = blocks[number].terminator
            if isinstance(terminator, Call) and is_panic(terminator):
                return True
            if not isinstance(terminator, Goto):
                return False
            number = terminator.target
        return False

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
        self._headers: dict[str, ImplHeader] = {}
        self._crates = _LIBRARIES | {crate for crate, _ in programs if crate is not None}
        self._by_name: dict[str, list[tuple[str | None, MirProgram, Item]]] = {}
        for crate, program in programs:
            for item in (*program.functions.values(), *program.repeated_functions):
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

    def has_function(self, path: Path) -> bool:
        """Whether there is a function of that path."""
        return any(
            path.plain in (item.path.plain, f"{crate}::{item.path.plain}")
            for crate, _, item in self._by_name.get(path.last.name, ())
        )

    def source_file(self, file: str) -> str | None:
        """The text of a source file as rustc names it; None where it can not be read."""
        return None if self._source_text is None else self._source_text(file, 1, 1, 1 << 30, 1)

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
            found = self._closure(called)
            if found is not None:
                found.function.is_open |= _is_filled_in(called.path)
            return found
        function = self._direct(path, type, caller)
        if function is None and type is not None:
            function = self._of_impl(path, type, caller)
        if function is None:
            return None
        function.is_open |= _is_filled_in(path)
        return Target(function)

    def _of_impl(self, path: Path, type: FunctionItem, caller: RustFunction) -> RustFunction | None:
        """The function of an impl, or the body that the trait has for it; None where it is not certain which."""
        own = self._self_type(path, caller)
        if own is None:
            return None
        certain: list[RustFunction] = []
        possible: list[RustFunction] = []
        for crate, program, item in self._by_name.get(path.last.name, ()):
            fits = self._implements(program, item, crate, own, path.trait)
            if fits is False:
                continue
            bindings = unified(item, type, self._view(program, item, crate))
            if bindings is not None:
                bindings = self._named(program, item, crate, path, own) | bindings
                found = self.function(program, item, crate, bindings)
                (certain if fits else possible).append(found)
                if (
                    fits is None
                    and item.parameters
                    and _behind(self._view(program, item, crate)(item.parameters[0][1])) == own
                ):
                    certain.append(found)
        provided = self._provided(path, type, own, caller)
        chosen = certain or ([] if provided and possible else possible)
        chosen = [c for c in chosen if not c.bindings] or chosen
        if len(chosen) > 1:
            chosen = [c for c in chosen if c in certain and c not in possible] or chosen
        if not chosen and provided and not possible:
            chosen = [provided]
        return chosen[0] if len(chosen) == 1 else None

    def _self_type(self, path: Path, caller: RustFunction) -> RustType | None:
        """The type that an item of an impl is asked of; None where it is not known."""
        own = path.self_type
        if own is None:
            return Nominal(path.parent) if len(path.segments) > 1 else None
        if caller.is_open and any(
            isinstance(part, Nominal) and len(part.path.segments) == 1 and _is_parameter(str(part))
            for part in walk(own)
        ):
            return None
        return own

    def _provided(
        self, path: Path, type: FunctionItem, own: RustType, caller: RustFunction
    ) -> RustFunction | None:
        """The body that a trait has for a function."""
        if path.trait is None:
            return None
        wanted = Path((*path.trait.segments, path.last))
        found = self._direct(wanted, type, caller)
        return (
            None
            if found is None
            else self.function(found.program, found.item, found.crate, {**found.bindings, "Self": own})
        )

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
                items = [item, *(other for other in program.repeated_functions if other.path == item.path)]
                if type is None:
                    return self.function(program, item, crate) if len(items) == 1 else None
                view = self._view(program, item, crate)
                fitting = [(each, b) for each in items if (b := unified(each, type, view)) is not None]
                if len(fitting) == 1:
                    each, bindings = fitting[0]
                    bindings = self._named(program, each, crate, path, None) | bindings
                    return self.function(program, each, crate, bindings)
        return None

    def _named(
        self, program: MirProgram, item: Item, crate: str | None, path: Path, own: RustType | None
    ) -> dict[str, RustType]:
        """What a call by `path` binds the parameters to that the source names, of the function and of the impl for `own`."""
        found: dict[str, RustType] = {}
        if self._source_text is None:
            return found
        if any(not isinstance(argument, Lifetime) for argument in path.last.arguments):
            source = RustFunction(program, item, crate).header_source
            text = self._source_text(source.file, 1, 1, source.line, source.column) if source.file else None
            if text is not None:
                found |= explicit_bindings(function_parameters(text, item.path.last.name), path)
        header = None if own is None else self._header(program, item, crate)
        if header is not None and own is not None:
            found |= impl_bindings(header, own)
        return found

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

    def _implements(
        self, program: MirProgram, item: Item, crate: str | None, own: RustType, trait: Path | None
    ) -> bool | None:
        """Whether the impl that an item is in is that of `trait` for `own`; None where its header does not tell."""
        if not any(_IMPL.match(segment.name) for segment in item.path.segments):
            return False
        header = self._header(program, item, crate)
        return None if header is None else header.fits(own, trait)

    def _header(self, program: MirProgram, item: Item, crate: str | None) -> ImplHeader | None:
        """The header of the impl that an item is in; None where it is in none, or the source can not be read."""
        names = [s.name for s in item.path.segments]
        at = next((n for n, name in enumerate(names) if _IMPL.match(name)), None)
        if at is None or self._source_text is None:
            return None
        match = _IMPL.match(names[at])
        assert match is not None
        header = self._headers.get(names[at])
        if header is None:
            text = self._source_text(match[1], *(int(match[n]) for n in range(2, 6)))
            if text is None:
                return None
            file = self._source_text(match[1], 1, 1, 1 << 30, 1) or ""
            module = (*((crate,) if crate else ()), *names[:at])
            header = self._headers[names[at]] = ImplHeader(text, module, file)
        return header

    def drop_of(self, type: RustType) -> RustFunction | None:
        """The `drop` that the user wrote for a type, None where there is none."""
        for crate, program, item in self._by_name.get("drop", ()):
            if len(item.parameters) == 1 and any(_IMPL.match(s.name) for s in item.path.segments):
                own = item.parameters[0][1]
                if isinstance(own, Reference) and own.mutable:
                    bindings: dict[str, RustType] = {}
                    if str(own.target) != str(type) and _is_parameter(str(own.target)):
                        continue  # a type that is called as parameters are: no impl of `Drop` is for any type
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
                if any(other.path == item.path for other in program.repeated_constants):
                    return None  # which of them is meant, the text does not tell
                return self.function(
                    program, item, crate, caller.bindings if "promoted" in str(local) else None
                )
        return self._associated(caller.qualified_path(path).mapped(caller.change), caller)

    def _associated(self, path: Path, caller: RustFunction) -> RustFunction | None:
        """A constant of an impl, or the value that the trait has for it; None where it is not certain which."""
        own = self._self_type(path, caller)
        if own is None:
            return None
        found: dict[bool | None, list[RustFunction]] = {True: [], None: [], False: []}
        for crate, program in self.programs:
            for item in (*program.constants.values(), *program.repeated_constants):
                if item.path.last.name == path.last.name:
                    fits = self._implements(program, item, crate, own, path.trait)
                    header = self._header(program, item, crate)
                    bindings = None if header is None else impl_bindings(header, own)
                    found[fits].append(self.function(program, item, crate, bindings))
        provided = None
        if path.trait is not None:
            for crate, program in self.programs:
                wanted = Path((*path.trait.segments, path.last))
                local = _within(wanted, crate, None)
                item = None if local is None else program.constants.get(_without_arguments(local))
                if item is not None:
                    provided = self.function(program, item, crate, {"Self": own})
        chosen = found[True] or ([] if provided else found[None])
        if not chosen and provided and not found[None]:
            chosen = [provided]
        return chosen[0] if len(chosen) == 1 else None


def _within(path: Path, crate: str | None, caller: RustFunction | None) -> Path | None:
    """The path as the text of a crate has it; None where it leads elsewhere."""
    if crate is None:
        return path if caller is None or caller.crate is None else None
    if len(path.segments) > 1 and path.segments[0].name == crate:
        return Path(path.segments[1:], path.self_type, path.trait)
    return path if caller is not None and crate == caller.crate else None


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
    return name == "Self" or re.match(r"[A-Z][A-Z0-9]*\Z", name) is not None


def _is_filled_in(path: Path) -> bool:
    """Whether a path has generic arguments other than lifetimes."""
    types = [a for part in (path, path.trait) if part is not None for s in part.segments for a in s.arguments]
    if path.self_type is not None:
        types += path.self_type.parts()
    return any(not isinstance(type, Lifetime) for type in types)


def _behind(type: RustType) -> RustType:
    """The type behind references."""
    while isinstance(type, Reference):
        type = type.target
    return type
