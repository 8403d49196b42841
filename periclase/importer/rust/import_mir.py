"""From MIR text to a `mir` module: collect what the roots reach, ask for layouts, give names, emit.

```python
module = import_rust_mir(text, layouts, roots=("periclase_kernel_0575b97c_saxpy",))
```
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from xdsl.dialects.builtin import LocationAttr, ModuleOp
from xdsl.ir import Attribute

from periclase.diagnostics import CompileError, Diagnostic, Frame, Severity, Span
from periclase.dialects import mir
from periclase.digest import blake2b
from periclase.importer import reserved_names
from periclase.importer.collector import Collection, Origin, Site, collect
from periclase.importer.export_names import legalise
from periclase.importer.rust.declarations import types_within
from periclase.importer.rust.emit_base import Emitter, is_library
from periclase.importer.rust.emit_calls import STUBS, is_panic
from periclase.importer.rust.emit_constants import straight
from periclase.importer.rust.emit_drops import is_dropped_by_core, owned_parts
from periclase.importer.rust.emit_function import FunctionEmitter
from periclase.importer.rust.emit_variables import FunctionPlaces
from periclase.importer.rust.enum_source import variants_of
from periclase.importer.rust.functions import Linker, RustFunction, SourceText, callee_path
from periclase.importer.rust.layout_table import Layouts
from periclase.importer.rust.mir_parser import MirProgram
from periclase.importer.rust.mir_syntax import (
    Allocation,
    Assign,
    Body,
    Borrow,
    Bytes,
    Call,
    Cast,
    ConstantOperand,
    Deref,
    Drop,
    Named,
    Operand,
    Place,
    Rvalue,
    Source,
    StructValue,
    Text,
    Use,
    UseValue,
)
from periclase.importer.rust.problems import reject
from periclase.importer.rust.rust_types import (
    ConstantArgument,
    FunctionItem,
    Nominal,
    Path,
    RustType,
)
from periclase.importer.rust.type_inference import FieldTypes, operands_of, operands_of_terminator
from periclase.importer.rust.type_lowering import TypeTable
from periclase.intrinsics.symbols import PREFIX

if TYPE_CHECKING:
    from periclase.importer.rust.passed_types import Leaf


class Import:
    """What the functions of one import share.

    Attributes:
        linker: finds callees.
        table: types and layouts.
        debug: whether the overflow of arithmetic traps.
        leaves: what the parameters of the kernel that are made of parts come as, by their numbers.
        places: whose the lines are; None where debuggers are not told of variables.
    """

    def __init__(
        self,
        programs: Sequence[tuple[str | None, MirProgram]],
        layouts: Layouts,
        *,
        file: Callable[[str], str],
        source_text: SourceText | None,
        debug: bool,
        leaves: Mapping[int, Sequence[Leaf]],
        static_values: Mapping[str, bytes],
        variables: bool,
    ):
        self.linker = Linker(programs, source_text)
        self.fields = FieldTypes(lambda path: self.named_type(path, None))
        self.table = TypeTable(self.fields, layouts, self._variants_in_source, self._is_of_a_function)
        self.debug = debug
        self.leaves = leaves
        self.places = FunctionPlaces() if variables else None
        self._static_values = static_values
        self._file = file
        self._declared: dict[str, mir.FuncOp] = {}
        self._kernels: set[str] = set()
        self._constants: dict[str, RustFunction] = {}
        self._keys: dict[object, str] = {}
        self._texts: dict[bytes, str] = {}
        self._single: dict[str, dict[int, Operand | None]] = {}
        self._visited: dict[str, RustFunction] = {}
        self._functions: list[RustFunction] = []

    # Places in the source

    def file(self, file: str) -> str:
        """The file of a span as users know it."""
        return self._file(file)

    def span_of(self, function: RustFunction) -> Span | None:
        """The place of a function's header."""
        source = function.header_source
        return Span(self.file(source.file), source.line, max(source.column - 1, 0)) if source.file else None

    def location_of(self, function: RustFunction) -> LocationAttr:
        """The same as a location."""
        from periclase.ir.locations import location_of_span

        return location_of_span(self.span_of(function))

    # Functions

    def is_kernel(self, function: RustFunction) -> bool:
        """Whether a function is an entry point."""
        return function.key in self._kernels

    def set_kernel(self, function: RustFunction) -> None:
        """Make a function an entry point."""
        self._kernels.add(function.key)

    def is_ignored(self, call: Call) -> bool:
        """Whether the arguments of a call do not matter, since it only panics."""
        path = callee_path(call)
        return path is not None and is_panic(path.plain, call)

    def callee(self, call: Call, caller: RustFunction) -> RustFunction | None:
        """The function of the texts that a call goes to, None where that is none of them."""
        path = callee_path(call)
        if path is None:
            return None
        plain = path.plain
        if is_panic(plain, call) or plain.startswith(("core::intrinsics::", STUBS)):
            return None
        type = call.callee.type if isinstance(call.callee, ConstantOperand) else None
        changed = None if type is None else caller.change(type)
        if isinstance(changed, FunctionItem):
            path = changed.path
            found = self.linker.find(path, changed, caller)
        else:
            found = self.linker.find(path, None, caller)
        return None if found is None else found.function

    def visit(self, function: RustFunction, origin: Origin) -> Sequence[Site[RustFunction]]:
        """The calls of a function that lead to others; takes note of its types."""
        function.chain = origin.chain
        self._functions.append(function)
        function.definition_span = self.span_of(function)
        body = function.body
        live = function.live_blocks()
        needed = function.needed(self.is_ignored)
        self.fields.look_at(body, function.change, live, needed, self.is_ignored)
        for _, type in function.parameters:
            self.fields.meet(type)
        sites: list[Site[RustFunction]] = []
        for item in self._visit_constants(function, body, live):
            # What constants compute is called like any other function.
            sites.append(Site(item, self._site(item.header_source)))
        for number in live:
            terminator = body.blocks[number].terminator
            if isinstance(terminator, Call):
                callee = self.callee(terminator, function)
                if callee is not None:
                    sites.append(Site(callee, self._site(terminator.source)))
            elif isinstance(terminator, Drop):
                type = self.fields.place_type(body, terminator.place, function.change)
                if type is not None:
                    sites += [Site(drop, self._site(terminator.source)) for drop in self._drops(type, set())]
        return sites

    def drops_in(self, function: RustFunction) -> Iterable[RustFunction]:
        """The `drop`s of users that a function calls by letting values go, as far as is known what these hold."""
        body = function.body
        for number in function.live_blocks():
            terminator = body.blocks[number].terminator
            if isinstance(terminator, Drop):
                type = self.fields.place_type(body, terminator.place, function.change)
                if type is not None:
                    yield from self._drops(type, set())

    def _drops(self, type: RustType, seen: set[str]) -> Iterable[RustFunction]:
        if str(type) in seen:
            return
        seen.add(str(type))
        own = self.linker.drop_of(type)
        if own is not None:
            yield own
        for part in owned_parts(type, self.fields):
            yield from self._drops(part, seen)

    def _variants_in_source(self, type: Nominal) -> tuple[tuple[str, int], ...] | None:
        """The variants of an enum, from the files that the functions which were visited are in."""
        return variants_of(self._visited_texts(), type.path.last.name)

    def _is_of_a_function(self, type: Nominal) -> bool:
        """Whether a type may be one that a function declares: its path then leads to it and to one in a module of that name."""
        path = type.path
        if path.self_type is not None or len(path.segments) < 2 or not self.linker.has_function(path.parent):
            return False
        function = path.parent.last.name
        return any(path.last.name in types_within(text, function) for text in self._visited_texts())

    def _visited_texts(self) -> list[str]:
        """The files that the functions which were visited are in."""
        files = {
            step.source.file
            for function in self._functions
            for block in function.body.blocks.values()
            for step in (*block.statements, block.terminator)
        }
        texts = [self.linker.source_file(file) for file in sorted(files) if file and not is_library(file)]
        return [text for text in texts if text is not None]

    def forget_visits(self) -> None:
        """Let the functions be visited once more, with all that is known of types by now."""
        self._visited.clear()

    def _site(self, source: Source) -> Span:
        return Span(self.file(source.file), source.line, max(source.column - 1, 0))

    def _visit_constants(self, function: RustFunction, body: Body, live: Iterable[int]) -> list[RustFunction]:
        """Take note of what the constant items that a body names are made of; gives those that have to be computed."""
        paths: list[Path] = []
        for number in live:
            block = body.blocks[number]
            operands = [
                operand
                for statement in block.statements
                if isinstance(statement, Assign)
                for operand in operands_of(statement.value)
            ]
            for operand in (*operands, *operands_of_terminator(block.terminator)):
                if isinstance(operand, ConstantOperand) and isinstance(operand.value, Named):
                    if not isinstance(operand.type, FunctionItem):
                        paths.append(operand.value.path)
        computed: list[RustFunction] = []
        for path in paths:
            item = self.linker.constant(path, function)
            if item is None or item.key in self._visited:
                continue
            self._visited[item.key] = item
            self.fields.meet(item.result)
            if item.item.value is not None:
                continue
            inner = tuple(sorted(item.body.blocks))
            self.fields.look_at(item.body, item.change, inner)
            if straight(item) is None:
                computed.append(item)
            else:
                computed += self._visit_constants(item, item.body, inner)
        return computed

    def named_type(self, path: Any, caller: RustFunction | None) -> RustType | None:
        """The type of the constant item that a path names, None where it names none."""
        if caller is None:
            for _, program in self.linker.programs:
                item = program.constants.get(str(path))
                if item is not None:
                    return item.type
            return None
        found = self.linker.constant(path, caller)
        return None if found is None else found.result

    def reach(self, function: RustFunction, emitter: Emitter) -> None:
        """Take note that a function is called."""
        assert function.export_name, function.key

    def symbol(self, function: RustFunction) -> str:
        """The symbol of a function."""
        return function.export_name

    def constant_call(self, item: RustFunction) -> str:
        """The symbol of the function that computes a constant item."""
        if not item.export_name:
            item.export_name = legalise(f"{item.qualified_name}.constant")
            taken = {function.export_name for function in self._constants.values()}
            while item.export_name in taken:
                item.export_name += "_"
            self._constants[item.key] = item
        return item.export_name

    # Memory

    def memory_key(self, item: RustFunction, local: int, wanted: str) -> str:
        """The key of the memory that a constant refers to."""
        return self._key((item.key, local), wanted)

    def static_key(self, function: RustFunction, allocation: Allocation, wanted: str) -> str:
        """The key of the memory of a static, or of an allocation."""
        return self._key(self._memory(function, allocation), wanted)

    def _memory(self, function: RustFunction, allocation: Allocation) -> object:
        """What tells the memory of a static from all other, in whichever text it is named."""
        name = allocation.static
        if name is None:
            return id(function.program), allocation.number
        first = name.partition("::")[0]
        if function.crate is not None and first != function.crate and first not in function.crates:
            name = f"{function.crate}::{name}"
        if len(function.program.static_numbers(allocation.static or "")) > 1:
            return name, id(function.program), allocation.number  # of one macro, or of two blocks
        return name

    def _key(self, what: object, wanted: str) -> str:
        found = self._keys.get(what)
        if found is None:
            number, found = 0, wanted
            while found in self._keys.values():
                number += 1
                found = f"{wanted}.{number}"
            self._keys[what] = found
        return found

    def text_key(self, data: bytes) -> str:
        """The key of the memory that holds a string."""
        found = self._texts.get(data)
        if found is None:
            found = self._texts[data] = f"text.{blake2b(data).hexdigest()[:16]}"
        return found

    def static_value(self, allocation: Allocation, function: RustFunction) -> bytes | None:
        """What the host has set a static to; None where it is as the text says."""
        name = allocation.static
        if name is None or not self._static_values:
            return None
        crates = {crate for crate, _ in self.linker.programs} | set(function.crates)
        while name not in self._static_values and name.partition("::")[0] in crates:
            name = name.partition("::")[2]
        return self._static_values.get(name)

    def static_item(self, allocation: Allocation, function: RustFunction) -> RustFunction | None:
        """The static that an allocation is the memory of."""
        if allocation.static is None:
            return None
        for crate, program in self.linker.programs:
            name = allocation.static
            if crate is not None and program is not function.program:
                name = name.removeprefix(f"{crate}::")
            item = program.constants.get(name)
            if item is None:
                continue
            # Of several of one path, one that may be written stands for all: which it is, the text does not tell.
            several = (item, *(other for other in program.repeated_constants if other.path == item.path))
            statics = [each for each in several if each.kind.startswith("static")]
            written = [
                each for each in statics if each.kind == "static mut" or self.table.has_cell(each.type)
            ]
            for each in (*written, *statics):
                return RustFunction(program, each, crate)
        return None

    def shared_memory(
        self, function: RustFunction, allocation: Allocation, target: RustType | None
    ) -> Callable[[LocationAttr], mir.SharedAllocOp] | None:
        """What makes the memory that the block shares, where an allocation is a `SharedArray`."""
        if not isinstance(target, Nominal) or target.path.last.name != "SharedArray":
            return None
        arguments = target.arguments
        element = self.table.lower(arguments[0])
        length = _number(arguments[1])
        align = _number(arguments[2]) if len(arguments) > 2 else 0
        key = self.static_key(function, allocation, allocation.static or f"alloc{allocation.number}")
        name = key.rpartition("::")[2]
        type = mir.ArrayType.get(length, element)
        return lambda location: mir.SharedAllocOp.make(type, key, name, align or None, location=location)

    # Intrinsics

    def intrinsic_symbol(self, name: str, numbers: Sequence[str]) -> str:
        """The symbol of the stub called `name` in `cuda_device::stubs`, with the numbers it was given."""
        return ".".join((PREFIX + name.replace("__", "."), *numbers))

    def declare(
        self, symbol: str, inputs: Sequence[Attribute], outputs: Sequence[Attribute], location: LocationAttr
    ) -> None:
        """Declare a function, unless that has been done."""
        if symbol not in self._declared:
            self._declared[symbol] = mir.FuncOp.make(
                symbol, inputs, outputs, visibility="private", location=location
            )

    def printf(self, text: str, types: Sequence[Attribute]) -> tuple[str, str]:
        """The symbol of the `printf` for values of some types, and the format in the manner of C."""
        from periclase.importer.rust.format_text import c_format

        names = [str(type) for type in types]
        return ".".join((PREFIX + "printf", *names)), c_format(text, names)

    # Values

    def single_value(self, function: RustFunction, local: int) -> Operand | None:
        """What a local is assigned, where it is assigned once; casts, copies and reborrows are seen through."""
        table = self._single.get(function.key)
        if table is None:
            table = self._single[function.key] = {}
            for block in function.body.blocks.values():
                for statement in block.statements:
                    if isinstance(statement, Assign) and not statement.place.projection:
                        own = statement.place.local
                        table[own] = None if own in table else _seen_through(statement.value)
        return table.get(local)

    def format_template(self, function: RustFunction, operand: Operand) -> bytes | str | None:
        """The compiled format of the `core::fmt::Arguments` that an operand is, or its text where it has no values."""
        while isinstance(operand, Use):
            made = self._made_once(function, operand.place)
            if isinstance(made, StructValue) and made.names[:1] == ("template",):
                found: Operand | None = made.fields[0]
                while isinstance(found, Use):
                    found = self.single_value(function, found.place.local)
                if isinstance(found, ConstantOperand) and isinstance(found.value, Bytes | Text):
                    return found.value.value
                return None
            if not isinstance(made, StructValue) or len(made.fields) != 1:
                return None
            operand = made.fields[0]
        return None

    @staticmethod
    def _made_once(function: RustFunction, place: Place) -> Rvalue | None:
        for block in function.body.blocks.values():
            for statement in block.statements:
                if isinstance(statement, Assign) and statement.place == place:
                    return statement.value
        return None

    def needs_drop(self, type: RustType) -> bool:
        """Whether something is to be done when a value goes: for the type, or for a part of what it holds."""
        return self._needs_drop(type, set())

    def _needs_drop(self, type: RustType, seen: set[str]) -> bool:
        if str(type) in seen:
            return False
        seen.add(str(type))
        if is_dropped_by_core(type) or self.linker.drop_of(type) is not None:
            return True
        return any(self._needs_drop(part, seen) for part in owned_parts(type, self.fields))

    def refuse_heap(self, what: object) -> NoReturn:
        """Say that there is no heap.

        Raises:
            RustProblem: always.
        """
        reject(
            f"`{what}`",
            "nothing allocates memory there",
            "use an array of a fixed length, shared memory, or a buffer that the host passes",
        )

    def operations(self) -> Iterable[mir.FuncOp]:
        """The functions that compute constants, and the declarations."""
        done: set[str] = set()
        functions: list[mir.FuncOp] = []
        while len(done) < len(self._constants):
            for key, item in list(self._constants.items()):
                if key not in done:
                    done.add(key)
                    functions.append(FunctionEmitter(item, self).emit())
        return [*functions, *self._declared.values()]


def _seen_through(value: Rvalue) -> Operand | None:
    """The operand that a value is, but for its type."""
    if isinstance(value, UseValue | Cast):
        return value.operand
    if isinstance(value, Borrow) and [step.__class__ for step in value.place.projection] == [Deref]:
        return Use(Place(value.place.local))
    return None


def _number(type: RustType) -> int:
    assert isinstance(type, ConstantArgument)
    return int(type.text.replace("_", "").removesuffix("usize"))


def import_rust_mir(
    text: str,
    layouts: Layouts,
    *,
    roots: Iterable[str] | None = None,
    names: Mapping[str, str] | None = None,
    name: str = "<mir>",
    extra: Sequence[tuple[str, str]] = (),
    span_file: Callable[[str], str] = str,
    source_text: SourceText | None = None,
    debug: bool = False,
    for_cpu: bool = True,
    leaves: Mapping[int, Sequence[Leaf]] | None = None,
    static_values: Mapping[str, bytes] | None = None,
    warnings: list[Diagnostic] | None = None,
    variables: bool = False,
) -> ModuleOp:
    """The `mir` module of functions of a crate and everything they call.

    Args:
        text: what `rustc --emit=mir` wrote for the crate, with the flags of `periclase.importer.rust.toolchain`.
        layouts: says where the bytes of types lie.
        roots: the paths of the functions to compile; by default those whose names are reserved for kernels.
        names: the symbols of roots, where these are not the users' names.
        name: how errors in the text itself name it.
        extra: the texts of other crates, with their names.
        span_file: the file that rustc's name for it means.
        source_text: reads spans of the user's source.
        debug: the overflow of integers traps, as rustc's `-Coverflow-checks=on` has it.
        for_cpu: whether the module may be compiled for the CPU. The forms are the same.
        leaves: what each parameter of the kernel that is made of parts comes as, by its number; others come as a whole.
        static_values: the bytes of statics in place of those in the text, by their paths.
        warnings: receives warnings.
        variables: the debug information tells of variables.

    Raises:
        CompileError: something has no form on a device, or the text is not understood.
    """
    programs: list[tuple[str | None, MirProgram]] = [(None, MirProgram(text, name))]
    programs += [(crate, MirProgram(other, crate)) for crate, other in extra]
    of = Import(
        programs,
        layouts,
        file=span_file,
        source_text=source_text,
        debug=debug,
        leaves=leaves or {},
        static_values=static_values or {},
        variables=variables,
    )
    own = programs[0][1]
    chosen = _roots(own, roots, of)
    collection = _collect(of, chosen, names or {}, warnings)
    of.table.ask()
    functions = [FunctionEmitter(collected.function, of).emit() for collected in collection]
    module = ModuleOp([*functions, *of.operations()])
    if of.places is not None:
        of.places.mark(module)
    return module


def _roots(program: MirProgram, wanted: Iterable[str] | None, of: Import) -> list[RustFunction]:
    if wanted is None:
        paths = [path for path in program.functions if reserved_names.is_kernel(path)]
        paths = paths or [path for path in program.functions if reserved_names.is_device(path)]
    else:
        paths = list(wanted)
    found: list[RustFunction] = []
    for path in paths:
        item = program.functions.get(path)
        if item is None:
            raise CompileError(
                Diagnostic(
                    "PC0804", f"{program.text.name} has no function `{path}`", None, help="see its `fn` lines"
                )
            )
        function = of.linker.function(program, item)
        function.is_root = True
        if reserved_names.is_kernel(path):
            of.set_kernel(function)
        found.append(function)
    return found


def _collect(
    of: Import, roots: Sequence[RustFunction], names: Mapping[str, str], warnings: list[Diagnostic] | None
) -> Sequence[Any]:
    collection = _walk(of, roots)
    for collected in collection:
        function = collected.function
        function.export_name = names.get(function.path, collected.export_name)
    _warn_of_recursion(of, [c.function for c in collection], warnings)
    return collection


def _walk(of: Import, roots: Sequence[RustFunction]) -> Sequence[Any]:
    while True:
        collection = _walked(of, roots)
        known = {collected.function.key for collected in collection}
        if all(drop.key in known for collected in collection for drop in of.drops_in(collected.function)):
            return collection
        # What a value holds that goes in one function was seen in a later one only.
        of.forget_visits()


def _walked(of: Import, roots: Sequence[RustFunction]) -> Sequence[Any]:
    marked = [
        root for root in roots if reserved_names.is_kernel(root.path) or reserved_names.is_device(root.path)
    ]
    if len(marked) == len(roots):
        found: Collection[RustFunction] = collect(roots, of.visit)
        return found.functions
    return collect_plain(roots, of.visit)


def collect_plain(
    roots: Sequence[RustFunction], calls_of: Callable[[RustFunction, Origin], Sequence[Site[RustFunction]]]
) -> Sequence[Any]:
    """The same walk from roots that have no reserved names: functions of a library for others, exported under their own."""
    from periclase.importer.collector import Collected
    from periclase.importer.export_names import device_export_name, resolve_clashes

    order: list[tuple[RustFunction, Origin]] = []
    seen: set[str] = set()
    for root in roots:
        if root.key not in seen:
            seen.add(root.key)
            order.append((root, Origin(root.qualified_name, False, None)))
    for function, origin in order:
        for site in calls_of(function, origin):
            if site.callee.key not in seen:
                seen.add(site.callee.key)
                chain = (*origin.chain, Frame(function.qualified_name, site.span))
                order.append((site.callee, Origin(origin.root, False, site.span, chain)))
    own = {root.key: legalise(root.qualified_name.rpartition("::")[2]) for root in roots}
    wanted = {
        function.key: device_export_name(function.qualified_name, function.arguments)
        for function, _ in order
        if function.key not in own
    }
    names = own | resolve_clashes(wanted, own.values())
    return [Collected(function, False, origin, names[function.key]) for function, origin in order]


def _warn_of_recursion(
    of: Import, functions: Sequence[RustFunction], warnings: list[Diagnostic] | None
) -> None:
    """Warn once of each function that calls itself, by way of others too."""
    edges: dict[str, list[tuple[RustFunction, Call]]] = {}
    for function in functions:
        edges[function.key] = [
            (callee, call) for call in function.calls() if (callee := of.callee(call, function)) is not None
        ]
    for function in functions:
        pending = [function]
        seen: set[str] = set()
        while pending:
            current = pending.pop()
            for callee, call in edges.get(current.key, ()):
                if callee is function:
                    found = Diagnostic(
                        "PC0308",
                        f"`{function.qualified_name}` is recursive: every level takes stack, of which a device thread has little",
                        Span(of.file(call.source.file), call.source.line, max(call.source.column - 1, 0)),
                        Severity.WARNING,
                        help="write a loop where the depth is not small",
                    )
                    if warnings is None:
                        import sys

                        print(found, file=sys.stderr)
                    else:
                        warnings.append(found)
                    pending.clear()
                    break
                if callee.key not in seen:
                    seen.add(callee.key)
                    pending.append(callee)


__all__ = ["Import", "import_rust_mir"]
